// The first page: its size, its requests, and its answer to a wrong code.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AXE, soundFor } from './support/axe.js';
import { nobodyComplained, person, resize } from './support/browser.js';
import { browser, server, withServer } from './support/fixture.js';
import { transfers } from './support/network.js';
import { committed, typesOf } from './tools/types.js';

/** The most that the first page may transfer, in bytes. */
const FIRST_PAGE_BYTES = 80_000;
/** The most that a board may transfer in addition, in bytes. */
const BOARD_BYTES = 310_000;

withServer('--base-path', '/games');

test('the first page is light, asks this server only, and keeps its files for ever', async () => {
  const ada = await person(browser);
  const transferred = await transfers(ada.page);
  /** @type {import('playwright-core').Response[]} */
  const responses = [];
  ada.page.on('response', (response) => responses.push(response));
  await ada.page.goto(`${server.url}/`);
  await ada.page.locator('.game-card img').nth(2).waitFor();
  const bytes = await transferred();
  console.log(`${bytes} bytes`);
  assert.ok(bytes > 0 && bytes <= FIRST_PAGE_BYTES, `${bytes} bytes`);
  for (const response of responses) {
    const url = new URL(response.url());
    assert.equal(url.origin, new URL(server.url).origin);
    if (url.pathname.startsWith('/games/web/')) {
      assert.match(response.headers()['cache-control'], /immutable/);
    }
  }
  const page = responses[0].headers();
  assert.equal(page['cache-control'], 'no-cache');
  assert.match(page['content-security-policy'], /default-src 'none'/);
  assert.match(page['content-security-policy'], /frame-ancestors 'none'/);
  nobodyComplained([ada]);
});

for (const game of ['europe-divided', 'balance-of-power', 'europe'])
  test(`what a match of ${game} needs beside the first page is light`, async () => {
    const { page } = await person(browser);
    const transferred = await transfers(page);
    await page.goto(`${server.url}/`);
    await page.locator('.game-card img').nth(2).waitFor();
    await transferred();
    await page.locator(`[data-game="${game}"] button.primary`).first().click();
    await page.locator('entente-match .match').waitFor();
    const bytes = await transferred();
    console.log(`${bytes} bytes for ${game}`);
    assert.ok(bytes > 0 && bytes <= BOARD_BYTES, `${bytes} bytes`);
  });

test('the page can be installed: its manifest has icons, and leads back under the base path', async () => {
  const ada = await person(browser);
  await ada.page.goto(`${server.url}/`);
  const href = await ada.page.locator('link[rel=manifest]').evaluate((link) => link.href);
  const answer = await fetch(href);
  assert.equal(answer.headers.get('content-type'), 'application/manifest+json');
  const { start_url: start, scope, display, icons } = await answer.json();
  assert.equal(new URL(start, href).href, `${server.url}/`);
  assert.equal(new URL(scope, href).href, `${server.url}/`);
  assert.equal(display, 'standalone');
  for (const { src, type } of icons) {
    const icon = await fetch(new URL(src, href));
    assert.equal(icon.headers.get('content-type'), type, src);
  }
  const devtools = await ada.page.context().newCDPSession(ada.page);
  const read = await devtools.send('Page.getAppManifest');
  assert.deepEqual([read.url, read.errors], [href, []], 'the policy admits it');
  nobodyComplained([ada]);
});

test('the base path works without its slash', async () => {
  const { page } = await person(browser);
  await page.goto(server.url);
  await page.getByRole('heading', { name: 'Choose a game' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/games/');
});

test('the licences are a click away, and a page of their own', async () => {
  // The test's own script is no part of the page.
  const ada = await person(browser, { bypassCSP: true });
  await ada.page.addInitScript(AXE);
  await ada.page.goto(`${server.url}/`);
  await ada.page.getByRole('link', { name: 'Licences' }).click();
  const shown = ada.page.locator('pre.licences');
  const all = ['by Nat Lasseter', 'licenses/by-sa/3.0', 'The Entente contributors', 'Google LLC'];
  for (const part of all) await shown.getByText(part).waitFor();
  assert.equal(new URL(ada.page.url()).pathname, '/games/licences');
  await ada.page.reload();
  await shown.getByText('by Nat Lasseter').waitFor();
  await soundFor(ada.page, 'licences');
  await ada.page.getByRole('link', { name: 'Entente' }).click();
  await ada.page.getByRole('heading', { name: 'Choose a game' }).waitFor();
  nobodyComplained([ada]);
});

test('what leads nowhere is said to, and a link is taken for its room’s code', async () => {
  const ada = await person(browser);
  const { code } = await server.room('europe', { players: 3 });
  const lost = await ada.page.goto(`${server.url}/docs/nothing`);
  assert.equal(lost?.status(), 404);
  await ada.page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
  await ada.page.getByRole('link', { name: 'All games' }).click();
  await ada.page.getByLabel('Room code or link').fill('hello');
  await ada.page.getByRole('button', { name: 'Go to the room' }).click();
  await ada.page.getByText('That is not a room code').waitFor();
  const given = `http://elsewhere.example/r/${code.toLowerCase()}`;
  await ada.page.getByLabel('Room code or link').fill(given);
  await ada.page.getByRole('button', { name: 'Go to the room' }).click();
  await ada.page.getByRole('heading', { name: 'All seats are taken' }).waitFor();
  assert.equal(new URL(ada.page.url()).pathname, `/games/r/${code}`);
  nobodyComplained([ada]);
});

test('a listed room widens the first page for nobody, whatever its people are called', async () => {
  const ada = await person(browser);
  await server.ask('POST', 'rooms', { game: 'europe', name: 'W'.repeat(24), listed: true });
  await ada.page.goto(`${server.url}/`);
  await ada.page.getByText('W'.repeat(24)).first().waitFor();
  for (const [width, height] of /** @type {const} */ ([
    [1440, 900],
    [768, 1024],
    [390, 844],
    [320, 568],
  ])) {
    await resize(ada.page, width, height);
    const wide = await ada.page.evaluate(() => document.scrollingElement?.scrollWidth);
    assert.equal(wide, width);
  }
  nobodyComplained([ada]);
});

test('no file of another version is given for one of this', async () => {
  const response = await fetch(`${server.url}/web/0123456789abcdef/nothing.js`);
  assert.equal(response.status, 404);
  assert.equal((await response.json()).code, 'not_found');
});

test('the types of the protocol are what the server says', async () => {
  const schema = await server.ask('GET', 'schema.json');
  assert.equal(await typesOf(schema), committed(), 'run `npm run types`');
});
