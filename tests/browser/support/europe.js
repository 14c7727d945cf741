// Matches of Europe for tests: starting them, and reading their state.

import assert from 'node:assert/strict';
import { entries } from '../../../web/games/europe/goods.js';
import { person } from './browser.js';
import { begin } from './play.js';
import { view } from './table.js';

/** @import { Browser, BrowserContextOptions, Page } from 'playwright-core' */
/** @import { Person } from './browser.js' */
/** @import { Server } from './server.js' */

/**
 * Options for long rounds: no clock runs out on a busy machine, and nobody waits for it, because it jumps
 * when all are ready.
 */
export const FAST = {
  round_ms: 900_000,
  crisis_at_ms: [600_000],
  choose_ms: 300_000,
  allocate_ms: 300_000,
  offer_ttl_ms: 300_000,
  start_coin: 10,
};

/** Options for rounds that the clock ends soon, because bots are not always ready. */
export const SHORT = {
  round_ms: 60_000,
  crisis_at_ms: [30_000],
  choose_ms: 60_000,
  allocate_ms: 60_000,
  offer_ttl_ms: 30_000,
};

/** Waits for a phase. @param {Page[]} pages @param {string} wanted */
export async function phase(pages, wanted) {
  for (const page of pages)
    await page.locator(`entente-europe .eu-desk[data-phase="${wanted}"]`).waitFor();
}

/**
 * Sends a command without using the board.
 * @param {Page} page @param {object} command @returns {Promise<any>}
 */
export const command = (page, command) =>
  page.evaluate(
    (sent) => /** @type {any} */ (document.querySelector('entente-match')).session.command(sent),
    command,
  );

/**
 * Presses letters at once: what they do together is forgotten after a while, which is short for a busy machine.
 * @param {Page} page @param {string} letters
 */
export const pressAtOnce = (page, letters) =>
  page.evaluate((all) => {
    for (const key of all) {
      const code = `Key${key.toUpperCase()}`;
      const pressed = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true });
      (document.activeElement ?? document.body).dispatchEvent(pressed);
    }
  }, letters);

/**
 * Starts a match with a page for each seat.
 * @param {Server} server @param {Browser} browser @param {object} options
 * @param {BrowserContextOptions} [look] of the first seat @param {string} [script] run in its page
 * @returns {Promise<Person[]>}
 */
export async function seated(server, browser, options, look = {}, script = '') {
  const { links } = await server.match('europe', { ...FAST, ...options });
  const people = [];
  for (const [seat, link] of links.entries()) {
    const one = await person(browser, seat === 0 ? look : {});
    if (script && seat === 0) await one.page.addInitScript(script);
    await one.page.goto(link);
    people.push(one);
  }
  for (const { page } of people) await page.locator('entente-match .match').waitFor();
  return people;
}

/**
 * Starts a match with a page for each seat, and plays up to open trade.
 * @param {Server} server @param {Browser} browser @param {object} options
 * @param {BrowserContextOptions} [look] of the first seat @param {string} [script] run in its page
 * @returns {Promise<Person[]>}
 */
export async function trading(server, browser, options, look = {}, script = '') {
  const people = await seated(server, browser, options, look, script);
  await toTrade(people.map(({ page }) => page));
  return people;
}

/**
 * Starts a match with pages for the first seats and the server's bots on the others.
 * @param {Server} server @param {Browser} browser @param {number} players @param {number} persons
 * @param {object} options
 * @returns {Promise<Person[]>}
 */
export async function withBots(server, browser, players, persons, options) {
  const first = await server.ask('POST', 'rooms', {
    game: 'europe',
    name: 'Ada',
    options: { ...FAST, ...options, players },
  });
  const { code } = first.room;
  const tokens = [first.token];
  for (const name of ['Bo', 'Cleo'].slice(0, persons - 1))
    tokens.push((await server.ask('POST', `rooms/${code}/seats`, { name })).token);
  for (let seat = persons; seat < players; seat += 1)
    await server.ask('POST', `rooms/${code}/seats/${seat}/bot`, {}, first.token);
  const people = await Promise.all(tokens.map(() => person(browser)));
  await Promise.all(
    people.map(({ page }, at) => page.goto(`${server.url}/r/${code}#seat=${tokens[at]}`)),
  );
  await begin(people.map(({ page }) => page));
  return people;
}

/**
 * Plays up to open trade: everybody takes a country and keeps the first citizen dealt.
 * @param {Page[]} pages
 */
export async function toTrade(pages) {
  await phase(pages, 'country');
  for (const [at, page] of pages.entries())
    await command(page, { type: 'country', code: ['PL', 'DE', 'FR', 'IT'][at] });
  await phase(pages, 'choose');
  for (const page of pages) {
    const { dealt } = (await view(page)).private;
    await command(page, { type: 'choose', keep: [dealt[0].id], reveal_resource: true });
  }
  await phase(pages, 'play');
}

/**
 * Returns a good of which a player has more than one, and its letter.
 * @param {any} player @param {string[]} [but]
 */
export function plenty(player, but = []) {
  const good = entries(player.cubes).find(([kind, count]) => count > 1 && !but.includes(kind))?.[0];
  assert.ok(good, 'every player begins with four of something');
  return good;
}
