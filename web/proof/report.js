/**
 * The report on a valid record: what it says, and what was and was not checked.
 *
 * The report is data, so that a page can word it itself; the lines are those that the other checkers print.
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

/** Characters that control a terminal or change the direction of a text. */
const STEERS = /[\0-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

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

/**
 * Returns the list of what was checked, in lines.
 *
 * @param {Report} report
 */
export function checked({ bound, draws, entries, kept }) {
  const lines = [
    `${bound.server} commitments of the server, ${bound.seats} of seats`,
    `the results of ${draws} draws`,
    `the log of ${entries} entries up to its head`,
  ];
  if (kept.heads > 0) {
    lines.push(`${kept.heads} heads and ${kept.facts} facts of the deal that a client kept`);
  }
  return lines;
}

/**
 * Returns the list of what was not checked, in lines.
 *
 * @param {Report} report
 */
export function notChecked({ kept }) {
  const lines = [
    'that the rules asked for exactly these draws and give this result: run entente-server verify',
    'that whoever ran the server did not look at hands or at draws to come',
  ];
  if (kept.heads === 0) {
    lines.unshift('that this is the match as it was played: keep heads while you play');
  } else if (!kept.sealed) {
    lines.unshift(
      'that no seat was bound late: the client did not write down which seats brought nothing',
    );
  }
  return lines;
}

/**
 * Returns the report in lines for people.
 *
 * @param {Report} report
 * @returns {string[]}
 */
export function lines(report) {
  const { seats, voided, result } = report;
  /** @type {(numbers: number[]) => string} */
  const names = (numbers) =>
    numbers.map((seat) => `${seat} ${printable(seats[seat].name)}`).join(', ');
  const brought = [...seats.keys()].filter((seat) => seats[seat].entropy);
  const dealt =
    brought.length > 0 ? `seats with entropy: ${names(brought)}` : 'dealt by the server alone';
  const given = voided.map(
    ({ attempt, missing }) => `; attempt ${attempt} was void without seat ${missing.join(', ')}`,
  );
  const won = result.winners.length > 0 ? `won by ${names(result.winners)}` : 'nobody won';
  return [
    `${printable(report.rules)} in room ${report.room}`,
    dealt,
    `attempts: ${report.attempts}${given.join('')}`,
    `result: ${won}; scores ${result.scores.join(', ')}; ${printable(result.reason)}`,
    ...checked(report).map((line) => `checked: ${line}`),
    ...notChecked(report).map((line) => `not checked: ${line}`),
  ];
}

/**
 * Returns a foreign text without characters that control a terminal.
 *
 * @param {string} text
 */
function printable(text) {
  return text.replace(STEERS, '\ufffd');
}
