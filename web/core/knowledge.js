// The server's games, fetched once: they do not change while a page is open.

import { games } from './api.js';

/** @import * as Wire from '../types/protocol.js' */

/** @type {Promise<Wire.GameInfo[]> | null} */
let list = null;

/** @param {string} id @returns {Promise<Wire.GameInfo | null>} */
export async function gameInfo(id) {
  list ??= games();
  try {
    return (await list).find((game) => game.id === id) ?? null;
  } catch (problem) {
    list = null;
    throw problem;
  }
}
