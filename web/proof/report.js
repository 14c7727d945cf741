/**
 * The report on a valid record: what it says, and what was and was not checked.
 *
 * The report is data, so that a page can word it itself.
 */

import { array, fields, integer, text, whole } from './form.js';
import { Refusal } from './refusal.js';

/** @import { RecordForm } from "./form.js" */
/** @import { Kept } from "./kept.js" */

/**
 * The outcome of a match.
 *
 * @typedef {{ winners: number[], scores: number[], reason: string }} Outcome
 *
 * A report on a valid record. `bound` counts the commitments in all attempts, `kept` the heads and facts it
 * was compared with: without a head nobody knows that this is the match that was played, and unless it is
 * `sealed`, that no seat was bound late.
 * @typedef {{
 *   rules: string,
 *   room: string,
 *   seats: { name: string, entropy: boolean }[],
 *   attempts: number,
 *   voided: { attempt: number, missing: number[] }[],
 *   result: Outcome,
 *   entries: number,
 *   draws: number,
 *   bound: { server: number, seats: number },
 *   kept: { heads: number, facts: number, sealed: boolean },
 * }} Report
 */

const OUTCOME = fields({ winners: array(whole(8)), scores: array(integer), reason: text });

/**
 * Returns the record's result, if it has the form of one.
 *
 * @param {RecordForm} record
 * @returns {Outcome}
 * @throws {Refusal}
 */
export function outcomeOf({ header, result }) {
  const outcome = /** @type {Outcome} */ (/** @type {unknown} */ (result));
  if (!OUTCOME(result) || outcome.winners.some((winner) => winner >= header.seats.length)) {
    throw new Refusal('result', '/result', 'not a result between these seats');
  }
  return outcome;
}

/**
 * Returns the report on a record in which no fault was found.
 *
 * @param {RecordForm} record
 * @param {Outcome} result
 * @param {Kept} kept
 * @returns {Report}
 */
export function reportOn({ header, voided, entries, draws }, result, kept) {
  const seats = [header, ...voided].flatMap((part) => part.seats);
  const facts = kept.facts.filter(({ kind }) => kind !== 'contradiction');
  const sealed = facts.some(({ kind, attempt }) => kind === 'sealed' && attempt === header.attempt);
  return {
    rules: header.rules,
    room: header.room,
    seats: header.seats.map((seat) => ({ name: seat.name, entropy: seat.entropy !== undefined })),
    attempts: header.attempt + 1,
    voided: voided.map(({ attempt, missing }) => ({ attempt, missing })),
    result,
    entries: entries.length,
    draws: draws.length,
    bound: {
      server: voided.length + 1,
      seats: seats.filter((seat) => seat.commitment !== undefined).length,
    },
    kept: { heads: kept.heads.length, facts: facts.length, sealed },
  };
}
