// The names on the map. They have a least size on the screen, so from afar there is not room for all: each is put
// where it covers no piece and no other name, the ones that matter first, and what finds no place is left out. A
// name that is asked about or pointed at is always shown.

import { SPACES } from '../../maps/europe-divided.js';
import { DRAWN, growthOf, sharedArea, widthOf } from '../../maps/lettering.js';
import { svg } from '../../vendor/lit/lit.js';
import { isTarget, piecesOf } from './spaces.js';

/** @import { Box } from '../../maps/lettering.js' */
/** @import { Camera } from '../../ui/pan-zoom.js' */
/** @import { Scene, Space } from './spaces.js' */

/** @typedef {{id: string, text: string, kind: string, x: number, y: number, box: Box}} Name */
/** @typedef {{scene: Scene, size: number, sight: Box, taken: Box[], names: Name[]}} Page a map being filled with names */

/** Parts of the size of a name that are above and below its baseline. */
const ASCENT = 0.8;
const DESCENT = 0.24;
/** Space between a name and what it must not touch, in pixels. */
const APART = 2;
/**
 * What lies over the map: the buttons that zoom, at its lower left, and those at its edges that lead to what can be
 * chosen beyond. Their middles as shares of the map, then pixels from there, and their sizes in pixels.
 */
const ZOOM = { at: [0, 1], by: [113, -26], of: [226, 52] };
const OVER = [
  ZOOM,
  { at: [0, 0], by: [318, 25], of: [64, 40] },
  { at: [1, 1], by: [-88, -26], of: [64, 40] },
  { at: [0, 1], by: [36, -70], of: [64, 40] },
  { at: [1, 1], by: [-36, -70], of: [64, 40] },
];
const OVER_SMALL = [
  ZOOM,
  // On a phone a board's own buttons may be above it.
  { at: [0.12, 0], by: [30, 50], of: [64, 88] },
  { at: [0.65, 1], by: [30, -26], of: [64, 40] },
  { at: [0, 0.18], by: [36, 18], of: [64, 40] },
  { at: [1, 0.18], by: [-36, 18], of: [64, 40] },
];
/** Where the buttons at the edges stand as on a phone: the same as in the style of the maps. */
const SMALL = matchMedia('(max-width: 600px), (max-height: 480px)');
/** The share of a name that may be covered by pieces: if it matters, and if it is asked about and finds nothing better. */
const COVERED = 0.35;
const HIDDEN = 0.9;

/** Renders the names that have a place. @param {Scene} scene @param {Camera} camera */
export const namesOf = (scene, camera) =>
  camera.scale === 0
    ? []
    : placed(scene, camera).map(
        ({ text, kind, x, y, id }) =>
          svg`<text class="map-label ${kind}" data-name=${id} x=${x} y=${y}>${text}</text>`,
      );

/** @param {Scene} scene @param {Camera} camera @returns {Name[]} */
function placed(scene, camera) {
  const { scale } = camera;
  const sight = sightOf(camera);
  const taken = [...overIt(sight, scale), ...SPACES.flatMap((space) => piecesOf(scene, space))];
  /** @type {Page} */
  const page = { scene, size: DRAWN * growthOf(scale), sight, taken, names: [] };
  const seen = SPACES.filter(({ box }) => inside(box, sight));
  for (const rank of RANKS) {
    for (const space of seen.filter((one) => rank.has(scene, one))) {
      if (!page.names.some(({ id }) => id === space.id)) put(page, space, rank.most, APART / scale);
    }
  }
  return page.names;
}

/**
 * The names in the order in which they take their places, and the share of each that may be covered. What is pointed at
 * comes last, so that no other name moves for it.
 * @type {{has: (scene: Scene, space: Space) => boolean, most: number}[]}
 */
const RANKS = [
  { has: ({ targets: { origin, chosen } }, { id }) => origin === id || chosen === id, most: 1 },
  { has: (scene, { id }) => isTarget(scene, id), most: COVERED },
  { has: (scene, { id }) => isTarget(scene, id), most: HIDDEN },
  { has: (_, { kind }) => kind === 'contested', most: COVERED },
  { has: (_, { kind }) => kind !== 'sea', most: 0 },
  // A plate without a name would say nothing at all.
  { has: (_, { plate }) => !!plate, most: HIDDEN },
  { has: () => true, most: 0 },
  { has: ({ focus }, { id }) => focus.has(id), most: 1 },
];

