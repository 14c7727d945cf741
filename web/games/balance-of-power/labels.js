// Which names the map shows at a zoom, and where: never smaller than can be read, never on a piece or on another
// name, and mostly on no neighbour's land. The places that the question is about come first and are always named; of the
// others, those that fit.

import { SIGN as SIGN_ROOM, SIGNS, SIZE, SLOTS, SPACES } from '../../maps/balance-of-power.js';
import { LINE } from '../../maps/layout.js';
import { DRAWN, READABLE, growthOf, sharedArea, widthOf } from '../../maps/lettering.js';
import { Ground } from '../../maps/whose.js';

/** @import { Box } from '../../maps/lettering.js' */
/** @import { Space } from '../../maps/space.js' */

/** @typedef {{lines: readonly string[], x: number, y: number, step: number, chance: readonly [number, number] | null}} Label the baseline of its first line, from one to the next, and the middle of the chance */
/** @typedef {Label & {boxes: Box[]}} Place what it covers: its name, and its chance */
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
/** How bad it is to cover troops, another name, the land of a neighbour, another sign. */
const [TROOPS, NAME, LAND, SIGN] = [12, 4, 0.3, 1];
/** How bad it is to stand there beside the neighbour's troops. */
const ASTRAY = 4;
/** The share of a name from which on it seems to be that of the land below it. */
const FOREIGN = 0.45;
/** Places on the land of a territory at which its name is tried: at most so many, so far from its counter. */
const MOST_INLAND = 24;
const FAR = 110;
/** Map units between a name and a counter. */
const NEAR = 2;
/** Half the width of a chance. */
const CHANCE = 22;

/** Returns how much larger pieces are drawn. @param {number} scale */
export const pieceSize = (scale) => Math.min(MOST_LARGER, Math.max(1, READABLE / (NUMBER * scale)));

/** Rounds a scale down, so that a small change of the zoom leaves all names in place. @param {number} scale */
export const steady = (scale) => 2 ** (Math.floor(Math.log2(scale) * 16) / 16);

/** Returns the slots of a territory in which a sign stands. @param {Space} space @param {Wanted['has']} has */
const signSlots = ({ id, anchors }, has) =>
  ['capital', 'city', 'site'].filter((slot) => anchors[slot] && has(id, slot));

/** Returns the side of the counter at which a sign stands: -1 for the left, 1 for the right. @param {Space['anchors']} anchors @param {string} slot */
export const sideOf = (anchors, slot) => (anchors[slot][0] < anchors.troops[0] ? -1 : 1);

/** @type {Ground | undefined} */ let known;
const ground = () => (known ??= new Ground(SPACES, SIZE));

/** Returns how far a point is from a box. @param {Box} box @param {readonly [number, number]} point */
const gap = ([left, top, right, bottom], [x, y]) =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));

/**
 * Returns how bad it is for a name to stand on the land below it: worst if it is nearer to the troops of another one.
 * @param {Space} space @param {Box} name
 */
function abroad({ id, anchors }, name) {
  const { other } = ground().under(id, name);
  if (other <= FOREIGN) return 0;
  const near = gap(name, anchors.troops);
  const astray = SPACES.some((one) => one.id !== id && gap(name, one.anchors.troops) < near);
  return other * sharedArea(name, name) * (astray ? ASTRAY : LAND);
}

/** @param {readonly Box[]} boxes @param {readonly Taken[]} taken */
function costOf(boxes, taken) {
  let cost = 0;
  for (const box of boxes) for (const one of taken) cost += sharedArea(box, one.box) * one.cost;
  return cost;
}

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
  const counters = SPACES.map(({ anchors }) => ({
    box: around(...anchors.troops, across * larger * 0.92, high * larger * 0.86),
    cost: TROOPS,
  }));
  const beside = SPACES.flatMap((space) =>
    signSlots(space, has).map((slot) => {
      const [x, y] = space.anchors[slot];
      return { box: around(x + sideOf(space.anchors, slot) * aside, y, 22, 24), cost: SIGN };
    }),
  );
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
  return [...counters, ...beside, ...regions];
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

