/**
 * The comparison of a published record with what a client kept while it played.
 *
 * Without this a record proves that it is consistent, not that it is the match that was played: whoever has
 * all secrets can write another one. This module must not know where a client keeps its lines.
 */

import { canonicalHash } from './canonical.js';
import { encode } from './hex.js';
import { Refusal } from './refusal.js';

/** @import { RecordForm, SeatParts } from "./form.js" */
/** @import { Fault } from "./refusal.js" */

/**
 * The subject of a fact: whether people must bring entropy; the component data; the options; C; S of an
 * abandoned attempt; the attempt that was dealt; the number of seats of an attempt; K, or its absence; E;
 * and a contradiction of the server.
 *
 * @typedef {"required" | "data" | "options" | "commitment" | "void" | "dealt" | "sealed" | "seat"
 *   | "entropy" | "contradiction"} FactKind
 *
 * A fact of the deal. The attempt is null if the fact is about the room (or the attempt is its value), the
 * seat is null if it is about the server.
 * @typedef {{ kind: FactKind, attempt: number | null, seat: number | null, value: string }} Fact
 *
 * Everything one client saw and brought; hashes in hexadecimal.
 * @typedef {{ heads: { seq: number, head: string }[], facts: Fact[] }} Kept
 *
 * A way in which a server contradicts itself.
 * @typedef {"server" | "seat" | "void" | "attempt" | "required" | "data" | "options"
 *   | "unproven"} Contradiction
 */

/** The value of a seat without a commitment. */
export const NONE = 'none';

/** @type {readonly FactKind[]} in the order in which they are compared */
const KINDS = [
  'commitment',
  'void',
  'data',
  'options',
  'dealt',
  'sealed',
  'seat',
  'entropy',
  'contradiction',
];

/** @type {Readonly<Record<Contradiction, string>>} what each contradiction says of a record */
const CONTRADICTED = {
  server: 'the server showed a client another commitment or secret',
  seat: 'the server showed a client other commitments or entropy of seats',
  void: 'a client saw void attempts that accuse the wrong seats',
  attempt: 'a client saw another course of attempts',
  required: 'a client saw a seat without the entropy that the room required',
  data: 'a client saw other component data',
  options: 'a client saw other options',
  unproven: 'the server told a client later that nothing proves this deal',
};

// In its only spelling: what was written down reads back as the same.
const NUMBER = '(0|[1-9][0-9]{0,15})';
const HASH = '([0-9a-f]{64})';
const HEAD = new RegExp(`^${NUMBER} ${HASH}$`);
const ROLLED_BACK = new RegExp(`^rolled back to ${NUMBER}$`);
/** The most that a line can name: the scheme hashes an attempt as 4 bytes and counts seats in one. */
const MOST = { attempt: 2 ** 32 - 1, seat: 255 };

/**
 * The form of each kind of line, and the meaning of its groups.
 *
 * @type {readonly { kind: FactKind, line: RegExp, parts: ("attempt" | "seat" | "value")[] }[]}
 */
const LINES = [
  { kind: 'required', line: /^entropy (required|optional)$/, parts: ['value'] },
  { kind: 'data', line: new RegExp(`^data ${HASH}$`), parts: ['value'] },
  { kind: 'options', line: new RegExp(`^options ${HASH}$`), parts: ['value'] },
  {
    kind: 'commitment',
    line: new RegExp(`^commitment ${NUMBER} ${HASH}$`),
    parts: ['attempt', 'value'],
  },
  { kind: 'void', line: new RegExp(`^void ${NUMBER} ${HASH}$`), parts: ['attempt', 'value'] },
  { kind: 'dealt', line: new RegExp(`^dealt ${NUMBER}$`), parts: ['value'] },
  {
    kind: 'sealed',
    line: new RegExp(`^sealed ${NUMBER} ${NUMBER}$`),
    parts: ['attempt', 'value'],
  },
  {
    kind: 'seat',
    line: new RegExp(`^seat ${NUMBER} ${NUMBER} (${NONE}|${HASH.slice(1, -1)})$`),
    parts: ['attempt', 'seat', 'value'],
  },
  {
    kind: 'entropy',
    line: new RegExp(`^entropy ${NUMBER} ${NUMBER} ${HASH}$`),
    parts: ['attempt', 'seat', 'value'],
  },
  {
    kind: 'contradiction',
    line: new RegExp(`^contradiction ${NUMBER} (${Object.keys(CONTRADICTED).join('|')})$`),
    parts: ['attempt', 'value'],
  },
];

