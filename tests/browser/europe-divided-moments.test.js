// Moments of whole matches of Europe Divided in which a newcomer was unsure what could be pressed, what was possible,
// or where something was.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer } from './support/answer.js';
import { nobodyComplained, resize } from './support/browser.js';
import { browser, server, withServer } from './support/fixture.js';
import { PHONE } from './support/hand.js';
import { actUntil, playUntil, random, seedOf, state } from './support/play.js';
import { toChoice } from './support/europe-divided.js';
import { asked, view, seatedTable } from './support/table.js';

/** @import { Page } from 'playwright-core' */

withServer();

/** Pixels by which a mark stands out around its piece, at least. */
const STANDS_OUT = 1.5;

/** A desk on which the map is so small that pieces grow, and a large one. */
const SMALL = { width: 1280, height: 720 };
const LARGE = { width: 1920, height: 1080 };

/** @param {{width: number, height: number}} [viewport] @param {object} [how] */
const table = (viewport = SMALL, how) =>
  seatedTable(server, browser, 'europe-divided', {
    look: { viewport },
    board: 'europe-divided-map .map',
    ...how,
  });

/** Plays until a page is asked a question of a kind, and more is true of it. @param {Page[]} pages @param {number} seat @param {string} kind @param {(page: Page) => Promise<boolean>} [more] */
async function playTo(pages, seat, kind, more = async () => true) {
  const page = pages[seat];
  await playUntil(pages, random(seedOf(7)), async () => {
    const { prompt } = (await view(page)).public;
    return prompt.kind === kind && (await state(page)).offers > 0 && more(page);
  });
  return page;
}

/** Checks whether armies, dice and empty places may be chosen at once. @param {Page} page */
const hasAll = (page) =>
  page.evaluate(() => {
    const lit = [...document.querySelectorAll('.ed-slot.lit')];
    return ['.ed-army', '.ed-die:not(.ghost)', '.ghost'].every((css) =>
      lit.some((slot) => slot.querySelector(css)),
    );
  });

test('what may be chosen is marked around its piece, and no mark hides a price', async () => {
  const people = await table();
  const page = await playTo(
    people.slice(0, 2).map((one) => one.page),
    0,
    'action',
    hasAll,
  );
  const { margins, under } = await page.evaluate(() => {
    const boxOf = (/** @type {Element} */ slot, /** @type {string} */ css) =>
      /** @type {Element} */ (slot.querySelector(css)).getBoundingClientRect();
    const slots = [...document.querySelectorAll('.ed-slot.lit')];
    const margins = slots.map((slot) => {
      const [mark, face] = [boxOf(slot, '.ed-halo'), boxOf(slot, '.ed-face')];
      return Math.min(face.left - mark.left, mark.right - face.right);
    });
    const { DOCUMENT_POSITION_FOLLOWING: over } = Node;
    const under = [...document.querySelectorAll('.ed-tag')].filter((tag) =>
      slots.some((slot) => {
        if ((tag.compareDocumentPosition(slot) & over) === 0) return false;
        const [price, mark] = [boxOf(tag, 'circle'), boxOf(slot, '.ed-halo')];
        const beside = price.right < mark.left || mark.right < price.left;
        return !beside && price.bottom > mark.top && mark.bottom > price.top;
      }),
    );
    return { margins, under: under.length };
  });
  assert.ok(Math.min(...margins) >= STANDS_OUT, `${Math.min(...margins)} pixels`);
  assert.equal(under, 0);
  nobodyComplained(people);
});

