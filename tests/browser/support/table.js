// Matches in progress for tests, and the state of their pages.

import assert from 'node:assert/strict';
import { AXE } from './axe.js';
import { person } from './browser.js';
import { begin } from './play.js';

/** @import { Browser, BrowserContextOptions, Page } from 'playwright-core' */
/** @import { Person } from './browser.js' */
/** @import { Server } from './server.js' */

/**
 * Starts a match with two seats and a spectator.
 * @param {Server} server @param {Browser} browser @param {string} game
 * @param {{options?: object, look?: BrowserContextOptions, board: string}} how `board` is what each page
 *   selects the board once it is shown
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

/**
 * Starts a match of one person against bots.
 * @param {Server} server @param {Browser} browser @param {string} game
 * @param {object} [fields] further fields of the room @param {BrowserContextOptions} [look]
 * @returns {Promise<Person & {code: string}>} with the code of the room
 */
export async function againstBots(server, browser, game, fields = {}, look = {}) {
  const ada = await person(browser, { bypassCSP: true, ...look });
  await ada.page.addInitScript(AXE);
  const { room, token } = await server.ask('POST', 'rooms', { game, name: 'Ada', ...fields });
  for (const { seat } of room.seats.slice(1)) {
    await server.ask('POST', `rooms/${room.code}/seats/${seat}/bot`, {}, token);
  }
  await ada.page.goto(`${server.url}/r/${room.code}#seat=${token}`);
  await begin([ada.page]);
  return { ...ada, code: room.code };
}

/** Ends a match. @param {Page} page of whoever gives up */
export async function resign(page) {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes, resign' }).click();
  await page.locator('.ending').waitFor();
}

/** Returns the newest update of a page. @param {Page} page @returns {Promise<any>} */
export const view = (page) =>
  page.evaluate(() => /** @type {any} */ (document.querySelector('entente-match')).play.view);

/** Waits until the page is asked a question of this kind. @param {Page} page @param {string} kind */
export const asked = (page, kind) =>
  page.waitForFunction((wanted) => {
    const { session } = /** @type {any} */ (document.querySelector('entente-match')).play;
    return session.offers.length > 0 && session.view.public.prompt.kind === wanted;
  }, kind);

/** Waits until the page has caught up with another one. @param {Page} page @param {number} seq */
export const caughtUp = (page, seq) =>
  page.waitForFunction(
    (wanted) =>
      /** @type {any} */ (document.querySelector('entente-match')).session.view.seq >= wanted,
    seq,
  );

/** Returns the buttons of a board that are too small for a finger: less than 40 pixels high. @param {Page} page @param {string} board */
export const small = (page, board) =>
  page.evaluate(
    (css) =>
      [...document.querySelectorAll(`${css} button`)]
        .filter((button) => button.checkVisibility() && button.getBoundingClientRect().height < 40)
        .map((button) => `${button.className}: ${button.textContent?.trim().slice(0, 30)}`),
    board,
  );

/** Sends a command, and waits until all have seen it. @param {Page[]} pages the first one sends @param {object} command */
export async function command(pages, command) {
  const answer = await pages[0].evaluate(
    (sent) =>
      /** @type {any} */ (document.querySelector('entente-match')).play.session.command(sent),
    command,
  );
  assert.ok(answer.ok, JSON.stringify(answer));
  await Promise.all(pages.map((page) => caughtUp(page, answer.seq)));
}
