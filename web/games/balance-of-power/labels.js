// Which names the map shows at a zoom, and where: never smaller than can be read, never on a piece or on another
// name. The places that the question is about come first and are always named; of the others, those that fit.

import { SIGN as SIGN_ROOM, SIGNS, SIZE, SLOTS, SPACES } from '../../maps/balance-of-power.js';
import { LINE } from '../../maps/layout.js';
import { DRAWN, READABLE, growthOf, sharedArea, widthOf } from '../../maps/lettering.js';

/** @import { Box } from '../../maps/lettering.js' */
/** @import { Space } from '../../maps/space.js' */

/** @typedef {{lines: readonly string[], x: number, y: number, step: number, chance: readonly [number, number] | null}} Label the baseline of its first line, from one to the next, and the middle of the chance */
/** @typedef {{box: Box, cost: number}} Taken */
/**
 * @typedef {object} Wanted
 * @property {number} scale pixels on the screen for a map unit
 * @property {ReadonlySet<string>} must territories that are named in any case
 * @property {ReadonlySet<string>} chances territories with a chance beside the name
 * @property {(id: string, slot: string) => boolean} has checks whether a territory has this sign
 * @property {Readonly<Record<string, string>>} signs the texts on the signs of regions
 * @property {(text: string) => number} width of a text in a font of 1 unit
 */

/** Size of a number on a counter, in map units, and how much larger than drawn counters become. */
const NUMBER = 17;
const MOST_LARGER = 1.75;
/** How bad it is to cover troops, another name, another sign. */
const [TROOPS, NAME, SIGN] = [12, 4, 1];
/** Map units between a name and a counter. */
const NEAR = 2;
/** Half the width of a chance. */
const CHANCE = 22;

/** Returns how much larger pieces are drawn. @param {number} scale */
export const pieceSize = (scale) => Math.min(MOST_LARGER, Math.max(1, READABLE / (NUMBER * scale)));

/** Rounds a scale down, so that a small change of the zoom leaves all names in place. @param {number} scale */
export const steady = (scale) => 2 ** (Math.floor(Math.log2(scale) * 16) / 16);

/** @param {Box} box @param {readonly Taken[]} taken */
const costOf = (box, taken) =>
  taken.reduce((sum, one) => sum + sharedArea(box, one.box) * one.cost, 0);

/** @param {number} x @param {number} y @param {number} width @param {number} height @returns {Box} */
const around = (x, y, width, height) => [
  x - width / 2,
  y - height / 2,
  x + width / 2,
  y + height / 2,
];

/** Returns what names must not cover. @param {Wanted} wanted @returns {Taken[]} */
function pieces({ scale, has, signs, width }) {
  const [larger, text] = [pieceSize(scale), growthOf(scale)];
  const [across, high] = SLOTS.troops;
  const aside = shift(larger);
  const of = SPACES.flatMap(({ id, anchors }) => [
    { box: around(...anchors.troops, across * larger * 0.92, high * larger * 0.86), cost: TROOPS },
    ...['capital', 'city', 'site']
      .filter((slot) => anchors[slot] && has(id, slot))
      .map((slot) => {
        const [x, y] = anchors[slot];
        return { box: around(x + (slot === 'capital' ? -aside : aside), y, 22, 24), cost: SIGN };
      }),
  ]);
  const regions = Object.keys(SIGNS).map((id) => {
    const [x, y] = signEdge(id);
    const across = signWidth(signs[id] ?? '', width) * text;
    const high = SIGN_HEIGHT * text;
    const [left, top] = signStart(id, across, high);
    return {
      box: /** @type {Box} */ ([x + left, y + top, x + left + across, y + top + high]),
      cost: NAME,
    };
  });
  return [...of, ...regions];
}

/** Returns how far signs step aside for a larger counter. @param {number} larger */
const shift = (larger) => (SLOTS.troops[0] / 2) * (larger - 1);

/** Height of the sign of a region, in map units of a large map. */
export const SIGN_HEIGHT = 22;
/** Text size from which the sign of a region has only its bonus. */
const SHORT_FROM = 2;

/** Checks whether the map is so small that the signs of regions have only their bonus. @param {number} scale */
export const isSmall = (scale) => growthOf(scale) > SHORT_FROM;

/** Returns the width of the sign of a region. @param {string} text @param {(text: string) => number} [width] */
export const signWidth = (text, width = widthOf) => width(text) * DRAWN + 12;

/** Where the sign of a region grows, away from land and within the map: -1 is to the left or upwards. @type {Readonly<Record<string, readonly [number, number]>>} */
const GROWS = {
  green: [1, 0],
  purple: [-0.4, -1],
  yellow: [-1, 0],
  blue: [-1, 0],
  brown: [-1, 0],
  orange: [-0.6, 0],
};

/** Returns the point of a sign that stays where it is however large it is drawn. @param {string} id @returns {[number, number]} */
export function signEdge(id) {
  const [x, y] = SIGNS[id];
  const [across, down] = GROWS[id] ?? [0, 0];
  return [x - across * (SIGN_ROOM[0] / 2), y - down * (SIGN_ROOM[1] / 2)];
}

