// Europe Divided on its board: played by pressing what is highlighted, by mouse and by keyboard, and watched;
// no page shows anything of the other player's hand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawn, nobodyComplained } from './support/browser.js';
import { actUntil, playUntil, random, seedOf, state, tryClick } from './support/play.js';
import { addUp } from './support/points.js';
import { pressToEnd } from './support/press.js';
import { browser, server, withServer } from './support/fixture.js';
import { asked, caughtUp, small, view, seatedTable, watchedTable } from './support/table.js';

/** @import { Page } from 'playwright-core' */
/** @import { Person } from './support/browser.js' */

withServer();

const board = 'europe-divided-map .map';

/** @param {object} [options] @param {object} [look] */
const table = (options, look) =>
  seatedTable(server, browser, 'europe-divided', { options, look, board });

/** A table with a spectator. @param {object} [options] */
const watched = (options) => watchedTable(server, browser, 'europe-divided', { options, board });

/** Selectors of what can be pressed on the board, in order of preference; the list of offers is not used. */
const PRESSED = [
  '.ed-answers .primary:enabled',
  '.ed-callout .ed-choice',
  ':is(.ed-space.legal, .ed-card.legal:not(.chosen), .ed-use)',
  '.ed-answers button:not(.primary, .ed-only, .ed-back)',
];

/** Presses once on the board. @param {Page} page @param {(below: number) => number} pick @returns {Promise<boolean>} */
async function press(page, pick) {
  const now = await state(page);
  if (!now.ready || now.busy || now.over || (now.offers === 0 && !now.draft)) return false;
  for (const css of PRESSED) {
    const found = page.locator(`europe-divided-board ${css}`);
    const count = await found.count();
    if (count === 0) continue;
    // The target may be gone by now: then the loop tries again.
    await tryClick(found.nth(pick(count)));
    return true;
  }
  return false;
}

/** Shows the whole map: what may be pressed can lie beyond the contested regions, and a mouse presses what it sees. @param {Page[]} pages */
async function wholeMap(pages) {
  for (const page of pages) await page.getByRole('button', { name: 'The whole map' }).click();
}

/** Returns the positions of the parts of the board. @param {Page} page @returns {Promise<any>} */
const layoutOf = (page) =>
  page.evaluate(() =>
    ['.ed-track', '.ed-map', '.ed-prompt', '.ed-hand', '.ed-info'].map((css) => {
      const { x, y, width, height } = /** @type {Element} */ (
        document.querySelector(css)
      ).getBoundingClientRect();
      return [css, x, y, width, height];
    }),
  );

test('what is lit is pressed with the mouse, and nothing moves', async () => {
  const people = await table();
  const [ada, bo] = people.map(({ page }) => page);
  await wholeMap([ada, bo]);
  const before = await layoutOf(ada);
  const pick = random(seedOf(11));
  const turn = async () => (await view(ada)).public.turn;
  await actUntil(
    [ada, bo],
    (page) => press(page, pick),
    async () => (await turn()) >= 2,
  );
  assert.deepEqual(await layoutOf(ada), before, 'nothing moves when an update arrives');
  nobodyComplained(people);
});

/** The most turns after whose beginning the headlines are looked at. */
const TURNS_LOOKED_AT = 5;

/** Returns what is shown of headlines and of the score to come, beside what the view says. @param {Page} page @returns {Promise<any>} */
const outlook = (page) =>
  page.evaluate(async () => {
    const board = /** @type {any} */ (document.querySelector('europe-divided-board'));
    await board.updateComplete;
    const { public: open, private: own } = board.play.view;
    const states = { ...open.headlines.conditions, ...own.conditions };
    const lines = Object.entries(states).map(([id, state]) => ({
      state,
      text: board.querySelector(`.ed-card.headline[data-card="${id}"] .ed-holds`)?.textContent,
    }));
    const score = board.querySelector('.ed-side.europe .ed-to-come i')?.textContent;
    return { turn: open.turn, lines, projected: open.projection.sides[0], score };
  });

