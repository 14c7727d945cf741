// The texts in the language of this person. English is the only one so far; a second file of the same
// shape and a line here make another.

import { en } from './en.js';

export const text = en;

/** Why a match ended as it did. @param {string} reason as an outcome has it */
export const why = (reason) => text.match.reasons[reason] ?? reason.replaceAll('_', ' ');

/**
 * What to tell a person about a problem: our words where there are some, else the server's.
 * @param {{code: string, message?: string, detail?: string}} problem
 */
export function explain({ code, message, detail }) {
  const known = /** @type {Record<string, string>} */ (text.problem)[code];
  return known ?? detail ?? message ?? code;
}
