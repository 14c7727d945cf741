// Accessibility: axe finds no serious fault on any screen, and a match can be played by the keyboard alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AXE, soundFor } from './support/axe.js';
import { nobodyComplained, person } from './support/browser.js';
import { trading } from './support/europe.js';
import { begin, playUntil, random, seedOf, state } from './support/play.js';
import { browser, server, withServer } from './support/fixture.js';
import { rotated } from './support/rotation.js';

/** @import { Page } from 'playwright-core' */

/** Selectors of highlighted choices on each board: axe checks every board with some of them. */
const LIT = /** @type {Record<string, string>} */ ({
  'europe-divided': '.ed-space.legal',
  'balance-of-power': '.bp-block.can',
  europe: 'entente-match',
});

const SCHEMES = /** @type {const} */ (['light', 'dark']);

withServer();

for (const game of Object.keys(LIT)) {
  for (const colorScheme of rotated(SCHEMES)) {
    test(`axe finds no serious fault: ${game}, ${colorScheme}`, async () => {
      // The test's own script is no part of the page.
      const options = { colorScheme, bypassCSP: true };
      const [ada, bo] = await Promise.all([person(browser, options), person(browser)]);
      await ada.page.addInitScript(AXE);
      await ada.page.goto(`${server.url}/`);
      await ada.page.locator('.game-card').nth(2).waitFor();
      await soundFor(ada.page, 'first page');
      await ada.page.locator(`[data-game="${game}"] button.more`).click();
      await ada.page.locator('entente-create details summary').click();
      await soundFor(ada.page, 'opening a room');
      const { links } = await server.room(game);
      await ada.page.goto(links[0]);
      await bo.page.goto(links[1]);
      await ada.page.locator('.lobby').waitFor();
      await soundFor(ada.page, 'lobby');
      await begin([ada.page, bo.page]);
      await soundFor(ada.page, 'begin of the match');
      const pages = [ada.page, bo.page];
      await playUntil(pages, random(seedOf(4)), async () => {
        const lit = await ada.page.locator(LIT[game]).count();
        return lit > 0 && (await state(ada.page)).seq >= 12;
      });
      await soundFor(ada.page, 'match');
      await ada.page.getByRole('button', { name: 'Settings' }).click();
      await soundFor(ada.page, 'settings');
      await ada.page.getByRole('button', { name: 'Resign' }).click();
      await ada.page.getByRole('button', { name: 'Yes, resign' }).click();
      await ada.page.locator('.ending').waitFor();
      await soundFor(ada.page, 'end');
      nobodyComplained([ada, bo]);
    });
  }
}

for (const colorScheme of rotated(SCHEMES)) {
  test(`axe finds no serious fault on what is pressed: europe, ${colorScheme}`, async () => {
    const look = { colorScheme, bypassCSP: true };
    const people = await trading(server, browser, {}, look, AXE);
    const [{ page }] = people;
    await page.locator('.eu-ready').click();
    await page.locator('.eu-ready.on:enabled').waitFor();
    await soundFor(page, 'ready');
    nobodyComplained(people);
  });
}

/** Presses Tab until the wanted element has the focus. @param {Page} page @param {string} wanted */
async function tabTo(page, wanted) {
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press('Tab');
    const there = await page.evaluate((css) => document.activeElement?.matches(css), wanted);
    if (there) return;
  }
  throw new Error(`Tab does not lead to ${wanted}`);
}

test('a room is opened, joined and played with the keyboard alone', async () => {
  const [ada, bo] = await Promise.all([person(browser), person(browser)]);
  await ada.page.goto(`${server.url}/`);
  await ada.page.locator('.game-card').nth(2).waitFor();
  await tabTo(ada.page, '[data-game=europe-divided] .friend');
  await ada.page.keyboard.press('Enter');
  await tabTo(ada.page, 'input[name=name]');
  await ada.page.keyboard.type('Ada');
  await ada.page.keyboard.press('Enter');
  await ada.page.locator('.lobby').waitFor();
  await bo.page.goto(ada.page.url());
  await bo.page.locator('input[name=name]').waitFor();
  await tabTo(bo.page, 'input[name=name]');
  await bo.page.keyboard.type('Bo');
  await bo.page.keyboard.press('Enter');
  for (const { page } of [ada, bo]) {
    await page.locator('.lobby').waitFor();
    await tabTo(page, 'button.big');
    await page.keyboard.press('Enter');
  }
  for (const { page } of [ada, bo]) {
    await page.locator('entente-match .match').waitFor();
    await tabTo(page, '.drawer-buttons [data-tab=choices]');
    await page.keyboard.press('Enter');
    await page.locator(':is(.offer, .filter):focus').waitFor();
    await tabTo(page, '.offer');
    await page.keyboard.press('Enter');
    await page.locator('.offer-form').waitFor();
    for (let boxes = 0; !(await page.locator('.offer-form .primary:enabled').count()); boxes += 1) {
      assert.ok(boxes < 10, 'the form is never complete');
      await tabTo(page, '.offer-form input:not(:checked)');
      await page.keyboard.press('Space');
    }
    await tabTo(page, '.offer-form .primary');
    await page.keyboard.press('Enter');
    await page.locator('.offer-form').waitFor({ state: 'detached' });
  }
  await ada.page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('entente-match')).session.view.seq > 0,
  );
  nobodyComplained([ada, bo]);
});

test('whoever skips to the content stays where they are, with the focus in it', async () => {
  const ada = await person(browser);
  const { page } = ada;
  const { links } = await server.match('balance-of-power');
  const bo = await person(browser);
  await bo.page.goto(links[1]);
  await page.goto(links[0]);
  await begin([page, bo.page]);
  const { pathname: match } = new URL(page.url());
  /** @type {[address: string, shown: string][]} */ const pages = [
    ['/', '.game-card'],
    [match, 'entente-match .match'],
    ['/rules/europe', 'entente-rules-page h1'],
    ['/licences', 'pre.licences'],
  ];
  for (const [address, shown] of pages) {
    await page.goto(server.url + address);
    await page.locator(shown).first().waitFor();
    await page.keyboard.press('Tab');
    const before = page.url();
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'content', address);
    assert.equal(page.url(), before);
    await page.locator(shown).first().waitFor();
    await page.keyboard.press('Tab');
    // The licences have nothing that could take it.
    const inside = () =>
      document.querySelector('#content :is(a, button, input)') === null ||
      document.activeElement?.closest('#content') !== null;
    assert.ok(await page.evaluate(inside), `the next key goes on from there: ${address}`);
  }
  nobodyComplained([ada, bo]);
});
