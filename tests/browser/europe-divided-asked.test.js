// What a stranger has to find on Europe Divided's board when something is asked: the names of the places that may be
// chosen, every answer whole, one way to confirm, and the map in front when the answers lie on it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nobodyComplained, resize } from './support/browser.js';
import { browser, server, withServer } from './support/fixture.js';
import { state } from './support/play.js';
import { toChoice } from './support/europe-divided.js';
import { view, seatedTable } from './support/table.js';

/** @import { Page } from 'playwright-core' */

withServer();

/** Least size of a name on the screen, in pixels. */
const NAME = 13;
/** Pixels by which a letter's box is larger than the letter. */
const SLACK = 3;
const DESKS = /** @type {const} */ ([
  [1280, 720],
  [1440, 900],
]);
const SIZES = /** @type {const} */ ([
  ...DESKS,
  [1366, 768],
  [1920, 1080],
  [1024, 768],
  [768, 1024],
  [390, 844],
  [844, 390],
  [717, 512],
]);

/** Plays until this page chooses an action that may be done in several places. @returns {Promise<import('./support/browser.js').Person[]>} */
async function choosing() {
  const people = await seatedTable(server, browser, 'europe-divided', {
    board: 'europe-divided-map .map',
    pages: 1,
    until: toChoice(),
  });
  await people[0].page.locator('.ed-only').nth(1).waitFor();
  return people;
}

/** Returns the names on the map with their boxes, and the places that may be chosen and are in view. @param {Page} page */
const named = (page) =>
  page.evaluate(() => {
    const map = /** @type {any} */ (document.querySelector('europe-divided-map'));
    const frame = map.getBoundingClientRect();
    const boxOf = (/** @type {Element} */ one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      return { left, top, right, bottom };
    };
    const names = [...map.querySelectorAll('.ed-names text')].map((one) => ({
      id: one.dataset.name,
      size: parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a,
      box: boxOf(one),
    }));
    const targets = [...map.querySelectorAll('.ed-space.legal')]
      .filter((one) => {
        const { left, top, right, bottom } = boxOf(one.querySelector('.ed-reach'));
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
      })
      .map((one) => one.dataset.space);
    return { frame: boxOf(map), names, targets };
  });

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

/** Checks whether two texts lie over each other. @param {Box} one @param {Box} other */
const over = (one, other) =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > SLACK &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2 * SLACK;

test('the places that may be chosen are named at the starting zoom', async () => {
  const people = await choosing();
  const [{ page }] = people;
  for (const [width, height] of DESKS) {
    await resize(page, width, height);
    const { frame, names, targets } = await named(page);
    const shown = names.map(({ id }) => id);
    assert.ok(targets.length > 1);
    assert.deepEqual(
      targets.filter((/** @type {string} */ id) => !shown.includes(id)),
      [],
      `${width}`,
    );
    for (const { id, size, box } of names) {
      assert.ok(size >= NAME - 0.05, `${id}: ${size}`);
      assert.ok(box.left > frame.left - SLACK && box.right < frame.right + SLACK, `${id} is cut`);
      const hidden = names.filter((other) => other.id !== id && over(box, other.box));
      assert.deepEqual(
        hidden.map((other) => `${other.id} over ${id}`),
        [],
      );
    }
  }
  nobodyComplained(people);
});

test('what is pointed at is named, however far away the map is', async () => {
  const people = await choosing();
  const [{ page }] = people;
  await resize(page, 844, 390);
  await page.getByRole('button', { name: 'The whole map' }).click();
  for (const id of ['georgia', 'armenia', 'hungary', 'austria']) {
    await page.evaluate(
      (space) => /** @type {any} */ (document.querySelector('entente-match')).play.point([space]),
      id,
    );
    await page.locator(`.ed-names [data-name="${id}"]`).waitFor();
  }
  nobodyComplained(people);
});

/** The longest answers that a question has: all actions of a card of Europe's, where names are longest. */
const LONGEST = [
  ...['eu', 'nato'].flatMap((power) =>
    ['poland', 'belarus'].map((region) => ({
      command: { type: 'place_influence', power, region },
      text: `Place a die in ${region} (2 money)`,
    })),
  ),
  ...['eu', 'nato'].map((power) => ({
    command: { type: 'increase_influence', power, region: 'czechia_slovakia', amount: 2 },
    text: 'Increase the die in Czechia and Slovakia from 1 to 3',
  })),
  { command: { type: 'gain_money' }, text: 'Gain 12 money' },
  { command: { type: 'build_army', space: 'uk_ireland' }, text: 'Build an army (2 money)' },
  ...['germany', 'france'].map((from) => ({
    command: { type: 'move_army', from, to: { $one: { from: [{ value: 'poland', text: '' }] } } },
    text: 'Move an army',
  })),
  { command: { type: 'pass' }, text: 'No action' },
].map((offer) => ({ ...offer, rule: 'Actions' }));

