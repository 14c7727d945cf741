// The documents as pages: with and without a script, on a desk and on a phone, in light and dark.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AXE, soundFor } from './support/axe.js';
import { nobodyComplained, person } from './support/browser.js';
import { browser, server, withServer } from './support/fixture.js';
import { rotated } from './support/rotation.js';

withServer('--base-path', '/games');

/** A page of each kind: text, a table, a tutorial, what is made of the specification. */
const PAGES = [
  '',
  'protocol.html',
  'first-bot.html',
  'rulings-europe.html',
  'codes.html',
  'requests.html',
];

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

test('the first page leads to them, and they lead back', async () => {
  const ada = await person(browser);
  await ada.page.goto(`${server.url}/`);
  await ada.page.getByRole('link', { name: 'For authors and hosts' }).click();
  await ada.page.getByRole('heading', { name: 'Where to begin' }).waitFor();
  assert.equal(new URL(ada.page.url()).pathname, '/games/docs/');
  await ada.page.getByRole('navigation', { name: 'Contents' }).getByText('Your first bot').click();
  await ada.page.getByRole('heading', { level: 1, name: 'Your first bot' }).waitFor();
  await ada.page.getByRole('link', { name: 'Play', exact: true }).click();
  await ada.page.getByRole('heading', { name: 'Choose a game' }).waitFor();
  nobodyComplained([ada]);
});

for (const [name, viewport] of Object.entries({ desk: DESK, phone: PHONE })) {
  for (const colorScheme of rotated(/** @type {const} */ (['light', 'dark']))) {
    test(`they are sound on a ${name} in ${colorScheme}, and do not scroll sideways`, async () => {
      const ada = await person(browser, { viewport, colorScheme, bypassCSP: true });
      await ada.page.addInitScript(AXE);
      for (const page of PAGES) {
        await ada.page.goto(`${server.url}/docs/${page}`);
        await ada.page.locator('.docs-search input').waitFor();
        const wide = await ada.page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= viewport.width, `${page} is ${wide} wide`);
        await soundFor(ada.page, `docs/${page}`);
      }
      nobodyComplained([ada]);
    });
  }
}

test('without a script they are whole: contents, anchors, colours', async () => {
  const look = { javaScriptEnabled: false, viewport: PHONE, colorScheme: 'dark' };
  const { page } = await person(browser, /** @type {const} */ (look));
  await page.goto(`${server.url}/docs/`);
  const contents = page.getByRole('navigation', { name: 'Contents' });
  assert.equal(await contents.isVisible(), false);
  await page.getByRole('button', { name: 'Contents' }).click();
  await contents.getByRole('link', { name: 'Protocol', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: /Protocol/ }).waitFor();
  await page.goto(`${server.url}/docs/protocol.html#limits`);
  const box = await page.locator('#limits').boundingBox();
  assert.ok(box && box.y >= 0 && box.y < PHONE.height / 2, JSON.stringify(box));
  assert.equal(await page.locator('.docs-search').isVisible(), false);
  const colour = await page
    .locator('body')
    .evaluate((body) => getComputedStyle(body).backgroundColor);
  assert.equal(colour, 'rgb(20, 24, 31)');
});

test('the search finds sections by their words, by keyboard alone', async () => {
  const ada = await person(browser, { viewport: PHONE });
  await ada.page.goto(`${server.url}/docs/`);
  const field = ada.page.getByRole('searchbox', { name: 'Search the documents' });
  await field.fill('rolled_back');
  await ada.page.getByRole('status').filter({ hasText: 'found' }).waitFor();
  const results = await ada.page.locator('.docs-found a').allInnerTexts();
  assert.ok(
    results.some((text) => text.includes('Codes')),
    results.join('\n'),
  );
  await field.fill('no such words anywhere');
  await ada.page.getByText('Nothing found.').waitFor();
  // The title that is asked for comes first, and Enter goes there.
  await field.fill('web push');
  await ada.page.locator('.docs-found a').first().filter({ hasText: 'Web Push' }).waitFor();
  await field.press('Enter');
  await ada.page.waitForURL('**/docs/protocol.html#web-push');
  await field.fill('limits');
  await ada.page.locator('.docs-found a').first().waitFor();
  await field.press('Escape');
  assert.equal(await ada.page.locator('.docs-found').isVisible(), false);
  nobodyComplained([ada]);
});

test('they are in the colours that the person chose', async () => {
  const ada = await person(browser, { colorScheme: 'light' });
  await ada.page.addInitScript(() => localStorage.setItem('entente/theme', 'dark'));
  await ada.page.goto(`${server.url}/docs/`);
  await ada.page.waitForFunction(
    () => getComputedStyle(document.body).backgroundColor === 'rgb(20, 24, 31)',
  );
  nobodyComplained([ada]);
});
