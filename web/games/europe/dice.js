// The dice that decide about a citizen who lacks something: what they must show, and how likely it is.

/** @import { Desk } from './desk.js' */

/** The number of rolls of two dice. */
const ROLLS = 36;

/** Returns how many of the 36 rolls of two dice reach a number. @param {number} target */
function ways(target) {
  let count = 0;
  for (let one = 1; one <= 6; one += 1) {
    for (let two = 1; two <= 6; two += 1) if (one + two >= target) count += 1;
  }
  return count;
}

/** Returns the chance that two dice reach a number, in percent. @param {number} target */
export const percent = (target) => Math.round((ways(target) * 100) / ROLLS);

/**
 * Returns the roll needed to placate a citizen that lacks this many cubes.
 * @param {Desk} desk @param {number} unmet
 */
export const target = (desk, unmet) => (desk.at.placate_at ?? desk.options.placate_base) + unmet;
