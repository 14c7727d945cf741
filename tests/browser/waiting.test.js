// Waiting for a friend is not idle: a lesson and a puzzle are one click away, and the room calls back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AXE, soundFor } from './support/axe.js';
import { nobodyComplained, person } from './support/browser.js';
import { browser, server, withStore } from './support/fixture.js';
import { rotated } from './support/rotation.js';

/** @import { Page } from 'playwright-core' */

withStore();

const PHONE = { width: 390, height: 844 };

/** Opens a room with a free seat, at its page. @param {string} game @param {import('playwright-core').BrowserContextOptions} [look] */
async function host(game, look) {
  const { room, token } = await server.ask('POST', 'rooms', { game, name: 'Ada' });
  const ada = await person(browser, look);
  await ada.page.goto(`${server.url}/r/${room.code}#seat=${token}`);
  await ada.page.locator('.meanwhile button').first().waitFor();
  return { ada, code: room.code };
}

/** Has a friend take the free seat, at the lobby. @param {string} code */
async function friend(code) {
  const { token } = await server.ask('POST', `rooms/${code}/seats`, { name: 'Bo' });
  const bo = await person(browser);
  await bo.page.goto(`${server.url}/r/${code}#seat=${token}`);
  await bo.page.locator('.lobby').waitFor();
  return bo;
}

/** @param {Page} page */
const ready = (page) => page.locator('.lobby button.big').click();

test('a lesson is one click away, the seat stays held, and the room calls when the friend has come', async () => {
  const { ada, code } = await host('balance-of-power');
  const { page } = ada;
  await page.getByRole('button', { name: /^Learn by playing/ }).click();
  await page.locator('.lesson-note').waitFor();
  await page.getByText(`Room ${code} waits for players`).waitFor();
  const bo = await friend(code);
  await page.locator('.called.calling', { hasText: 'Bo' }).waitFor();
  assert.match(await page.title(), /Your match/);
  const seats = (await server.ask('GET', `rooms/${code}`)).seats;
  assert.ok(seats[0].connected, 'whoever waits is there for the friend');
  await page.getByRole('button', { name: 'Go to the match' }).click();
  await page.locator('.called').waitFor({ state: 'detached' });
  await ready(page);
  await ready(bo.page);
  for (const { page: one } of [ada, bo]) await one.locator('entente-match .match').waitFor();
  nobodyComplained([ada, bo]);
});

test('a match that begins meanwhile is dealt with the entropy of whoever waits', async () => {
  const { ada, code } = await host('europe-divided');
  const { page } = ada;
  const bo = await friend(code);
  await page.locator('.seat', { hasText: 'Bo' }).waitFor();
  await ready(page);
  await page.getByRole('button', { name: 'A puzzle' }).click();
  await page.locator('.lesson-note').waitFor();
  await ready(bo.page);
  await bo.page.locator('entente-match .match').waitFor();
  await page.getByRole('button', { name: 'Go to the match' }).click();
  await page.locator('.ed-hand').first().waitFor();
  const { seats } = (await server.ask('GET', `rooms/${code}`)).fairness;
  for (const { commitment, entropy } of seats) assert.ok(commitment && entropy);
  assert.equal(await page.locator('.called').count(), 0);
  nobodyComplained([ada, bo]);
});

test('who leaves the room, or goes back to it, is not called', async () => {
  const { ada, code } = await host('europe');
  const { page } = ada;
  await page.getByRole('button', { name: 'A puzzle' }).click();
  await page.getByRole('button', { name: 'Back to the room' }).click();
  await page.locator('.meanwhile').waitFor();
  assert.equal(await page.locator('.called').count(), 0);
  await page.getByRole('button', { name: 'Leave the room' }).click();
  await page
    .getByRole('link', { name: /^Rules/ })
    .first()
    .waitFor();
  assert.equal(await page.locator('.called').count(), 0);
  assert.equal((await server.ask('GET', `rooms/${code}`)).seats[0].name, null);
  nobodyComplained([ada]);
});

for (const [name, viewport] of rotated(
  Object.entries({
    desk: { width: 1280, height: 720 },
    phone: PHONE,
  }),
)) {
  test(`axe finds no serious fault in the line that waits, and it covers nothing: ${name}`, async () => {
    const { ada, code } = await host('europe-divided', { viewport, bypassCSP: true });
    const { page } = ada;
    await page.evaluate(AXE);
    await soundFor(page, 'lobby');
    await page.getByRole('button', { name: /^Learn by playing/ }).click();
    await page.locator('.called').waitFor();
    await page.locator('.lesson-say').waitFor();
    await soundFor(page, 'waiting');
    await friend(code);
    await page.locator('.called.calling').waitFor();
    await soundFor(page, 'calling');
    const [line, match] = await Promise.all(
      ['.called', 'main.match'].map((css) => page.locator(css).boundingBox()),
    );
    assert.ok(line && match && line.y >= match.y + match.height, 'it covers the table');
    nobodyComplained([ada]);
  });
}
