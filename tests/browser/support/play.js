// Play that knows no rule: whoever may act answers with any offer.

import { answer } from './answer.js';

/** @import { Locator, Page } from 'playwright-core' */

/** Number of actions after which a match is given up as endless. */
const MOST_ACTS = 4_000;

/**
 * Time for which one click is tried, in milliseconds. The target may be gone by then; or the machine is
 * busy, so the next try gets twice as long, up to a bound: a board that hides its buttons must not cost hours.
 */
let tryMs = 2_000;
/** The longest that one click is tried, in milliseconds. */
const LONGEST_TRY_MS = 32_000;

/**
 * Does something to an element that may be gone; returns whether it was there.
 * @param {(bounded: { timeout: number }) => Promise<unknown>} act
 */
export async function attempt(act) {
  try {
    await act({ timeout: tryMs });
    return true;
  } catch {
    tryMs = Math.min(2 * tryMs, LONGEST_TRY_MS);
    return false;
  }
}

/** Clicks a button that may be gone; returns whether it was there. @param {Locator} button */
export const tryClick = (button) => attempt((bounded) => button.click(bounded));

/**
 * Numbers by chance that repeat with their seed; `answers` counts those that each seat has given with it.
 * @typedef {((below: number) => number) & {seed: number, answers: number[]}} Pick
 */

/**
 * Returns a generator of numbers that repeat with their seed (mulberry32).
 * @param {number} seed @returns {Pick}
 */
export function random(seed) {
  let state = seed >>> 0;
  const pick = (/** @type {number} */ below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
  return Object.assign(pick, { seed, answers: [] });
}

/**
 * Returns the seed of a test, from the environment or as given, and prints it, so that a run can be
 * repeated.
 */
export function seedOf(/** @type {number} */ usual) {
  const seed = Number(process.env.ENTENTE_SEED ?? usual);
  console.log(`seed ${seed}`);
  return seed;
}

/** Makes everybody ready, from the lobby; alone with bots nobody has to be. @param {Page[]} pages */
export async function begin(pages) {
  for (const page of pages) {
    const ready = page.locator('.lobby button.big');
    await ready.or(page.locator('entente-match .match')).first().waitFor();
    if ((await ready.count()) > 0) await ready.click();
  }
  for (const page of pages) await page.locator('entente-match .match').waitFor();
}

/** Script that returns the state of the page; it changes with every update and draft. */
const STATE = `(() => {
  const match = document.querySelector('entente-match');
  if (!match?.play) return { ready: false };
  const { session, draft } = match.play;
  return {
    ready: true, over: !!session.view?.outcome, seq: session.view?.seq,
    // While dice roll nothing can be chosen, as while an answer is on its way.
    busy: session.busy || match.play.unseen > 0,
    draft: !!draft, offers: draft ? 0 : session.offers.length, online: match.session.connection.state === 'online',
  };
})()`;

/** @param {Page} page @returns {Promise<any>} */
export const state = (page) => page.evaluate(STATE);

/** Opens the drawer at a tab, if it is not open there. @param {Page} page @param {'choices' | 'log' | 'chat' | 'rules'} tab */
export async function turnTo(page, tab) {
  if ((await page.locator(`.drawer-panel[data-tab="${tab}"]`).count()) > 0) return;
  await page.locator(`.drawer-buttons [data-tab="${tab}"]`).click();
  // It gets the focus a frame later, which scrolls it: what is pressed before that may move away.
  await page.locator(`.drawer-panel[data-tab="${tab}"]:focus-within`).waitFor();
}

/** Says a line in the chat of a match. @param {Page} page @param {string} line */
export async function say(page, line) {
  await turnTo(page, 'chat');
  const field = page.getByLabel('Say something');
  await field.fill(line);
  await field.press('Enter');
}

/**
 * Plays with whoever may act until `done` returns `true`.
 * @param {Page[]} pages @param {Pick} pick @param {() => Promise<boolean>} done
 */
export const playUntil = (pages, pick, done) => actUntil(pages, (page) => answer(page, pick), done);

/**
 * Lets all act in turn until `done` returns `true`. If nobody can, an answer is on its way.
 * @param {Page[]} pages @param {(page: Page) => Promise<boolean>} act whether there was anything to do
 * @param {() => Promise<boolean>} done
 */
export async function actUntil(pages, act, done) {
  for (let acts = 0; acts < MOST_ACTS;) {
    if (await done()) return;
    const acted = [];
    for (const page of pages) acted.push(await act(page));
    if (acted.includes(true)) acts += 1;
    else await changed(pages);
  }
  throw new Error(`not done after ${MOST_ACTS} acts`);
}

/** Waits until any page changes. @param {Page[]} pages */
async function changed(pages) {
  await Promise.race(
    pages.map((page) =>
      page.evaluate(
        () =>
          new Promise((done) => {
            const match = /** @type {any} */ (document.querySelector('entente-match'));
            const late = setTimeout(done, 1_000);
            match?.play?.addEventListener(
              'change',
              () => {
                clearTimeout(late);
                done(undefined);
              },
              { once: true },
            );
          }),
      ),
    ),
  );
}
