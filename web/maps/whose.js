/**
 * Which space of a map a point lies in: read from the shapes and plates that are drawn, so that a name can be kept off
 * the land of others.
 *
 * Pure functions without a document, as in `geometry.js`.
 *
 * @module
 */

import { MARGIN } from './layout.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./lettering.js').Box} Box left, top, right, bottom in map units */
/** @typedef {Pick<import('./space.js').Space, 'id' | 'path' | 'plate' | 'box'> & {kind?: string}} Shown */

/** Side of the squares that belong to one space, in map units. */
const CELL = 4;
/** Map units beyond the edges of a map that are looked at too: where a window has another shape, they are in view. */
const BEYOND = 320;
/** Points of a box that are looked at: across and down. */
const LOOKS = /** @type {const} */ ([12, 4]);

/** What a box lies on: shares of its points. @typedef {{own: number, other: number}} Lies */

/** A map in squares. */
export class Ground {
  #across;
  #down;
  /** The place of a space in the list, plus one; 0 for water and land outside the game. */ #cells;
  #places;
  /** Around all squares of a space. @type {Map<string, Box>} */ #bounds = new Map();

  /** @param {readonly Shown[]} spaces in the order in which they are drawn @param {readonly [number, number]} size of the map */
  constructor(spaces, [width, height]) {
    this.#across = Math.ceil((width + 2 * BEYOND) / CELL);
    this.#down = Math.ceil((height + 2 * BEYOND) / CELL);
    this.#cells = new Uint8Array(this.#across * this.#down);
    this.#places = new Map(spaces.map(({ id }, at) => [id, at + 1]));
    // The sea is nobody's land: names of the coasts may stand in it.
    for (const space of spaces)
      if (space.kind !== 'sea' && !boxed(space)) this.#fill(space.id, polygons(space.path));
    // Plates lie above all land.
    for (const space of spaces)
      if (boxed(space) || space.plate) this.#fill(space.id, [corners(plateOf(space))]);
  }

  /** Returns the box around everything that belongs to a space; null for a sea. @param {string} id */
  around(id) {
    return this.#bounds.get(id) ?? null;
  }

  /** Checks whether a point belongs to a space. @param {string} id @param {Point} point */
  has(id, [x, y]) {
    return this.#at(x, y) === this.#places.get(id);
  }

  /** Returns how much of a box lies on a space, and how much on others. @param {string} id @param {Box} box @returns {Lies} */
  under(id, [left, top, right, bottom]) {
    const place = this.#places.get(id);
    const [across, down] = LOOKS;
    let [own, other] = [0, 0];
    for (let row = 0; row < down; row += 1) {
      const y = top + ((row + 0.5) / down) * (bottom - top);
      for (let column = 0; column < across; column += 1) {
        const at = this.#at(left + ((column + 0.5) / across) * (right - left), y);
        if (at === place) own += 1;
        else if (at > 0) other += 1;
      }
    }
    return { own: own / (across * down), other: other / (across * down) };
  }

  /** @param {number} x @param {number} y */
  #at(x, y) {
    const [column, row] = [Math.floor((x + BEYOND) / CELL), Math.floor((y + BEYOND) / CELL)];
    if (column < 0 || row < 0 || column >= this.#across || row >= this.#down) return 0;
    return this.#cells[row * this.#across + column];
  }

  /** Gives a space the squares whose middles are in a shape, by the even-odd rule. @param {string} id @param {Point[][]} shape */
  #fill(id, shape) {
    const place = /** @type {number} */ (this.#places.get(id));
    let [left, top, right, bottom] = this.#bounds.get(id) ?? [
      Infinity,
      Infinity,
      -Infinity,
      -Infinity,
    ];
    const at = (/** @type {number} */ square) => square * CELL - BEYOND;
    for (let row = 0; row < this.#down; row += 1) {
      const crossed = crossings(shape, at(row + 0.5));
      for (let one = 0; one < crossed.length; one += 2) {
        const first = Math.max(0, Math.ceil((crossed[one] + BEYOND) / CELL - 0.5));
        const end = Math.min(this.#across, Math.ceil((crossed[one + 1] + BEYOND) / CELL - 0.5));
        if (end <= first) continue;
        this.#cells.fill(place, row * this.#across + first, row * this.#across + end);
        left = Math.min(left, at(first));
        right = Math.max(right, at(end));
        top = Math.min(top, at(row));
        bottom = Math.max(bottom, at(row + 1));
      }
    }
    this.#bounds.set(id, [left, top, right, bottom]);
  }
}

/** Checks whether a space is nothing but its plate. @param {Shown} space */
const boxed = ({ kind }) => kind === 'money_only';

/** Returns the plate of a space as a box. @param {Shown} space @returns {Box} */
const plateOf = ({ box: [left, top, width, height] }) => [
  left - MARGIN,
  top - MARGIN,
  left + width + MARGIN,
  top + height + MARGIN,
];

/** @param {Box} box @returns {Point[]} */
const corners = ([left, top, right, bottom]) => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
  [left, top],
];

/** Returns where a line from left to right crosses a shape, in order. @param {Point[][]} shape @param {number} y */
function crossings(shape, y) {
  const found = [];
  for (const line of shape) {
    for (let at = 1; at < line.length; at += 1) {
      const [[x1, y1], [x2, y2]] = [line[at - 1], line[at]];
      if (y1 > y !== y2 > y) found.push(x1 + ((x2 - x1) * (y - y1)) / (y2 - y1));
    }
  }
  return found.sort((one, other) => one - other);
}

/** Returns a path of M, L, Q and Z as closed lines; the middle of a curve is enough to follow it. @param {string} path @returns {Point[][]} */
function polygons(path) {
  return path
    .split('Z')
    .slice(0, -1)
    .map((part) => {
      /** @type {Point[]} */ const line = [];
      for (const [, command, text] of part.matchAll(/([MLQ])([^MLQ]*)/g)) {
        const [a, b, ...end] = text.trim().split(' ').map(Number);
        if (command === 'Q') {
          const [x, y] = line[line.length - 1];
          line.push([(x + 2 * a + end[0]) / 4, (y + 2 * b + end[1]) / 4], [end[0], end[1]]);
        } else line.push([a, b]);
      }
      return line;
    });
}
