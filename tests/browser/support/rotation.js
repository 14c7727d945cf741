// Cases that differ only in the game, the size of the screen or the colours rotate: a run tries one of them, which one
// is given by the commit, and `make campaigns` tries all.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { random } from './play.js';

/** The number that chooses the cases of a run, or `all`. */
const ROTATION = process.env.ENTENTE_ROTATION ?? commit();

assert.match(ROTATION, /^(all|\d+)$/, 'ENTENTE_ROTATION is a number or `all`');
console.log(`rotation ${ROTATION}`);

/** Returns the number of the commit that is tried; without a repository, as in an archive, 1. */
function commit() {
  try {
    const hash = execFileSync('git', ['rev-parse', 'HEAD'], { stdio: 'pipe', encoding: 'utf8' });
    return String(Number.parseInt(hash.slice(0, 8), 16));
  } catch {
    return '1';
  }
}

/** The number of families of cases that this file has asked for: what is chosen of one says nothing of the next. */
let families = 0;

/**
 * Returns the case of a family that this run tries, or all where all are wanted. `ENTENTE_ROTATION=n` repeats a run.
 * @template T @param {readonly T[]} cases @returns {readonly T[]}
 */
export function rotated(cases) {
  if (ROTATION === 'all') return cases;
  families += 1;
  const pick = random(Number(ROTATION) + families * 0x9e3779b1);
  return [cases[pick(cases.length)]];
}
