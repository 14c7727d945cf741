// How much of a match this browser has shown, so that whoever comes back is told what they missed.

import { SHOWN } from './seats.js';
import { read, write } from './storage.js';

/** Returns the last entry that was shown; null if none was. @param {string} code */
export function seenUpTo(code) {
  const kept = read(SHOWN + code);
  return kept === null ? null : Number(kept);
}

/** Notes that everything up to an entry has been shown. @param {string} code @param {number} seq */
export const noteSeen = (code, seq) => write(SHOWN + code, String(seq));
