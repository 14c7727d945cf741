/**
 * One space of a map, assembled: its shape, its name, and the positions of its pieces.
 *
 * @module
 */

import { SEAMS } from './europe.js';
import { lines, shape, strokes } from './geometry.js';
import { block, leader, plate } from './layout.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./geometry.js').Project} Project */
/** @typedef {import('./layout.js').Box} Box */
/** @typedef {import('./layout.js').Sizes} Sizes */

/**
 * A space as a map defines it.
 *
 * @typedef {object} Row
 * @property {string} id as in the game's data
 * @property {string} name in full, as in the game's data
 * @property {string} faces names in `FACES`, a space between two
 * @property {string} [short] its name on the map, if not `name`
 * @property {Point} at longitude and latitude of the middle of its block
 * @property {readonly (readonly string[])[]} slots in rows, from left to right
 * @property {Point} [from] for a block that stands beside its space: where in the space its leader begins
 */

/**
 * A space as a map writes it: without what its id or its kind says already.
 *
 * @typedef {Pick<Row, 'id' | 'at'> & Partial<Row>} Written
 */

/**
 * A space as a board draws it, in map units.
 *
 * @typedef {object} Space
 * @property {string} id as in the game's data
 * @property {string} name in full, as in the game's data
 * @property {string} path the `d` of its shape, for the even-odd rule
 * @property {string} inner the `d` of borders inside it that mean nothing in the game; may be empty
 * @property {readonly string[]} lines its name as the map writes it
 * @property {Point} label the middle of the first line's baseline
 * @property {Readonly<Record<string, Point>>} anchors the middle of each slot
 * @property {Box} box around the name and all slots
 * @property {string} plate the `d` of the plate below the block; empty if the block stands on the space
 * @property {string} leader the `d` of a dot in the space and a line to the plate; empty without a plate
 */

/** @typedef {{ a: string, b: string, path: string }} Link two spaces and the `d` of a line between them */

/** Returns an identifier as a name: "southern_france" is "Southern France". @param {string} id */
const nameOf = (id) =>
  id.replaceAll('_', ' ').replaceAll(/\b\w/g, (letter) => letter.toUpperCase());

/**
 * Completes rows of one kind. A row without a name is called as its id says, one without faces is the face of
 * that name.
 *
 * @template {Pick<Row, 'slots'>} Kind
 * @param {Kind} kind what all of them have, unless a row has something else
 * @param {readonly Written[]} written
 * @returns {readonly (Row & Kind)[]}
 */
export const rows = (kind, written) =>
  Object.freeze(written.map((row) => ({ name: nameOf(row.id), faces: row.id, ...kind, ...row })));

/**
 * @param {Row} row
 * @param {Project} project
 * @param {Sizes} sizes
 * @returns {Readonly<Space>}
 */
export function space(row, project, sizes) {
  const { id, name, short = name, at, slots, from } = row;
  const { outer, inner } = lines(facesOf([row]));
  const placed = block(project(...at), [short], slots, sizes);
  return Object.freeze({
    id,
    name,
    path: shape(outer, project),
    inner: strokes(
      inner.filter((name) => !SEAMS.includes(name)),
      project,
    ),
    ...placed,
    plate: from ? plate(placed.box) : '',
    leader: from ? leader(project(...from), placed.box) : '',
  });
}

/** Returns the faces of rows. @param {readonly Row[]} rows @returns {string[]} names in `FACES` */
export const facesOf = (rows) => rows.flatMap((row) => row.faces.split(' '));

/**
 * Returns the line around spaces taken together, such as a region, without borders between them.
 *
 * @param {readonly Row[]} rows of the map
 * @param {readonly string[]} ids
 * @param {Project} project
 * @returns {string} the `d` of a path
 */
export function around(rows, ids, project) {
  return shape(lines(facesOf(rows.filter((row) => ids.includes(row.id)))).outer, project);
}

/** Returns the lines that two spaces share. @param {Row} one @param {Row} other @returns {string[]} names in `ARCS` */
function shared(one, other) {
  const own = lines(facesOf([one])).outer;
  return lines(facesOf([other])).outer.filter((name) => own.includes(name));
}

/**
 * Checks whether two spaces share a line.
 *
 * @param {Row} one
 * @param {Row} other
 * @returns {boolean}
 */
export const touch = (one, other) => shared(one, other).length > 0;

/**
 * Returns the border between two spaces.
 *
 * @param {readonly Row[]} rows of the map
 * @param {string} a
 * @param {string} b
 * @param {Project} project
 * @returns {string} the `d` of a path without fill; empty if they do not touch, or are not on the map
 */
export function between(rows, a, b, project) {
  const [one, other] = [a, b].map((id) => rows.find((row) => row.id === id));
  return one && other ? strokes(shared(one, other), project) : '';
}
