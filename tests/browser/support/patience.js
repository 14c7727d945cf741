// Waits without timeouts. A busy machine must not fail a test, so waits are not limited by time but by
// progress: once every page has answered a number of times in a row and none has changed meanwhile, the
// awaited state will not come; unless a server answers that it is still at work. Then the pages are closed, and every
// wait for a page fails; a test that still waits ends the process.

/** @import { Page } from 'playwright-core' */

/** Number of unchanged answers of all pages after which a test counts as stuck. */
const BEATS = 40;
/** Minimum time between two checks, in milliseconds. */
const BEAT_MS = 1_000;
/** The status with which a server says that what was asked for is being made. */
const STILL_AT_WORK = 202;

/** @type {Set<Page>} the open pages of this process */
const pages = new Set();
let watching = false;
/** The number of unchanged answers of all pages, since something changed. */
let beats = 0;

/** Counts changes, in the page. Clocks are left out, because they change by themselves. */
function countChanges() {
  const counted = /** @type {any} */ (window);
  counted.changes = 0;
  new MutationObserver((changes) => {
    const shown = changes.filter(
      ({ target }) =>
        !(target instanceof Element ? target : target.parentElement)?.closest('entente-clock'),
    );
    if (shown.length > 0) counted.changes += 1;
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}

/** Returns a value that differs after any change of the page. @param {Page} page */
async function pulse(page) {
  try {
    const changes = await page.evaluate(() => /** @type {any} */ (window).changes);
    return `${page.url()} ${changes}`;
  } catch {
    // Between two documents, or closed.
    return page.isClosed() ? '' : {};
  }
}

/** Makes a page's waits last as long as anything changes. @param {Page} page */
export async function bePatient(page) {
  page.setDefaultTimeout(0);
  await page.addInitScript(countChanges);
  // What a server makes meanwhile may have a queue before it, in which no page sees anything change.
  page.on('response', (response) => {
    if (response.status() === STILL_AT_WORK) beats = 0;
  });
  pages.add(page);
  page.on('close', () => pages.delete(page));
  if (!watching) watch();
}

async function watch() {
  watching = true;
  /** @type {Map<Page, unknown>} */ let before = new Map();
  for (beats = 0; pages.size > 0; beats += 1) {
    await new Promise((done) => setTimeout(done, BEAT_MS).unref());
    const all = [...pages];
    const now = new Map(
      await Promise.all(all.map(async (page) => /** @type {const} */ ([page, await pulse(page)]))),
    );
    if (all.some((page) => before.get(page) !== now.get(page))) beats = 0;
    before = now;
    if (beats < BEATS) continue;
    console.error(`nothing has changed any more on ${all.map((page) => page.url()).join(', ')}`);
    const tests = ended;
    await Promise.all(all.map((page) => page.close()));
    await failed(tests);
  }
  watching = false;
}

/** The number of tests that have ended. */
let ended = 0;

/** Says that a test has ended. */
export function testEnded() {
  ended += 1;
}

/**
 * Waits for a test to fail whose pages are closed. What it waits for may hang on no page: then it would wait for ever,
 * and the process ends instead. @param {number} tests number of tests that had ended
 */
async function failed(tests) {
  for (let beats = 0; ended === tests; beats += 1) {
    if (beats === BEATS) {
      console.error('the test waits for something that closing its pages does not end');
      process.exit(1);
    }
    await new Promise((done) => setTimeout(done, BEAT_MS));
  }
}
