// Whose land the names on Europe Divided's map stand on, and which space a press on one of them means: in every window,
// at every zoom, while places are asked about and while none is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SPACES } from '../../web/maps/europe-divided.js';
import { nobodyComplained, resize } from './support/browser.js';
import { browser, server, withServer } from './support/fixture.js';
import { Hand, PHONE } from './support/hand.js';
import { toChoice } from './support/europe-divided.js';
import { seatedTable } from './support/table.js';

/** @import { Page } from 'playwright-core' */

withServer();

const WINDOWS = /** @type {const} */ ([
  [390, 844],
  [360, 640],
  [844, 390],
  [768, 1024],
  [1280, 720],
  [1920, 1080],
]);
/** What is shown one after the other, by the names of the buttons. */
const VIEWS = ['The contested regions', 'The whole map', 'Zoom in', 'Zoom in'];
/** Spaces whose pieces stand in a box beside them, or that are nothing but a box. */
const BOXED = SPACES.filter(({ plate, kind }) => plate || kind === 'money_only').map(
  ({ id }) => id,
);

/**
 * Opens a table with a page for its first seat.
 * @param {Partial<import('./support/table.js').TableLook>} [how] with `until`, its page asks for one of several places
 */
async function table(how = {}) {
  const people = await seatedTable(server, browser, 'europe-divided', {
    board: 'europe-divided-map .map',
    pages: 1,
    ...how,
  });
  if (how.until) await people[0].page.locator('.ed-only').nth(1).waitFor();
  return people;
}

/**
 * Returns each name with the share of it that stands on the land or the box of another space, and the space that a press
 * on its middle hits; and the spaces whose middle is in view.
 * @param {Page} page
 */
const named = (page) =>
  page.evaluate(() => {
    const map = /** @type {any} */ (document.querySelector('europe-divided-map'));
    const toMap = map.querySelector('.map').getScreenCTM().inverse();
    const frame = map.getBoundingClientRect();
    // From the uppermost: boxes lie above land.
    const areas = [...map.querySelectorAll('.map-shape:not(.sea), .map-plate')].reverse();
    const whose = (/** @type {number} */ x, /** @type {number} */ y) => {
      const point = new DOMPoint(x, y).matrixTransform(toMap);
      return areas.find((area) => area.isPointInFill(point))?.closest('[data-space]').dataset.space;
    };
    const names = [...map.querySelectorAll('.ed-names text')].map((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      const id = one.dataset.name;
      const points = Array.from({ length: 64 }, (_, at) =>
        whose(
          left + (((at % 16) + 0.5) / 16) * width,
          top + ((Math.floor(at / 16) + 0.5) / 4) * height,
        ),
      );
      const abroad = points.filter((other) => other && other !== id).length / points.length;
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const space = /** @type {any} */ (hit?.closest('europe-divided-map [data-space]'));
      const at = /** @type {const} */ ([left + width / 2, top + height / 2]);
      return { id, abroad, hit: space?.dataset.space ?? hit?.outerHTML.slice(0, 60), at };
    });
    const seen = [...map.querySelectorAll('.ed-reach')]
      .filter((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
      })
      .map((one) => one.closest('[data-space]').dataset.space);
    return { names, seen };
  });

/** Looks at every window and zoom. @param {Page} page @param {(at: string, found: Awaited<ReturnType<typeof named>>) => void} check */
async function everywhere(page, check) {
  for (const [width, height] of WINDOWS) {
    await resize(page, width, height);
    for (const button of VIEWS) {
      const pressed = page.getByRole('button', { name: button, exact: true });
      // On a small map fingers do what the buttons that enlarge it do elsewhere.
      if (await pressed.isVisible()) await pressed.click();
      else
        await page.evaluate(() =>
          /** @type {any} */ (document.querySelector('europe-divided-map')).camera.step(true),
        );
      await page.evaluate(
        () => /** @type {any} */ (document.querySelector('europe-divided-map')).updateComplete,
      );
      check(`${width} x ${height}, ${button}`, await named(page));
    }
  }
}

test('no name stands mostly on the land of another space, and a press on a name means its own', async () => {
  const law = (
    /** @type {string} */ at,
    /** @type {Awaited<ReturnType<typeof named>>} */ { names },
  ) => {
    assert.ok(names.length > 5, at);
    const wrong = names.filter(({ id, abroad, hit }) => abroad > 0.5 || hit !== id);
    assert.deepEqual(wrong, [], at);
  };
  // While none is asked for, and while one is.
  for (const how of [{}, { until: toChoice() }]) {
    const people = await table(how);
    const [{ page }] = people;
    await everywhere(page, law);
    nobodyComplained(people);
    await page.context().close();
  }
});

test('no box on the map is without a name, and large regions have theirs from afar', async () => {
  const people = await table();
  const [{ page }] = people;
  await everywhere(page, (at, { names, seen }) => {
    const shown = names.map(({ id }) => id);
    const wanted = [...BOXED, 'ukraine', 'poland', 'turkey'].filter((id) => seen.includes(id));
    assert.deepEqual(
      wanted.filter((id) => !shown.includes(id)),
      [],
      at,
    );
  });
  nobodyComplained(people);
});

test('a finger that taps a name reads its region', async () => {
  const people = await table({ look: PHONE, until: toChoice() });
  const [{ page }] = people;
  const hand = await Hand.of(page);
  await page.getByRole('button', { name: 'The contested regions' }).tap();
  for (const id of ['hungary', 'eastern_balkans', 'baltics', 'ukraine']) {
    const { names } = await named(page);
    const name = names.find((one) => one.id === id);
    assert.ok(name, id);
    await hand.tap(name.at);
    const space = SPACES.find((one) => one.id === id);
    const sheet = page.locator('.reading');
    await sheet.waitFor();
    assert.equal(await sheet.getAttribute('aria-label'), space?.name);
    await page.locator('.reading-close').tap();
    await sheet.waitFor({ state: 'detached' });
  }
  nobodyComplained(people);
});
