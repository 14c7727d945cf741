// Which puzzles this browser's person has seen. The server does not know people, so it is kept here.

import { read, write } from './storage.js';

/** @import * as Wire from '../types/protocol.js' */

/** Prefix of a game and the name of its puzzle. */
const SEEN = 'entente/puzzle/';

/** @param {string} game @param {string} puzzle */
const keyOf = (game, puzzle) => `${SEEN}${game}/${puzzle}`;

/** Checks whether a puzzle has been solved. @param {Pick<Wire.PuzzleInfo, 'game' | 'puzzle'>} info */
export const isSolved = ({ game, puzzle }) => read(keyOf(game, puzzle)) === 'solved';

/** Checks whether its answer is known. @param {Wire.PuzzleInfo} info */
const isSeen = ({ game, puzzle }) => read(keyOf(game, puzzle)) !== null;

/**
 * Notes how a puzzle ended, the first time.
 * @param {string} game @param {string} puzzle @param {'solved' | 'shown'} how shown: the answer was asked for
 */
export function noteSeen(game, puzzle, how) {
  if (read(keyOf(game, puzzle)) === null) write(keyOf(game, puzzle), how);
}

/**
 * Returns the puzzle that comes after one: the next one whose answer is not known yet, else the next one.
 * @param {readonly Wire.PuzzleInfo[]} puzzles those of one game @param {string} [after] the name of one of them
 * @returns {Wire.PuzzleInfo | undefined}
 */
export function nextOf(puzzles, after) {
  const at = puzzles.findIndex(({ puzzle }) => puzzle === after) + 1;
  const ahead = [...puzzles.slice(at), ...puzzles.slice(0, at)].filter(
    (one) => one.puzzle !== after,
  );
  return ahead.find((one) => !isSeen(one)) ?? ahead[0];
}
