/**
 * Canonical JSON: one text for one value, so that equal values have equal hashes.
 *
 * RFC 8785 for what `strict.js` lets through: integers, ASCII keys, no null. With such keys the order
 * of UTF-16 code units is the order of bytes, and `JSON.stringify` escapes a text as the RFC wants it.
 * It must not know what is written.
 */

import { sha256 } from '../vendor/noble-hashes/sha2.js';
import { encode } from './hex.js';

/** @import { Json } from "./strict.js" */

/**
 * The canonical text of a value.
 *
 * @param {Json} value
 * @returns {string}
 */
export function canonical(value) {
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}

/**
 * The SHA-256 of that text, in hexadecimal.
 *
 * @param {Json} value
 */
export function canonicalHash(value) {
  return encode(sha256(new TextEncoder().encode(canonical(value))));
}
