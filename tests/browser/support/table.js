// Matches in progress for tests, and the state of their pages.

import assert from 'node:assert/strict';
import { AXE } from './axe.js';
import { person } from './browser.js';
import { begin } from './play.js';
import { reach } from './position.js';

/** @import { Browser, BrowserContextOptions, Page } from 'playwright-core' */
/** @import { Person } from './browser.js' */
/** @import { Pick } from './play.js' */
/** @import { Server } from './server.js' */

/**
 * How a match is begun: `board` is what each page selects the board once it is shown. Only the first `pages` seats have
 * a page, the others are played over HTTP if at all; with `until` the match is played there to a position before any
 * page is opened.
 * @typedef {{options?: object, look?: BrowserContextOptions, board: string, pages?: number,
 *   until?: {pick: Pick, done: (views: any[]) => boolean}}} TableLook
 */

/**
 * Starts a match with two seats.
 * @param {Server} server @param {Browser} browser @param {string} game @param {TableLook} how
 * @returns {Promise<Person[]>}
 */
export async function seatedTable(server, browser, game, how) {
  return (await seated(server, browser, game, how)).people;
}

/**
 * Starts a match with two seats and a spectator.
 * @param {Server} server @param {Browser} browser @param {string} game @param {TableLook} how
 * @returns {Promise<Person[]>}
 */
export async function watchedTable(server, browser, game, how) {
  const [{ people, code }, cleo] = await Promise.all([
    seated(server, browser, game, how),
    person(browser, how.look),
  ]);
  await cleo.page.goto(`${server.url}/r/${code}`);
  await cleo.page.click('main button');
  await cleo.page.locator(how.board).waitFor();
  return [...people, cleo];
}

/** @param {Server} server @param {Browser} browser @param {string} game @param {TableLook} how */
async function seated(server, browser, game, { options, look, board, pages: shown, until }) {
  const { code, links, tokens } = await server.match(game, options);
  const shownLinks = links.slice(0, shown);
  if (until) await reach(server, { code, tokens }, until.pick, until.done);
  const people = await Promise.all(shownLinks.map(() => person(browser, look)));
  const pages = people.map(({ page }) => page);
  await Promise.all(pages.map((page, seat) => page.goto(links[seat])));
  await Promise.all(pages.map((page) => page.locator(board).waitFor()));
  return { people, code };
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

/** The least height and width of what a finger presses on a phone, in pixels. */
const FINGER = /** @type {const} */ ([40, 30]);

/**
 * Returns the buttons of a board, and what opens a list, that are too small for a finger.
 * @param {Page} page @param {string} board @param {readonly [high: number, wide: number]} least
 */
export const small = (page, board, least = FINGER) =>
  page.evaluate(
    ([css, [high, wide]]) =>
      [...document.querySelectorAll(`${css} :is(button, summary)`)]
        .filter((one) => {
          const { width, height } = one.getBoundingClientRect();
          return one.checkVisibility() && (height < high || width < wide);
        })
        .map((one) => `${one.className || one.localName}: ${one.textContent?.trim().slice(0, 30)}`),
    /** @type {const} */ ([board, least]),
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
