// What a tap reads on the boards of Balance of Power and Europe: a sheet with the whole text, whose buttons act.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AXE, soundFor } from './support/axe.js';
import { nobodyComplained } from './support/browser.js';
import { command, seated, trading } from './support/europe.js';
import { browser, server, withServer } from './support/fixture.js';
import { Hand, PHONE, placeOf } from './support/hand.js';
import { asked, view, seatedTable } from './support/table.js';
import { countWatchers } from './support/watchers.js';

/** @import { Page } from 'playwright-core' */

withServer();

const LOOK = { ...PHONE, bypassCSP: true };

/** Presses a button of the sheet with a finger. @param {Page} page @param {Hand} hand @param {string | RegExp} name */
async function press(page, hand, name) {
  const button = page.locator('.reading').getByRole('button', { name });
  const box = await button.boundingBox();
  assert.ok(box, String(name));
  await hand.tap([box.x + box.width / 2, box.y + box.height / 2]);
}

/** Returns where the buttons of the sheet begin. @param {Page} page */
const places = (page) =>
  page
    .locator('.reading button')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));

test('balance-of-power: a tap on a territory reads, a button places troops and attacks', async () => {
  const people = await seatedTable(server, browser, 'balance-of-power', {
    options: { first: 'red', setup: 3 },
    look: LOOK,
    board: 'balance-of-power-map .map',
    pages: 1,
  });
  const [{ page }] = people;
  await asked(page, 'draft');
  const hand = await Hand.of(page);
  const { territories } = (await view(page)).public;
  await hand.tap(await placeOf(page, '[data-territory=austria] .bp-counter'));
  const sheet = page.getByRole('dialog', { name: 'Austria' });
  await sheet.waitFor();
  const said = await sheet.innerText();
  for (const part of [`${territories.austria.troops} troops`, 'Rough', 'Next to', 'Switzerland'])
    assert.ok(said.includes(part), `${part}: ${said}`);
  assert.equal(await page.locator('.bp-more-number').count(), 0, 'reading places nothing');
  await page.evaluate(AXE);
  await soundFor(page, 'a sheet');
  const before = await places(page);
  await press(page, hand, 'Place 1 troop here');
  await page.locator('.bp-more-number', { hasText: '+1' }).waitFor();
  assert.deepEqual(await places(page), before, 'no button moves below a finger');
  await press(page, hand, /^Place all \d+ here/);
  await sheet.waitFor({ state: 'detached' });
  await page.locator('.bp-act .primary:enabled').click();
  await asked(page, 'attack');

  const { attacks } = (await view(page)).public;
  const { from, to } = attacks[0];
  await hand.tap(await placeOf(page, `[data-territory="${to}"] .bp-counter`));
  await page.locator('.reading').waitFor();
  assert.equal(await page.locator('.bp-fight').count(), 0, 'reading attacks nothing');
  const name = await page.evaluate((id) => {
    const { play } = /** @type {any} */ (document.querySelector('entente-match'));
    return play.data.map.territory.find((/** @type {any} */ row) => row.id === id).name;
  }, from);
  await press(page, hand, new RegExp(`^Attack from ${name} `));
  await page.locator('.bp-fight').waitFor();
  assert.equal(await page.locator('.reading').count(), 0);
  nobodyComplained(people);
});

test('what closes a sheet stands beside its last button, so that the text has the room', async () => {
  const people = await seatedTable(server, browser, 'balance-of-power', {
    options: { first: 'red', setup: 3 },
    look: { ...LOOK, viewport: { width: 844, height: 390 } },
    board: 'balance-of-power-map .map',
    pages: 1,
  });
  const [{ page }] = people;
  await asked(page, 'draft');
  const hand = await Hand.of(page);
  await hand.tap(await placeOf(page, '[data-territory=austria] .bp-counter'));
  await page.locator('.reading').waitFor();
  const [one, all, back, close] = await places(page);
  assert.equal(one, all, 'two that fit in a row stand in one');
  assert.ok(back === close && back > all, 'what closes has no row of its own');
  const shown = await page.locator('.reading li').evaluateAll((lines) => {
    const acts = document.querySelector('.reading-acts')?.getBoundingClientRect().top ?? 0;
    return lines.filter((line) => line.getBoundingClientRect().bottom <= acts).length;
  });
  assert.ok(shown >= 5, `${shown} lines`);
  await page.evaluate(AXE);
  await soundFor(page, 'a sheet on a phone on its side');
  nobodyComplained(people);
});

