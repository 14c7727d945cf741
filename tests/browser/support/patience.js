// How long a test waits: not by the clock on the wall, for the machine may be busy with something else,
// but by what the parts it waits for get done. A wait has no limit of its own. Once every page has
// answered so many times in a row, and on none of them anything has changed meanwhile, what is waited
// for does not come: the pages are closed, and every wait fails.

/** @import { Page } from 'playwright-core' */

/** How often all pages answer before a test is stuck. */
const BEATS = 40;
/** The least time between two beats, in milliseconds. */
const BEAT_MS = 1_000;

/** @type {Set<Page>} the open pages of this process */
const pages = new Set();
let watching = false;

/** In the page: counts what changes. Clocks go on by themselves, which is no change. */
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

/** What a page has come to: another one after anything changed. @param {Page} page */
async function pulse(page) {
  try {
    const changes = await page.evaluate(() => /** @type {any} */ (window).changes);
    return `${page.url()} ${changes}`;
  } catch {
    // Between two documents, or closed.
    return page.isClosed() ? '' : {};
  }
}

/** Lets a page's waits last as long as anything goes on. @param {Page} page */
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
