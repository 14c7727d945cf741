// The obstacles on the way into a room, and their messages: for those who come too late, with an unknown
// token, to watch, or while the server is down.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { another, nobodyComplained, person } from './support/browser.js';
import { begin } from './support/play.js';
import { browser, server, withStore } from './support/fixture.js';

withStore();

test('a link that is not whole does not cost the seat that the browser has', async () => {
  const { code, links, tokens } = await server.room('europe-divided');
  const ada = await person(browser);
  await ada.page.goto(links[0]);
  await ada.page.locator('.lobby').waitFor();
  await ada.page.goto('about:blank');
  await ada.page.goto(`${server.url}/r/${code}#seat=${'x'.repeat(tokens[0].length)}`);
  await ada.page.getByRole('button', { name: 'Take the seat from the link too' }).click();
  await ada.page.getByRole('heading', { name: 'Your seat is no longer known' }).waitFor();
  await ada.page.getByRole('button', { name: 'Continue with the seat' }).click();
  await ada.page.locator('.lobby').getByText('you, host').waitFor();
  nobodyComplained([ada]);
});

test('a link for another seat is asked about first, and takes nobody from their own', async () => {
  const { code, links, tokens } = await server.room('europe-divided');
  const { page } = await person(browser);
  const mine = page.locator('.seat', { hasText: 'you' });
  await page.goto(links[1]);
  await mine.getByText('Bo').waitFor();
  await page.goto('about:blank');
  await page.goto(links[0]);
  await page.getByRole('heading', { name: 'This link is for another seat' }).waitFor();
  await page.getByRole('button', { name: 'Continue as Bo' }).click();
  await mine.getByText('Bo').waitFor();

  await page.goto('about:blank');
  await page.goto(links[0]);
  await page.getByRole('button', { name: 'Take the seat from the link too' }).click();
  await mine.getByText('Ada').waitFor();
  const held = () =>
    page.evaluate(() =>
      JSON.parse(localStorage.getItem('entente/seats') ?? '[]').map(
        (/** @type {any} */ { token }) => token,
      ),
    );
  assert.deepEqual((await held()).toSorted(), tokens.toSorted(), 'both are kept');
  await page.reload();
  await mine.getByText('Ada').waitFor();

  const later = await another(page);
  await later.goto(`${server.url}/r/${code}`);
  await later.getByRole('heading', { name: 'You hold several seats here' }).waitFor();
  await later.getByRole('button', { name: 'Continue as Bo' }).click();
  await later.locator('.seat', { hasText: 'you' }).getByText('Bo').waitFor();
});

test('who leaves a room comes to the first page, and does not hold the seat any more', async () => {
  const { links } = await server.room('europe-divided');
  const { page } = await person(browser);
  await page.goto(links[0]);
  await page.getByRole('button', { name: 'Leave the room' }).click();
  await page.getByRole('heading', { name: 'Choose a game' }).waitFor();
  assert.equal(page.url(), `${server.url}/`);
  assert.equal(await page.locator('entente-continue li').count(), 0);
});

test('the host of a room with bots comes to the first page too, whatever its socket says first', async () => {
  const { room, token } = await server.ask('POST', 'rooms', { game: 'europe', name: 'Ada' });
  const { page } = await person(browser);
  await page.goto(`${server.url}/r/${room.code}#seat=${token}`);
  await page.getByRole('button', { name: 'Add a bot' }).click();
  await page.getByRole('button', { name: 'Start the match' }).waitFor();
  // The answer to leaving comes after the end of the socket.
  await page.route('**/seats/0', async (route) => {
    const answer = await route.fetch();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await route.fulfill({ response: answer });
  });
  await page.getByRole('button', { name: 'Leave the room' }).click();
  await page.getByRole('heading', { name: 'Choose a game' }).waitFor();
  assert.equal(page.url(), `${server.url}/`);
  assert.equal(await page.locator('entente-continue li').count(), 0);
});

