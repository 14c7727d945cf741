// The clock of a page, in the hand of a test.

/** @import { Page } from 'playwright-core' */

/** How far ahead of its time a clock is stopped at first, in milliseconds. */
const AHEAD_MS = 1_000;

/**
 * Stops the clock of a page, which from then on runs only as far as a test says. It can only be stopped at a time that
 * has not come: on a busy machine the first one may have.
 * @param {Page} page
 */
export async function stopClock(page) {
  await page.clock.install();
  for (let ahead = AHEAD_MS; ; ahead *= 2) {
    const now = await page.evaluate(() => Date.now());
    try {
      await page.clock.pauseAt(now + ahead);
      return;
    } catch (error) {
      if (!String(error).includes('to the past')) throw error;
    }
  }
}
