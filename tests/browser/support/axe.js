// What axe finds on a page that was opened with its script, and with `bypassCSP`: a test's own script is
// no part of the page.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** @import { Page } from 'playwright-core' */

/** The script, for `addInitScript`. */
export const AXE = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** After so many looks a page is given up that never stands still. */
const MOST_LOOKS = 100;

/** No serious fault. @param {Page} page @param {string} where */
export async function soundFor(page, where) {
  const violations = await page.evaluate(look, MOST_LOOKS);
  assert.ok(violations, `${where}: the page never stands still`);
  const serious = violations
    .filter((/** @type {any} */ { impact }) => impact === 'serious' || impact === 'critical')
    .map(
      (/** @type {any} */ { id, nodes }) =>
        `${id}: ${nodes
          .map((/** @type {any} */ node) => node.html)
          .join(' | ')
          .slice(0, 600)}`,
    );
  assert.deepEqual(serious, [], where);
}

/**
 * In the page: what axe finds on one picture of it. Axe takes its time, and a page that changes meanwhile
 * is seen as it never was: then it looks again. Only clocks may go on.
 * @param {number} most @returns {Promise<any[] | null>}
 */
async function look(most) {
  const ends = (/** @type {Animation} */ { effect, playState }) =>
    playState === 'running' && effect?.getComputedTiming().iterations !== Infinity;
  const moving = () => document.getAnimations().filter(ends);
  for (let looks = 0; looks < most; looks += 1) {
    await Promise.allSettled(moving().map(({ finished }) => finished));
    let still = true;
    const changes = new MutationObserver((all) => {
      still &&= all.every(({ target }) =>
        (target instanceof Element ? target : target.parentElement)?.closest('entente-clock'),
      );
    });
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    changes.observe(document.body, all);
    const { violations } = await /** @type {any} */ (globalThis).axe.run(document, {
      resultTypes: ['violations'],
    });
    // A last turn, in which the observer is told.
    await new Promise((done) => requestAnimationFrame(done));
    changes.disconnect();
    if (still && moving().length === 0) return violations;
  }
  return null;
}
