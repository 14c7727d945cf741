// Names on a map: how large they are drawn, how wide that makes them, and what they cover.

/** @typedef {readonly [number, number, number, number]} Box left, top, right, bottom in map units */

/** Least size of a name on the screen, in pixels. */
export const READABLE = 13;
/** The size at which names are drawn where the map is large, in map units. */
export const DRAWN = 13.5;

/** Returns how much larger than that names are drawn at a scale. @param {number} scale pixels for a map unit */
export const growthOf = (scale) => Math.max(1, READABLE / (DRAWN * scale));

/** Returns the area that two boxes share. @param {Box} one @param {Box} other */
export const sharedArea = (one, other) =>
  Math.max(0, Math.min(one[2], other[2]) - Math.max(one[0], other[0])) *
  Math.max(0, Math.min(one[3], other[3]) - Math.max(one[1], other[1]));

/** @type {Map<string, number>} */
const widths = new Map();

/** Returns the width of a name as a multiple of its size. @param {string} name */
export function widthOf(name) {
  const known = widths.get(name);
  if (known !== undefined) return known;
  const pen = document.createElement('canvas').getContext('2d');
  if (pen) pen.font = '600 100px system-ui, sans-serif';
  const width = (pen?.measureText(name).width ?? name.length * 60) / 100;
  widths.set(name, width);
  return width;
}
