// The texts in this person's language. English is the only one so far; another is a file of the same shape, and a line
// here, in `table.js`, in each board's `words.js`, and where a part that is fetched later brings its own texts.

import { en } from './en.js';

export const text = en;

/** Returns the reason for the end of a match, in words. @param {string} reason as in an outcome */
export const why = (reason) => text.match.reasons[reason] ?? reason.replaceAll('_', ' ');

/**
 * Returns the text about a problem for people: ours if there is one, else the server's.
 * @param {{code: string, message?: string, detail?: string}} problem
 */
export function explain({ code, message, detail }) {
  const known = /** @type {Record<string, string>} */ (text.problem)[code];
  return known ?? detail ?? message ?? code;
}
