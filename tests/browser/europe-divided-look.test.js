// The sizes on Europe Divided's board: what is played on is in view and large enough to be seen, the question
// is the largest text, and what is played for stays in view.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer } from './support/answer.js';
import { nobodyComplained, resize } from './support/browser.js';
import { browser, server, withServer } from './support/fixture.js';
import { random, seedOf } from './support/play.js';
import { seatedTable } from './support/table.js';

/** @import { Page } from 'playwright-core' */

withServer();

/** Least sizes on a desk's screen, in pixels. */
const DIE = 24;
const MARK = 14;
const TEXT = 13;
const QUESTION = 20;

/** @param {object} [how] */
const table = (how) =>
  seatedTable(server, browser, 'europe-divided', {
    board: 'europe-divided-map .map',
    ...how,
  });

/** Returns a page of the first seat, which is asked, has played a card, and sees dice on the map. */
async function midTurn() {
  const done = (/** @type {any[]} */ [{ public: open, offers }]) =>
    open.turn >= 2 && open.sides[0].played.length > 0 && offers.length > 0;
  const people = await table({ pages: 1, until: { pick: random(seedOf(7)), done } });
  await people[0].page.locator('.map .ed-die:not(.ghost)').first().waitFor();
  return people;
}

/** Returns the least width or height of what is drawn for each selector. @param {Page} page @param {string[]} all */
const least = (page, all) =>
  page.evaluate(
    (selectors) =>
      selectors.map((css) => {
        const sizes = [...document.querySelectorAll(css)].map((one) => {
          const { width, height } = one.getBoundingClientRect();
          // Scales multiply to a size that is exact but for the last digits.
          return Math.round(Math.max(width, height) * 100) / 100;
        });
        return sizes.length > 0 ? Math.min(...sizes) : 0;
      }),
    all,
  );

/** Returns every visible text smaller than a size, and the largest text, in pixels on the screen. @param {Page} page @param {number} size */
const texts = (page, size) =>
  page.evaluate((minimum) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const small = [];
    let [largest, said] = [0, ''];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = /** @type {any} */ (node.parentElement);
      const text = node.textContent?.trim();
      if (!text || !parent.checkVisibility() || parent.closest('.unseen, style')) continue;
      const scale = parent.getScreenCTM?.()?.a ?? 1;
      const pixels = parseFloat(getComputedStyle(parent).fontSize) * scale;
      if (pixels < minimum - 0.05) small.push(`${text}: ${pixels}`);
      if (pixels > largest && parent.closest('.board') && !parent.closest('svg'))
        [largest, said] = [pixels, text];
    }
    return { small, largest, said };
  }, size);

test('the contested belt is in view, and nothing on it is too small', async () => {
  const people = await midTurn();
  const [{ page }] = people;
  const hidden = await page.evaluate(() => {
    const frame = /** @type {Element} */ (
      document.querySelector('.ed-map')
    ).getBoundingClientRect();
    const { play } = /** @type {any} */ (document.querySelector('entente-match'));
    return play.data.map.space
      .filter((/** @type {any} */ { kind }) => kind === 'contested')
      .map((/** @type {any} */ { id }) => id)
      .filter((/** @type {string} */ id) => {
        const reach = document.querySelector(`.ed-space[data-space="${id}"] .ed-reach`);
        const box = reach?.getBoundingClientRect();
        return !box || box.top < frame.top || box.bottom > frame.bottom || box.right > frame.right;
      });
  });
  assert.deepEqual(hidden, []);
  const [die, army, mark] = await least(page, [
    '.map .ed-die:not(.ghost) .ed-face',
    '.map .ed-army .ed-face',
    '.map .ed-open',
  ]);
  assert.ok(die >= DIE, `a die of ${die}`);
  assert.ok(Math.min(army, mark) >= MARK, `an army of ${army}, a mark of ${mark}`);
  const { small, largest, said } = await texts(page, TEXT);
  assert.deepEqual(small, []);
  const question = await page.locator('.ed-asks').first();
  const font = await question.evaluate((one) => parseFloat(getComputedStyle(one).fontSize));
  assert.equal(font, QUESTION);
  assert.equal(largest, QUESTION, `${said} is larger`);
  assert.notEqual(await page.locator('.ed-why').innerText(), '');
  nobodyComplained(people);
});

