/**
 * A record from bytes: strict JSON first, then the form, part by part.
 *
 * This module must not judge what the parts say.
 */

import { Refusal } from './refusal.js';
import { parse } from './strict.js';

/** @import { Json, JsonObject } from "./strict.js" */

/**
 * A seat's commitment and entropy in an attempt, in hexadecimal.
 *
 * @typedef {{ commitment?: string, entropy?: string }} SeatParts
 *
 * The server's bot on a seat: its level, and the digest of the mind that searches for it.
 *
 * @typedef {{ level: string, mind?: string }} HeaderBot
 *
 * Everything fixed about a match before its first entry.
 * @typedef {{ v: number, scheme: string, rules: string, game: string, room: string,
 *   attempt: number, commitment: string, data: string, options: Json,
 *   seats: (SeatParts & { bot?: HeaderBot, name: string })[] }} Header
 *
 * An abandoned attempt.
 * @typedef {{ attempt: number, commitment: string, server_secret: string, seats: SeatParts[],
 *   missing: number[] }} Voided
 *
 * @typedef {{ kind: "shuffle", seq: number, label: string, n: number, result: number[] }} Shuffle
 * @typedef {{ kind: "below", seq: number, label: string, m: number, result: number }} Below
 * @typedef {Shuffle | Below} Draw
 *
 * A record of the right form; its entries and its result are still unchecked.
 * @typedef {{ scheme: string, header: Header, server_secret: string, voided: Voided[],
 *   entries: Json[], draws: Draw[], head: string, result: Json }} RecordForm
 */

/**
 * A predicate that checks the form of a value.
 *
 * @typedef {(value: Json) => boolean} Form
 */

/** @type {Form} */
const anything = () => true;

/** @type {Form} */
export const text = (value) => typeof value === 'string';

/** @type {Form} */
export const integer = (value) => typeof value === 'number';

/**
 * Returns the form of an unsigned integer of this many bits; strict JSON has no more than 53.
 *
 * @param {number} bits
 * @returns {(value: Json | undefined) => value is number}
 */
export function whole(bits) {
  /** @type {(value: Json | undefined) => value is number} */
  return (value) => typeof value === 'number' && value >= 0 && value < 2 ** bits;
}

/**
 * @param {Form} of
 * @returns {Form}
 */
export function array(of) {
  return (value) => Array.isArray(value) && value.every(of);
}

/**
 * @param {Json | undefined} value
 * @returns {value is JsonObject}
 */
export function isObject(value) {
  return typeof value === 'object' && !Array.isArray(value);
}

/**
 * Returns the form of an object with these fields and no others; the optional ones may be absent.
 *
 * @param {Record<string, Form>} required
 * @param {Record<string, Form>} [optional]
 * @returns {Form}
 */
export function fields(required, optional = {}) {
  const known = new Map(Object.entries({ ...required, ...optional }));
  return (value) =>
    isObject(value) &&
    Object.keys(required).every((name) => name in value) &&
    Object.entries(value).every(([name, item]) => known.get(name)?.(item) ?? false);
}

const PARTS = { commitment: text, entropy: text };
const BOT = fields({ level: text }, { mind: text });
const HEADER = fields({
  v: whole(32),
  scheme: text,
  rules: text,
  game: text,
  room: text,
  attempt: whole(32),
  commitment: text,
  data: text,
  options: anything,
  seats: array(fields({ name: text }, { ...PARTS, bot: BOT })),
});
const VOIDED = fields({
  attempt: whole(32),
  commitment: text,
  server_secret: text,
  seats: array(fields({}, PARTS)),
  missing: array(whole(8)),
});
const DRAW = { kind: text, seq: whole(64), label: text };
const SHUFFLE = fields({ ...DRAW, n: whole(64), result: array(whole(64)) });
const BELOW = fields({ ...DRAW, m: whole(64), result: whole(64) });

/** @type {Form} */
function draw(value) {
  const kind = isObject(value) ? value.kind : undefined;
  return (kind === 'shuffle' && SHUFFLE(value)) || (kind === 'below' && BELOW(value));
}

/**
 * The form of each field of a record, or of each item where it is a list; in the order of the check.
 *
 * @type {[name: string, kind: "one" | "each", form: Form][]}
 */
const RECORD = [
  ['scheme', 'one', text],
  ['header', 'one', HEADER],
  ['server_secret', 'one', text],
  ['voided', 'each', VOIDED],
  ['entries', 'each', anything],
  ['draws', 'each', draw],
  ['head', 'one', text],
  ['result', 'one', anything],
];

/**
 * @param {string} pointer
 * @param {string} [why]
 */
export function notTheForm(pointer, why = 'of another form') {
  return new Refusal('form', pointer, `not the form of a record: ${why}`);
}

/**
 * Parses a record.
 *
 * @param {Uint8Array} bytes
 * @returns {RecordForm}
 * @throws {Refusal} if the bytes are too many, not strict JSON, or not of a record's form
 */
export function read(bytes) {
  const record = parse(bytes);
  if (!isObject(record)) throw notTheForm('', 'not an object');
  for (const [name, kind, form] of RECORD) {
    const value = record[name];
    if (value === undefined) throw notTheForm('', `no field "${name}"`);
    if (kind === 'one') {
      if (!form(value)) throw notTheForm(`/${name}`);
      continue;
    }
    if (!Array.isArray(value)) throw notTheForm(`/${name}`, 'not an array');
    const other = value.findIndex((item) => !form(item));
    if (other >= 0) throw notTheForm(`/${name}/${other}`);
  }
  const unknown = Object.keys(record).find((name) => !RECORD.some(([known]) => known === name));
  if (unknown !== undefined) throw notTheForm('', `unknown field ${JSON.stringify(unknown)}`);
  return /** @type {RecordForm} */ (/** @type {unknown} */ (record));
}
