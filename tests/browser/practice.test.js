// Playing on from an entry of a match that is over.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soundFor } from './support/axe.js';
import { nobodyComplained, person } from './support/browser.js';
import { begin, playUntil, random, seedOf, state } from './support/play.js';
import { browser, server, withServer } from './support/fixture.js';
import { Server } from './support/server.js';
import { againstBots, resign } from './support/table.js';

withServer('--bot-pace-ms', '0');

test('a match that is over goes on in a new room, marked as practice', async () => {
  const ada = await againstBots(server, browser, 'europe-divided');
  const { page } = ada;
  await playUntil([page], random(seedOf(8)), async () => (await state(page)).seq >= 12);
  await resign(page);
  let release = () => {};
  const held = new Promise((done) => (release = () => done(undefined)));
  await page.route('**/replay?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Look back', exact: true }).click();
  const open = page.getByRole('button', { name: 'Play on from here' });
  // Pressed before a step has arrived, it leads to the end all the same.
  await page.getByRole('button', { name: 'To the end' }).click();
  release();
  await page.waitForFunction(() => {
    const { replay } = /** @type {any} */ (document.querySelector('entente-match'));
    return replay.whole && replay.view.outcome;
  });
  assert.ok(await open.isDisabled(), 'nothing goes on from the end');
  await page.getByRole('button', { name: 'One step back' }).click();
  const shown = await page.evaluate(() => {
    const { replay } = /** @type {any} */ (document.querySelector('entente-match'));
    return replay.view;
  });
  await soundFor(page, 'a replay to play on from');
  await open.click();

  // Who played alone goes on at once: the bot is there already.
  const mark = page.locator('.status > .unproven', { hasText: 'Practice' });
  await mark.waitFor();
  const note = `Practice, from entry ${shown.seq} of match ${ada.code}: not provably dealt.`;
  assert.equal(await mark.getAttribute('title'), note);
  const code = new URL(page.url()).pathname.split('/').at(-1);
  assert.notEqual(code, ada.code);
  await soundFor(page, 'a match for practice');
  const now = await state(page);
  assert.ok(now.seq >= shown.seq, `entry ${now.seq}`);
  assert.ok((await page.getByRole('button', { name: 'How it was dealt' }).count()) === 0);
  assert.equal(await page.locator('.suspected').count(), 0, 'nothing is suspected');
  await playUntil([page], random(seedOf(9)), async () => (await state(page)).seq >= now.seq + 4);
  const { fairness, unproven } = await server.ask('GET', `rooms/${code}`);
  assert.deepEqual(unproven, { kind: 'practice', from: ada.code, seq: shown.seq });
  assert.ok(fairness.seats.every((/** @type {any} */ seat) => !seat.commitment));

  // Where somebody has still to come, the lobby says so too.
  const wanted = { seq: shown.seq, name: 'Ada' };
  const free = await server.ask('POST', `rooms/${ada.code}/practice`, wanted);
  await page.goto(`${server.url}/r/${free.room.code}#seat=${free.token}`);
  await page.locator('.lobby .unproven', { hasText: note }).waitFor();
  await soundFor(page, 'the lobby of a practice room');
  nobodyComplained([ada]);
});

test('a server for authors says from which seed it deals', async () => {
  const authors = await Server.start('--dev', '--seed', '7');
  try {
    const { links } = await authors.room('balance-of-power');
    const people = [await person(browser), await person(browser)];
    for (const [seat, { page }] of people.entries()) await page.goto(links[seat]);
    const pages = people.map(({ page }) => page);
    const note = 'A server for authors deals from the seed 7: not provably dealt.';
    await pages[0].locator('.lobby .unproven', { hasText: note }).waitFor();
    await begin(pages);
    const mark = pages[0].locator('.status > .unproven');
    await mark.waitFor();
    assert.equal(await mark.getAttribute('title'), note);
    nobodyComplained(people);
  } finally {
    await authors.end();
  }
});