/** Puts a name where least of it is covered, unless that is too much. @param {Page} page @param {Space} space @param {number} most @param {number} apart */
function put(page, space, most, apart) {
  const text = space.lines.join(' ');
  const width = widthOf(text) * page.size + 2 * apart;
  const area = width * page.size;
  let best = null;
  for (const [x, y] of spotsOf(page, space, width)) {
    const box = /** @type {Box} */ ([
      x - width / 2,
      y - page.size * ASCENT,
      x + width / 2,
      y + page.size * DESCENT,
    ]);
    const covered = costOf(page, box, most) / area;
    if (covered <= most && (!best || covered < best.covered)) best = { covered, x, y, box };
    if (covered === 0) break;
  }
  if (!best) return;
  const { x, y, box } = best;
  // Only what is pointed at may cover another name: then that one gives way.
  page.names = page.names.filter((other) => sharedArea(other.box, box) === 0);
  page.names.push({ id: space.id, text, kind: space.kind, x, y, box });
}

/** Returns the area of a box that is covered; other names count as much as may be only for what is always shown. @param {Page} page @param {Box} box @param {number} most */
function costOf({ sight, taken, names }, box, most) {
  if (most < 1 && names.some((other) => sharedArea(other.box, box) > 0)) return Infinity;
  const [left, top, right, bottom] = box;
  const out = (right - left) * (bottom - top) - sharedArea(box, sight);
  return taken.reduce((sum, one) => sum + sharedArea(one, box), 4 * out);
}

/** Returns the baselines that a name may stand on, the best first. @param {Page} page @param {Space} space @param {number} width @returns {[number, number][]} */
function spotsOf({ scene, size }, space, width) {
  const { box, label } = space;
  const own = piecesOf(scene, space);
  const left = Math.min(label[0], ...own.map((one) => one[0]));
  const right = Math.max(label[0], ...own.map((one) => one[2]));
  const top = Math.min(box[1] + box[3], ...own.map((one) => one[1]));
  const bottom = Math.max(label[1], ...own.map((one) => one[3]));
  const above = top - size * DESCENT;
  const below = bottom + size * ASCENT;
  const middle = (top + bottom) / 2 + (size * (ASCENT - DESCENT)) / 2;
  const [x] = label;
  const rows = [above, below, above - size, below + size];
  const around = rows.flatMap((y) => [0, -0.25, 0.25, -0.5, 0.5].map((by) => [x + by * width, y]));
  return /** @type {[number, number][]} */ ([
    [x, label[1]],
    [x, Math.min(label[1], above)],
    [x, above],
    [x, below],
    [right + width / 2, middle],
    [left - width / 2, middle],
    ...around,
  ]);
}

/** Returns the part of the map that is on the screen. @param {Camera} camera @returns {Box} */
function sightOf({ box: [x, y, w, h], frame, scale }) {
  const [width, height] = [frame.width / scale, frame.height / scale];
  const [left, top] = [x + (w - width) / 2, y + (h - height) / 2];
  return [left, top, left + width, top + height];
}

/** Returns the boxes of what lies over the map. @param {Box} sight @param {number} scale @returns {Box[]} */
function overIt([left, top, right, bottom], scale) {
  return (SMALL.matches ? OVER_SMALL : OVER).map(({ at, by, of }) => {
    const x = left + at[0] * (right - left) + by[0] / scale;
    const y = top + at[1] * (bottom - top) + by[1] / scale;
    const [w, h] = [of[0] / 2 / scale, of[1] / 2 / scale];
    return [x - w, y - h, x + w, y + h];
  });
}

/** Checks whether the middle of a space is on the screen. @param {Space['box']} box @param {Box} sight */
function inside([x, y, w, h], [left, top, right, bottom]) {
  const [mx, my] = [x + w / 2, y + h / 2];
  return mx > left && mx < right && my > top && my < bottom;
}
