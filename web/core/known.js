// What this browser knows of the matches in which it holds seats, by their rooms' codes.

import { read, write } from './storage.js';

/** @import * as Wire from '../types/protocol.js' */

/**
 * @typedef {'won' | 'lost' | 'drawn'} Result for one's own seat
 * @typedef {object} Match
 * @property {Wire.RoomState} state
 * @property {(string | null)[]} names of all seats; null where one is free
 * @property {number[]} awaiting the seats that must act
 * @property {number | null} since when that began, in milliseconds since 1970; null until the server has said it
 * @property {Result | null} result once the match is over
 * @property {boolean} taught whether a lesson or a puzzle is given there
 */

const MATCHES = 'entente/matches';

/** @returns {Record<string, Match>} by code */
export function known() {
  try {
    return JSON.parse(read(MATCHES) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

/** Keeps what is known of a match. @param {string} code @param {Match} match @returns {boolean} whether it is new */
export function learn(code, match) {
  const before = known();
  if (JSON.stringify(before[code]) === JSON.stringify(match)) return false;
  write(MATCHES, JSON.stringify({ ...before, [code]: match }));
  return true;
}

/** Forgets all matches but those in these rooms. @param {ReadonlySet<string>} codes */
export function forgetOthers(codes) {
  const held = Object.entries(known()).filter(([code]) => codes.has(code));
  write(MATCHES, JSON.stringify(Object.fromEntries(held)));
}

/** Checks whether a match is played, and for its own sake. @param {Match | null | undefined} match */
export const isRunning = (match) => match?.state === 'running' && !match.taught;
