// The points that the result of a match shows.

import assert from 'node:assert/strict';

/** @import { Page } from 'playwright-core' */

/** Asserts that the points of the result, by source and turn by turn, are the scores. @param {Page} page @param {number[]} scores */
export async function addUp(page, scores) {
  if (scores.some((score) => score !== 0)) await page.locator('.points table').first().waitFor();
  const shown = await page.evaluate(() =>
    [...document.querySelectorAll('.points table')].map((table) =>
      [...table.querySelectorAll('tr')].map((row) =>
        [...row.querySelectorAll('td')].map((cell) =>
          Number((cell.textContent ?? '').trim().replace('−', '-')),
        ),
      ),
    ),
  );
  for (const rows of shown) {
    const lines = rows.filter((row) => row.length === scores.length);
    const sums = scores.map((_, seat) => lines.reduce((sum, row) => sum + row[seat], 0));
    assert.deepEqual(sums, scores);
  }
}
