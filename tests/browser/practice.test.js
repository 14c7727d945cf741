// Playing on from an entry of a match that is over.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soundFor } from './support/axe.js';
import { nobodyComplained, person } from './support/browser.js';
import { begin, playUntil, random, seedOf, state } from './support/play.js';
import { browser, server, withServer } from './support/fixture.js';
import { appears } from './support/passing.js';
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

test('a replay that has not arrived whole says so, stands still there, and goes on where it was', async () => {
  const ada = await againstBots(server, browser, 'europe-divided');
  const { page } = ada;
  await playUntil([page], random(seedOf(8)), async () => (await state(page)).seq >= 12);
  await resign(page);
  const [first, all] = [5, (await server.ask('GET', `rooms/${ada.code}/replay?view=0`)).updates];
  assert.ok(all.length > first + 1);
  /** @type {string[]} */ const asked = [];
  let away = true;
  // Two pages, of which the second does not come.
  await page.route('**/replay?*', async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [view, from] = [query.get('view'), Number(query.get('from'))];
    asked.push(`${view} ${from}`);
    if (from > 0 && away) return route.abort('connectionrefused');
    const { updates } = await server.ask('GET', `rooms/${ada.code}/replay?view=${view}`);
    const json =
      from === 0
        ? { updates: updates.slice(0, first), next: first }
        : { updates: updates.slice(first), next: null };
    await route.fulfill({ json });
  });
  await page.getByRole('button', { name: 'Look back', exact: true }).click();
  const bar = page.getByRole('group', { name: 'Look back' });
  const said = page.locator('entente-replay').getByText('Not all steps are here.');
  await said.waitFor();
  await soundFor(page, 'a replay in parts');
  await bar.getByRole('button', { name: 'To the end' }).click();
  const stops = await appears(page, '.replay-bar button', 'Stop');
  await bar.getByRole('button', { name: 'Play', exact: true }).click();
  await stops();
  await bar.getByRole('button', { name: 'Play', exact: true }).waitFor();
  away = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await bar.getByText(`of ${all.length - 1}`).waitFor();
  await said.waitFor({ state: 'detached' });
  assert.deepEqual(asked, ['0 0', '0 5', '0 5']);

  // Another view is another replay, and the one before is there still.
  await bar.getByLabel('Seen by').selectOption('public');
  await page.waitForFunction(() => {
    const { replay } = /** @type {any} */ (document.querySelector('entente-match'));
    return replay.seat === null && replay.whole;
  });
  await bar.getByLabel('Seen by').selectOption('0');
  await page.waitForFunction(() => {
    const { replay } = /** @type {any} */ (document.querySelector('entente-match'));
    return replay.seat === 0 && replay.whole && replay.view;
  });
  assert.deepEqual(asked.slice(3), ['public 0', 'public 5']);
  nobodyComplained([ada]);
});

test('a view that nobody looks at any more is fetched no further', async () => {
  const ada = await againstBots(server, browser, 'europe-divided');
  const { page } = ada;
  await resign(page);
  /** @type {string[]} */ const failed = [];
  page.on('requestfailed', (request) => {
    failed.push(String(new URL(request.url()).searchParams.get('view')));
  });
  await page.route('**/replay?view=0*', () => {});
  await page.getByRole('button', { name: 'Look back', exact: true }).click();
  const eyes = page.getByLabel('Seen by');
  await eyes.selectOption('public');
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('entente-match')).replay.whole,
  );
  assert.deepEqual(failed, ['0']);
  nobodyComplained([ada]);
});
