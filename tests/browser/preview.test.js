// What a choice would change, shown before it is made, in a place that is kept for it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soundFor } from './support/axe.js';
import { movesOf } from '../../web/games/europe-divided/targets.js';
import { atRest, nobodyComplained, person, resize } from './support/browser.js';
import { Hand, PHONE, placeOf } from './support/hand.js';
import { playUntil, random, seedOf, state, turnTo } from './support/play.js';
import { browser, server, withServer } from './support/fixture.js';
import { rotated } from './support/rotation.js';
import { againstBots } from './support/table.js';

/** @import { Page } from 'playwright-core' */

withServer('--bot-pace-ms', '0');

/** Returns the state of a page that is asked, drawn; nothing of one whose answer is on its way. @param {Page} page */
async function asks(page) {
  const now = await state(page);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  const { seq, busy, offers } = await state(page);
  return now.seq === seq && !busy && offers > 0 ? { seq, offers } : { seq: 0, offers: 0 };
}

/** The offers of the list that leave nothing open. @param {Page} page */
const whole = (page) =>
  page.evaluate(() =>
    /** @type {any[]} */ ([...document.querySelectorAll('entente-offers .offer')]).flatMap(
      ({ choice }, at) => (JSON.stringify(choice.offer.command).includes('"$') ? [] : [at]),
    ),
  );

/** Returns where everything is that can be pressed, drawn and settled. @param {Page} page @returns {Promise<any>} */
const boxes = (page) =>
  page.evaluate(async () => {
    const board = /** @type {any} */ (document.querySelector('.board > *'));
    await board.updateComplete;
    const css = 'button, [role=button], .map-shape.legal, .ed-slot.lit, input, summary';
    return [...document.querySelectorAll(css)].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [one.getAttribute('class'), one.textContent?.trim(), x, y, width, height].join(' ');
    });
  });

for (const game of ['europe-divided', 'balance-of-power']) {
  test(`${game}: a choice that is pointed at says what it would change, and nothing is done`, async () => {
    const ada = await againstBots(server, browser, game);
    const { page } = ada;
    await turnTo(page, 'choices');
    await playUntil(
      [page],
      random(seedOf(5)),
      async () => (await asks(page)).seq > 20 && (await whole(page)).length > 0,
    );
    const before = (await state(page)).seq;
    const shown = page.locator('.board .preview-of');
    const offers = page.locator('entente-offers .offer');
    for (const at of (await whole(page)).slice(0, 2)) {
      await offers.nth(at).focus();
      await page
        .locator('.board .preview-of', { hasText: (await offers.nth(at).innerText()).trim() })
        .waitFor();
      assert.ok((await page.locator('.board .preview-then li').count()) > 0);
    }
    await soundFor(page, `${game} with a preview`);
    await page.locator('.drawer-buttons button').first().focus();
    await shown.waitFor({ state: 'detached' });
    assert.equal((await state(page)).seq, before);
    nobodyComplained([ada]);
  });
}

test('a draft says what it would change as soon as it is whole', async () => {
  const ada = await againstBots(server, browser, 'europe-divided');
  const { page } = ada;
  await turnTo(page, 'choices');
  // The first decision of every match: which Advantage Cards to keep.
  const cards = page.locator('.ed-hand .legal');
  await cards.first().waitFor();
  const shown = page.locator('.ed-prompt .preview-of');
  for (const at of [0, 1]) if ((await shown.count()) === 0) await cards.nth(at).click();
  await shown.waitFor();
  await page.locator('.ed-answers .ed-back').click();
  await shown.waitFor({ state: 'detached' });
  nobodyComplained([ada]);
});

/** Plays until this page may act on the map of Europe Divided and this is shown. @param {Page} page @param {string} [css] */
async function onTheMap(page, css = '.ed-slot.lit') {
  await playUntil([page], random(seedOf(9)), async () => {
    const there = (await asks(page)).offers > 0 && (await spot(page)) !== null;
    return there && (await page.locator(css).count()) > 0;
  });
}

/** Returns a point of the map at which a press would choose one thing, if there is one. @param {Page} page */
const spot = (page) =>
  page.evaluate(() => {
    for (const slot of document.querySelectorAll('.ed-slot.lit')) {
      const { x, y, width, height } = slot.getBoundingClientRect();
      const [across, down] = [x + width / 2, y + height / 2];
      const { choice } = /** @type {any} */ (slot);
      const hit = document.elementFromPoint(across, down);
      const open = JSON.stringify(choice?.offer.command ?? '$').includes('$');
      if (!open && hit && slot.contains(hit)) return { x: across, y: down, text: choice.text };
    }
    return null;
  });

