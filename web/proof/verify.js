/**
 * The check of a published record without the rules: commitments, key, every draw, the log chain.
 *
 * A third implementation of docs/FAIRNESS.md beside the crate `fairness` and docs/verify.py, for the
 * browser. The parts are checked in the same order, so that all report the same first fault at the same
 * pointer. It runs in a page, in a worker and in node, and must not know where a record comes from.
 */

import { checkDeal } from './deal.js';
import { checkDraws } from './draws.js';
import { read } from './form.js';
import { NOTHING, checkKept, readKept } from './kept.js';
import { checkLog } from './log.js';
import { Refusal } from './refusal.js';
import { outcomeOf, reportOn } from './report.js';

/** @import { Fault } from "./refusal.js" */
/** @import { Report } from "./report.js" */

/**
 * The result of a check, as plain data that a worker can post.
 *
 * @typedef {{ verdict: "verified", report: Report }} Verified
 * @typedef {{ verdict: "refused", fault: Fault, pointer: string, why: string }} Refused
 * @typedef {Verified | Refused} Verdict
 */

/**
 * Checks everything that can be checked without the rules, and compares it with what a client kept.
 *
 * @param {Uint8Array} bytes the record as it was published
 * @param {string} [kept] the lines that a client kept
 * @returns {Verdict}
 * @throws {import("./kept.js").KeptError} if what was kept cannot be read
 */
export function verify(bytes, kept = NOTHING) {
  const lines = readKept(kept);
  try {
    const record = read(bytes);
    const key = checkDeal(record);
    const heads = checkLog(record, key);
    checkDraws(record, key);
    const outcome = outcomeOf(record);
    checkKept(record, heads, lines);
    return { verdict: 'verified', report: reportOn(record, outcome, lines) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { verdict: 'refused', fault: error.fault, pointer: error.pointer, why: error.message };
  }
}
