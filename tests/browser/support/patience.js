// Waits without timeouts. A busy machine must not fail a test, so waits are not limited by time but by
// progress: once every page has answered a number of times in a row and none has changed meanwhile, the
// awaited state will not come. Then the pages are closed, and every wait fails.

/** @import { Page } from 'playwright-core' */

/** Number of unchanged answers of all pages after which a test counts as stuck. */
const BEATS = 40;
/** Minimum time between two checks, in milliseconds. */
const BEAT_MS = 1_000;

/** @type {Set<Page>} the open pages of this process */
const pages = new Set();
let watching = false;

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
  pages.add(page);
  page.on('close', () => pages.delete(page));
  if (!watching) watch();
}

async function watch() {
  watching = true;
  /** @type {Map<Page, unknown>} */ let before = new Map();
  for (let beats = 0; pages.size > 0; beats += 1) {
    await new Promise((done) => setTimeout(done, BEAT_MS).unref());
    const all = [...pages];
    const now = new Map(
      await Promise.all(all.map(async (page) => /** @type {const} */ ([page, await pulse(page)]))),
    );
    if (all.some((page) => before.get(page) !== now.get(page))) beats = 0;
    before = now;
    if (beats < BEATS) continue;
    console.error(`nothing has changed any more on ${all.map((page) => page.url()).join(', ')}`);
    await Promise.all(all.map((page) => page.close()));
  }
  watching = false;
}