test('who lost the seat looks at the room without it, and takes another', async () => {
  const { room, token } = await server.ask('POST', 'rooms', { game: 'europe', name: 'Ada' });
  const bo = await person(browser);
  await bo.page.goto(`${server.url}/r/${room.code}`);
  await bo.page.getByLabel('Your name').fill('Bo');
  await bo.page.getByRole('button', { name: 'Take a seat' }).click();
  await bo.page.locator('.lobby').getByText('you', { exact: true }).waitFor();
  await server.ask('DELETE', `rooms/${room.code}/seats/1`, undefined, token);
  await bo.page.getByRole('button', { name: 'Open the room without it' }).click();
  await bo.page.getByText('Ada waits for you.').waitFor();
  await bo.page.getByRole('button', { name: 'Only watch' }).click();
  await bo.page.locator('.lobby').getByText('You are watching.').waitFor();
  await bo.page.getByRole('button', { name: 'Take a seat' }).click();
  await bo.page.locator('.lobby').getByText('you', { exact: true }).waitFor();
  nobodyComplained([bo]);
});

test('who clicks twice takes one seat', async () => {
  const { room } = await server.ask('POST', 'rooms', { game: 'europe', name: 'Ada' });
  const bo = await person(browser);
  let taken = 0;
  /** @type {(value?: unknown) => void} */ let release = () => {};
  const clicked = new Promise((done) => (release = done));
  await bo.page.route('**/seats', async (route) => {
    taken += 1;
    await clicked;
    await route.continue();
  });
  await bo.page.goto(`${server.url}/r/${room.code}`);
  await bo.page.getByLabel('Your name').fill('Bo');
  await bo.page.getByRole('button', { name: 'Take a seat' }).dblclick();
  release();
  await bo.page.locator('.lobby').getByText('you', { exact: true }).waitFor();
  assert.equal(taken, 1);
  nobodyComplained([bo]);
});

/**
 * Holds back the requests for a file until the server is away, so that they fail as such a request does.
 * @param {import('playwright-core').Page} page @param {string} file @returns {Promise<() => Promise<void>>}
 *   waits for the first of them, takes the server away and lets them go
 */
async function losing(page, file) {
  /** @type {() => void} */ let away = () => {};
  const gone = new Promise((done) => (away = () => done(undefined)));
  const first = page.waitForRequest(`**/${file}`);
  await page.route(`**/${file}`, async (route) => {
    await gone;
    await route.continue();
  });
  return async () => {
    await first;
    await server.kill();
    const failed = page.waitForEvent('requestfailed', (one) => one.url().endsWith(file));
    away();
    await failed;
  };
}

test('what a lobby needs comes although the server was away when it was asked for', async () => {
  const { links } = await server.room('europe-divided');
  const ada = await person(browser);
  const lose = await losing(ada.page, 'ui/programs.js');
  await ada.page.goto(links[0]);
  await lose();
  await server.start();
  await ada.page.waitForFunction(() => customElements.get('entente-programs'));
  await ada.page.getByRole('heading', { name: 'Europe Divided' }).waitFor();
  nobodyComplained([ada]);
});

test('a board comes although the server was away when it was asked for', async () => {
  const { links } = await server.room('europe-divided');
  const people = await Promise.all([person(browser), person(browser)]);
  const pages = people.map(({ page }) => page);
  const lose = await losing(pages[0], 'europe-divided/board.css');
  await Promise.all(pages.map((page, seat) => page.goto(links[seat])));
  await lose();
  await server.start();
  await begin(pages);
  nobodyComplained(people);
});

test('a lobby says that the server is away, and comes back with it', async () => {
  const { links } = await server.room('europe-divided');
  const people = await Promise.all([person(browser), person(browser)]);
  const pages = people.map(({ page }) => page);
  await Promise.all(pages.map((page, seat) => page.goto(links[seat])));
  await Promise.all(pages.map((page) => page.locator('.lobby').waitFor()));
  await server.kill();
  await pages[0].locator('.banner').waitFor();
  assert.match(await pages[0].locator('.banner').innerText(), /Connection lost|Connecting/);
  assert.ok(await pages[0].getByRole('button', { name: 'I am ready' }).isDisabled());
  await server.start();
  for (const page of pages) await page.locator('.banner').waitFor({ state: 'detached' });
  await begin(pages);
  nobodyComplained(people);
});
