// Where a name could stand on the map, and in how many lines: where the map has it, around the pieces of its space, and
// anywhere on its own land. Which of these places it gets is decided in names.js.

import { SIZE, SPACES } from '../../maps/europe-divided.js';
import { widthOf } from '../../maps/lettering.js';
import { Ground } from '../../maps/whose.js';

/** @import { Box } from '../../maps/lettering.js' */
/** @import { Space } from './spaces.js' */

/** @typedef {{lines: readonly string[], x: number, y: number, box: Box, worse: number}} Spot the middle and the baseline of its first line, what it covers, and how much worse it is than the best one */

/** Parts of the size of a name that are above and below its baseline, and from one baseline to the next. */
const ASCENT = 0.8;
const DESCENT = 0.24;
export const STEP = 1.04;
/** How much worse a place is: in two lines; cut short; not where the map has it; away from the pieces. */
const TWO_LINES = 0.04;
const CUT = 1;
const MOVED = 0.02;
const AWAY = 0.08;
/** Letters of a name that is cut short. */
const LETTERS = 3;
/** Places on the land of a space: least distance as a share of the size of a name, and most of them along its sides. */
const CLOSE = 0.6;
const MOST_ALONG = 12;

/** @type {Ground | undefined} */ let known;

/** Returns whose land is where; made once somebody sees a map. */
export const ground = () => (known ??= new Ground(SPACES, SIZE));

/** Checks whether a space has a box of its own, which says nothing without a name. @param {Space} space */
export const isBoxed = ({ plate, kind }) => !!plate || kind === 'money_only';

/** Returns the ways to write a name, each with how much worse it is: in one line, in two, and for a box cut short. @param {Space} space @returns {[readonly string[], number][]} */
function written(space) {
  const name = space.lines.join(' ');
  const at = name.lastIndexOf(' ');
  /** @type {[readonly string[], number][]} */ const ways = [[[name], 0]];
  if (at > 0) ways.push([[name.slice(0, at), name.slice(at + 1)], TWO_LINES]);
  if (isBoxed(space)) ways.push([[`${name.slice(0, LETTERS)}.`], CUT]);
  return ways;
}

/**
 * Yields the places where a name could stand, roughly the best first.
 * @param {Space} space @param {Box[]} own its pieces @param {number} size of the name @param {number} apart room beside it
 * @returns {Generator<Spot>}
 */
export function* spotsOf(space, own, size, apart) {
  for (const [lines, less] of written(space)) {
    const width = Math.max(...lines.map(widthOf)) * size + 2 * apart;
    const more = (lines.length - 1) * STEP * size;
    for (const [x, y, worse] of baselines(space, own, { size, width, more })) {
      const box = /** @type {Box} */ ([
        x - width / 2,
        y - size * ASCENT,
        x + width / 2,
        y + more + size * DESCENT,
      ]);
      yield { lines, x, y, box, worse: worse + less };
    }
  }
}

/**
 * Yields the baselines of the first line, each with how much worse it is.
 * @param {Space} space @param {Box[]} own @param {{size: number, width: number, more: number}} name `more` are its further lines
 * @returns {Generator<[number, number, number]>}
 */
function* baselines(space, own, { size, width, more }) {
  const { box, label } = space;
  const left = Math.min(label[0], ...own.map((one) => one[0]));
  const right = Math.max(label[0], ...own.map((one) => one[2]));
  const top = Math.min(box[1] + box[3], ...own.map((one) => one[1]));
  const bottom = Math.max(label[1], ...own.map((one) => one[3]));
  const above = top - size * DESCENT - more;
  const below = bottom + size * ASCENT;
  const middle = (top + bottom - more) / 2 + (size * (ASCENT - DESCENT)) / 2;
  const [x] = label;
  yield [x, label[1] - more, 0];
  yield [x, Math.min(label[1], above), 0];
  yield [x, above, 0];
  yield [x, below, MOVED];
  yield [right + width / 2, middle, MOVED];
  yield [left - width / 2, middle, MOVED];
  for (const y of [above, below, above - size, below + size])
    for (const by of [0, -0.25, 0.25, -0.5, 0.5]) yield [x + by * width, y, 2 * MOVED];
  for (const [across, down] of landOf(space, size))
    yield [across, down + (size * (ASCENT - DESCENT) - more) / 2, AWAY];
}

/** Yields points all over the land of a space, with its plate. @param {Space} space @param {number} size @returns {Generator<[number, number]>} */
function* landOf({ id }, size) {
  const bounds = ground().around(id);
  if (!bounds) return;
  const [left, top, right, bottom] = bounds;
  const step = Math.max(size * CLOSE, (right - left) / MOST_ALONG, (bottom - top) / MOST_ALONG);
  for (let y = top + step / 2; y < bottom; y += step)
    for (let x = left + step / 2; x < right; x += step) if (ground().has(id, [x, y])) yield [x, y];
}
