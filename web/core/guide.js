// Longer explanations of what is asked: in this browser's first match of a game, and in the first one after a lesson,
// until its person says enough.

import { read, write } from './storage.js';

/** @typedef {'first' | 'always' | 'never'} Guide */

const GUIDE = 'entente/guide';
/** Prefix of a game: the room of its first match. */
const FIRST = 'entente/first/';

/** @type {readonly Guide[]} */
export const GUIDES = ['first', 'always', 'never'];

/** @returns {Guide} */
export function guide() {
  const chosen = /** @type {Guide} */ (read(GUIDE));
  return GUIDES.includes(chosen) ? chosen : 'first';
}

/** Keeps a choice, and tells what shows it with an event of the document. @param {Guide} chosen */
export function useGuide(chosen) {
  write(GUIDE, chosen);
  document.dispatchEvent(new Event('guide'));
}

/** Notes that a match of a game is played in a room: if it is the first one, it stays that. @param {string} game @param {string} code */
export function noteFirst(game, code) {
  if (!read(FIRST + game)) write(FIRST + game, code);
}

/** Makes the next match of a game the first one again. @param {string} game */
export const beginAfresh = (game) => write(FIRST + game, '');

/** Checks whether a match is explained. @param {string} game @param {string} code */
export function isGuided(game, code) {
  const chosen = guide();
  return chosen === 'always' || (chosen === 'first' && read(FIRST + game) === code);
}
