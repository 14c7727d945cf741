// After the end: the result, the check of the deal, looking back, the rematch.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { launch, nobodyComplained, person } from './support/browser.js';
import { begin, playUntil, random, seedOf, state } from './support/play.js';
import { Server } from './support/server.js';
import { againstBots, resign } from './support/table.js';

/** @type {Server} */ let server;
/** @type {import('playwright-core').Browser} */ let browser;
/** @type {import('./support/browser.js').Person[]} */ let people;

before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
  people = await Promise.all([person(browser), person(browser)]);
  const { links } = await server.room('europe-divided');
  await Promise.all(people.map(({ page }, seat) => page.goto(links[seat])));
  const pages = people.map(({ page }) => page);
  await begin(pages);
  await playUntil(pages, random(seedOf(3)), async () => (await state(pages[0])).seq >= 16);
  await resign(pages[0]);
  await Promise.all(pages.map((page) => page.locator('.ending').waitFor()));
});
after(async () => {
  await browser?.close();
  await server?.end();
});

test('both see the same result, each from their side', async () => {
  const [ada, bo] = people;
  assert.equal(await ada.page.locator('.result').innerText(), 'You have lost');
  assert.equal(await bo.page.locator('.result').innerText(), 'You have won');
});

test('the result lies over the board, with its figures, and the board can be looked at', async () => {
  const [ada, bo] = people;
  const over = bo.page.locator('.over');
  assert.match(
    await over.locator('.scores').first().innerText(),
    /Ada \(Europe\)[^]*Contested cards/,
  );
  await over.getByRole('button', { name: 'Look at the board' }).click();
  await over.waitFor({ state: 'detached' });
  await bo.page.getByRole('button', { name: 'Result' }).click();
  await over.waitFor();
  assert.equal(
    await ada.page.getByRole('button', { name: 'Play the other side' }).count(),
    0,
    'the other side is a person’s',
  );
});

test('a picture of the end is drawn and saved', async () => {
  const [ada] = people;
  const saved = ada.page.waitForEvent('download');
  await ada.page.getByRole('button', { name: 'A picture to share' }).click();
  const download = await saved;
  assert.match(download.suggestedFilename(), /^entente-\w{6}\.png$/);
  const bytes = readFileSync(await download.path());
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630]);
});

test('against a bot the other side is one press away', async () => {
  const cleo = await againstBots(server, browser, 'europe-divided', { name: 'Cleo', seat: 0 });
  const { page } = cleo;
  await resign(page);
  await page.getByRole('button', { name: 'Play the other side' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(cleo.code));
  const code = String(new URL(page.url()).pathname.split('/').at(-1));
  const { seats } = await server.ask('GET', `rooms/${code}`);
  assert.deepEqual(
    seats.map((/** @type {any} */ { kind, name }) => [kind, kind === 'person' ? name : '']),
    [
      ['bot', ''],
      ['person', 'Cleo'],
    ],
  );
  nobodyComplained([cleo]);
});

test('who may not play again learns why, and who clicks twice opens one room', async () => {
  const dan = await againstBots(server, browser, 'europe-divided', { name: 'Dan', seat: 0 });
  const { page } = dan;
  await resign(page);
  const json = { code: 'too_many_requests', detail: 'later', retry_after_ms: 1_000 };
  await page.route('**/rematch', (route) => route.fulfill({ status: 429, json }));
  await page.getByRole('button', { name: 'Rematch' }).click();
  const alert = page.locator('.ending').getByRole('alert');
  assert.match(await alert.innerText(), /Too many/);

  let opened = 0;
  /** @type {(value?: unknown) => void} */ let release = () => {};
  const clicked = new Promise((done) => (release = done));
  await page.route('**/api/v1/rooms', async (route) => {
    opened += 1;
    await clicked;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Play the other side' }).dblclick();
  assert.equal(await alert.count(), 0);
  release();
  await page.waitForURL((url) => !url.pathname.endsWith(dan.code));
  assert.equal(opened, 1);
  nobodyComplained([dan]);
});

test('the deal is checked in the browser, against what the browser kept', async () => {
  const [ada] = people;
  await ada.page.locator('.ending').getByRole('button', { name: 'How it was dealt' }).click();
  const dialog = ada.page.getByRole('dialog');
  await dialog.getByText('Ada: took part in the deal').waitFor();
  await dialog.getByRole('button', { name: 'Check the whole deal' }).click();
  await dialog.getByText('The record holds: every card and die').waitFor();
  assert.equal(await dialog.getByText('that no player was bound late').count(), 0);
  for (const { page } of people) assert.equal(await page.locator('.suspected').count(), 0);
  await dialog.getByRole('button', { name: 'Close' }).click();
});

test('the very bytes that were sent are checked and saved', async () => {
  const [ada] = people;
  const mark = [0xef, 0xbb, 0xbf];
  await ada.page.route('**/record', async (route) => {
    const response = await route.fetch();
    // A mark of the order of bytes, which decoding leaves out.
    await route.fulfill({ response, body: Buffer.from([...mark, ...(await response.body())]) });
  });
  await ada.page.locator('.ending').getByRole('button', { name: 'How it was dealt' }).click();
  const dialog = ada.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Check the whole deal' }).click();
  await dialog.getByText('The record does not hold at').waitFor();
  const [saved] = await Promise.all([
    ada.page.waitForEvent('download'),
    dialog.getByText('Save the record').click(),
  ]);
  assert.match(saved.suggestedFilename(), /^[A-Z0-9]{6}\.json$/);
  const bytes = await readFile(await saved.path());
  assert.deepEqual([...bytes.subarray(0, 3)], mark);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await ada.page.unroute('**/record');
});

test('a record that is not the match that was played is refused', async () => {
  const [, bo] = people;
  await bo.page.route('**/record', async (route) => {
    const response = await route.fetch();
    const record = await response.text();
    await route.fulfill({ response, body: record.replace('"label":"', '"label":"x') });
  });
  await bo.page.locator('.ending').getByRole('button', { name: 'How it was dealt' }).click();
  const dialog = bo.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Check the whole deal' }).click();
  await dialog.getByText('The record does not hold at').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
});

test('the match can be looked at again, step by step, from every seat', async () => {
  const [ada, bo] = people;
  await ada.page.getByRole('button', { name: 'Look back', exact: true }).click();
  const bar = ada.page.getByRole('group', { name: 'Look back' });
  await bar.getByText(/Step 0 of \d+/).waitFor();
  await bar.getByRole('button', { name: 'One step forward' }).click();
  await bar.getByText(/Step 1 of \d+/).waitFor();
  await bar.getByLabel('Seen by').selectOption({ label: 'Bo (Russia)' });
  await ada.page.waitForFunction(() => {
    const { replay } = /** @type {any} */ (document.querySelector('entente-match'));
    return replay.whole && replay.view?.private?.side === 'russia' && replay.at === 1;
  });
  await bar.getByRole('button', { name: 'To the end' }).click();
  await bar.getByRole('button', { name: 'Back to the result' }).click();
  await bar.waitFor({ state: 'detached' });
  nobodyComplained([ada, bo]);
});

test('a rematch takes both to the same new room', async () => {
  const [ada, bo] = people;
  await ada.page.getByRole('button', { name: 'Rematch' }).click();
  await ada.page.locator('.lobby').waitFor();
  await bo.page.getByRole('button', { name: 'Go to the rematch' }).click();
  await bo.page.locator('.lobby').waitFor();
  assert.equal(ada.page.url(), bo.page.url());
  nobodyComplained([ada, bo]);
});
