// The component data of matches, fetched once each and checked against the digest that a room is bound to.

import { encode } from '../proof/hex.js';
import { sha256 } from '../vendor/noble-hashes/sha2.js';
import { componentData } from './api.js';

/** Component data that are not those the match is played with. */
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
  // A failure must not be cached: the next match tries again.
  asked.catch(() => data.delete(digest));
  return asked;
}

/** @param {string} digest */
async function fetched(digest) {
  const bytes = await componentData(digest);
  if (encode(sha256(bytes)) !== digest) throw new OtherData();
  return JSON.parse(new TextDecoder().decode(bytes));
}
