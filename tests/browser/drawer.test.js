// The drawer beside the board: one place for all choices, the log and the chat. It is closed by default, is
// opened by its buttons and by keys, stays as it was left, and leaves its room to the map.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AXE, soundFor } from './support/axe.js';
import { nobodyComplained, resize } from './support/browser.js';
import { browser, server, withServer } from './support/fixture.js';
import { playUntil, random, say, seedOf, state, turnTo } from './support/play.js';
import { asked, seatedTable } from './support/table.js';
import { countWatchers } from './support/watchers.js';

/** @import { Page } from 'playwright-core' */

withServer();

/** The least part of a desk's screen that the map takes. */
const MAP_SHARE = 0.55;

/** @param {string} game @param {string} board @param {object} [look] @param {number} [pages] */
const table = (game, board, look, pages = 2) =>
  seatedTable(server, browser, game, { board, look, pages });

/** Returns the tab that is open; null if none is. @param {Page} page */
const open = (page) =>
  page.evaluate(
    () => /** @type {HTMLElement} */ (document.querySelector('.drawer-panel'))?.dataset.tab ?? null,
  );

/** Waits until the focus is on such an element. @param {Page} page @param {string} css */
const focused = (page, css) => page.locator(`${css}:focus`).waitFor();

for (const [game, board, map] of /** @type {const} */ ([
  ['europe-divided', 'europe-divided-map .map', '.ed-map'],
  ['balance-of-power', 'balance-of-power-map .map', '.bp-stage'],
])) {
  test(`${game}: closed by default, below one line, the map has most of a desk's screen`, async () => {
    const people = await table(game, board);
    for (const { page } of people) {
      assert.equal(await open(page), null);
      const box = await page.locator(map).boundingBox();
      const head = await page.locator('.status').boundingBox();
      assert.ok(box && head);
      const share = (box.width * box.height) / (1440 * 900);
      assert.ok(share >= MAP_SHARE, `${game}: ${(share * 100).toFixed(1)} %`);
      assert.equal(head.height, 44);
      assert.equal(await page.locator('.bar').isVisible(), false);
    }
    nobodyComplained(people);
  });
}

test('keys open it and give the focus back, and it stays as it was left', async () => {
  const people = await table('europe-divided', 'europe-divided-map .map', { bypassCSP: true }, 1);
  const [{ page }] = people;
  await page.evaluate(AXE);
  await asked(page, 'keep_advantages');
  const card = page.locator('.ed-hand .ed-card.legal').first();
  await card.focus();
  await page.keyboard.press('/');
  await focused(page, '.offer');
  assert.equal(await open(page), 'choices');
  await soundFor(page, 'choices');
  await page.keyboard.press('Escape');
  await focused(page, '.ed-hand .ed-card.legal');
  assert.equal(await open(page), null);

  await page.keyboard.press('l');
  await focused(page, '.lines.log');
  await soundFor(page, 'log');
  await page.keyboard.press('c');
  await focused(page, '.chat input');
  await soundFor(page, 'chat');
  await page.keyboard.type('cl/');
  assert.equal(await page.locator('.chat input').inputValue(), 'cl/', 'letters are typed there');
  await page.reload();
  await page.locator('.chat input').waitFor();
  await page.getByRole('button', { name: 'Close the drawer' }).click();
  await page.reload();
  await page.locator('.ed-hand .ed-card.legal').first().waitFor();
  assert.equal(await open(page), null);

  await page.keyboard.press('?');
  await page.getByLabel('Single keys act at once').uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('l');
  await page.getByRole('button', { name: 'Log' }).press('Enter');
  await focused(page, '.lines.log');
  nobodyComplained(people);
});

test('over a board it is closed by going back, and the match is not left', async () => {
  const people = await table('europe-divided', 'europe-divided-map .map', {}, 1);
  const [{ page }] = people;
  await resize(page, 390, 844);
  await turnTo(page, 'log');
  // A desk's browser hears of it by Escape, wherever the focus is.
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  await page.keyboard.press('Escape');
  await page.locator('.drawer-panel').waitFor({ state: 'detached' });
  await page.locator('europe-divided-map .map').waitFor();
  nobodyComplained(people);
});