/** Where a chance stands: at a side of the counter, beyond a name above it, or below a name at a side. @typedef {'above' | 'below' | 'right' | 'left' | 'beyond' | 'stacked'} Side */

/** The sides of a counter where a name can stand, each with how far along its edge; the best first. @type {readonly (readonly [Side, number])[]} */
const NAMED = [
  ...[0, 0.3, -0.3, 0.5, -0.5].map((by) => /** @type {const} */ (['above', by])),
  ...[0, 0.3, -0.3].map((by) => /** @type {const} */ (['below', by])),
  ['right', 0],
  ['left', 0],
];
/** Where a chance can stand, the best first; a plate keeps its name. */
const CHANCED = /** @type {const} */ (['above', 'stacked', 'below', 'right', 'left']);
const ON_PLATE = /** @type {const} */ (['beyond', 'stacked', 'below', 'right', 'left']);

/**
 * Returns what makes the place of a name, or of a chance alone, at a side of a counter.
 * @param {Space} space @param {Wanted} wanted
 */
function placer(space, { scale, has, width }) {
  const { anchors, plate, label } = space;
  const [text, larger] = [growthOf(scale), pieceSize(scale)];
  const [x, y] = anchors.troops;
  // In a box a name stands in its middle, wherever the counter is.
  const over = plate ? label[0] : x;
  const up = (SLOTS.troops[1] / 2) * larger * 0.86 + NEAR;
  const out = (SLOTS.troops[0] / 2) * larger + NEAR;
  const line = LINE * text;
  const [wide, thick] = [CHANCE * 2 * text, line * 1.35];
  const signs = signSlots(space, has);
  const room = (/** @type {number} */ side) =>
    out + (signs.some((slot) => sideOf(anchors, slot) === side) ? 24 : 0);
  const [left, right] = [x - room(-1), x + room(1)];

  /** @param {readonly string[]} lines @param {Side | null} way @param {readonly [Side, number]} named @returns {Place} */
  return (lines, way, [side, by]) => {
    const across = Math.max(0, ...lines.map((one) => width(one))) * DRAWN * text + 4;
    const high = lines.length * line;
    const beside = side === 'right' || side === 'left';
    const stack = way === 'stacked' ? thick : 0;
    const shift = way === side ? thick : 0;
    const tops = { above: y - up - high - shift, below: y + up + shift };
    const top = beside ? y - (high + stack) / 2 : tops[/** @type {'above' | 'below'} */ (side)];
    const centres = { right: right + across / 2, left: left - across / 2 };
    const half = across / 2;
    const centre = beside ? centres[/** @type {'right' | 'left'} */ (side)] : over + across * by;
    const middle = Math.min(SIZE[0] - half - 2, Math.max(half + 2, centre));
    const points = {
      ...{ above: [x, y - up - thick / 2], below: [x, y + up + thick / 2] },
      ...{ right: [right + wide / 2, y], left: [left - wide / 2, y] },
      beyond: [x, top - thick / 2],
      stacked: [side === 'left' ? left - wide / 2 : right + wide / 2, top + high + thick / 2],
    };
    const chance = way && /** @type {[number, number]} */ (points[way]);
    const name = /** @type {Box} */ ([middle - half, top, middle + half, top + high]);
    const boxes = chance ? [name, around(...chance, wide, thick)] : [name];
    return { lines, x: middle, y: top + line * 0.8, step: line, chance, boxes };
  };
}

/**
 * Yields the places where a name could stand, with the chance if there is one, the best first. They are made one by
 * one, since mostly an early one covers nothing.
 * @param {Space} space @param {Wanted} wanted
 */
function* named(space, wanted) {
  const at = placer(space, wanted);
  const chanced = space.plate ? ON_PLATE : CHANCED;
  const ways = wanted.chances.has(space.id) ? chanced : [null];
  for (const lines of written(space))
    for (const way of ways)
      for (const name of NAMED) if (fits(way, name[0])) yield at(lines, way, name);
}

