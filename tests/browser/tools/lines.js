/** A report in the lines that the other checkers print. */

/** @import { Report } from "../../../web/proof/report.js" */

/** Characters that control a terminal or change the direction of a text. */
const STEERS = /[\0-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

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
