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

/** No serious fault. @param {Page} page @param {string} where */
export async function soundFor(page, where) {
  const { violations } = await page.evaluate(() =>
    /** @type {any} */ (globalThis).axe.run(document, { resultTypes: ['violations'] }),
  );
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