test('the card in use strikes out what cannot be done, and doing nothing comes last', async () => {
  const people = await table();
  const page = await playTo(
    people.slice(0, 2).map((one) => one.page),
    0,
    'action',
    async (one) => (await one.locator('.ed-card.asked .barred').count()) > 0,
  );
  const { barred, impossible } = await page.evaluate(() => {
    const { play } = /** @type {any} */ (document.querySelector('entente-match'));
    const { card } = play.view.public.prompt;
    const { actions } = play.data.cards.action.find((/** @type {any} */ row) => row.id === card);
    const symbols = [...document.querySelectorAll('.ed-card.asked .ed-symbol')];
    const offered = (/** @type {any} */ { action, power }) =>
      play.offers.some(
        (/** @type {any} */ { command }) =>
          command.type === action && (!command.power || command.power === power),
      );
    return {
      barred: symbols.map((one) => one.classList.contains('barred')),
      impossible: actions.map((/** @type {any} */ one) => !offered(one)),
    };
  });
  assert.deepEqual(barred, impossible);
  assert.match(
    String(await page.locator('.ed-card.asked .barred').first().getAttribute('title')),
    /not possible now/,
  );
  assert.equal(await page.locator('.ed-answers button').last().innerText(), 'No action');
  const struck = await page.evaluate(async () => {
    const { play } = /** @type {any} */ (document.querySelector('entente-match'));
    play.view.public.prompt.kind = 'reaction';
    const board = /** @type {any} */ (document.querySelector('europe-divided-board'));
    board.requestUpdate();
    await board.updateComplete;
    return document.querySelectorAll('.ed-card.asked .barred').length;
  });
  assert.equal(struck, 0, 'an Effect or a Reaction comes after the action');
  nobodyComplained(people);
});

test('a button that marks places says that one of them is to be chosen', async () => {
  const people = await table(SMALL, { pages: 1, until: toChoice() });
  const [{ page }] = people;
  await page.locator('.ed-only').nth(1).waitFor();
  const why = page.locator('.ed-why');
  assert.doesNotMatch(await why.innerText(), /Choose one of the places/);
  await page.locator('.ed-only').first().click();
  assert.match(await why.innerText(), /Choose one of the places/);
  await page.locator('.ed-only').first().click();
  assert.doesNotMatch(await why.innerText(), /Choose one of the places/);
  nobodyComplained(people);
});

test('the Advantage Cards to choose among are read whole', async () => {
  const people = await table(LARGE);
  const { page } = people[0];
  await asked(page, 'keep_advantages');
  const cut = await page.locator('.drawn .ed-card').evaluateAll((cards) =>
    cards
      .flatMap((card) => [...card.querySelectorAll('.ed-name, .ed-text')])
      .filter((one) => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth)
      .map((one) => one.textContent),
  );
  assert.deepEqual(cut, []);
  const strip = page.locator('.ed-open-hand');
  assert.ok(await strip.evaluate((one) => one.scrollWidth <= one.clientWidth), 'and the hand too');
  nobodyComplained(people);
});

test('a phone’s line of both sides says which one is yours, and has room for large numbers', async () => {
  const people = await seatedTable(server, browser, 'europe-divided', {
    look: PHONE,
    board: 'europe-divided-map .map',
  });
  for (const [seat, { page }] of people.slice(0, 2).entries()) {
    await asked(page, 'keep_advantages');
    const own = await page
      .locator('.ed-brief')
      .evaluateAll((all) => all.map((one) => one.querySelector('small')?.textContent === 'you'));
    assert.deepEqual(own, [seat === 0, seat === 1]);
    const [inner, outer] = await page.locator('.ed-strip').evaluate((strip) => {
      const turn = /** @type {Element} */ (strip.querySelector('b'));
      turn.textContent = 'Turn 19';
      for (const one of strip.querySelectorAll('.ed-wealth b')) one.textContent = '24';
      return [strip.scrollWidth, strip.clientWidth];
    });
    assert.ok(inner <= outer, `${inner} pixels`);
  }
  nobodyComplained(people);
});

test('on a phone the button Headlines leads to the headlines', async () => {
  const people = await seatedTable(server, browser, 'europe-divided', {
    look: PHONE,
    board: 'europe-divided-map .map',
    pages: 1,
  });
  const [{ page }] = people;
  await page.getByRole('button', { name: 'Headlines' }).tap();
  const cards = page.locator('.ed-headlines .ed-card');
  await cards.first().waitFor();
  const frame = await page.locator('.ed-info').boundingBox();
  for (const card of await cards.all()) {
    const box = await card.boundingBox();
    assert.ok(frame && box && box.y >= frame.y && box.y + box.height <= frame.y + frame.height);
  }
  nobodyComplained(people);
});

