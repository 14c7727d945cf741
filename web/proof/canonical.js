/**
 * Canonical JSON: one text for one value, so that equal values have equal hashes.
 *
 * RFC 8785 for what `strict.js` lets through: integers, ASCII keys, no null. With such keys the order
 * of UTF-16 code units is the order of bytes, and `JSON.stringify` escapes texts as the RFC requires.
 * This module must not know what the values mean.
 */

import { sha256 } from '../vendor/noble-hashes/sha2.js';
import { encode } from './hex.js';

/** @import { Json } from "./strict.js" */

/**
 * Returns the canonical text of a value.
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
 * Returns the SHA-256 of that text, in hexadecimal.
 *
 * @param {Json} value
 */
export function canonicalHash(value) {
  return encode(sha256(new TextEncoder().encode(canonical(value))));
}
