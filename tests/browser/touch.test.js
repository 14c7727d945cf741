// Touch screens: real touch events, as a phone sends them. Two fingers zoom a map around their middle and carry
// it along, one moves it, and a tap chooses; where there is much to read, it opens that, and a button chooses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nobodyComplained, resize } from './support/browser.js';
import { browser, server, withServer } from './support/fixture.js';
import { Hand, PHONE, placeOf } from './support/hand.js';
import { rotated } from './support/rotation.js';
import { againstBots, asked, small, view, seatedTable } from './support/table.js';

/** @import { Page } from 'playwright-core' */
/** @import { Point } from './support/hand.js' */

withServer();

/** Tolerance between a finger and the point it holds, in pixels: touches have whole coordinates. */
const NEAR = 4;

const BOARDS = /** @type {const} */ ([
  {
    game: 'balance-of-power',
    map: 'balance-of-power-map',
    options: { first: 'red', setup: 3 },
    space: '[data-territory=austria] .bp-counter',
    id: 'austria',
  },
  {
    game: 'europe-divided',
    map: 'europe-divided-map',
    options: {},
    space: '.ed-space[data-space=belarus]',
    id: 'belarus',
  },
]);

/** Returns the point of the picture at a point of the page. @param {Page} page @param {Point} at @returns {Promise<Point>} */
const under = (page, at) =>
  page.evaluate(
    ([x, y]) => {
      const svg = /** @type {SVGSVGElement} */ (document.querySelector('.board svg.map'));
      const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()?.inverse());
      return /** @type {[number, number]} */ ([point.x, point.y]);
    },
    /** @type {[number, number]} */ ([...at]),
  );

/** Returns the number of pixels per unit of the picture. @param {Page} page @returns {Promise<number>} */
const scale = (page) =>
  page.evaluate(
    () =>
      /** @type {SVGSVGElement} */ (document.querySelector('.board svg.map')).getScreenCTM()?.a ??
      0,
  );

/** Asserts that a point of the picture is where a finger holds it. @param {Page} page @param {Point} held of the picture @param {Point} at */
async function held(page, held, at) {
  const now = await under(page, at);
  const away = Math.hypot(now[0] - held[0], now[1] - held[1]) * (await scale(page));
  assert.ok(away <= NEAR, `what the finger held is ${away.toFixed(1)} pixels away`);
}

for (const { game, map, options, space, id } of BOARDS) {
  test(`${game}: two fingers pull the map apart, one pushes it, a tap chooses`, async () => {
    const people = await seatedTable(server, browser, game, {
      options,
      look: PHONE,
      board: `${map} .map`,
      pages: 1,
    });
    const [{ page }] = people;
    const hand = await Hand.of(page);
    const box = await page.locator(`${map} .map`).boundingBox();
    assert.ok(box);
    const middle = /** @type {Point} */ ([box.x + box.width / 2, box.y + box.height / 2]);
    /** @param {number} right @param {number} down @returns {Point} */
    const from = (right, down) => [middle[0] + right, middle[1] + down];

    const before = await scale(page);
    const [west, east] = [await under(page, from(-30, -10)), await under(page, from(30, 10))];
    await hand.go([from(-30, -10), from(-75, -25)], [from(30, 10), from(75, 25)]);
    assert.ok(Math.abs((await scale(page)) / before - 2.5) < 0.1, 'as far as the fingers went');
    await held(page, west, from(-75, -25));
    await held(page, east, from(75, 25));

    const closer = await scale(page);
    const carried = await under(page, from(0, -40));
    await hand.go([from(0, -40), from(40, -10)], [from(0, 40), from(40, 70)]);
    assert.ok(Math.abs((await scale(page)) / closer - 1) < 0.05, 'as large as before');
    await held(page, carried, from(40, -10));

    const pushed = await under(page, from(20, 20));
    await hand.go([from(20, 20), from(-50, -30)]);
    await held(page, pushed, from(-50, -30));
    assert.equal(await page.locator('.offer-form').count(), 0, 'a push chooses nothing');

    await hand.go([from(-75, -25), from(-28, -9)], [from(75, 25), from(28, 9)]);
    await page.evaluate(() => {
      const svg = /** @type {Element} */ (document.querySelector('.board svg.map'));
      const note = (/** @type {MouseEvent} */ { target }) => {
        const at = /** @type {Element} */ (target).closest('[data-at], [data-space]');
        /** @type {any} */ (window).tapped = {
          id: at?.getAttribute('data-at') ?? at?.getAttribute('data-space'),
          dragged: /** @type {any} */ (svg.parentElement).camera.dragged,
        };
      };
      document.addEventListener('click', note, { capture: true });
    });
    await hand.tap(await placeOf(page, space));
    await page.waitForFunction(() => /** @type {any} */ (window).tapped);
    assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).tapped), {
      id,
      dragged: false,
    });
    nobodyComplained(people);
  });
}

