// Europe without a clock, as *Play now* opens it: nothing counts down, and a whole round is played against a bot in
// one's own time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nobodyComplained, person } from './support/browser.js';
import { browser, server, withServer } from './support/fixture.js';
import { view } from './support/table.js';

withServer('--bot-pace-ms', '0');

test('whoever plays now against a bot is in no hurry, and a round ends when both are ready', async () => {
  const ada = await person(browser);
  const { page } = ada;
  await page.goto(server.url);
  await page
    .locator('[data-game=europe]')
    .getByRole('button', { name: /^Play now/ })
    .click();
  await page.getByRole('button', { name: 'Any country' }).click();
  await page.locator('.eu-desk[data-phase=choose]').waitFor();
  assert.equal((await view(page)).public.phase_ends_ms, undefined);
  await page.locator('.eu-option .keep').first().click();
  await page.locator('.eu-send .primary:enabled').click();
  await page.locator('.eu-desk[data-phase=play]').waitFor();

  await page.getByText('No clock: a crisis comes when all are ready').waitFor();
  assert.equal(await page.locator('entente-clock').count(), 0, 'nothing counts down');
  assert.equal((await view(page)).deadline_ms, null);
  await page.locator('.eu-ready:enabled').click();
  // The bot has yet to be ready; then the crisis comes, and nobody is ready any more.
  await page.getByText('No clock: the round ends when all are ready').waitFor();
  await page.locator('.eu-ready:not(.on):enabled').click();
  await page.locator('.eu-desk:not([data-phase=play])').waitFor();
  nobodyComplained([ada]);
});