/** Yields places of a name all over its land, the nearest to the counter first. @param {Space} space @param {Wanted} wanted @returns {Generator<Place>} */
function* inland(space, wanted) {
  const { id, anchors } = space;
  const at = placer(space, wanted);
  const text = growthOf(wanted.scale);
  const line = LINE * text;
  const ways = wanted.chances.has(id) ? CHANCED.filter((way) => way !== 'stacked') : [null];
  for (const lines of written(space)) {
    const half = (Math.max(...lines.map(wanted.width)) * DRAWN * text + 4) / 2;
    const high = lines.length * line;
    for (const [x, y] of landOf(id, anchors.troops)) {
      const top = y - high / 2;
      const name = /** @type {Box} */ ([x - half, top, x + half, top + high]);
      if (name[0] < 0 || name[2] > SIZE[0]) continue;
      for (const way of ways) {
        const { chance, boxes } = at([], way, NAMED[0]);
        if (boxes.slice(1).some((box) => sharedArea(box, name) > 0)) continue;
        const label = { lines, x, y: top + line * 0.8, step: line, chance };
        yield { ...label, boxes: [name, ...boxes.slice(1)] };
      }
    }
  }
}

/** Returns points all over a territory, the nearest to its counter first. @param {string} id @param {readonly [number, number]} from */
function landOf(id, from) {
  const [left, top, right, bottom] = ground().around(id) ?? [0, 0, 0, 0];
  const step = Math.sqrt(((right - left) * (bottom - top)) / MOST_INLAND);
  /** @type {[number, number][]} */ const found = [];
  for (let y = top + step / 2; y < bottom; y += step)
    for (let x = left + step / 2; x < right; x += step)
      if (ground().has(id, [x, y])) found.push([x, y]);
  const away = (/** @type {readonly number[]} */ [x, y]) => Math.hypot(x - from[0], y - from[1]);
  return found.filter((one) => away(one) < FAR).sort((one, other) => away(one) - away(other));
}

/** Yields the places where a chance could stand without its name. @param {Space} space @param {Wanted} wanted */
function* alone(space, wanted) {
  const at = placer(space, wanted);
  for (const way of CHANCED) if (way !== 'stacked') yield at([], way, NAMED[0]);
}

/** Checks whether a name at this side leaves the place of a chance free. @param {Side | null} way @param {Side} side */
function fits(way, side) {
  const beside = side === 'right' || side === 'left';
  if (way === 'stacked') return beside;
  if (way === 'beyond') return side === 'above';
  return !beside || way !== side;
}

/** Returns the place that the map has for a name of its own size. @param {Space} space @returns {Label} */
export const asDrawn = ({ lines, label: [x, y], box }) => ({
  ...{ lines, x, y, step: LINE },
  chance: [x, box[1] - 8],
});

/** Returns that place, if names are no larger. @param {Space} space @param {Wanted} wanted @returns {Place[]} */
function drawn(space, { scale, chances }) {
  if (growthOf(scale) > 1) return [];
  const [left, top, width] = space.box;
  const above = chances.has(space.id) ? top - 19 : top;
  const bottom = space.label[1] + (space.lines.length - 1) * LINE + 3;
  return [{ ...asDrawn(space), boxes: [[left, above, left + width, bottom]] }];
}

/** Yields all places, that of the map's own size first. @param {Space} space @param {Wanted} wanted */
function* anywhere(space, wanted) {
  yield* drawn(space, wanted);
  yield* named(space, wanted);
  yield* inland(space, wanted);
}

/**
 * Returns the first place that covers least, and how bad that is.
 * @param {Iterable<Place>} places the best first @param {readonly Taken[]} taken
 * @param {Space | null} space whose name should stand on no other's land
 * @returns {[Place, number]}
 */
