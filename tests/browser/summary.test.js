// The board in words and what others have done, on one key each.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AXE, soundFor } from './support/axe.js';
import { nobodyComplained } from './support/browser.js';
import { command, trading } from './support/europe.js';
import { browser, server, withServer } from './support/fixture.js';
import { playUntil, random, seedOf, state } from './support/play.js';
import { caughtUp, view, seatedTable } from './support/table.js';

withServer();

test('europe-divided: every die of the map is in its summary, and every line of the other side in the news', async () => {
  const people = await seatedTable(server, browser, 'europe-divided', {
    look: { bypassCSP: true },
    board: 'europe-divided-map .map',
  });
  const pages = people.slice(0, 2).map(({ page }) => page);
  const [page] = pages;
  await playUntil(pages, random(seedOf(5)), async () => {
    const { seq, offers } = await state(page);
    const { since } = await page.evaluate(() => {
      const { session } = /** @type {any} */ (document.querySelector('entente-match')).play;
      return { since: session.since.length };
    });
    return seq >= 20 && offers > 0 && since > 1;
  });
  await page.evaluate(AXE);
  const names = { eu: 'EU', nato: 'NATO', russia: 'Russia' };
  const { dice } = (await view(page)).public;
  await page.keyboard.press('b');
  const board = page.getByRole('dialog', { name: 'The board in words' });
  const said = await board.innerText();
  for (const here of Object.values(dice))
    for (const [power, value] of Object.entries(here))
      if (value > 0)
        assert.ok(said.includes(`${/** @type {any} */ (names)[power]} ${value}`), said);
  await soundFor(page, 'the board in words');
  await page.keyboard.press('Escape');
  await board.waitFor({ state: 'hidden' });
  await page.keyboard.press('n');
  const news = page.getByRole('dialog', { name: 'Since your last move' });
  const listed = await news.innerText();
  const traces = await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('entente-match')).play.traces.map(
      (/** @type {any} */ { text }) => text,
    ),
  );
  assert.ok(traces.length > 0);
  for (const text of traces) assert.ok(listed.includes(text), text);
  nobodyComplained(people);
});

test('europe: every player, good and crisis is in its summary, and the news are what others did since one acted', async () => {
  const people = await trading(server, browser, { untimed: true }, { bypassCSP: true });
  const pages = people.map(({ page }) => page);
  const [page, other] = pages;
  const board = page.getByRole('dialog', { name: 'The board in words' });
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: /^The board in words$/ }).click();
  await board.waitFor();
  const said = await board.innerText();
  const { players, market } = (await view(page)).public;
  const named = (/** @type {number} */ seat) => (seat === 0 ? 'You' : 'Bo');
  for (const [seat, { happiness, coin }] of players.entries()) {
    assert.ok(said.includes(`${named(seat)} (`), said);
    assert.ok(said.includes(`Happiness ${happiness} of 8`) && said.includes(`${coin} coin`), said);
  }
  for (const { resource, first } of market.filter(Boolean))
    assert.match(said, new RegExp(`${resource} \\(${first} now`, 'i'));
  assert.ok(said.includes('No clock: a crisis comes when all are ready'));
  await page.evaluate(AXE);
  await soundFor(page, 'the board in words');
  await page.keyboard.press('Escape');

  await command(page, { type: 'ready', ready: true });
  await command(other, { type: 'draw_citizens' });
  const { seq } = await view(other);
  await caughtUp(page, seq);
  await page.locator('body').press('Shift+N');
  const news = page.getByRole('dialog', { name: 'Since your last move' });
  await news.waitFor();
  assert.match(await news.innerText(), /Bo|Germany/);
  assert.doesNotMatch(await news.innerText(), /ready/, 'nothing of one’s own');
  await news.getByRole('button', { name: 'The board in words' }).click();
  await board.waitFor();
  nobodyComplained(people);
});

test('balance-of-power: every territory is in its summary', async () => {
  const people = await seatedTable(server, browser, 'balance-of-power', {
    options: { first: 'red', setup: 3 },
    board: 'balance-of-power-map .map',
    pages: 1,
  });
  const [{ page }] = people;
  const { territories } = (await view(page)).public;
  await page.keyboard.press('b');
  const board = page.getByRole('dialog', { name: 'The board in words' });
  await board.waitFor();
  assert.equal(await board.locator('li').count(), Object.keys(territories).length);
  assert.match(await board.innerText(), /Austria: Red, \d+ troops?/);
  nobodyComplained(people);
});