test('a headline says whether it is true now, and the score to come is shown', async () => {
  const people = await table();
  const [ada, bo] = people.map(({ page }) => page);
  await wholeMap([ada, bo]);
  const pick = random(seedOf(12));
  const seen = new Set();
  let checked = -1;
  await actUntil(
    [ada, bo],
    (page) => press(page, pick),
    async () => {
      const { turn, lines, projected, score } = await outlook(ada);
      if (turn === checked) return false;
      checked = turn;
      for (const { state, text } of lines) {
        seen.add(state.holds);
        if (state.holds) assert.match(text, /true now/);
        else assert.equal(text.split(' lacks ').length - 1, Object.keys(state.lacks).length, text);
      }
      const { scored, total } = projected;
      assert.equal(score, total === scored ? undefined : `→${total}`);
      // Deals differ: where none comes true for long, there is nothing more to see.
      return seen.size === 2 || turn > TURNS_LOOKED_AT;
    },
  );
  assert.ok(seen.size > 0);
  nobodyComplained(people);
});

test('a headline that the other side bars says so', async () => {
  const people = await table();
  const [ada] = people.map(({ page }) => page);
  const lines = await ada.evaluate(async () => {
    const board = /** @type {any} */ (document.querySelector('europe-divided-board'));
    const { conditions, forthcoming } = board.play.view.public.headlines;
    const [first, second] = forthcoming;
    const lack = { power: 'russia', influence: 4, armies: 0 };
    conditions[first] = { holds: false, lacks: { ukraine: { ...lack, barred: true } } };
    conditions[second] = { holds: false, lacks: { ukraine: lack } };
    board.requestUpdate();
    await board.updateComplete;
    const said = (/** @type {string} */ id) =>
      board.querySelector(`.ed-card.headline[data-card="${id}"] .ed-holds`).textContent;
    return [said(first), said(second)];
  });
  assert.match(
    lines[0],
    /Russia lacks 4 influence in Ukraine, where an army or a 6 is in the way$/,
  );
  assert.match(lines[1], /Russia lacks 4 influence in Ukraine$/);
  nobodyComplained(people);
});

test('a match is played to its end on the board alone, and watched', async () => {
  const people = await watched();
  const [ada, bo, cleo] = people.map(({ page }) => page);
  const seed = seedOf(11);
  await Promise.all(
    [ada, bo].map((page, seat) =>
      pressToEnd(page, { board: 'europe-divided-board', wanted: PRESSED, seed: seed + seat }),
    ),
  );
  const { outcome, seq, public: last } = await view(ada);
  assert.deepEqual([last.turn, last.prompt.kind], [20, 'nothing']);
  await caughtUp(cleo, seq);
  assert.deepEqual((await view(cleo)).outcome, outcome);
  for (const page of [ada, bo, cleo]) {
    await page.locator('.ending .result').waitFor();
    await addUp(page, outcome.scores);
  }
  assert.equal(await cleo.locator('.ed-space.legal, .ed-card.legal').count(), 0);
  nobodyComplained(people);
});

/** Locks the first two cards of a hand, on the board. @param {Page} page */
async function lock(page) {
  await asked(page, 'initiative');
  for (const at of [0, 1]) await page.locator('.ed-hand .ed-card.action.legal').nth(at).click();
  await page.locator('.ed-prompt .primary').click();
}

/** Keeps the first two Advantage Cards. @param {Page} page */
async function keep(page) {
  await asked(page, 'keep_advantages');
  for (const at of [0, 1]) await page.locator('.ed-hand .ed-card.advantage.legal').nth(at).click();
  await page.locator('.ed-prompt .primary').click();
}

