// A complete match in the browser: opened, joined by its link, played, watched, ended.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nobodyComplained, person } from './support/browser.js';
import { begin, playUntil, random, seedOf, state } from './support/play.js';
import { browser, server, withStore } from './support/fixture.js';

withStore();

test('somebody opens a room, a friend follows the link, both play, a third watches', async () => {
  const [ada, bo, cleo] = await Promise.all([person(browser), person(browser), person(browser)]);
  await ada.page.goto(server.url);
  await ada.page.click('[data-game=europe-divided] button.more');
  await ada.page.fill('input[name=name]', 'Ada');
  await ada.page.click('entente-create button.primary');
  await ada.page.waitForSelector('.lobby');
  const link = await ada.page.inputValue('.invite input');
  assert.equal(link, ada.page.url());

  await bo.page.goto(link);
  await bo.page.fill('input[name=name]', '<b>Bo</b>');
  await bo.page.click('form.create button.primary');
  await begin([bo.page, ada.page]);
  await cleo.page.goto(link);
  await cleo.page.click('main button');
  await cleo.page.waitForSelector('entente-match .match');

  const pick = random(seedOf(1));
  const pages = [ada.page, bo.page];
  await playUntil(pages, pick, async () => (await state(ada.page)).seq >= 12);
  assert.match(await ada.page.locator('.who').innerText(), /<b>Bo<\/b>/, 'a name is text');

  const { seq } = await state(ada.page);
  await cleo.page.waitForFunction(
    (wanted) =>
      /** @type {any} */ (document.querySelector('entente-match')).session.view.seq >= wanted,
    seq,
  );
  assert.equal((await state(cleo.page)).offers, 0);
  nobodyComplained([ada, bo, cleo]);
});

test('a restart of the server is survived by the page', async () => {
  const { links } = await server.room('europe-divided');
  const [ada, bo] = await Promise.all([person(browser), person(browser)]);
  await ada.page.goto(links[0]);
  await bo.page.goto(links[1]);
  assert.ok(!ada.page.url().includes('seat='), 'the key is taken out of the address bar');
  await begin([ada.page, bo.page]);
  const pick = random(seedOf(2));
  const pages = [ada.page, bo.page];
  await playUntil(pages, pick, async () => (await state(ada.page)).seq >= 6);
  await server.kill();
  await ada.page.locator('.line.waiting, .line.connecting').waitFor();
  await server.start();
  const { seq } = await state(ada.page);
  await playUntil(pages, pick, async () => (await state(ada.page)).seq >= seq + 4);
  nobodyComplained([ada, bo]);
});

test('one who comes to an unknown room is told what to do', async () => {
  const { page } = await person(browser);
  for (const code of ['CDFHJK', 'ZZZZZZ', 'a%20b']) {
    await page.goto(`${server.url}/r/${code}`);
    await page.getByRole('heading', { name: 'There is no such room' }).waitFor();
  }
  await page.getByRole('link', { name: 'All games' }).click();
  await page.getByRole('heading', { name: 'Choose a game' }).waitFor();
});

test('the newest page of a seat wins, and the older one says so', async () => {
  const { links } = await server.room('balance-of-power');
  const { page: first } = await person(browser);
  await first.goto(links[0]);
  await first.waitForSelector('.lobby');
  const { page: second } = await person(browser);
  await second.goto(links[0]);
  await second.waitForSelector('.lobby');
  await first.getByRole('heading', { name: /open in another tab/ }).waitFor();
  await first.getByRole('button', { name: 'Continue here' }).click();
  await first.waitForSelector('.lobby');
  await second.getByRole('heading', { name: /open in another tab/ }).waitFor();
});
