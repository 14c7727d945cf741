// Puzzles: that of the day from the first page, and one of each game answered wrong, then right.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AXE, soundFor } from './support/axe.js';
import { nobodyComplained, person } from './support/browser.js';
import { browser, server, withServer } from './support/fixture.js';
import { give, puzzleOf } from './support/lesson.js';

/** @import { Page } from 'playwright-core' */
/** @import { Puzzles } from '../../web/types/protocol.js' */

withServer('--bot-pace-ms', '0');

/** A puzzle of each game, and a wrong answer to it. */
const WRONG = /** @type {const} */ ([
  ['europe-divided', 'write-it-yourself', { type: 'place_headline', headline: 'velvet-divorce' }],
  ['balance-of-power', 'strike-first', { type: 'end_attack' }],
  ['europe', 'the-last-cube', { type: 'ready', ready: true }],
]);

/** @returns {Promise<Puzzles>} */
const list = () => server.ask('GET', 'puzzles');

/** @param {{width: number, height: number}} [viewport] */
async function solver(viewport = { width: 1440, height: 900 }) {
  const ada = await person(browser, { viewport, bypassCSP: true });
  await ada.page.addInitScript(AXE);
  return ada;
}

/** Opens a puzzle without the first page. @param {Page} page @param {string} game @param {string} puzzle */
async function open(page, game, puzzle) {
  const { room, token } = await server.ask('POST', `lessons/${game}/${puzzle}`, { name: 'Ada' });
  await page.goto(`${server.url}/r/${room.code}#seat=${token}`);
}

/** @param {Page} page */
const note = (page) => page.locator('.lesson-note');

for (const [game, puzzle, wrong] of WRONG) {
  test(`a puzzle of ${game} is answered wrong, then right, and explained`, async () => {
    const ada = await solver();
    const { page } = ada;
    const { title, ask, command, other, why } = puzzleOf(game, puzzle);
    await open(page, game, puzzle);
    await note(page).getByText(ask).waitFor();
    await note(page).getByText(title).waitFor();
    await soundFor(page, `${game}, the question`);
    await give(page, wrong);
    await note(page).getByText(other).waitFor();
    await give(page, command);
    await note(page).getByText(why).waitFor();
    await soundFor(page, `${game}, the answer`);
    await note(page).getByRole('button', { name: 'The rule' }).click();
    await page.locator('.rules').first().waitFor();
    await page.goto(server.url);
    await page.locator(`[data-game="${game}"] .puzzle`).getByText(/^1 of/).waitFor();
    nobodyComplained([ada]);
  });
}

test('the puzzle of the day is a click away, its answer can be shown, and the next one follows', async () => {
  const ada = await solver({ width: 390, height: 844 });
  const { page } = ada;
  const all = await list();
  const { today, puzzles } = all;
  assert.ok(today);
  // Another one may be that of the day before the test is over.
  await page.route('**/api/v1/puzzles', (route) => route.fulfill({ json: all }));
  await page.goto(server.url);
  const strip = page.locator('.today');
  await strip.getByText(today.title).waitFor();
  await soundFor(page, 'the first page with the puzzle of the day');
  await strip.getByRole('button').click();
  await note(page).getByText('What would you do?', { exact: true }).waitFor();
  await note(page).getByRole('button', { name: 'Show the answer' }).click();
  await note(page).getByText('The answer', { exact: true }).waitFor();
  const of = puzzles.filter(({ game }) => game === today.game);
  const following = of[(of.findIndex(({ puzzle }) => puzzle === today.puzzle) + 1) % of.length];
  await note(page)
    .getByRole('button', { name: `Next puzzle: ${following.title}` })
    .click();
  // Not the button that led there, which names it too.
  const at = note(page).locator('.lesson-at b');
  await at.getByText(following.title, { exact: true }).waitFor();
  await page.goto(server.url);
  await strip.getByText(today.title).waitFor();
  // Whoever was shown the answer has not solved it.
  assert.equal(await strip.getByText('solved').count(), 0);
  nobodyComplained([ada]);
});