for (const [width, height] of rotated([
  [1440, 900],
  [1280, 720],
  [844, 390],
])) {
  test(`nothing moves for a preview, at ${width} by ${height}`, async () => {
    const ada = await againstBots(server, browser, 'europe-divided');
    const { page } = ada;
    await onTheMap(page);
    await resize(page, width, height);
    await placeOf(page, '.ed-slot.lit');
    await page.mouse.move(1, 1);
    const at = await spot(page);
    assert.ok(at);
    const before = await boxes(page);
    await page.mouse.move(at.x, at.y);
    const shown = page.locator('.ed-prompt .preview-of');
    await shown.waitFor();
    assert.equal((await shown.innerText()).trim(), at.text);
    assert.deepEqual(await boxes(page), before);
    // It lies over nothing that can be pressed: the answers are as reachable as before.
    assert.deepEqual(await covered(page), []);
    await page.mouse.move(1, 1);
    await shown.waitFor({ state: 'detached' });
    assert.deepEqual(await boxes(page), before);
    nobodyComplained([ada]);
  });
}

/** Returns the buttons of the prompt that a pointer would miss. @param {Page} page */
const covered = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.ed-answers button')]
      .filter((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        const frame = /** @type {Element} */ (button.parentElement).getBoundingClientRect();
        const [across, down] = [x + width / 2, y + height / 2];
        if (across > frame.right || across < frame.left || down > frame.bottom) return false;
        return !button.contains(document.elementFromPoint(across, down));
      })
      .map((button) => button.textContent),
  );

test('a preview draws itself alone: neither board nor map is drawn again', async () => {
  const ada = await againstBots(server, browser, 'europe-divided');
  const { page } = ada;
  const answer = '.ed-answers button:not(.ed-only)';
  await onTheMap(page, answer);
  await page.mouse.move(1, 1);
  await page.evaluate(() => {
    const counted = /** @type {any} */ (window);
    counted.drawn = [];
    for (const css of ['europe-divided-board', 'europe-divided-map', 'entente-match']) {
      const board = /** @type {any} */ (document.querySelector(css));
      const { update } = board;
      board.update = (/** @type {any} */ changed) => {
        counted.drawn.push(css);
        update.call(board, changed);
      };
    }
  });
  // What was under way before comes to rest; the map marks what is new for a while, and draws once more at its end.
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('europe-divided-map')).recent.size === 0,
  );
  await atRest(page, () => /** @type {any} */ (window).drawn.length);
  await page.evaluate(() => /** @type {any} */ (window.drawn = []));
  await page.locator(answer).first().hover();
  await page.locator('.ed-prompt .preview-of').waitFor();
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).drawn), []);
  nobodyComplained([ada]);
});

test('on a phone a sheet says of each of its choices what it would change', async () => {
  const ada = await againstBots(server, browser, 'europe-divided', {}, PHONE);
  const { page } = ada;
  const choices = () =>
    page.evaluate(() => {
      const { play } = /** @type {any} */ (document.querySelector('entente-match'));
      const regions = play.offers.flatMap((/** @type {any} */ { command }) =>
        command.type === 'place_influence' ? [command.region] : [],
      );
      const twice = (/** @type {string} */ at) => regions.indexOf(at) < regions.lastIndexOf(at);
      return regions.find(twice) ?? null;
    });
  await playUntil(
    [page],
    random(seedOf(9)),
    async () => (await asks(page)).offers > 0 && (await choices()) !== null,
  );
  const id = await choices();
  await page.evaluate((space) => {
    const map = /** @type {any} */ (document.querySelector('europe-divided-map'));
    map.reveal(space);
  }, id);
  const hand = await Hand.of(page);
  await hand.tap(await placeOf(page, `.ed-space[data-space="${id}"]`));
  const sheet = page.locator('.reading');
  await sheet.waitFor();
  const buttons = await sheet.locator('button:not(.reading-close)').allInnerTexts();
  assert.ok(buttons.length >= 2, buttons.join());
  for (const name of buttons.filter((text) => !text.endsWith('…')))
    await sheet.locator('.preview-of', { hasText: name.trim() }).waitFor();
  const said = sheet.locator('entente-preview:has(.preview-of)');
  for (const one of await said.all()) assert.ok((await one.locator('li').count()) > 0);
  await soundFor(page, 'a sheet with two choices');
  nobodyComplained([ada]);
});

test('an army that only moves says from where to where', () => {
  const facts = /** @type {any} */ ({ space: (/** @type {string} */ id) => id.toUpperCase() });
  const said = movesOf(facts);
  assert.equal(said({ from: 'turkey', to: 'greece' }), 'An army moves from TURKEY to GREECE');
  assert.equal(said({}), '');
});

test('a set of cards says which troops it brings before it is handed in', async () => {
  const ada = await person(browser);
  const { page } = ada;
  const wanted = { name: 'Ada' };
  const { room, token } = await server.ask('POST', 'lessons/balance-of-power/five-cards', wanted);
  await page.goto(`${server.url}/r/${room.code}#seat=${token}`);
  await page.getByRole('button', { name: 'Cards for troops …' }).click();
  await page
    .locator('.bp-bag')
    .getByRole('button', { name: 'Hand in 5 stars: +10 troops' })
    .hover();
  await page.locator('.board .preview-then', { hasText: '15 troops to place, not 5' }).waitFor();
  nobodyComplained([ada]);
});