/** Returns a point 15 pixels from another one, in a territory that cannot be pressed. @param {Page} page @param {Point} at */
async function beside(page, [x, y]) {
  const found = await page.evaluate(
    ([right, down]) => {
      for (let angle = 0; angle < 2 * Math.PI; angle += 0.1) {
        const [a, b] = [right + 15 * Math.cos(angle), down + 15 * Math.sin(angle)].map(Math.round);
        const id = document.elementFromPoint(a, b)?.closest('[data-at]')?.getAttribute('data-at');
        const block = id && document.querySelector(`[data-territory="${id}"]`);
        if (block && !block.classList.contains('can')) return [a, b];
      }
      return null;
    },
    [x, y],
  );
  assert.ok(found, 'everything there can be pressed');
  return /** @type {Point} */ (/** @type {unknown} */ (found));
}

test('a press beside a small piece means it, and a finger that was lost does not stop the next', async () => {
  const [{ options, map, space }] = BOARDS;
  const people = await seatedTable(server, browser, 'balance-of-power', {
    options,
    look: PHONE,
    board: `${map} .map`,
    pages: 1,
  });
  const [{ page }] = people;
  const hand = await Hand.of(page);
  const more = page.locator('.bp-more-number');
  const [x, y] = await placeOf(page, space);
  // With the mouse: Chromium itself corrects the position of a finger, other browsers do not.
  const near = await beside(page, [x, y]);
  await page.mouse.click(near[0], near[1]);
  await more.waitFor();
  assert.match(
    String(await page.locator('[data-territory=austria]').getAttribute('aria-label')),
    /1 more to be placed/,
  );
  // A finger that never came up again, as when a call comes in.
  await page.locator(`${map} .map`).dispatchEvent('pointerdown', {
    pointerId: 99,
    pointerType: 'touch',
    clientX: x,
    clientY: y,
    bubbles: true,
  });
  await hand.go([
    [x, y],
    [x - 60, y - 60],
  ]);
  await hand.tap(await placeOf(page, space));
  await page.getByRole('button', { name: 'Place 1 troop here' }).click();
  await page.locator('.bp-more-number', { hasText: '+2' }).waitFor();
  nobodyComplained(people);
});

test('balance-of-power: a tap on the sign of a region reads who holds how much of it', async () => {
  const [{ options, map }] = BOARDS;
  const people = await seatedTable(server, browser, 'balance-of-power', {
    options,
    look: PHONE,
    board: `${map} .map`,
    pages: 1,
  });
  const [{ page }] = people;
  const hand = await Hand.of(page);
  await hand.tap(await placeOf(page, '[data-region]'));
  const sheet = page.getByRole('dialog', { name: / region$/ });
  await sheet.waitFor();
  assert.match(await sheet.innerText(), /\+\d+ if whole[\s\S]*Red holds \d+ of \d+/);
  assert.equal(await page.locator('.bp-more-number').count(), 0, 'and chooses nothing');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await sheet.waitFor({ state: 'detached' });
  nobodyComplained(people);
});

/** Returns how many places can be chosen, and how many of them the map does not show. @param {Page} page @param {string} map */
const unseen = (page, map) =>
  page.evaluate((name) => {
    const element = /** @type {any} */ (document.querySelector(name));
    const { left, right, top, bottom } = element.camera.svg.getBoundingClientRect();
    const { places } = element.querySelector('entente-edges');
    const out = places.filter((/** @type {any} */ { at }) => {
      const { x, y } = element.camera.toPage(at);
      return x < left || x > right || y < top || y > bottom;
    });
    return { all: places.length, out: out.length };
  }, map);

test('the edges of a map count what can be chosen beyond them, and go there by key', async () => {
  const [{ options, map }] = BOARDS;
  const people = await seatedTable(server, browser, 'balance-of-power', {
    options,
    board: `${map} .map`,
    pages: 1,
  });
  const [{ page }] = people;
  await asked(page, 'draft');
  const edges = page.getByRole('button', { name: /more places? to the/ });
  assert.equal((await unseen(page, map)).out, 0);
  assert.equal(await edges.count(), 0, 'all are in view');
  for (let notch = 0; notch < 3; notch += 1)
    await page.getByRole('button', { name: 'Zoom in' }).click();
  await edges.first().waitFor();
  const { out } = await unseen(page, map);
  const said = await edges.evaluateAll((all) =>
    all.map((one) => Number.parseInt(one.getAttribute('aria-label') ?? '', 10)),
  );
  assert.equal(
    said.reduce((sum, one) => sum + one, 0),
    out,
  );
  await edges.first().focus();
  await page.keyboard.press('Enter');
  const reached = page.locator('[data-territory]:focus');
  await reached.waitFor();
  assert.ok((await unseen(page, map)).out < out, 'it has come into view');
  nobodyComplained(people);
});

