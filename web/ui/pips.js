// The pips of a die.

/** @typedef {readonly [number, number]} Place right and down of the middle, as shares of the way to a corner */

/** @type {Place} */
const MIDDLE = [0, 0];
/** @type {Place[]} */
const FALLING = [
  [-1, -1],
  [1, 1],
];
/** @type {Place[]} */
const RISING = [
  [1, -1],
  [-1, 1],
];
/** @type {Place[]} */
const SIDES = [
  [-1, 0],
  [1, 0],
];

/** Returns the places of the pips of a face; none for 0, a die without a value. @param {number} value */
export const pips = (value) => [
  ...(value % 2 ? [MIDDLE] : []),
  ...(value > 1 ? FALLING : []),
  ...(value > 3 ? RISING : []),
  ...(value > 5 ? SIDES : []),
];
