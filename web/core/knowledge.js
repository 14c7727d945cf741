// What the server says once and for all, asked for once: its games, and component data by digest.

import { componentData, games } from './api.js';

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

/** @type {Map<string, Promise<any>>} */
const data = new Map();

/** @param {string} digest @returns {Promise<any>} */
export function matchData(digest) {
  const known = data.get(digest);
  if (known) return known;
  const asked = componentData(digest);
  data.set(digest, asked);
  asked.catch(() => data.delete(digest));
  return asked;
}
