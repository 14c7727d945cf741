// The check of a page with axe. The page must be opened with its script and with `bypassCSP`, because a
// test's script is not part of the page.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** @import { Page } from 'playwright-core' */

/** The script, for `addInitScript`. */
export const AXE = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Number of attempts after which a page that keeps changing is given up. */
const MOST_LOOKS = 100;

/** Asserts that axe finds no serious fault. @param {Page} page @param {string} where */
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
 * Returns, in the page, the faults that axe finds. Axe takes a while, and a page that changes meanwhile
 * is seen in a state that never existed: then it runs again. Only clocks may change.
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
    // One more turn of the event loop, in which the observer is notified.
    await new Promise((done) => requestAnimationFrame(done));
    changes.disconnect();
    if (still && moving().length === 0) return violations;
  }
  return null;
}