test('headlines in hand stay in view when cards are played', async () => {
  const people = await midTurn();
  const [{ page }] = people;
  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
  ]) {
    await resize(page, width, height);
    const cards = page.locator('.ed-hand .ed-card.headline');
    for (const card of await cards.all()) {
      const box = await card.boundingBox();
      assert.ok(box && box.x + box.width <= width && box.y + box.height <= height, `${width}`);
    }
    assert.ok((await cards.count()) > 0);
  }
  nobodyComplained(people);
});

/**
 * Returns the Advantage Cards of this seat whose words are cut, or lie beyond the edge of a card that does not scroll.
 * @param {Page} page @param {boolean} longest `true` to have them say what the longest of all say
 */
const cutAdvantages = (page, longest) =>
  page.evaluate((worst) => {
    const { play } = /** @type {any} */ (document.querySelector('entente-match'));
    const texts = play.data.cards.advantage
      .map((/** @type {any} */ { text }) => text)
      .toSorted((/** @type {string} */ a, /** @type {string} */ b) => b.length - a.length);
    const all = [...document.querySelectorAll('.ed-hand .ed-card.advantage')];
    return all.flatMap((card, at) => {
      const text = /** @type {Element} */ (card.querySelector('.ed-text'));
      const before = [...text.childNodes];
      if (worst) text.replaceChildren(texts[at]);
      const cut = text.scrollHeight > text.clientHeight + 1 || text.scrollWidth > text.clientWidth;
      const hidden = card.scrollHeight > card.clientHeight + 3;
      const found = cut || hidden ? [`${text.textContent?.slice(0, 40)}: ${cut} ${hidden}`] : [];
      text.replaceChildren(...before);
      return found;
    });
  }, longest);

test('Advantage Cards are read whole, without a press, while one chooses and when they are kept', async () => {
  const people = await table();
  const [{ page }, other] = people;
  for (const kept of [false, true]) {
    const desks = /** @type {const} */ ([
      [1440, 900],
      [1366, 768],
      [1280, 720],
    ]);
    // On a tablet what is kept has two lines, and the rest in the reader.
    const tablets = /** @type {const} */ ([
      [820, 1180],
      [768, 1024],
      [600, 800],
      [717, 512],
    ]);
    for (const [width, height] of kept ? desks : [...desks, ...tablets]) {
      await resize(page, width, height);
      const count = await page.locator('.ed-hand .ed-card.advantage').count();
      assert.equal(count, kept ? 2 : 3);
      for (const longest of [false, true])
        assert.deepEqual(await cutAdvantages(page, longest), [], `${width} wide, kept: ${kept}`);
    }
    if (kept) break;
    for (const one of [page, other.page]) await answer(one, random(seedOf(3)));
    await page.locator('.ed-hand .drawn').waitFor({ state: 'detached' });
  }
  nobodyComplained(people);
});

test('marks of reconstructed values are heard and seen only by who wants them', async () => {
  const people = await table({ pages: 1 });
  const [{ page }] = people;
  const marks = page.locator('.ed-mark');
  assert.ok((await marks.count()) > 0);
  assert.equal(await marks.locator('visible=true').count(), 0);
  const spoken = () => page.locator('main').ariaSnapshot();
  assert.doesNotMatch(await spoken(), /Reconstructed|~/);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Show sources').check();
  await page.keyboard.press('Escape');
  assert.ok((await marks.locator('visible=true').count()) > 0);
  assert.match(await spoken(), /~/);
  await page.reload();
  await marks.locator('visible=true').first().waitFor();
  nobodyComplained(people);
});