test('a locked choice says so, and nobody else sees what it is', async () => {
  const people = await watched();
  const [ada, bo, cleo] = people;
  await keep(ada.page);
  await ada.page.locator('.ed-prompt .ed-locked').waitFor();
  await keep(bo.page);
  await lock(ada.page);
  await ada.page.locator('.ed-prompt .ed-locked').waitFor();
  assert.equal(await ada.page.locator('.ed-card.locked').count(), 2);
  await bo.page.locator('.ed-side.europe .ed-state.locked').waitFor();
  await bo.page.locator('.ed-side.russia .ed-state.choosing').waitFor();

  const own = (await view(ada.page)).private;
  const secret = [...own.locked, ...own.hand, ...own.advantages, ...own.headlines];
  assert.equal(secret.length, 9);
  for (const other of [bo, cleo]) await blind(other, secret);

  await lock(bo.page);
  // Who goes first is known when both have locked; until then neither page is asked.
  await Promise.any([ada, bo].map(({ page }) => asked(page, 'segment')));
  for (const other of [bo, cleo]) await blind(other, secret);
  nobodyComplained(people);
});

/** Asserts that none of these cards is on the page, in its storage or in its messages. @param {Person} other @param {string[]} secret */
async function blind({ page, frames }, secret) {
  const seen = await page.evaluate(
    () =>
      document.documentElement.outerHTML +
      JSON.stringify({ ...localStorage }) +
      JSON.stringify({ ...sessionStorage }),
  );
  for (const id of secret) {
    assert.ok(!seen.includes(`"${id}"`), `${id} is on the page`);
    assert.ok(!frames.some((frame) => frame.includes(`"${id}"`)), `${id} was sent`);
  }
}

