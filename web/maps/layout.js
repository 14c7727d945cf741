/**
 * The layout of a space's pieces: a block of slots in rows below its name.
 *
 * All pieces of a space are inside its block, and blocks of one map do not overlap, so no piece hides
 * one of another space. A space too small for its block has it on a plate beside it, with a leader line.
 * Pure arithmetic in map units; the slots are defined by each map.
 *
 * @module
 */

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {readonly [number, number, number, number]} Box left, top, width, height in map units */
/** @typedef {Readonly<Record<string, readonly [number, number]>>} Sizes width and height of each kind of slot */

/**
 * @typedef {object} Block
 * @property {Box} box around the name and all slots
 * @property {readonly string[]} lines the name as the map writes it
 * @property {Point} label the middle of the first line's baseline
 * @property {Readonly<Record<string, Point>>} anchors the middle of each slot
 */

/** Map units between two slots, and between the name and the slots. */
const GAP = 3;
/** Map units from one line of a name to the next. */
export const LINE = 15;
/** Map units from the baseline of a name to the bottom of its letters. */
const DESCENT = 4;
/** Average width of a letter in map units, for estimating the width of a name. */
const LETTER = 7.7;
/** Map units around the block on a plate. */
export const MARGIN = 5;
/** Radius of the dot where a leader begins, in map units. */
const DOT = 2.5;

/**
 * @param {readonly (readonly string[])[]} rows
 * @param {Sizes} sizes
 */
function extent(rows, sizes) {
  const widths = rows.map((row) => row.reduce((sum, slot) => sum + sizes[slot][0] + GAP, -GAP));
  const heights = rows.map((row) => Math.max(...row.map((slot) => sizes[slot][1])));
  return { widths, heights };
}

/**
 * Returns a block with its middle at a point.
 *
 * @param {Point} at
 * @param {readonly string[]} lines the name, a text a line; none for a block without a name
 * @param {readonly (readonly string[])[]} rows the slots of each row, from left to right
 * @param {Sizes} sizes
 * @returns {Block}
 */
export function block(at, lines, rows, sizes) {
  const { widths, heights } = extent(rows, sizes);
  const named = lines.length * LINE + DESCENT - 2;
  const width = Math.max(...widths, ...lines.map((line) => line.length * LETTER));
  const height = named + heights.reduce((sum, one) => sum + one + GAP, -GAP);
  const top = at[1] - height / 2;
  /** @type {Record<string, Point>} */
  const anchors = {};
  let y = top + named;
  rows.forEach((row, index) => {
    let x = at[0] - widths[index] / 2;
    for (const slot of row) {
      anchors[slot] = rounded([x + sizes[slot][0] / 2, y + heights[index] / 2]);
      x += sizes[slot][0] + GAP;
    }
    y += heights[index] + GAP;
  });
  return Object.freeze({
    box: Object.freeze(
      /** @type {const} */ ([tenth(at[0] - width / 2), tenth(top), tenth(width), tenth(height)]),
    ),
    lines: Object.freeze([...lines]),
    label: rounded([at[0], top + LINE - 2]),
    anchors: Object.freeze(anchors),
  });
}

/**
 * Returns the plate under a block beside its space: a rounded box.
 *
 * @param {Box} box
 * @returns {string} the `d` of a closed path
 */
export function plate([left, top, width, height]) {
  const [x, y, w, h] = [left - MARGIN, top - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN].map(
    tenth,
  );
  const r = 8;
  return (
    `M${x + r} ${y}h${tenth(w - 2 * r)}q${r} 0 ${r} ${r}v${tenth(h - 2 * r)}q0 ${r} ${-r} ${r}` +
    `h${tenth(2 * r - w)}q${-r} 0 ${-r} ${-r}v${tenth(2 * r - h)}q0 ${-r} ${r} ${-r}Z`
  );
}

/**
 * Returns the line from a space to its plate: a dot in the space, a line to the nearest edge of the plate.
 *
 * @param {Point} from
 * @param {Box} box of the block on the plate
 * @returns {string} the `d` of an open path
 */
export function leader(from, [left, top, width, height]) {
  const to = rounded([
    Math.min(Math.max(from[0], left - MARGIN), left + width + MARGIN),
    Math.min(Math.max(from[1], top - MARGIN), top + height + MARGIN),
  ]);
  const dot = `m${-DOT} 0a${DOT} ${DOT} 0 1 0 ${2 * DOT} 0a${DOT} ${DOT} 0 1 0 ${-2 * DOT} 0`;
  return `M${rounded(from).join(' ')}${dot}M${rounded(from).join(' ')}L${to.join(' ')}`;
}

/** @param {number} value */
function tenth(value) {
  return Math.round(value * 10) / 10;
}

/** @param {Point} point @returns {Point} */
function rounded([x, y]) {
  return Object.freeze(/** @type {[number, number]} */ ([tenth(x), tenth(y)]));
}
