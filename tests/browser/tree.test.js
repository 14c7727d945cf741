// A whole match of each game by the accessibility tree alone: everything is found by its role and its name, as a screen
// reader or a voice control finds it, from the list of choices to the result.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nobodyComplained, person } from './support/browser.js';
import { browser, server, withServer } from './support/fixture.js';
import { attempt, random, seedOf, tryClick } from './support/play.js';
import { rotated } from './support/rotation.js';

/** @import { Locator, Page } from 'playwright-core' */

withServer('--bot-pace-ms', '0');

/** Number of choices after which a match is given up as endless. */
const MOST = 2_000;

/**
 * The shortest match of each game; `first` are choices that are made whenever they are there, because a match
 * that ends needs them.
 */
const GAMES = /** @type {const} */ ({
  'europe-divided': { options: {}, first: null },
  'balance-of-power': { options: { first: 'red', setup: 3, max_turns: 10 }, first: null },
  europe: { options: { untimed: true, max_rounds: 1 }, first: /^Be ready/ },
});

for (const [game, { options, first }] of rotated(Object.entries(GAMES))) {
  test(`${game}: a whole match by roles and names alone`, async () => {
    const { room, token } = await server.ask('POST', 'rooms', { game, options, name: 'Ada' });
    await server.ask('POST', `rooms/${room.code}/seats/1/bot`, { level: 'easy' }, token);
    const ada = await person(browser);
    const { page } = ada;
    await page.goto(`${server.url}/r/${room.code}#seat=${token}`);
    await page
      .getByRole('navigation', { name: 'Beside the board' })
      .getByRole('button', { name: 'Choices' })
      .click();
    const pick = random(seedOf(41));
    const over = page.getByRole('region', { name: 'The match is over' });
    const made = await play(page, over, first, pick);
    assert.ok(made > 2, `${made} choices`);
    assert.match(
      await over.getByRole('status').innerText(),
      /You have won|You have lost|draw|The match is over/,
    );
    await over.getByRole('button', { name: /rematch/i }).waitFor();
    nobodyComplained([ada]);
  });
}

/**
 * Chooses from the list until the match is over; returns how often.
 * @param {Page} page @param {Locator} over @param {RegExp | null} first @param {(below: number) => number} pick
 */
async function play(page, over, first, pick) {
  const panel = page.getByRole('complementary', { name: 'All your choices' });
  const form = panel.getByRole('button', { name: 'Confirm', exact: true });
  const choices = panel.getByRole('listitem').getByRole('button', { disabled: false });
  for (let made = 0; made < MOST; made += 1) {
    await over.or(form).or(choices.first()).first().waitFor();
    if (await over.isVisible()) return made;
    if (await form.isVisible()) {
      await fillIn(panel, form, pick);
      continue;
    }
    const wanted = first ? choices.filter({ hasText: first }) : choices;
    const among = (await wanted.count()) > 0 ? wanted : choices;
    const count = await among.count();
    // Others act meanwhile: then there is another list.
    if (count > 0) await tryClick(among.nth(pick(count)));
  }
  throw new Error(`not over after ${MOST} choices`);
}

/** Fills in a form by its groups, and confirms it. @param {Locator} panel @param {Locator} form @param {(below: number) => number} pick */
async function fillIn(panel, form, pick) {
  // Each field is told from the others by what is heard of it.
  const fields = panel.locator('form > fieldset > legend, form > .stepper > span');
  const asked = await fields.allInnerTexts();
  assert.equal(new Set(asked).size, asked.length, asked.join());
  for (const group of await panel.getByRole('group').all()) {
    const one = group.getByRole('radio');
    const count = await one.count();
    if (count > 0) await attempt((bounded) => one.nth(pick(count)).check(bounded));
  }
  const more = panel
    .getByRole('checkbox', { checked: false })
    .or(panel.getByRole('button', { name: /^More /, disabled: false }));
  // A form that has gone, because others acted, is not to be waited for.
  const full = async () => (await form.and(panel.locator(':enabled')).count()) > 0;
  for (let tries = 0; tries < 40 && !(await full()); tries += 1) {
    const count = await more.count();
    if (count === 0) break;
    await tryClick(more.nth(pick(count)));
  }
  const sent = (await full()) && (await tryClick(form));
  // What cannot be sent is put back.
  if (!sent && (await form.isVisible()))
    await tryClick(panel.getByRole('button', { name: 'Back', exact: true }));
}