test('a hand of Action Cards shows all their actions, beside a drawer and on a phone', async () => {
  const people = await seatedTable(server, browser, 'europe-divided', {
    look: PHONE,
    board: 'europe-divided-map .map',
    pages: 1,
  });
  const [{ page }] = people;
  await asked(page, 'keep_advantages');
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1100, 900],
  ]) {
    await resize(page, width, height);
    const hidden = await page.locator('.ed-hand .ed-card.action').evaluateAll((cards) =>
      cards
        .filter((card) => {
          const { bottom } = card.getBoundingClientRect();
          const symbols = [...card.querySelectorAll('.ed-symbol')];
          return symbols.some((one) => one.getBoundingClientRect().bottom > bottom);
        })
        .map((card) => card.textContent),
    );
    assert.deepEqual(hidden, [], `${width}`);
  }
  nobodyComplained(people);
});

test('on a phone too the Advantage Cards to choose among show more than a line', async () => {
  const people = await seatedTable(server, browser, 'europe-divided', {
    look: PHONE,
    board: 'europe-divided-map .map',
    pages: 1,
  });
  const [{ page }] = people;
  await asked(page, 'keep_advantages');
  const heights = await page
    .locator('.drawn .ed-text')
    .evaluateAll((all) =>
      all.map((one) => [
        one.scrollHeight,
        one.clientHeight,
        parseFloat(getComputedStyle(one).lineHeight),
      ]),
    );
  // The longest one may fade after its fourth line.
  for (const [all, shown, line] of heights) assert.ok(shown >= Math.min(all, 4 * line - 1));
  nobodyComplained(people);
});

test('nothing is read that has come to lie under a pointer at rest', async () => {
  const people = await table(SMALL, { pages: 1 });
  const [{ page }] = people;
  await asked(page, 'keep_advantages');
  const card = page.locator('.ed-row .ed-card').first();
  await card.dispatchEvent('mouseover');
  await page.evaluate(
    () => /** @type {any} */ (document.querySelector('europe-divided-board')).updateComplete,
  );
  assert.equal(await page.locator('.ed-reader').count(), 0);
  await card.hover();
  await page.locator('.ed-reader').waitFor();
  nobodyComplained(people);
});

test('what was kept is marked while the other side still chooses, and nothing asks for it again', async () => {
  const people = await table();
  const [{ page }, other] = people;
  await asked(page, 'keep_advantages');
  const group = page.locator('.ed-group.drawn');
  assert.match(await group.locator('h3').innerText(), /keep two/i);
  const kept = [];
  for (const at of [0, 2]) {
    const card = page.locator('.drawn .ed-card').nth(at);
    await card.click();
    kept.push(await card.getAttribute('data-card'));
  }
  await page.locator('.ed-prompt .primary').click();
  await page.locator('.ed-prompt .ed-locked').waitFor();
  assert.doesNotMatch(await group.locator('h3').innerText(), /keep two/i);
  const chosen = group.locator('.ed-card.chosen');
  // A page that comes later marks the same.
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await chosen.nth(1).waitFor();
    const marked = await chosen.evaluateAll((cards) =>
      cards.map((card) => /** @type {HTMLElement} */ (card).dataset.card),
    );
    assert.deepEqual(marked, kept);
  }
  assert.equal(await group.locator('.ed-card').count(), 3);
  // Whoever still chooses is asked as before.
  assert.match(await other.page.locator('.ed-group.drawn h3').innerText(), /keep two/i);
  nobodyComplained(people);
});

test('on a phone the map’s news are of this turn', async () => {
  const people = await seatedTable(server, browser, 'europe-divided', {
    look: PHONE,
    board: 'europe-divided-map .map',
  });
  const pages = people.slice(0, 2).map(({ page }) => page);
  const [page] = pages;
  const news = page.locator('.ed-news');
  await playUntil(pages, random(seedOf(7)), async () => (await news.count()) > 0);
  const { turn } = (await view(page)).public;
  const later = async (/** @type {Page} */ one) => (await view(one)).public.turn > turn;
  const pick = random(seedOf(8));
  // Nobody acts in the next turn before this page was looked at.
  await actUntil(
    pages,
    async (one) => !(await later(one)) && answer(one, pick),
    () => later(page),
  );
  await page.waitForFunction(() => !document.querySelector('.ed-news'));
  nobodyComplained(people);
});
