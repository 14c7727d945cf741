/**
 * What a client kept while it played, against the record published afterwards.
 *
 * Without this a record proves that it holds together, not that it is the match that was played:
 * whoever has all secrets can write another one. It must not know where a client keeps it.
 */

import { encode } from './hex.js';
import { Refusal } from './refusal.js';

/** @import { RecordForm, SeatParts } from "./form.js" */

/**
 * What a fact is about: C, S of an attempt given up, K, or E.
 *
 * @typedef {"commitment" | "void" | "seat" | "entropy"} FactKind
 *
 * A fact of the deal; the seat is null where it is about the server.
 * @typedef {{ kind: FactKind, attempt: number, seat: number | null, value: string }} Fact
 *
 * What one client saw, and what it brought; values in hexadecimal.
 * @typedef {{ heads: { seq: number, head: string }[], facts: Fact[] }} Kept
 */

/** @type {readonly FactKind[]} in the order in which they are compared */
const KINDS = ['commitment', 'void', 'seat', 'entropy'];

const HEAD = /^([0-9]+) ([0-9a-f]{64})$/;
const FACT = /^# (?:another )?([a-z]+) ([0-9]+) (?:([0-9]+) )?([0-9a-f]{64})$/;
const ROLLED_BACK = /^# rolled back to ([0-9]+)$/;

/** Nothing was kept. */
export const NOTHING = '';

/** A text that is none of what a client keeps. */
export class KeptError extends Error {
  /** @param {number} line counted from 1 */
  constructor(line) {
    super(`line ${line} is no head`);
    this.name = 'KeptError';
    this.line = line;
  }
}

/**
 * Reads the lines that a client keeps, in the form that docs/FAIRNESS.md gives.
 *
 * @param {string} text
 * @returns {Kept}
 * @throws {KeptError} names the first line that is none
 */
export function readKept(text) {
  /** @type {Kept} */
  const kept = { heads: [], facts: [] };
  text.split('\n').forEach((line, index) => {
    const [back, fact, head] = [ROLLED_BACK.exec(line), readFact(line), HEAD.exec(line)];
    if (back) kept.heads = kept.heads.filter(({ seq }) => seq <= Number(back[1]));
    else if (fact) kept.facts.push(fact);
    else if (head) kept.heads.push({ seq: Number(head[1]), head: head[2] });
    else if (line !== '' && !line.startsWith('#')) throw new KeptError(index + 1);
  });
  return kept;
}

/**
 * The fact that a line keeps; null if it is another kind of line.
 *
 * @param {string} line
 * @returns {Fact | null}
 */
function readFact(line) {
  const found = FACT.exec(line);
  const kind = KINDS.find((known) => known === found?.[1]);
  if (!found || !kind) return null;
  const seat = found[3] === undefined ? null : Number(found[3]);
  const ofSeat = kind === 'seat' || kind === 'entropy';
  if ((seat !== null) !== ofSeat) return null;
  return { kind, attempt: Number(found[2]), seat, value: found[4] };
}

/**
 * The line that a fact is kept as.
 *
 * @param {Fact} fact
 */
export function factLine({ kind, attempt, seat, value }) {
  return seat === null ? `# ${kind} ${attempt} ${value}` : `# ${kind} ${attempt} ${seat} ${value}`;
}

/**
 * Compares a record that holds together with what a client kept.
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
 * Whether a record says the same as a fact.
 *
 * @param {RecordForm} record
 * @param {Fact} fact
 */
function agrees({ header, voided }, { kind, attempt, seat, value }) {
  const part = attempt === header.attempt ? header : voided[attempt];
  /** @type {SeatParts | undefined} */
  const brought = part?.seats[seat ?? 0];
  switch (kind) {
    case 'commitment':
      return part?.commitment === value;
    case 'void':
      return voided[attempt]?.server_secret === value;
    case 'seat':
      return brought?.commitment === value;
    case 'entropy':
      // Our own may not have come to anything.
      return brought?.entropy === undefined || brought.entropy === value;
  }
}

/**
 * @param {RecordForm} record
 * @param {Fact} fact
 */
function other({ header }, { attempt, seat }) {
  const place = attempt === header.attempt ? '/header' : `/voided/${attempt}`;
  if (seat === null) {
    const why = `a client saw another commitment or secret of attempt ${attempt}`;
    return new Refusal('kept_server', place, why);
  }
  const why = `a client saw seat ${seat} bring something else to attempt ${attempt}`;
  return new Refusal('kept_seat', place, why);
}
