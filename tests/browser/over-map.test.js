// What all maps of boards have: the keys that lead from place to place; and what lies over a map, its buttons, the edges
// that count what can be chosen beyond them, what others did. None of it covers another, at any size.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nobodyComplained, resize } from './support/browser.js';
import { browser, server, withServer } from './support/fixture.js';
import { playUntil, random, seedOf, state } from './support/play.js';
import { seatedTable, view } from './support/table.js';

/** @import { Page } from 'playwright-core' */

withServer();

const BOARDS = /** @type {const} */ ({
  'balance-of-power': {
    options: { first: 'blue', setup: 3 },
    map: 'balance-of-power-map',
    space: '[data-territory]',
  },
  'europe-divided': { options: {}, map: 'europe-divided-map', space: '.ed-space[data-space]' },
});
const SIZES = /** @type {const} */ ([
  [390, 844],
  [844, 390],
  [610, 390],
  [320, 568],
  [320, 468],
  [720, 450],
  [717, 512],
  [768, 1024],
  [1366, 768],
  [1440, 900],
]);

/** Phones on which a long question leaves the map little, and the height of that. */
const ASKING = /** @type {const} */ ([
  [360, 640, 230],
  [390, 700, 250],
]);

/** Has places to choose beyond all edges of the map, and returns what covers what. @param {Page} page @param {string} map */
const covered = (page, map) =>
  page.evaluate(async (name) => {
    const element = /** @type {any} */ (document.querySelector(name));
    const edges = element.querySelector('entente-edges');
    const [x, y, w, h] = element.camera.box;
    edges.places = [
      ...[
        [x - w, y + h / 2],
        [x + 2 * w, y + h / 2],
      ],
      ...[
        [x + w / 2, y - h],
        [x + w / 2, y + 2 * h],
      ],
    ].map((at, id) => ({ id: `${id}`, at }));
    await edges.updateComplete;
    const over = `${name} > :not(svg, entente-edges) button, ${name} + *, .again, .edge`;
    const all = [...new Set(document.querySelectorAll(`${over}, ${name} ~ *`))].filter(
      (one) => one.checkVisibility() && one.getBoundingClientRect().width > 0,
    );
    const meet = (/** @type {Element} */ one, /** @type {Element} */ other) => {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    };
    const said = (/** @type {Element} */ one) => `${one.className || one.ariaLabel}`;
    return {
      edges: all.filter((one) => one.classList.contains('edge')).length,
      again: all.some((one) => one.classList.contains('again')),
      pairs: all.flatMap((one, at) =>
        all
          .slice(at + 1)
          .filter((other) => !one.contains(other) && !other.contains(one) && meet(one, other))
          .map((other) => `${said(one)} and ${said(other)}`),
      ),
    };
  }, map);

for (const [game, { options, map }] of Object.entries(BOARDS)) {
  test(`${game}: nothing that lies over the map covers anything else there`, async () => {
    const people = await seatedTable(server, browser, game, {
      options,
      board: `${map} .map`,
    });
    const pages = people.slice(0, 2).map(({ page }) => page);
    const [page] = pages;
    const pick = random(seedOf(5));
    // What asks in the middle of a move has a place of its own over the map.
    await playUntil(pages, pick, async () => {
      const { kind } = (await view(page)).public.prompt;
      const usual = (await state(page)).offers > 0 && !['effect', 'reaction'].includes(kind);
      return usual && (await page.locator('.again').count()) > 0;
    });
    for (const [width, height, asks] of [...SIZES, ...ASKING]) {
      // What it is given at once has a question with many answers.
      await page
        .locator('.ed-prompt, .bp-act')
        .evaluate((one, high) => (one.style.minHeight = high ? `${high}px` : ''), asks);
      await resize(page, width, height);
      const { edges, again, pairs } = await covered(page, map);
      assert.deepEqual(pairs, [], `${width} by ${height}`);
      assert.deepEqual([edges, again], [4, true], `${width} by ${height}`);
    }
    nobodyComplained(people);
  });
}

/**
 * Brings each space into view, from near and from afar, as if all of them could be chosen: the edges count those that
 * are beyond. Returns which are no farther inside than what counts them. @param {Page} page @param {string} map @param {string} space
 */
