// How much of a match this browser has shown, so that whoever comes back is told what they missed.

import { read, write } from './seats.js';

/** Prefix of a room's code. */
const SEEN = 'entente/seen/';

/** Returns the last entry that was shown; null if none was. @param {string} code */
export function seenUpTo(code) {
  const kept = read(SEEN + code);
  return kept === null ? null : Number(kept);
}

/** Notes that everything up to an entry has been shown. @param {string} code @param {number} seq */
export const noteSeen = (code, seq) => write(SEEN + code, String(seq));