/** Words that begin no note: it would be a fact that nobody compares. */
const WORDS = ['another', 'rolled', ...LINES.map(({ kind }) => kind)].filter(
  (word) => word !== 'required',
);

/** The lines of a client that kept nothing. */
export const NOTHING = '';

/** A text that is not in the form in which clients keep facts. */
export class KeptError extends Error {
  /** @param {number} line counted from 1 */
  constructor(line) {
    super(`line ${line} is no head and no fact`);
    this.name = 'KeptError';
    this.line = line;
  }
}

/**
 * Parses the lines that a client keeps, in the form given in docs/FAIRNESS.md.
 *
 * @param {string} text
 * @returns {Kept}
 * @throws {KeptError} names the first invalid line
 */
export function readKept(text) {
  /** @type {Kept} */
  const kept = { heads: [], facts: [] };
  // A mail or an editor may have changed the ends of lines.
  text.split(/\r?\n/).forEach((line, index) => {
    if (!(line.startsWith('# ') ? readNote(kept, line.slice(2)) : readHead(kept, line))) {
      throw new KeptError(index + 1);
    }
  });
  return kept;
}

/**
 * Reads a line that is no note; returns `false` if it has no form of a line.
 *
 * @param {Kept} kept
 * @param {string} line
 */
function readHead(kept, line) {
  const found = HEAD.exec(line);
  if (!found) return line === '' || line.startsWith('#');
  kept.heads.push({ seq: Number(found[1]), head: found[2] });
  return Number.isSafeInteger(Number(found[1]));
}

/**
 * Reads what follows the sign of a note; returns `false` if it only looks like a fact.
 *
 * @param {Kept} kept
 * @param {string} note
 */
function readNote(kept, note) {
  const [back, fact] = [ROLLED_BACK.exec(note), readFact(note)];
  if (fact) kept.facts.push(fact);
  else if (back) kept.heads = kept.heads.filter(({ seq }) => seq <= Number(back[1]));
  if (back) return Number.isSafeInteger(Number(back[1]));
  return fact !== null || !WORDS.includes(/^[a-z]*/.exec(note)?.[0] ?? '');
}

/**
 * Returns the fact in a note; null for another one.
 *
 * @param {string} note
 * @returns {Fact | null}
 */
function readFact(note) {
  const said = note.replace(/^another /, '');
  for (const { kind, line: form, parts } of LINES) {
    const found = form.exec(said);
    if (!found || (said !== note && kind === 'contradiction')) continue;
    const part = (/** @type {"attempt" | "seat" | "value"} */ name) =>
      parts.includes(name) ? found[1 + parts.indexOf(name)] : null;
    const number = (/** @type {string | null} */ digits) =>
      digits === null ? null : Number(digits);
    const [attempt, seat] = [number(part('attempt')), number(part('seat'))];
    const value = part('value') ?? '';
    const counts = {
      attempt: kind === 'dealt' ? Number(value) : (attempt ?? 0),
      seat: kind === 'sealed' ? Number(value) : (seat ?? 0),
    };
    const fits = counts.attempt <= MOST.attempt && counts.seat <= MOST.seat;
    return fits ? { kind, attempt, seat, value } : null;
  }
  return null;
}

/**
 * Checks whether whoever reads the line of a fact reads this fact.
 *
 * @param {Fact} fact
 */
