// A table that has begun, and what its pages know.

import { person } from './browser.js';
import { begin } from './play.js';

/** @import { Browser, BrowserContextOptions, Page } from 'playwright-core' */
/** @import { Person } from './browser.js' */
/** @import { Server } from './server.js' */

/**
 * Two seats of a match that has begun, and one who watches.
 * @param {Server} server @param {Browser} browser @param {string} game
 * @param {{options?: object, look?: BrowserContextOptions, board: string}} how `board` is what each page
 *   shows when the match is there
 * @returns {Promise<Person[]>}
 */
export async function watchedTable(server, browser, game, { options, look, board }) {
  const { code, links } = await server.room(game, options);
  const people = await Promise.all([0, 1, 2].map(() => person(browser, look)));
  const [ada, bo, cleo] = people;
  await Promise.all([ada.page.goto(links[0]), bo.page.goto(links[1])]);
  await begin([ada.page, bo.page]);
  await cleo.page.goto(`${server.url}/r/${code}`);
  await cleo.page.click('main button');
  await Promise.all(people.map(({ page }) => page.locator(board).waitFor()));
  return people;
}

/** The match as a page was told. @param {Page} page @returns {Promise<any>} */
export const view = (page) =>
  page.evaluate(() => /** @type {any} */ (document.querySelector('entente-match')).play.view);

/** Waits until the page is asked a question of this kind. @param {Page} page @param {string} kind */
export const asked = (page, kind) =>
  page.waitForFunction((wanted) => {
    const { session } = /** @type {any} */ (document.querySelector('entente-match')).play;
    return session.offers.length > 0 && session.view.public.prompt.kind === wanted;
  }, kind);

/** Waits until the page has seen what another one has. @param {Page} page @param {number} seq */
export const caughtUp = (page, seq) =>
  page.waitForFunction(
    (wanted) =>
      /** @type {any} */ (document.querySelector('entente-match')).session.view.seq >= wanted,
    seq,
  );

/** The buttons of a board that are too small for a finger: below 40 pixels high. @param {Page} page @param {string} board */
export const small = (page, board) =>
  page.evaluate(
    (css) =>
      [...document.querySelectorAll(`${css} button`)]
        .filter((button) => button.checkVisibility() && button.getBoundingClientRect().height < 40)
        .map((button) => `${button.className}: ${button.textContent?.trim().slice(0, 30)}`),
    board,
  );
