// Complete matches of Europe at the desk alone: between two windows, against bots, and both.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nobodyComplained, person } from './support/browser.js';
import { SHORT, withBots } from './support/europe.js';
import { seedOf } from './support/play.js';
import { addUp } from './support/points.js';
import { pressToEnd } from './support/press.js';
import { browser, server, withServer } from './support/fixture.js';
import { rotated } from './support/rotation.js';
import { caughtUp, view } from './support/table.js';

/** @import { Page } from 'playwright-core' */

/** Selectors of what can be pressed at the desk, in order of preference; the list of offers is not used. */
const PRESSED = [
  ':is(.drawing, .eu-send) .primary:enabled',
  ':is(.eu-option .keep[aria-pressed=false], .country:enabled)',
  ':is(.to-me .accept:enabled, .builder .send:enabled)',
  ':is(.held button, td.bank button, .stall[aria-disabled=false], .eu-mine .small, .trouble button, .refuse, .eu-ready):enabled',
];
/** Selector of the sign that this seat has answered. */
const ANSWERED = ':is(.eu-ready.on, .eu-task.locked)';

withServer('--bot-pace-ms', '0');

/** Plays at the desk alone until the match is over. @param {Page[]} pages @param {number} seed */
const finish = (pages, seed) =>
  Promise.all(
    pages.map((page, seat) =>
      pressToEnd(page, {
        board: 'entente-europe',
        wanted: PRESSED,
        rest: ANSWERED,
        seed: seed + seat,
      }),
    ),
  );

for (const [players, persons] of rotated([
  [2, 2],
  [3, 1],
  [4, 2],
])) {
  const bots = players - persons;
  test(`${players} play a whole match, ${persons} at the desk alone and ${bots} bots`, async () => {
    const people = await withBots(server, browser, players, persons, { ...SHORT, max_rounds: 2 });
    const pages = people.map(({ page }) => page);
    const watcher = await person(browser);
    await watcher.page.goto(pages[0].url());
    await watcher.page.getByRole('button', { name: 'Watch' }).click();
    await finish(pages, seedOf(21));

    const { outcome, seq, public: last } = await view(pages[0]);
    assert.equal(last.players.length, players);
    await caughtUp(watcher.page, seq);
    for (const page of [...pages, watcher.page]) {
      assert.deepEqual((await view(page)).outcome, outcome);
      await page.locator('.ending .result').waitFor();
      // What counts has its own name, and what decides at equal happiness stands below it.
      const rows = page.locator('.ending > .scores').first().getByRole('rowheader');
      assert.deepEqual(await rows.allInnerTexts(), ['Happiness', 'Coin']);
      await page.getByRole('heading', { name: 'Where the happiness came from' }).waitFor();
      assert.equal(await page.locator('.eu-results .won > .sum').count(), outcome.winners.length);
      const happiness = await page.locator('.eu-players .happy').allInnerTexts();
      assert.deepEqual(
        happiness.map((said) => said.split('/')[0].trim()),
        outcome.scores.map(String),
      );
      await addUp(page, outcome.scores);
    }
    nobodyComplained([...people, watcher]);
  });
}
