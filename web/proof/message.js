/**
 * The byte strings that are hashed: length-prefixed fields and big-endian integers.
 *
 * They are in one module so that the code of each formula reads like the formula in docs/FAIRNESS.md. The
 * hash functions are vendored, because a page served over plain http has no Web Crypto. This module must
 * not know the formulas.
 */

import { hmac } from '../vendor/noble-hashes/hmac.js';
import { sha256 } from '../vendor/noble-hashes/sha2.js';

/** @import { Hash } from "../vendor/noble-hashes/sha2.js" */

const UTF8 = new TextEncoder();

/** A message being hashed with SHA-256 or, with a key, HMAC-SHA-256. */
export class Message {
  /** @param {Hash} hash */
  constructor(hash) {
    /** @type {Hash} */
    this.hash = hash;
  }

  /**
   * Starts a message without a key; the tag separates the formulas of the scheme.
   *
   * @param {string} tag
   */
  static of(tag) {
    return new Message(sha256.create()).text(tag);
  }

  /**
   * Starts a message authenticated with a key.
   *
   * @param {Uint8Array} key
   * @param {string} tag
   */
  static keyed(key, tag) {
    return new Message(hmac.create(sha256, key)).text(tag);
  }

  /** Copies the message so far, so that its beginning is hashed only once. */
  copy() {
    return new Message(this.hash.clone());
  }

  /**
   * Appends LP(bytes): the length as a big-endian u32, then the bytes.
   *
   * @param {Uint8Array} bytes
   */
  field(bytes) {
    return this.u32(bytes.length).raw(bytes);
  }

  /**
   * Appends LP of a text in UTF-8.
   *
   * @param {string} text
   */
  text(text) {
    return this.field(UTF8.encode(text));
  }

  /**
   * Appends one byte.
   *
   * @param {number} value
   */
  u8(value) {
    return this.raw(Uint8Array.of(value));
  }

  /**
   * Appends a big-endian u32.
   *
   * @param {number} value
   */
  u32(value) {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, value);
    return this.raw(bytes);
  }

  /**
   * Appends a big-endian u64. A number holds 53 bits, which is more than anything here counts to.
   *
   * @param {number} value
   */
  u64(value) {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
    return this.raw(bytes);
  }

  /**
   * Appends bytes without a length, for values of fixed size.
   *
   * @param {Uint8Array} bytes
   */
  raw(bytes) {
    this.hash.update(bytes);
    return this;
  }

  /**
   * Ends the message and returns its 32 bytes.
   *
   * @returns {Uint8Array}
   */
  digest() {
    return this.hash.digest();
  }
}
