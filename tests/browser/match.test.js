// A complete match in the browser: opened, joined by its link, played, watched, ended.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer } from './support/answer.js';
import { nobodyComplained, person } from './support/browser.js';
import { stopClock } from './support/clock.js';
import { begin, playUntil, random, say, seedOf, state, turnTo } from './support/play.js';
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
  const { links } = await server.match('europe-divided');
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

test('while the server does not answer the page says so, and afterwards nothing is missing or new', async () => {
  const { links } = await server.match('balance-of-power');
  const people = await Promise.all([person(browser), person(browser)]);
  const pages = people.map(({ page }) => page);
  const [ada, bo] = pages;
  await ada.clock.install();
  await Promise.all(pages.map((page, seat) => page.goto(links[seat])));
  await begin(pages);
  await say(bo, 'Hello');
  await ada.getByLabel('1 new line').waitFor();
  await turnTo(ada, 'chat');
  await ada.locator('.news').waitFor({ state: 'detached' });
  await ada.locator('.drawer-buttons [data-tab="chat"]').click();

  const pick = random(seedOf(13));
  await playUntil(pages, pick, async () => (await state(ada)).offers > 0);
  const { seq } = await state(ada);
  await stopClock(ada);
  server.freeze();
  const answered = answer(ada, pick);
  try {
    await ada.waitForFunction(
      () => /** @type {any} */ (document.querySelector('entente-match')).play.session.busy,
    );
    assert.equal(
      (await ada.locator('.line').innerText()).trim(),
      '',
      'an answer may take a moment',
    );
    await ada.clock.runFor(2_000);
    await ada.locator('.line').getByText('Sending …').waitFor();
    await ada.clock.runFor(15_000);
    await ada.locator('.line.waiting, .line.connecting').waitFor();
  } finally {
    server.thaw();
    await ada.clock.resume();
  }
  await ada.locator('.line.online').waitFor({ state: 'attached' });
  assert.equal(await answered, true);
  assert.ok((await state(ada)).seq > seq, 'the choice is made, once the server can hear it');
  assert.equal((await ada.locator('.line').innerText()).trim(), '');
  await ada.waitForFunction(
    () => /** @type {any} */ (document.querySelector('entente-match')).session.chat.length === 1,
  );
  assert.equal(await ada.locator('.news').count(), 0, 'what was read is not news again');
  nobodyComplained(people);
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