/** Waits until the board of Europe Divided shows what was tapped. @param {Page} page @param {string} name */
const sheetOf = (page, name) => page.getByRole('dialog', { name }).waitFor();

/** Returns the cards that are chosen. @param {Page} page @returns {Promise<any>} */
const draft = (page) =>
  page.evaluate(() => {
    const { play } = /** @type {any} */ (document.querySelector('entente-match'));
    return play.draft?.values[0] ?? null;
  });

test('europe-divided: a tap reads, in full, and a button acts', async () => {
  const people = await seatedTable(server, browser, 'europe-divided', {
    look: PHONE,
    board: 'europe-divided-map .map',
    pages: 1,
  });
  const [{ page }] = people;
  await asked(page, 'keep_advantages');
  const hand = await Hand.of(page);
  const { drawn, headlines } = (await view(page)).private;
  const data = await page.evaluate(() => {
    const { play } = /** @type {any} */ (document.querySelector('entente-match'));
    return { cards: play.data.cards.advantage, headlines: play.data.headlines.headline };
  });
  const named = (/** @type {any[]} */ rows, /** @type {string} */ id) =>
    rows.find((row) => row.id === id);

  const card = named(data.cards, drawn[0]);
  await hand.tap(await placeOf(page, `.ed-hand [data-card="${card.id}"] .ed-name`));
  await sheetOf(page, card.name);
  // Its first letter is shown as that of a sentence.
  const rest = card.text.slice(1);
  assert.ok((await page.locator('.reading').innerText()).includes(rest), 'all of its text');
  assert.equal(await draft(page), null, 'reading chooses nothing');
  await hand.tap(await placeOf(page, '.reading .primary'));
  await page.locator('.reading').waitFor({ state: 'detached' });
  assert.deepEqual(await draft(page), [card.id]);
  await hand.tap(await placeOf(page, `.ed-hand [data-card="${card.id}"] .ed-name`));
  await page.getByRole('button', { name: 'Do not choose it' }).waitFor();
  await hand.tap(await placeOf(page, '.reading-close'));

  await hand.tap(await placeOf(page, '.ed-space[data-space=belarus]'));
  await sheetOf(page, 'Belarus');
  await hand.tap(await placeOf(page, '.drawer-buttons [data-tab=log]'));
  await page.locator('.drawer').waitFor();
  await page.locator('.reading').waitFor({ state: 'detached' });
  await hand.tap(await placeOf(page, '.drawer-head button'));

  const headline = named(data.headlines, headlines[0]);
  await page.locator(`.ed-hand [data-card="${headline.id}"]`).scrollIntoViewIfNeeded();
  await hand.tap(await placeOf(page, `.ed-hand [data-card="${headline.id}"] .ed-name`));
  await sheetOf(page, headline.name);
  const { fact } = headline;
  assert.ok((await page.locator('.reading').innerText()).includes(fact), 'what really happened');
  nobodyComplained(people);
});

for (const [width, height] of rotated(
  /** @type {const} */ ([
    [844, 390],
    [717, 512],
    [640, 360],
  ]),
)) {
  test(`europe-divided: a phone on its side has the map left, all else right: ${width}`, async () => {
    const people = await seatedTable(server, browser, 'europe-divided', {
      look: { hasTouch: true, viewport: { width, height } },
      board: 'europe-divided-map .map',
      pages: 1,
    });
    const [{ page }] = people;
    const [map, prompt, hand] = await Promise.all(
      ['.ed-map', '.ed-prompt', '.ed-hand'].map((css) => page.locator(css).boundingBox()),
    );
    assert.ok(map && prompt && hand);
    assert.ok(map.width >= width / 2 && map.height >= height * 0.7, `${map.width} ${map.height}`);
    await page.waitForFunction((low) => {
      const card = document.querySelector('.ed-hand .legal')?.getBoundingClientRect();
      return card && card.top >= 0 && card.bottom <= low;
    }, height);
    for (const box of [prompt, hand]) {
      assert.ok(box.x >= map.x + map.width - 1 && box.x + box.width <= width);
      assert.ok(box.y + box.height <= height && box.height >= 90);
    }
    nobodyComplained(people);
  });
}

/** The least height and width of what a finger presses on a tablet, where a board has much to show, in pixels. */
const TABLET = /** @type {const} */ ([24, 24]);

for (const game of rotated(/** @type {const} */ (['europe-divided', 'balance-of-power', 'europe'])))
  test(`${game}: a finger hits all that is pressed on a tablet, or a phone that unfolds`, async () => {
    const ada = await againstBots(server, browser, game, {}, { hasTouch: true });
    for (const [width, height] of /** @type {const} */ ([
      [1180, 820],
      [1024, 768],
      [900, 1000],
      [673, 841],
      [717, 512],
    ])) {
      await resize(ada.page, width, height);
      const found = await small(ada.page, '.board', TABLET);
      assert.deepEqual(found, [], `${width} by ${height}`);
    }
    nobodyComplained([ada]);
  });