const buried = (page, map, space) =>
  page.evaluate(
    async ([name, css]) => {
      const element = /** @type {any} */ (document.querySelector(name));
      const { camera } = element;
      const edges = element.querySelector('entente-edges');
      const spaces = [...element.querySelectorAll(css)];
      camera.reset();
      const toPicture = camera.svg.getScreenCTM().inverse();
      const places = spaces.map((one, id) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        const middle = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(toPicture);
        return { id: `${id}`, at: /** @type {const} */ ([middle.x, middle.y]) };
      });
      /** @type {string[]} */ const found = [];
      let counted = 0;
      for (let closer = 0; closer < 3; closer += 1) {
        for (const [at, one] of spaces.entries()) {
          camera.reveal(places[at].at);
          await element.updateComplete;
          edges.places = places;
          await edges.updateComplete;
          counted += element.querySelectorAll('.edge').length;
          const { x, y } = camera.toPage(places[at].at);
          for (const edge of element.querySelectorAll('.edge')) {
            const { left, right, top, bottom } = edge.getBoundingClientRect();
            // On a low screen there is no place above what stands at the lower edge.
            const south = innerHeight < 481 || y < top;
            const clear = { north: y > bottom, east: x < left, south, west: x > right };
            const [side] = Object.keys(clear).filter((name) => edge.classList.contains(name));
            if (!clear[/** @type {keyof typeof clear} */ (side)])
              found.push(`${Object.values(one.dataset)}: ${edge.ariaLabel}`);
          }
        }
        camera.step(true);
      }
      return { found, counted };
    },
    [map, space],
  );

for (const [game, { options, map, space }] of Object.entries(BOARDS)) {
  test(`${game}: a space that is brought into view lies under nothing`, async () => {
    const people = await seatedTable(server, browser, game, {
      options,
      board: `${map} .map`,
      pages: 1,
    });
    const [{ page }] = people;
    for (const [width, height] of SIZES) {
      await resize(page, width, height);
      const { found, counted } = await buried(page, map, space);
      assert.ok(counted > 20, `${counted} buttons`);
      assert.deepEqual(found, [], `${width} by ${height}`);
    }
    nobodyComplained(people);
  });
}

const ARROWS = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'];

/** Returns the place that has the focus, and those that can be chosen. @param {Page} page @param {string} map */
const focused = (page, map) =>
  page.evaluate((name) => {
    const element = /** @type {any} */ (document.querySelector(name));
    const at = document.activeElement?.closest(`[${element.attribute}]`);
    const id = at?.getAttribute(element.attribute) ?? '';
    return { id, lit: element.lit(), some: element.lit().length < element.spaces.length };
  }, map);

/** Moves the focus to a place that can be chosen. @param {Page} page @param {string} map */
const focusLit = (page, map) =>
  page.evaluate(async (name) => {
    const element = /** @type {any} */ (document.querySelector(name));
    await element.focusOn(element.lit()[0]);
  }, map);

for (const [game, { options, map }] of Object.entries(BOARDS)) {
  test(`${game}: arrows lead to what can be chosen, with Shift anywhere, and other keys of the browser stay its own`, async () => {
    const people = await seatedTable(server, browser, game, { options, board: `${map} .map` });
    const pages = people.map(({ page }) => page);
    const [page] = pages;
    const asked = async () => {
      const { lit, some } = await focused(page, map);
      return lit.length > 1 && some;
    };
    await playUntil(pages, random(seedOf(5)), asked);
    await focusLit(page, map);
    const { id: first, lit } = await focused(page, map);
    assert.equal(first, lit[0]);
    for (const arrow of ARROWS) await page.keyboard.press(`Control+${arrow}`);
    assert.equal((await focused(page, map)).id, first, 'a key of the browser moves nothing');

    /** Presses until the focus is where it is wanted. @param {string} held @param {(id: string) => boolean} wanted */
    const arrive = async (held, wanted) => {
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press(held + ARROWS[Math.floor(presses / 3) % 4]);
        const { id } = await focused(page, map);
        if (wanted(id)) return id;
      }
      return '';
    };
    const outside = await arrive('Shift+', (id) => !lit.includes(id));
    assert.ok(outside, 'with Shift to a place that cannot be chosen');
    assert.ok(await arrive('', (id) => id !== outside && lit.includes(id)), 'and back');
    nobodyComplained(people);
  });
}

test('a menu that lies over the map is closed from the map, by Escape', async () => {
  const { map } = BOARDS['europe-divided'];
  const people = await seatedTable(server, browser, 'europe-divided', { board: `${map} .map` });
  const pages = people.map(({ page }) => page);
  const [page] = pages;
  const asked = async () => (await focused(page, map)).lit.length > 0;
  await playUntil(pages, random(seedOf(5)), asked);
  await page.evaluate((name) => {
    const element = /** @type {any} */ (document.querySelector(name));
    element.menu = { space: element.lit()[0], choices: [], title: 'What', text: '' };
    element.requestUpdate();
  }, map);
  const menu = page.getByRole('dialog', { name: 'What' });
  await menu.waitFor();
  await focusLit(page, map);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  nobodyComplained(people);
});