/** Presses Tab until the wanted element has the focus. @param {Page} page @param {string} wanted */
async function tabTo(page, wanted) {
  for (let presses = 0; presses < 250; presses += 1) {
    if (await page.evaluate((css) => document.activeElement?.matches(css), wanted)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${wanted}`);
}

/** Chooses two cards and sends them, by the keyboard. @param {Page} page @param {string} kind */
async function chooseTwo(page, kind) {
  for (const _ of [0, 1]) {
    await tabTo(page, `.ed-hand .ed-card.${kind}.legal:not(.chosen)`);
    await page.keyboard.press('Enter');
  }
  await tabTo(page, '.ed-prompt .primary:enabled');
  await page.keyboard.press('Enter');
}

test('the board is played with the keyboard alone', async () => {
  const people = await table();
  const pages = people.slice(0, 2).map(({ page }) => page);
  for (const page of pages) {
    await asked(page, 'keep_advantages');
    await chooseTwo(page, 'advantage');
  }
  for (const page of pages) {
    await asked(page, 'initiative');
    await chooseTwo(page, 'action');
  }
  const page = await Promise.any(pages.map((one) => asked(one, 'segment').then(() => one)));
  await tabTo(page, '.ed-hand .ed-card.action.legal');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await asked(page, 'action');

  await tabTo(page, '.ed-reach');
  const from = await page.evaluate(() =>
    document.activeElement?.closest('[data-space]')?.getAttribute('data-space'),
  );
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  const to = await page.evaluate(() =>
    document.activeElement?.closest('[data-space]')?.getAttribute('data-space'),
  );
  assert.notEqual(from, to, 'arrows lead from place to place');
  const { decision } = await view(page);
  await page.keyboard.press('Enter');
  if ((await page.locator('.ed-callout').count()) > 0) {
    await page.keyboard.press('Escape');
    await page.locator('.ed-callout').waitFor({ state: 'detached' });
    assert.equal(
      await page.evaluate(() =>
        document.activeElement?.closest('[data-space]')?.getAttribute('data-space'),
      ),
      to,
    );
    await page.keyboard.press('Enter');
    await page.locator('.ed-callout .ed-choice:focus').waitFor();
    await page.keyboard.press('Enter');
  }
  if ((await state(page)).draft) {
    await tabTo(page, '.ed-space.legal .ed-reach');
    await page.keyboard.press('Enter');
  }
  const accepted = page.waitForFunction(
    (old) =>
      /** @type {any} */ (document.querySelector('entente-match')).session.view.decision !== old,
    decision,
  );
  // A move that costs money is asked about once more.
  const asks = page.getByRole('button', { name: 'Move it' });
  await Promise.race([accepted, asks.waitFor().then(() => asks.press('Enter'))]);
  await accepted;
  nobodyComplained(people);
});

test('all that is offered at a place is lit there, with its price', async () => {
  const people = await table({ edition: 'first' });
  const pages = people.slice(0, 2).map(({ page }) => page);
  const pick = random(seedOf(12));
  let moves = 0;
  await playUntil(pages, pick, async () => {
    for (const page of [...pages, ...pages]) {
      const lit = await page.evaluate(compareLit);
      assert.deepEqual(lit.lit, lit.offered);
      if (lit.prices.length > 0) moves += 1;
      assert.ok(
        lit.prices.every((/** @type {string} */ price) => /^\d+$/.test(price)),
        lit.prices.join(),
      );
      // The second time it looks at where an army may go.
      await page.evaluate(beginMove);
      await drawn(page);
    }
    return moves > 0 && (await view(pages[0])).public.turn >= 3;
  });
  nobodyComplained(people);
});

/** Chooses, in the page, to move an army, if that is offered. */
function beginMove() {
  const { play } = /** @type {any} */ (document.querySelector('entente-match'));
  const offer = play.offers.find((/** @type {any} */ one) => one.command.type === 'move_army');
  if (offer && !play.draft) play.choose(offer);
}

/** Returns, in the page, the highlighted spaces, and those that the offers or the draft move name. */
function compareLit() {
  const { play } = /** @type {any} */ (document.querySelector('entente-match'));
  const lit = [...document.querySelectorAll('.ed-space.legal')].map((one) =>
    one.getAttribute('data-space'),
  );
  const moving = play.draft?.offer.command.type === 'move_army';
  const offered = moving
    ? play.draft.offer.command.to.$one.from.map((/** @type {any} */ item) => item.value)
    : play.offers.flatMap(({ command }) => {
        const { type, region, space, from } = command;
        if (type === 'visegrad_group') return ['czechia_slovakia', 'poland'];
        return type === 'sea_build' ? ['black_sea'] : [region ?? space ?? from].filter(Boolean);
      });
  const prices = moving
    ? [...document.querySelectorAll('.ed-tag text')].map((one) => one.textContent)
    : [];
  return { lit: lit.sort(), offered: [...new Set(offered)].sort(), prices };
}

test('what is read never lies over what is pointed at', async () => {
  const people = await table({}, { viewport: { width: 1024, height: 768 } });
  const { page } = people[0];
  for (const [space, side] of [
    ['austria', 'aside'],
    ['volga_fd', ''],
    ['western_balkans', 'aside'],
  ]) {
    const at = await page.locator(`.ed-space[data-space="${space}"]`).boundingBox();
    assert.ok(at);
    const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
    await page.mouse.move(x, y);
    const reader = page.locator(`.ed-reader${side ? '.aside' : ':not(.aside)'}`);
    const box = await reader.boundingBox();
    assert.ok(box && (x < box.x || x > box.x + box.width), space);
  }
  nobodyComplained(people);
});

test('on a phone map and hand are on one screen, and both can be used', async () => {
  const people = await table({}, { viewport: { width: 390, height: 844 }, hasTouch: true });
  const [ada, bo] = people.map(({ page }) => page);
  for (const css of ['.ed-map', '.ed-prompt', '.ed-hand', '.ed-strip']) {
    const box = await ada.locator(css).boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 390 && box.height > 25, css);
  }
  assert.deepEqual(await small(ada, 'europe-divided-board'), []);
  await keep(ada);
  await keep(bo);
  await ada.locator('.ed-strip button').click();
  await ada.locator('.ed-info .ed-side.russia').waitFor();
  await ada.locator('.ed-strip button').click();
  await lock(ada);
  assert.deepEqual(await small(ada, 'europe-divided-board'), []);
  await lock(bo);
  nobodyComplained(people);
});
