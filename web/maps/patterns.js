/**
 * Textures that convey without colour what a tint conveys: tiles for SVG patterns.
 *
 * @module
 */

/**
 * @typedef {object} Pattern
 * @property {string} id of the pattern in the document
 * @property {readonly [number, number]} size width and height of a tile, in map units
 * @property {string} path the `d` of strokes in a tile
 */

/** @param {string} id @param {readonly [number, number]} size @param {string} path @returns {Readonly<Pattern>} */
const pattern = (id, size, path) => Object.freeze({ id, size: Object.freeze(size), path });

/** Rough terrain: mountains. */
const ROUGH = pattern(
  'map-rough',
  [30, 24],
  'M3 10l4-6 4 6M9 7l2-3 3.5 5M18 22l4-6 4 6M24 19l2-3 3.5 5',
);
/** Rough terrain that is not certain: mountains with a tilde, the sign of reconstructed values. */
const ROUGH_PERHAPS = pattern(
  'map-rough-perhaps',
  [30, 24],
  'M3 10l4-6 4 6M9 7l2-3 3.5 5M18 20q2.5-4 5-1.5t5-1.5',
);
/** Home of Russia: lines that rise to the right. */
const RUSSIA = pattern('map-russia', [12, 12], 'M-2 2L2-2M0 12L12 0M10 14L14 10');
/** Home of Europe: rows of points. */
const EUROPE = pattern('map-europe', [14, 14], 'M3 3.5h.01M10 10.5h.01');
/** A sea that is a space: waves. */
const SEA = pattern('map-sea', [44, 26], 'M4 7q4-4 8 0t8 0M26 20q4-4 8 0t8 0');

/** All of them, for a document's `defs`. */
export const PATTERNS = Object.freeze([ROUGH, ROUGH_PERHAPS, RUSSIA, EUROPE, SEA]);