test('europe: a tap on a citizen, a card for sale or a good reads, a button acts', async () => {
  const people = await seated(server, browser, {}, LOOK);
  const pages = people.map(({ page }) => page);
  const [page] = pages;
  const hand = await Hand.of(page);
  for (const [at, one] of pages.entries())
    await command(one, { type: 'country', code: ['PL', 'DE'][at] });
  await page.locator('.eu-desk[data-phase=choose]').waitFor();
  const [{ id, coin }] = (await view(page)).private.dealt;
  const card = `.eu-option[data-card="${id}"]`;
  await hand.tap(await placeOf(page, `${card} .title`));
  const sheet = page.locator('.reading');
  await sheet.waitFor();
  assert.match(await sheet.innerText(), new RegExp(`1 happiness or ${coin} coin`));
  assert.equal(await page.locator('.eu-option.kept').count(), 0, 'reading keeps nothing');
  await page.evaluate(AXE);
  await soundFor(page, 'a sheet');
  await press(page, hand, 'Keep this citizen');
  await page.locator(`${card}.kept`).waitFor();
  await hand.tap(await placeOf(page, `${card} .verdict`));
  await page.locator('.eu-option.kept').waitFor({ state: 'detached' });
  assert.equal(await sheet.count(), 0, 'what is a button acts');

  nobodyComplained(people);
});

test('europe: a card for sale is read before it is bought', async () => {
  const people = await trading(server, browser, {}, LOOK);
  const pages = people.map(({ page }) => page);
  const [page] = pages;
  const hand = await Hand.of(page);
  const sold = page.locator('td.bank button');
  assert.ok((await sold.count()) > 0);
  assert.equal(await sold.locator('.buys:visible').count(), await sold.count(), 'each says so');
  await hand.tap(await placeOf(page, 'tbody tr[data-good=grain] th.goods'));
  const grain = page.getByRole('dialog', { name: 'Grain' });
  await grain.waitFor();
  assert.match(await grain.innerText(), /Bo: \d+ grain/);
  const before = await places(page);
  await press(page, hand, 'Want one more grain');
  await page.locator('.builder .terms', { hasText: '1 grain' }).waitFor();
  assert.deepEqual(await places(page), before, 'no button moves below a finger');
  await press(page, hand, 'Close');

  await hand.tap(await placeOf(page, '.eu-panels button:nth-child(3)'));
  const table = (await view(page)).public;
  const slot = table.market.findIndex(
    (/** @type {any} */ one) => one && one.first + one.later <= table.players[0].coin,
  );
  const { id, first, later } = table.market[slot];
  await hand.tap(await placeOf(page, `.stall[data-card="${id}"]`));
  const sheet = page.locator('.reading');
  await sheet.waitFor();
  assert.match(await sheet.innerText(), new RegExp(`${first} now, ${later} in each later round`));
  assert.equal((await view(page)).public.players[0].coin, table.players[0].coin);
  await press(page, hand, `Buy it for ${first + later} coin`);
  await page.waitForFunction(
    (coin) =>
      /** @type {any} */ (document.querySelector('entente-match')).play.view.public.players[0]
        .coin === coin,
    table.players[0].coin - first - later,
  );
  nobodyComplained(people);
});

test('the way back closes a sheet, not the match, and the focus goes back to what had it', async () => {
  const people = await seatedTable(server, browser, 'balance-of-power', {
    options: { first: 'red', setup: 3 },
    look: LOOK,
    board: 'balance-of-power-map .map',
    pages: 1,
  });
  const [{ page }] = people;
  await asked(page, 'draft');
  await page.evaluate(countWatchers);
  const watched = () => page.evaluate(() => /** @type {any} */ (window).watched.size);
  const hand = await Hand.of(page);
  const before = page.url();
  for (const way of ['back', 'button', 'other page']) {
    await hand.tap(await placeOf(page, '[data-territory=austria] .bp-counter'));
    const sheet = page.getByRole('dialog', { name: 'Austria' });
    await sheet.waitFor();
    assert.equal(await watched(), 1);
    if (way === 'back')
      await page.evaluate(() => [.../** @type {any} */ (window).watched][0].requestClose());
    else if (way === 'button') await press(page, hand, 'Close');
    else {
      await page.evaluate(() => /** @type {any} */ (document.querySelector('a.brand')).click());
      await page.locator('.game-card').first().waitFor();
    }
    await sheet.waitFor({ state: 'detached' });
    assert.equal(await watched(), 0, way);
    if (way === 'other page') break;
    assert.equal(page.url(), before);
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute('data-territory')),
      'austria',
      way,
    );
  }
  nobodyComplained(people);
});