function cheapest(places, taken, space = null) {
  /** @type {[Place | null, number]} */ let [best, least] = [null, Infinity];
  for (const place of places) {
    const on = space ? abroad(space, place.boxes[0]) : 0;
    const cost = on < least ? on + costOf(place.boxes, taken) : Infinity;
    if (cost < least) [best, least] = [place, cost];
    if (least === 0) break;
  }
  return [/** @type {Place} */ (best), least];
}

/** Share of a counter, or of a name, from which on it cannot be read. */
const HIDDEN = 0.25;

/** Checks whether a name hides troops or another name. @param {Place} place @param {readonly Taken[]} taken */
const hides = ({ boxes: [name] }, taken) =>
  taken.some(
    ({ box, cost }) => cost >= NAME && sharedArea(name, box) > HIDDEN * sharedArea(box, box),
  );

/** Checks whether a name lies over troops, a chance or another name. @param {Place} place @param {readonly Taken[]} taken */
const crowds = ({ boxes: [name] }, taken) =>
  taken.some(({ box, cost }) => cost >= NAME && sharedArea(name, box) > 0);

/** How often names are placed anew, those first that have found no room of their own. */
const TRIES = 4;

/** Returns the names that the map shows, by territory. @param {Wanted} wanted @returns {Map<string, Place>} */
export function labels(wanted) {
  const free = pieces(wanted);
  /** @type {string[]} */ let first = [];
  let best = placed(wanted, free, first);
  for (let tries = 1, last = best; tries < TRIES && last.crowded.length > 0; tries += 1) {
    first = [...new Set([...last.crowded, ...first])];
    last = placed(wanted, free, first);
    if (last.cost < best.cost) best = last;
  }
  return best.found;
}

/**
 * Places the names one after the other: some first, then those that are asked about, then those that fit.
 * @param {Wanted} wanted @param {readonly Taken[]} free what they must not cover @param {readonly string[]} first
 */
function placed(wanted, free, first) {
  const taken = [...free];
  /** @type {Map<string, Place>} */
  const found = new Map();
  /** @type {string[]} */ const crowded = [];
  let all = 0;
  const rank = (/** @type {Space} */ { id }) =>
    first.includes(id) ? first.indexOf(id) : first.length + (wanted.must.has(id) ? 0 : 1);
  for (const space of SPACES.toSorted((a, b) => rank(a) - rank(b))) {
    const [place, cost] = cheapest(anywhere(space, wanted), taken, space);
    if (cost > 0 && !wanted.must.has(space.id)) continue;
    if (cost > 0) crowded.push(space.id);
    all += cost;
    // Better no name than one on a neighbour's troops or name: the bar names what is attacked, a press what is read.
    const lone = cost > 0 && wanted.chances.has(space.id) && crowds(place, taken);
    if (cost > 0 && !lone && hides(place, taken)) continue;
    const chosen = lone ? cheapest(alone(space, wanted), taken)[0] : place;
    // A chance hides no more than troops do.
    taken.push(...chosen.boxes.map((box, at) => ({ box, cost: at === 0 ? NAME : TROOPS })));
    found.set(space.id, chosen);
  }
  return { found, crowded, cost: all };
}

/**
 * Returns the names with one more, of a place that is pointed at. The others stay where they are; those that it would
 * cover go, but for a chance beside them.
 * @param {string} id @param {Wanted} wanted @param {ReadonlyMap<string, Place>} shown @returns {ReadonlyMap<string, Place>}
 */
export function withOneMore(id, wanted, shown) {
  const space = SPACES.find((one) => one.id === id);
  if (!space || shown.has(id)) return shown;
  const others = [...shown.values()].flatMap(({ boxes }) =>
    boxes.map((box, at) => ({ box, cost: at === 0 ? NAME : TROOPS })),
  );
  const [place] = cheapest(anywhere(space, wanted), [...pieces(wanted), ...others], space);
  const left = new Map(shown);
  for (const [other, label] of shown) {
    if (place.boxes.every((box) => sharedArea(box, label.boxes[0]) === 0)) continue;
    if (label.chance) left.set(other, { ...label, lines: [] });
    else left.delete(other);
  }
  return left.set(id, place);
}
