/**
 * The byte strings that are hashed: length-prefixed fields and big-endian integers.
 *
 * One place for them so that the code of each formula reads like the formula in docs/FAIRNESS.md.
 * The hash functions are the vendored ones, because a page that came over plain http has no Web
 * Crypto. It must not know which formulas there are.
 */

import { hmac } from '../vendor/noble-hashes/hmac.js';
import { sha256 } from '../vendor/noble-hashes/sha2.js';

/** @import { Hash } from "../vendor/noble-hashes/sha2.js" */

const UTF8 = new TextEncoder();

/** A message on its way into SHA-256 or, with a key, HMAC-SHA-256. */
export class Message {
  /** @param {Hash} hash */
  constructor(hash) {
    /** @type {Hash} */
    this.hash = hash;
  }

  /**
   * A message without a key; the tag keeps the formulas of the scheme apart.
   *
   * @param {string} tag
   */
  static of(tag) {
    return new Message(sha256.create()).text(tag);
  }

  /**
   * A message authenticated with a key.
   *
   * @param {Uint8Array} key
   * @param {string} tag
   */
  static keyed(key, tag) {
    return new Message(hmac.create(sha256, key)).text(tag);
  }

  /** The same message so far, to go on in another way: what was absorbed is not paid for again. */
  copy() {
    return new Message(this.hash.clone());
  }

  /**
   * LP(bytes): the length as a big-endian u32, then the bytes.
   *
   * @param {Uint8Array} bytes
   */
  field(bytes) {
    return this.u32(bytes.length).raw(bytes);
  }

  /**
   * LP of a text in UTF-8.
   *
   * @param {string} text
   */
  text(text) {
    return this.field(UTF8.encode(text));
  }

  /**
   * One byte.
   *
   * @param {number} value
   */
  u8(value) {
    return this.raw(Uint8Array.of(value));
  }

  /**
   * A big-endian u32.
   *
   * @param {number} value
   */
  u32(value) {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, value);
    return this.raw(bytes);
  }

  /**
   * A big-endian u64, of which a number holds 53 bits: more than anything here counts to.
   *
   * @param {number} value
   */
  u64(value) {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
    return this.raw(bytes);
  }

  /**
   * Bytes without a length, for values of fixed size.
   *
   * @param {Uint8Array} bytes
   */
  raw(bytes) {
    this.hash.update(bytes);
    return this;
  }

  /**
   * The 32 bytes of everything absorbed; the message ends here.
   *
   * @returns {Uint8Array}
   */
  digest() {
    return this.hash.digest();
  }
}
