/**
 * The check of the log: the order of its entries, and the hash chain over them.
 */

import { canonical } from './canonical.js';
import { bytes, same } from './deal.js';
import { fields, isObject, text, whole } from './form.js';
import { Refusal } from './refusal.js';
import { Chain } from './scheme.js';

/** @import { RecordForm } from "./form.js" */
/** @import { Json, JsonObject } from "./strict.js" */

/** The types of input that an entry can have. */
const INPUTS = ['command', 'deadline', 'resign', 'claim', 'abandon', 'undo', 'pause', 'resume'];
/** The input that returns the match to its state after an earlier entry. */
const UNDO = 'undo';

const number = whole(64);
const ENTRY = fields({ at: number, input: isObject, seq: number });

/**
 * Checks the log and returns all heads, beginning with that of the header.
 *
 * @param {RecordForm} record
 * @param {Uint8Array} key P
 * @returns {Uint8Array[]}
 * @throws {Refusal}
 */
export function checkLog(record, key) {
  const head = bytes(record.head, '/head');
  const header = /** @type {Json} */ (/** @type {unknown} */ (record.header));
  const chain = new Chain(key, canonical(header));
  const heads = [chain.head];
  let lastAt = 0;
  record.entries.forEach((entry, index) => {
    const at = follows(record, entry, index + 1, lastAt);
    if (typeof at === 'string') {
      throw new Refusal('entry', `/entries/${index}`, `not the entry that follows: ${at}`);
    }
    heads.push(chain.append(canonical(entry)));
    lastAt = at;
  });
  if (!same(chain.head, head)) throw new Refusal('head', '/head', 'the log gives another head');
  return heads;
}

/**
 * Returns the match time of an entry if it can be number `seq`, or in words why it cannot.
 *
 * @param {RecordForm} record
 * @param {Json} entry
 * @param {number} seq
 * @param {number} lastAt
 * @returns {number | string}
 */
function follows(record, entry, seq, lastAt) {
  const input = inputOf(entry);
  if (!ENTRY(entry) || !text(input.type ?? 0)) {
    return 'an entry has at, input with a type, and seq';
  }
  const { at, seq: own } = /** @type {{ at: number, seq: number }} */ (entry);
  if (own !== seq) return 'another number comes next';
  if (at < lastAt) return 'match time runs backwards';
  if (!INPUTS.some((known) => known === input.type)) return 'no such input';
  if ('seat' in input && !(number(input.seat) && input.seat < record.header.seats.length)) {
    return 'no such seat';
  }
  if (input.type === UNDO && !(number(input.to) && input.to < seq)) {
    return 'an undo names an entry before it';
  }
  return at;
}

/**
 * @param {Json | undefined} entry
 * @returns {JsonObject}
 */
function inputOf(entry) {
  return isObject(entry) && isObject(entry.input) ? entry.input : {};
}

/**
 * Returns the entry that an undo goes back to; undefined for any other entry.
 *
 * @param {Json | undefined} entry of a log that was checked
 * @returns {number | undefined}
 */
export function undoneTo(entry) {
  const input = inputOf(entry);
  return input.type === UNDO && number(input.to) ? input.to : undefined;
}
