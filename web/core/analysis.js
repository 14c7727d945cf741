// The analysis of a match that is over: fetched until the server has made it, and what a curve shows of it.

import { analysis } from './api.js';

/** @import * as Wire from '../types/protocol.js' */

/** Pause before asking again where the server names none, in milliseconds. */
const AGAIN_MS = 1_500;

/**
 * @typedef {{seq: number, choice: Wire.AnalysedChoice}} Chosen a choice with the number of its entry
 */

/**
 * Fetches an analysis; `progress` is called while the server is making it.
 * @param {string} code
 * @param {(done: number, all: number) => void} progress
 * @param {AbortSignal} left aborted when nobody waits any more
 * @returns {Promise<Wire.Analysis | null>} null if nobody waits
 */
export async function fetchAnalysis(code, progress, left) {
  while (!left.aborted) {
    try {
      const answer = await analysis(code);
      if (Array.isArray(answer.entries)) return answer;
      progress(answer.done, answer.entries);
      await pause(answer.retry_after_ms);
    } catch (problem) {
      const { code: why, retryAfterMs } = /** @type {any} */ (problem);
      if (why !== 'busy') throw problem;
      await pause(retryAfterMs);
    }
  }
  return null;
}

/** @param {number | null} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms ?? AGAIN_MS));

/** Returns the chance that a choice lost, in ten-thousandths. @param {Wire.AnalysedChoice} choice */
export const lost = (choice) => choice.before - choice.after;

/** Returns all choices, in order. @param {Wire.Analysis} analysis @returns {Chosen[]} */
export const choices = ({ entries }) =>
  entries.flatMap(({ seq, choice }) => (choice ? [{ seq, choice }] : []));

/**
 * Returns the choices that cost most, in order; of those that are close together only the worst, so that no
 * mark covers another.
 * @param {Wire.Analysis} analysis @param {number} most @param {number} apart entries between two of them
 */
export function worst(analysis, most, apart) {
  const costly = choices(analysis).filter(({ choice }) => choice.best && lost(choice) > 0);
  return largest(costly, ({ choice }) => lost(choice), most, apart);
}

/**
 * Returns the choices with which the chance of the first seat changed most, in order, with that chance before and
 * after; not those that were taken back.
 * @param {Wire.Analysis} analysis @param {readonly any[]} events of the match
 * @param {number} most @param {number} apart the part of the match that each has for itself
 */
export function turningPoints(analysis, events, most, apart) {
  const { entries } = analysis;
  const undone = events.filter(({ type }) => type === 'undone');
  const swings = entries.flatMap(({ seq, chance: to, choice }, at) => {
    const stands = undone.every((undo) => seq <= undo.to || seq > undo.seq);
    return at > 0 && choice && stands ? [{ seq, from: entries[at - 1].chance, to, choice }] : [];
  });
  const by = (/** @type {{from: number, to: number}} */ { from, to }) => Math.abs(to - from);
  const moved = swings.filter((swing) => by(swing) > 0);
  return largest(moved, by, most, entries.length * apart);
}

/**
 * Returns the largest of some entries in their order; of those that are close together only the larger one.
 * @template {{seq: number}} Entry
 * @param {Entry[]} entries @param {(entry: Entry) => number} sizeOf @param {number} most @param {number} apart
 */
function largest(entries, sizeOf, most, apart) {
  /** @type {Entry[]} */ const found = [];
  for (const one of entries.toSorted((a, b) => sizeOf(b) - sizeOf(a))) {
    const free = found.every(({ seq }) => Math.abs(seq - one.seq) >= apart);
    if (free && found.length < most) found.push(one);
  }
  return found.sort((one, other) => one.seq - other.seq);
}

/**
 * Returns the step of a replay that shows an entry: some entries change nothing for a viewer.
 * @param {readonly {seq: number}[]} steps @param {number} seq
 */
export function stepOf(steps, seq) {
  const found = steps.findIndex((step) => step.seq >= seq);
  return found < 0 ? steps.length - 1 : found;
}

/**
 * Returns the chance of a reason in tenths. It was counted in a few guesses: a percentage would contradict the exact
 * one beside it. @param {number} units
 */
export const tenths = (units) => Math.min(Math.max(Math.round(units / 1000), 1), 9);

/** Returns ten-thousandths of a chance as wins, with a decimal. @param {number} units */
export const wins = (units) => decimal(units / 10_000);

/** Returns the mean of some ten-thousandths as a percentage with a decimal. @param {number} units @param {number} count */
export const mean = (units, count) => `${decimal(units / 100 / Math.max(count, 1))}\u00a0%`;

/** @param {number} number */
const decimal = (number) => (Math.round(number * 10) / 10).toFixed(1).replace('-', '−');

/** Returns ten-thousandths as a percentage. @param {number} units */
export const percent = (units) => `${Math.round(units / 100)}\u00a0%`.replace('-', '−');