test('no answer is cut, with the longest questions at any size', async () => {
  const people = await choosing();
  const [{ page }] = people;
  await page.evaluate((offers) => {
    const board = /** @type {any} */ (document.querySelector('europe-divided-board'));
    Object.defineProperty(board.play, 'offers', { get: () => offers });
    board.requestUpdate();
  }, LONGEST);
  await page.getByRole('button', { name: 'Place EU die' }).waitFor();
  for (const [width, height] of SIZES) {
    await resize(page, width, height);
    const cut = await page.evaluate(cutOff);
    assert.deepEqual(cut, [], `${width} by ${height}`);
  }
  nobodyComplained(people);
});

/** Returns, in the page, what of the prompt and of the sides is not wholly seen. */
function cutOff() {
  const frame = /** @type {Element} */ (
    document.querySelector('.ed-prompt')
  ).getBoundingClientRect();
  const buttons = [...document.querySelectorAll('.ed-answers button')].filter((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    return (
      left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom + 0.5
    );
  });
  const texts = [...document.querySelectorAll('.ed-asks, .ed-side h3, .ed-row > h3')].filter(
    (one) =>
      one.checkVisibility() &&
      (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2),
  );
  return [...buttons, ...texts].map((one) => one.textContent?.trim());
}

test('a press on the map asks as one on a card does, and a second press confirms', async () => {
  const people = await choosing();
  const [{ page }] = people;
  await page.getByRole('button', { name: 'The whole map' }).click();
  await page.locator('.ed-only').first().click();
  const { decision } = await view(page);
  const place = page.locator('.ed-space.legal').first();
  const id = await place.getAttribute('data-space');
  const pressed = page.locator(`.ed-space[data-space="${id}"] .ed-slot.lit`);
  await pressed.first().click();
  await page.locator('.ed-answers .ed-back').waitFor();
  assert.equal((await view(page)).decision, decision, 'nothing is done by one press');
  await page.locator('.ed-back').click();
  await page.locator('.ed-back').waitFor({ state: 'detached' });
  await pressed.first().click();
  await page.locator('.ed-back').waitFor();
  const { draft } = await state(page);
  assert.ok(draft);
  const goals = page.locator('.ed-space.legal .ed-slot.lit');
  const moves = (await page.locator('.ed-answers .primary').count()) === 0;
  const confirmed = moves ? goals.first() : pressed.first();
  await confirmed.click();
  if (moves) {
    await page.locator('.ed-answers .primary').waitFor();
    await confirmed.click();
  }
  await page.waitForFunction(
    (old) =>
      /** @type {any} */ (document.querySelector('entente-match')).session.view.decision !== old,
    decision,
  );
  nobodyComplained(people);
});

test('on a phone the map comes to the front when the answers lie on it', async () => {
  const people = await choosing();
  const [{ page }] = people;
  await resize(page, 390, 844);
  await page.getByRole('button', { name: 'Headlines' }).click();
  await page.locator('.ed.table').waitFor();
  await page.locator('.ed-only').first().click();
  await page.locator('.ed:not(.table)').waitFor();
  assert.ok(await page.locator('.ed-space.legal').first().isVisible());
  nobodyComplained(people);
});

test('each row of headlines says after which turn it is decided', async () => {
  const people = await choosing();
  const [{ page }] = people;
  const { rows, turn } = await page.evaluate(() => {
    const { play } = /** @type {any} */ (document.querySelector('entente-match'));
    const { turn: now, headlines } = play.view.public;
    const steps = play.data.turns.turn;
    const next = (/** @type {number} */ from, /** @type {string} */ step) =>
      steps.find((/** @type {any} */ row) => row.turn >= from && row.steps.includes(step))?.turn;
    const shown = [...document.querySelectorAll('.ed-row')].map(
      (row) => row.querySelector('.ed-when')?.textContent,
    );
    const expected = [next(now, 'resolve'), next(next(now, 'shift') + 1, 'resolve')];
    const full = [headlines.current, headlines.forthcoming].map((row) => row.length > 0);
    return {
      turn: now,
      rows: shown.map((text, at) => ({ text, full: full[at], expected: expected[at] })),
    };
  });
  for (const { text, full, expected } of rows) {
    assert.equal(text, full ? `decided after turn ${expected}` : undefined, `in turn ${turn}`);
  }
  assert.ok(rows.some(({ full }) => full));
  nobodyComplained(people);
});