export function readsBack(fact) {
  const read = readFact(factLine(fact).slice(2));
  return read !== null && sameThing(read, fact) && read.value === fact.value;
}

/**
 * Returns the line for a fact.
 *
 * @param {Fact} fact
 */
export function factLine({ kind, attempt, seat, value }) {
  const name = kind === 'required' ? 'entropy' : kind;
  return ['#', name, attempt, seat, value].filter((part) => part !== null).join(' ');
}

/**
 * Checks whether two facts are about the same thing. The server may contradict itself in several ways.
 *
 * @param {Omit<Fact, "value"> & { value?: string }} one
 * @param {Omit<Fact, "value"> & { value?: string }} other
 */
export function sameThing(one, other) {
  const same = one.kind === other.kind && one.attempt === other.attempt && one.seat === other.seat;
  return same && (one.kind !== 'contradiction' || one.value === other.value);
}

/**
 * Compares a consistent record with what a client kept.
 *
 * @param {RecordForm} record
 * @param {Uint8Array[]} heads of the record's log
 * @param {Kept} kept
 * @throws {Refusal}
 */
export function checkKept(record, heads, kept) {
  for (const kind of KINDS) {
    for (const fact of kept.facts) {
      if (fact.kind === kind && !agrees(record, fact)) throw other(record, fact);
    }
  }
  for (const { seq, head } of kept.heads) {
    if (seq >= heads.length || encode(heads[seq]) !== head) {
      const why = `a client saw another head after entry ${seq}: the log was rewritten`;
      throw new Refusal('kept_head', '/entries', why);
    }
  }
}

/**
 * Checks whether a record agrees with a fact.
 *
 * @param {RecordForm} record
 * @param {Fact} fact
 * @returns {boolean}
 */
function agrees({ header, voided }, { kind, attempt, seat, value }) {
  const part = attempt === header.attempt ? header : voided[attempt ?? 0];
  /** @type {SeatParts | undefined} */
  const brought = part?.seats[seat ?? 0];
  switch (kind) {
    case 'commitment':
      return part?.commitment === value;
    case 'void':
      return voided[attempt ?? 0]?.server_secret === value;
    case 'data':
      return header.data === value;
    case 'options':
      return canonicalHash(header.options) === value;
    case 'dealt':
      return header.attempt === Number(value);
    case 'sealed':
      return (part?.seats.length ?? 0) === Number(value);
    case 'seat':
      return (brought?.commitment ?? NONE) === value;
    case 'entropy':
      // A seat whose own `reveal` was lost knows entropy that the record lacks.
      return brought?.entropy === undefined || brought.entropy === value;
    case 'contradiction':
      return false;
    // A record does not contain it.
    case 'required':
      return true;
  }
}

/**
 * @param {RecordForm} record
 * @param {Fact} fact
 */
function other({ header }, { kind, attempt, seat, value }) {
  const pointer = attempt === header.attempt ? '/header' : `/voided/${attempt}`;
  switch (kind) {
    case 'data':
      return new Refusal('kept_data', '/header/data', CONTRADICTED.data);
    case 'options':
      return new Refusal('kept_options', '/header/options', CONTRADICTED.options);
    case 'dealt':
      return new Refusal('kept_attempt', '/header/attempt', CONTRADICTED.attempt);
    case 'sealed':
      return new Refusal('kept_seat', pointer, `a client saw ${value} seats in attempt ${attempt}`);
    case 'contradiction': {
      const word = /** @type {Contradiction} */ (value);
      return new Refusal(/** @type {Fault} */ (`kept_${word}`), pointer, CONTRADICTED[word]);
    }
  }
  if (seat === null) {
    const why = `a client saw another commitment or secret of attempt ${attempt}`;
    return new Refusal('kept_server', pointer, why);
  }
  const why = `a client saw seat ${seat} bring something else to attempt ${attempt}`;
  return new Refusal('kept_seat', pointer, why);
}