test('a match is left while it is open over the board, and nothing of it stays', async () => {
  const people = await table(
    'europe-divided',
    'europe-divided-map .map',
    { viewport: { width: 390, height: 844 } },
    1,
  );
  const [{ page }] = people;
  const { pathname } = new URL(page.url());
  await page.goto(server.url);
  await page.evaluate(countWatchers);
  const watched = () => page.evaluate(() => /** @type {any} */ (window).watched.size);
  /** Opens the match by its link of the first page, without another document. */
  const enter = async () => {
    await page.locator(`a[href$="${pathname}"]`).first().click();
    await page.locator('europe-divided-map .map').waitFor();
    await turnTo(page, 'log');
  };
  await enter();
  assert.equal(await watched(), 1);
  await page.goBack();
  await page.locator('.game-card').first().waitFor();
  assert.equal(await watched(), 0, 'going back closes what the first page shows');
  assert.equal(await page.locator('.drawer').count(), 0);
  await enter();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.locator('.menu-sheet').getByRole('link', { name: 'All games' }).click();
  await page.locator('.game-card').first().waitFor();
  assert.equal(await watched(), 0);
  await page.locator('.game-card button.more').first().click();
  await page.locator('form.create').waitFor();
  nobodyComplained(people);
});

test('its buttons come before the board, and everything that is offered is in it', async () => {
  const people = await table('europe-divided', 'europe-divided-map .map');
  const [{ page }, { page: bo }] = people;
  const early = await page.evaluate(() => {
    const [button, board] = ['.drawer-buttons button', '.board'].map((css) =>
      document.querySelector(css),
    );
    return !!(Number(button?.compareDocumentPosition(/** @type {Node} */ (board))) & 4);
  });
  assert.ok(early);
  const pages = [page, bo];
  await playUntil(pages, random(seedOf(6)), async () => (await state(page)).offers > 3);
  await turnTo(page, 'choices');
  assert.equal(await page.locator('entente-offers .offer').count(), (await state(page)).offers);
  for (const [width, height] of [
    [1440, 900],
    [1000, 700],
    [390, 844],
  ]) {
    await resize(page, width, height);
    const box = await page.locator('entente-offers .offer').first().boundingBox();
    assert.ok(box && box.width > 250 && box.x + box.width <= width, `${width}: ${box?.width}`);
  }
  nobodyComplained(people);
});

test('what others say is counted on its button, and what they ask is over the board', async () => {
  const people = await table('europe', 'entente-europe');
  const [ada, bo] = people.map(({ page }) => page);
  await say(bo, 'Hello');
  await ada.getByLabel('1 new line').waitFor();
  await turnTo(ada, 'chat');
  await ada.locator('.news').waitFor({ state: 'detached' });
  // The key counts where the focus is, which comes into the drawer a moment after it has opened.
  await ada.locator('entente-drawer :focus').waitFor();
  await ada.keyboard.press('Escape');

  await bo.getByRole('button', { name: 'Settings' }).click();
  await bo.getByRole('button', { name: 'Ask for a pause' }).click();
  await ada.getByText('Bo asks for a pause').waitFor();
  assert.equal(await open(ada), null);
  await ada.getByRole('button', { name: 'Agree' }).click();
  await ada.getByText('Bo asks for a pause').waitFor({ state: 'detached' });
  nobodyComplained(people);
});

test('a request that this page does not know is shown by its own word', async () => {
  const people = await table('europe', 'entente-europe', {}, 1);
  const [ada] = people.map(({ page }) => page);
  await ada.evaluate(() => {
    const match = /** @type {any} */ (document.querySelector('entente-match'));
    const request = { id: 'r', kind: 'swap_seats', by: 1, agreed: [] };
    match.session.room = { ...match.session.room, requests: [request] };
    match.requestUpdate();
  });
  await ada.getByText('Bo asks for: swap seats').waitFor();
  await ada.getByRole('button', { name: 'Refuse' }).waitFor();
  nobodyComplained(people);
});
