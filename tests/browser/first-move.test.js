// From the first page to the first decision: one click and no name against bots, one click for a friend's
// link, and a page that is light and stands still.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AXE, soundFor } from './support/axe.js';
import { nobodyComplained, person } from './support/browser.js';
import { browser, server, withStore } from './support/fixture.js';

/** @import { Page } from 'playwright-core' */

withStore('--bot-pace-ms', '0');

/** Script that counts clicks and typed characters, over all pages of the visit. */
const COUNTING = () => {
  const counted = /** @type {any} */ (window);
  counted.acts = 0;
  for (const kind of ['click', 'keydown', 'change']) {
    addEventListener(kind, (event) => (counted.acts += event.isTrusted ? 1 : 0), true);
  }
};

for (const game of ['europe-divided', 'balance-of-power', 'europe']) {
  test(`one click leads from the first page to the first decision: ${game}`, async () => {
    const ada = await person(browser);
    const { page } = ada;
    await page.addInitScript(COUNTING);
    await page.goto(server.url);
    await page
      .locator(`[data-game="${game}"]`)
      .getByRole('button', { name: /^Play now/ })
      .click();
    await page.waitForFunction(() => {
      const match = /** @type {any} */ (document.querySelector('entente-match'));
      return match?.session.asked && match.session.offers.length > 0;
    });
    assert.equal(await page.evaluate(() => /** @type {any} */ (window).acts), 1);
    const code = new URL(page.url()).pathname.split('/').at(-1);
    const { seats, fairness } = await server.ask('GET', `rooms/${code}`);
    assert.equal(seats[0].name, 'Guest');
    assert.equal(seats[1].level, 'easy');
    assert.match(fairness.seats[0].entropy, /^[0-9a-f]{64}$/, 'this browser took part in the deal');
    assert.equal(await page.evaluate(() => localStorage.getItem('entente/name')), null);
    nobodyComplained([ada]);
  });
}

test('a room that was opened for bots begins by itself, dealt and kept as any other', async () => {
  const ada = await person(browser);
  const { page } = ada;
  await page.goto(server.url);
  await page.click('[data-game=europe] button.more');
  await page.selectOption('[name=option-players]', '3');
  await page.selectOption('select[name=opponent]', 'bot');
  assert.equal(await page.locator('input[name=name]').count(), 0, 'bots know nobody by name');
  await page.getByRole('button', { name: 'Start the match' }).click();
  await page.locator('entente-match .match').waitFor();
  const code = new URL(page.url()).pathname.split('/').at(-1);
  const { fairness, seats } = await server.ask('GET', `rooms/${code}`);
  assert.equal(seats[0].name, 'Guest');
  assert.match(fairness.seats[0].commitment, /^[0-9a-f]{64}$/, 'this browser was bound');
  assert.match(fairness.seats[0].entropy, /^[0-9a-f]{64}$/, 'and brought its bytes');
  const kept = () =>
    page.evaluate(
      () =>
        /** @type {any} */ (document.querySelector('entente-match')).session.deal.evidence.facts
          .length,
    );
  assert.ok((await kept()) > 0, 'what it saw of the deal is kept');
  nobodyComplained([ada]);
});

test('whoever cares for no country is given one, and goes on', async () => {
  const ada = await person(browser);
  const { page } = ada;
  await page.goto(server.url);
  await page.locator('[data-game=europe] .play').click();
  await page.getByRole('button', { name: 'Any country' }).click();
  await page.locator('.eu-desk[data-phase=choose]').waitFor();
  nobodyComplained([ada]);
});

test('one click opens a room for a friend and copies its link; the name is asked for once', async () => {
  const ada = await person(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = ada;
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const invite = () =>
    page
      .locator('[data-game=europe]')
      .getByRole('button', { name: /^Invite a friend/ })
      .click();
  await page.goto(server.url);
  await invite();
  const name = page.getByLabel('Your name');
  await name.press('Enter');
  await page.getByText('Please enter a name.').waitFor();
  await name.fill('Ada');
  await name.press('Enter');
  await page.locator('.lobby .sitter', { hasText: 'Ada' }).waitFor();
  await page.getByText('The link is copied').waitFor();
  assert.equal(await copied(), page.url());
  assert.equal(await page.getByLabel('Link to this room').inputValue(), page.url());

  await page.goto(server.url);
  await page.addInitScript(COUNTING);
  await page.reload();
  await invite();
  await page.locator('.lobby .sitter', { hasText: 'Ada' }).waitFor();
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).acts), 1);
  assert.equal(await copied(), page.url());
  nobodyComplained([ada]);
});

test('on a phone the link goes to the share sheet', async () => {
  const ada = await person(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const { page } = ada;
  await page.addInitScript(() => {
    localStorage.setItem('entente/name', 'Ada');
    navigator.share = async (data) => void (/** @type {any} */ (window.handed = data));
  });
  await page.goto(server.url);
  await page
    .locator('[data-game=europe]')
    .getByRole('button', { name: /^Invite/ })
    .tap();
  await page.getByText('Your friend has the link').waitFor();
  const { url, text } = await page.evaluate(() => /** @type {any} */ (window).handed);
  assert.equal(url, page.url());
  assert.match(text, /Europe/);
  await page.getByRole('button', { name: 'Share the link' }).tap();
  nobodyComplained([ada]);
});

test('nothing on the first page moves, and every way in can be told apart', async () => {
  const ada = await person(browser, { bypassCSP: true });
  const { page } = ada;
  await page.addInitScript(AXE);
  await page.addInitScript(() => {
    const seen = /** @type {any} */ (window);
    seen.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.moved += /** @type {any} */ (entry).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(server.url);
  const pictures = page.locator('.game-card img');
  await pictures.nth(2).waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('img')].every((one) => one.complete && one.naturalWidth > 0),
  );
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).moved), 0);
  const names = await page
    .locator('.ways button')
    .evaluateAll((all) =>
      all.map((button) => button.getAttribute('aria-label') ?? button.textContent),
    );
  assert.ok(names.length >= 12, 'four ways into each game');
  assert.equal(new Set(names).size, names.length, names.join('; '));
  await soundFor(page, 'first page');
  nobodyComplained([ada]);
});

test('a name is remembered from the first match with people, and can be changed', async () => {
  const [ada, bo] = await Promise.all([person(browser), person(browser)]);
  const { code } = (await server.ask('POST', 'rooms', { game: 'europe', name: 'Cleo' })).room;
  await bo.page.goto(`${server.url}/r/${code}`);
  await bo.page.getByLabel('Your name').fill('Bo');
  await bo.page.getByRole('button', { name: 'Take a seat' }).click();
  await bo.page.locator('.lobby .sitter', { hasText: 'Bo' }).waitFor();
  await bo.page.goto(server.url);
  const called = bo.page.getByLabel('Others see me as');
  assert.equal(await called.inputValue(), 'Bo');
  await called.fill('Bruno');
  await called.press('Tab');
  await bo.page.locator('[data-game=europe] .friend').click();
  await bo.page.locator('.lobby .sitter', { hasText: 'Bruno' }).waitFor();
  await ada.page.goto(bo.page.url());
  await ada.page.getByText('Bruno waits for you.').waitFor();
  nobodyComplained([ada, bo]);
});