/** Returns the left and upper end of a sign, from that point. @param {string} id @param {number} width @param {number} height @returns {[number, number]} */
export function signStart(id, width, height) {
  const [across, down] = GROWS[id] ?? [0, 0];
  return [((across - 1) / 2) * width, ((down - 1) / 2) * height];
}

/** Returns the ways to write a name: in one line, and in two. @param {Space} space @returns {(readonly string[])[]} */
function written({ lines }) {
  const name = lines.join(' ');
  const at = name.lastIndexOf(' ');
  return at < 0 ? [[name]] : [[name], [name.slice(0, at), name.slice(at + 1)]];
}

/**
 * Returns the places where a name could stand, the best first.
 * @param {Space} space @param {Wanted} wanted @returns {(Label & {box: Box})[]}
 */
function candidates(space, wanted) {
  const { scale, chances, has, width } = wanted;
  const { id, anchors, plate } = space;
  const [text, larger] = [growthOf(scale), pieceSize(scale)];
  const [x, y] = anchors.troops;
  const up = (SLOTS.troops[1] / 2) * larger * 0.86 + NEAR;
  const out = (SLOTS.troops[0] / 2) * larger + NEAR;
  const line = LINE * text;
  const more = chances.has(id) ? line * 1.35 : 0;
  const beside = ['city', 'site'].some((slot) => has(id, slot)) ? 24 : 0;
  return written(space).flatMap((lines) => {
    const across = Math.max(...lines.map((one) => width(one))) * DRAWN * text + 4;
    const high = lines.length * line;
    /** @param {number} cx @param {number} top @param {boolean} below whether it lies below the counter @param {number} [near] where the chance stands, if not at the counter */
    const at = (cx, top, below, near = x) => {
      const half = across / 2;
      const middle = Math.min(SIZE[0] - half - 2, Math.max(half + 2, cx));
      // The chance stands between counter and name: farther off it would seem to be a neighbour's. A plate keeps its name.
      const inner = below !== Boolean(plate);
      const first = inner ? top + more : top;
      const chance = inner ? top + more / 2 : top + high + more / 2;
      return {
        lines,
        x: middle,
        y: first + line * 0.8,
        step: line,
        chance: more === 0 ? null : /** @type {const} */ ([near, chance]),
        box: /** @type {Box} */ ([
          more === 0 ? middle - half : Math.min(middle - half, near - CHANCE * text),
          top,
          more === 0 ? middle + half : Math.max(middle + half, near + CHANCE * text),
          top + high + more,
        ]),
      };
    };
    const above = y - up - high - more;
    const right = x + out + beside;
    const left = x - out - (has(id, 'capital') ? 24 : 0);
    const aside = y - (high + more) / 2;
    return [
      ...[0, 0.3, -0.3, 0.5, -0.5].map((by) => at(x + across * by, above, false)),
      ...[0, 0.3, -0.3].map((by) => at(x + across * by, y + up, true)),
      at(right + across / 2, aside, false, right + CHANCE * text),
      at(left - across / 2, aside, false, left - CHANCE * text),
    ];
  });
}

/** Returns the place that the map has for a name of its own size. @param {Space} space @returns {Label} */
export const asDrawn = ({ lines, label: [x, y], box }) => ({
  ...{ lines, x, y, step: LINE },
  chance: [x, box[1] - 8],
});

/** Returns that place, if names are no larger. @param {Space} space @param {Wanted} wanted @returns {(Label & {box: Box})[]} */
function drawn(space, { scale, chances }) {
  if (growthOf(scale) > 1) return [];
  const [left, top, width] = space.box;
  const above = chances.has(space.id) ? top - 19 : top;
  const bottom = space.label[1] + (space.lines.length - 1) * LINE + 3;
  return [{ ...asDrawn(space), box: [left, above, left + width, bottom] }];
}

/** Returns the names that the map shows, by territory. @param {Wanted} wanted @returns {Map<string, Label>} */
export function labels(wanted) {
  const taken = pieces(wanted);
  /** @type {Map<string, Label>} */
  const found = new Map();
  const asked = SPACES.filter(({ id }) => wanted.must.has(id));
  const others = SPACES.filter(({ id }) => !wanted.must.has(id));
  for (const space of [...asked, ...others]) {
    const places = [...drawn(space, wanted), ...candidates(space, wanted)];
    const costs = places.map(({ box }) => costOf(box, taken));
    const least = Math.min(...costs);
    if (least > 0 && !wanted.must.has(space.id)) continue;
    const { box, ...label } = places[costs.indexOf(least)];
    taken.push({ box, cost: NAME });
    found.set(space.id, label);
  }
  return found;
}

/** Returns one more name, of a place that is pointed at; the others stay where they are. @param {string} id @param {Wanted} wanted @returns {Label | null} */
export function oneMore(id, wanted) {
  const space = SPACES.find((one) => one.id === id);
  if (!space) return null;
  const taken = pieces(wanted);
  const places = candidates(space, wanted);
  const costs = places.map(({ box }) => costOf(box, taken));
  return places[costs.indexOf(Math.min(...costs))];
}
