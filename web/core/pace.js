// The speed at which the moves of others are played out, as this person likes it; nothing is played where motion
// is not wanted.

import { read, write } from './storage.js';

const PACE = 'entente/pace';

/** The time for each step, in milliseconds. */
const STEPS = /** @type {const} */ ({ slow: 1_200, normal: 600, fast: 250, off: 0 });

/** @typedef {keyof typeof STEPS} Pace */

/** @type {readonly Pace[]} */
export const PACES = ['slow', 'normal', 'fast', 'off'];

/** @returns {Pace} */
export function pace() {
  const chosen = /** @type {Pace} */ (read(PACE));
  return PACES.includes(chosen) ? chosen : 'normal';
}

/** @param {Pace} chosen */
export const usePace = (chosen) => write(PACE, chosen);

/** Returns the time for a step in milliseconds; 0 if nothing is to be played out now. */
export const stepMs = () =>
  document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : STEPS[pace()];
