/**
 * JSON as the scheme writes it: no duplicate keys, no null, only integers, no deep nesting.
 *
 * A parser of our own, because `JSON.parse` keeps the last of two equal keys and forgets how a number was
 * written, so it accepts texts that the other checkers refuse. Whatever passes has one canonical form. This
 * module must not know what a record looks like.
 */

import { Refusal } from './refusal.js';

/** The longest record that is read, in bytes. */
export const MAX_RECORD_BYTES = 64 * 1024 * 1024;

/** Maximum nesting depth of arrays and objects. */
const MAX_DEPTH = 64;

/**
 * A value of strict JSON. Objects have no prototype: a record may use any key.
 *
 * @typedef {boolean | number | string | JsonArray | JsonObject} Json
 * @typedef {{ [key: string]: Json }} JsonObject
 * @typedef {Json[]} JsonArray
 */

const SPACE = /[ \t\n\r]*/y;
const INTEGER = /-?(?:0|[1-9][0-9]*)/y;
// Every ASCII character, and no other.
const ASCII = /^[\0-\x7f]*$/;
const HALF_A_CHARACTER = /\p{Surrogate}/u;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** @param {string} why */
function noJson(why) {
  return new Refusal('json', '', `not JSON as the scheme requires: ${why}`);
}

/**
 * Parses a text of strict JSON.
 *
 * @param {Uint8Array} bytes
 * @returns {Json}
 * @throws {Refusal}
 */
export function parse(bytes) {
  if (bytes.length > MAX_RECORD_BYTES) throw new Refusal('size', '', 'longer than any record');
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw noJson('not UTF-8');
  }
  return new Reader(text).whole();
}

class Reader {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  whole() {
    const value = this.value(0);
    if (this.next() !== undefined) throw this.unexpected();
    return value;
  }

  /**
   * Reads a value nested in `depth` arrays and objects.
   *
   * @param {number} depth
   * @returns {Json}
   */
  value(depth) {
    switch (this.next()) {
      case '{':
        return this.object(deeper(depth));
      case '[':
        return this.array(deeper(depth));
      case '"':
        return this.string();
      case 't':
        return this.word('true', true);
      case 'f':
        return this.word('false', false);
      default:
        return this.integer();
    }
  }

  /** Returns the next character that is no space, without taking it; undefined at the end. */
  next() {
    SPACE.lastIndex = this.at;
    SPACE.test(this.text);
    this.at = SPACE.lastIndex;
    return this.text[this.at];
  }

  /**
   * Takes one of two characters; returns `true` if it was the first.
   *
   * @param {string} first
   * @param {string} second
   */
  either(first, second) {
    const found = this.next();
    if (found !== first && found !== second) throw this.unexpected();
    this.at += 1;
    return found === first;
  }

  /** @param {number} depth */
  object(depth) {
    this.at += 1;
    /** @type {JsonObject} */
    const members = Object.create(null);
    if (this.next() === '}') {
      this.at += 1;
      return members;
    }
    do {
      if (this.next() !== '"') throw this.unexpected();
      const key = this.string();
      if (!ASCII.test(key)) throw noJson(`the key ${JSON.stringify(key)} is not ASCII`);
      if (key.startsWith('$serde_json::'))
        throw noJson(`the key ${JSON.stringify(key)} is reserved`);
      if (key in members) throw noJson(`the key ${JSON.stringify(key)} occurs twice`);
      this.either(':', ':');
      members[key] = this.value(depth);
    } while (this.either(',', '}'));
    return members;
  }

  /** @param {number} depth */
  array(depth) {
    this.at += 1;
    /** @type {Json[]} */
    const items = [];
    if (this.next() === ']') {
      this.at += 1;
      return items;
    }
    do {
      items.push(this.value(depth));
    } while (this.either(',', ']'));
    return items;
  }

  string() {
    const first = this.at;
    let code = 0;
    do {
      this.at += code === BACKSLASH ? 2 : 1;
      code = this.text.charCodeAt(this.at);
      if (Number.isNaN(code)) throw this.unexpected();
    } while (code !== QUOTE);
    this.at += 1;
    const value = unescaped(this.text.slice(first, this.at));
    if (HALF_A_CHARACTER.test(value)) throw noJson('half a character');
    return value;
  }

  integer() {
    INTEGER.lastIndex = this.at;
    const digits = INTEGER.exec(this.text)?.[0];
    if (digits === undefined) throw this.unexpected();
    this.at += digits.length;
    const value = Number(digits);
    // A fraction or an exponent is left over, and fails as an unexpected character.
    if (digits === '-0' || !Number.isSafeInteger(value)) {
      throw noJson('a number that is no integer up to 2^53 - 1');
    }
    return value;
  }

  /**
   * @template {Json} T
   * @param {string} word
   * @param {T} value
   */
  word(word, value) {
    if (!this.text.startsWith(word, this.at)) throw this.unexpected();
    this.at += word.length;
    return value;
  }

  unexpected() {
    const found = this.text[this.at];
    if (found === undefined) return noJson('it ends too early');
    return noJson(`unexpected ${JSON.stringify(found)} at character ${this.at}`);
  }
}

/** @param {number} depth */
function deeper(depth) {
  if (depth >= MAX_DEPTH) throw noJson(`more than ${MAX_DEPTH} levels`);
  return depth + 1;
}

/**
 * Decodes a quoted text, which must have no control characters and only the escapes of JSON.
 *
 * @param {string} quoted
 * @returns {string}
 */
function unescaped(quoted) {
  try {
    return JSON.parse(quoted);
  } catch {
    throw noJson('a text that JSON cannot have');
  }
}
