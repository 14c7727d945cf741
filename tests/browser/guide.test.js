// A first match: what usually is good is said where something is asked, until its person says enough.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AXE, soundFor } from './support/axe.js';
import { nobodyComplained, person } from './support/browser.js';
import { browser, server, withServer } from './support/fixture.js';
import { begin, playUntil, random, seedOf, state } from './support/play.js';
import { rotated } from './support/rotation.js';

/** @import { Page } from 'playwright-core' */

const GAMES = ['europe-divided', 'balance-of-power', 'europe'];

withServer('--bot-pace-ms', '0');

/** @param {Page} page */
const note = (page) => page.locator('.guide-note');

/** Opens the first page as somebody who has never played here. @param {import('playwright-core').BrowserContextOptions} [look] */
async function newcomer(look) {
  const ada = await person(browser, { bypassCSP: true, ...look });
  await ada.page.addInitScript(AXE);
  await ada.page.goto(server.url);
  await ada.page.evaluate(() => localStorage.setItem('entente/guide', 'first'));
  return ada;
}

/** Begins a match against a bot, and waits for its first question. @param {Page} page @param {string} game */
async function match(page, game) {
  await page.goto(server.url);
  await page.locator(`[data-game="${game}"] .play`).click();
  await page.waitForURL(/\/r\//);
  await begin([page]);
  await asked(page);
}

/** @param {Page} page */
const asked = (page) =>
  page.waitForFunction(() => {
    const { play } = /** @type {any} */ (document.querySelector('entente-match')) ?? {};
    return play?.offers.length > 0 && !play.session.busy && play.unseen === 0;
  });

/** Returns the advice that the rules have for what a page is asked. @param {Page} page @param {string} game @returns {Promise<string>} */
async function advice(page, game) {
  const { prompts } = await server.ask('GET', `rules/${game}`);
  const { kind, types } = await page.evaluate(() => {
    const { play } = /** @type {any} */ (document.querySelector('entente-match'));
    const types = play.offers.map((/** @type {any} */ { command }) => command.type);
    return { kind: play.view.public.prompt?.kind, types };
  });
  return prompts.find(
    (/** @type {any} */ { kinds, commands }) =>
      (!kinds || kinds.includes(kind)) &&
      commands.some((/** @type {string} */ one) => types.includes(one)),
  ).more;
}

for (const game of GAMES)
  for (const [width, height] of rotated([
    [1440, 900],
    [390, 844],
  ]))
    test(`${game}: a first match is explained until its person says enough, ${width} pixels wide`, async () => {
      const ada = await newcomer({ viewport: { width, height } });
      const { page } = ada;
      await match(page, game);
      await note(page)
        .getByText(await advice(page, game))
        .waitFor();
      await soundFor(page, `${game}, ${width}`);
      const seq = (await state(page)).seq;
      await playUntil([page], random(seedOf(3)), async () => {
        const now = await state(page);
        return now.seq > seq + 1 && now.offers > 0 && !now.busy;
      });
      await asked(page);
      await note(page)
        .getByText(await advice(page, game))
        .waitFor();
      await note(page).getByRole('button', { name: 'Hide', exact: true }).click();
      await note(page).waitFor({ state: 'detached' });
      await page.reload();
      await asked(page);
      assert.equal(await note(page).count(), 0);
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByLabel('Advice on what is asked').selectOption('always');
      await note(page).waitFor();
      nobodyComplained([ada]);
    });

test('the second match of a game is not explained; nor is a match that is watched', async () => {
  const ada = await newcomer();
  const { page } = ada;
  await match(page, 'balance-of-power');
  await note(page).waitFor();
  const first = page.url();
  await match(page, 'balance-of-power');
  assert.equal(await note(page).count(), 0);
  await match(page, 'europe-divided');
  await note(page).waitFor();
  const bo = await newcomer();
  await bo.page.goto(first);
  await bo.page.getByRole('button', { name: /^Watch/ }).click();
  await bo.page.locator('.board').waitFor();
  assert.equal(await note(bo.page).count(), 0);
  nobodyComplained([ada, bo]);
});

test('the advice leads to a hint, which opens the drawer; until then the board has its room', async () => {
  const ada = await newcomer();
  const { page } = ada;
  await match(page, 'europe-divided');
  assert.equal(await page.locator('.drawer').count(), 0);
  await note(page).getByRole('button', { name: 'Hint', exact: true }).click();
  await page.locator('.drawer .hint ol > li').first().waitFor();
  nobodyComplained([ada]);
});

for (const game of GAMES)
  for (const [width, height] of rotated([
    [390, 844],
    [844, 390],
  ]))
    test(`${game}: on a phone of ${width} pixels the advice leaves the board its room, and is read whole on demand`, async () => {
      const ada = await newcomer({ viewport: { width, height } });
      const { page } = ada;
      await match(page, game);
      const text = note(page).locator('.guide-say');
      await text.getByText(await advice(page, game)).waitFor();
      const board = page.locator('.board');
      const before = await board.boundingBox();
      const high = (await note(page).boundingBox())?.height ?? Infinity;
      assert.ok(high <= 0.125 * height, `${high} pixels of advice`);
      assert.equal(before?.width, width);
      await note(page).getByRole('button', { name: 'More' }).click();
      assert.ok(await text.evaluate((said) => said.scrollHeight <= said.clientHeight), 'cut off');
      assert.deepEqual(await board.boundingBox(), before, 'the board stays');
      await soundFor(page, `${game}, the whole advice`);
      await note(page).getByRole('button', { name: 'Less' }).click();
      assert.equal((await note(page).boundingBox())?.height, high);
      nobodyComplained([ada]);
    });

/** Returns the names in the header that are broken in a word or lie beyond their ovals, and the buttons of the note that are covered. @param {Page} page */
const broken = (page) =>
  page.evaluate(() => {
    /** @type {string[]} */ const found = [];
    for (const name of document.querySelectorAll('.who b')) {
      const text = name.firstChild ?? name;
      for (const { index, 0: word } of (text.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (range.getClientRects().length > 1) found.push(`${name.textContent}: broken`);
      }
      const [box, oval] = [name, /** @type {Element} */ (name.closest('li'))].map((one) =>
        one.getBoundingClientRect(),
      );
      if (box.left < oval.left || box.right > oval.right || box.bottom > oval.bottom)
        found.push(`${name.textContent}: beyond its oval`);
    }
    for (const button of document.querySelectorAll('.guide-note button')) {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const [middle, end] = [(top + bottom) / 2, right - 4];
      for (const x of [left + 4, end])
        if (!button.contains(document.elementFromPoint(x, middle)))
          found.push(`${button.textContent?.trim()}: covered`);
    }
    return found;
  });

test('on the smallest phone no name is broken in a word, and no button of the advice is covered', async () => {
  const ada = await newcomer({ viewport: { width: 320, height: 568 } });
  const { page } = ada;
  for (const [game, options] of /** @type {const} */ ([
    ['europe-divided', {}],
    ['europe', { players: 4, untimed: true }],
  ])) {
    const { room, token } = await server.ask('POST', 'rooms', { game, name: 'Annabella', options });
    for (const { seat } of room.seats.slice(1))
      await server.ask('POST', `rooms/${room.code}/seats/${seat}/bot`, {}, token);
    await page.goto(`${server.url}/r/${room.code}#seat=${token}`);
    await begin([page]);
    await asked(page);
    await note(page).waitFor();
    assert.deepEqual(await broken(page), [], game);
  }
  nobodyComplained([ada]);
});
