// The component data of matches, asked for once: those that a room is bound to, or none.

import { encode } from '../proof/hex.js';
import { sha256 } from '../vendor/noble-hashes/sha2.js';
import { componentData } from './api.js';

/** What the server sent is not what the match is played with. */
export class OtherData extends Error {}

/** @import * as Wire from '../types/protocol.js' */

/** @type {Map<string, Promise<Wire.ComponentData>>} */
const data = new Map();

/** @param {string} digest @returns {Promise<Wire.ComponentData>} */
export function matchData(digest) {
  const known = data.get(digest);
  if (known) return known;
  const asked = fetched(digest);
  data.set(digest, asked);
  asked.catch(() => data.delete(digest));
  return asked;
}

/** @param {string} digest */
async function fetched(digest) {
  const bytes = await componentData(digest);
  if (encode(sha256(bytes)) !== digest) throw new OtherData();
  return JSON.parse(new TextDecoder().decode(bytes));
}
