// What lies over a map: its buttons, the edges that count what can be chosen beyond them, what others did. None of it
// covers another, at any size.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nobodyComplained, resize } from './support/browser.js';
import { browser, server, withServer } from './support/fixture.js';
import { playUntil, random, seedOf, state } from './support/play.js';
import { seatedTable } from './support/table.js';

/** @import { Page } from 'playwright-core' */

withServer();

const BOARDS = /** @type {const} */ ({
  'balance-of-power': { options: { first: 'blue', setup: 3 }, map: 'balance-of-power-map' },
  'europe-divided': { options: {}, map: 'europe-divided-map' },
});
const SIZES = /** @type {const} */ ([
  [390, 844],
  [844, 390],
  [610, 390],
  [720, 450],
  [768, 1024],
  [1366, 768],
  [1440, 900],
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
    await playUntil(
      pages,
      pick,
      async () => (await state(page)).offers > 0 && (await page.locator('.again').count()) > 0,
    );
    for (const [width, height] of SIZES) {
      await resize(page, width, height);
      const { edges, again, pairs } = await covered(page, map);
      assert.deepEqual(pairs, [], `${width} by ${height}`);
      assert.deepEqual([edges, again], [4, true], `${width} by ${height}`);
    }
    nobodyComplained(people);
  });
}
