// What newcomers asked of Balance of Power's board and the screen answers itself: how an attack ended, where troops
// come from and go, what can be attacked best, which places are meant, how cards become troops.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labels, pieceSize, steady, withOneMore } from '../../web/games/balance-of-power/labels.js';
import { growthOf } from '../../web/maps/lettering.js';
import { Ground } from '../../web/maps/whose.js';
import { ranked, recent, series } from '../../web/games/balance-of-power/series.js';
import { SIZE, SPACES } from '../../web/maps/balance-of-power.js';
import { nobodyComplained, resize } from './support/browser.js';
import { browser, server, withServer } from './support/fixture.js';
import { PHONE } from './support/hand.js';
import { random, turnTo } from './support/play.js';
import { asked, command, view, seatedTable } from './support/table.js';

/** @import { Page } from 'playwright-core' */

withServer();

/** @param {object} [options] @param {object} [look] @param {number} [pages] */
const table = (options, look, pages = 1) =>
  seatedTable(server, browser, 'balance-of-power', {
    options: { setup: 3, first: 'red', ...options },
    look: { viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce', ...look },
    board: 'balance-of-power-map .map',
    pages,
  });

/** Attacks to the end where the chance is best. @param {Page[]} pages @returns {Promise<{from: string, to: string}>} */
async function attack(pages) {
  const { attacks } = (await view(pages[0])).public;
  const [{ from, to }] = attacks.toSorted(
    (/** @type {any} */ a, /** @type {any} */ b) => (b.chances[0] ?? 0) - (a.chances[0] ?? 0),
  );
  await command(pages, { type: 'attack_until', from, to, stop_at: 1 });
  return { from, to };
}

/** Returns the buttons of the bar that are not wholly in it, on a desk, beside the drawer, on phones. @param {Page} page @returns {Promise<string[]>} */
async function cut(page) {
  const found = [];
  for (const [width, height, tab] of /** @type {const} */ ([
    [1280, 720, null],
    [1280, 720, 'choices'],
    [768, 1024, null],
    [844, 390, null],
    [390, 844, null],
  ])) {
    await resize(page, width, height);
    found.push(
      ...(await page.evaluate(async (drawer) => {
        const match = /** @type {any} */ (document.querySelector('entente-match'));
        match.drawer.turnTo(drawer);
        await match.updateComplete;
        for (let frames = 0; frames < 10; frames += 1)
          await new Promise((done) => requestAnimationFrame(done));
        const bar = /** @type {Element} */ (document.querySelector('.bp-act'));
        const { right, bottom } = bar.getBoundingClientRect();
        return [...bar.querySelectorAll('button')]
          .filter((one) => one.checkVisibility() && !one.closest('.bp-targets, .bp-chips'))
          .filter((one) => {
            const box = one.getBoundingClientRect();
            return box.right > right + 1 || box.bottom > bottom + 1;
          })
          .map((one) => `${innerWidth} ${drawer}: ${one.textContent?.trim()}`);
      }, tab)),
    );
  }
  await resize(page, 1280, 720);
  return found;
}

/** Returns the names on the map, with the size in which they are read. @param {Page} page */
const namesOn = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.bp-block:has(.map-label)')].map((block) => {
      const label = /** @type {SVGTextElement} */ (block.querySelector('.map-label'));
      const scale = label.getScreenCTM()?.a ?? 0;
      const size = Number.parseFloat(getComputedStyle(label).fontSize) * scale;
      return { id: block.getAttribute('data-territory'), size };
    }),
  );

test('the places of a question are named at the starting zoom, in letters that can be read', async () => {
  const people = await table();
  const [page] = people.map((one) => one.page);
  await asked(page, 'draft');
  for (const [width, height] of /** @type {const} */ ([
    [1280, 720],
    [1280, 600],
    [390, 844],
  ])) {
    await resize(page, width, height);
    const lit = await page
      .locator('.bp-block.can')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-territory')));
    await page.waitForFunction(
      (count) => document.querySelectorAll('.bp-block.can:has(.map-label)').length === count,
      lit.length,
    );
    const names = await namesOn(page);
    assert.ok(names.length > lit.length, `${width}: others are named where they fit`);
    for (const { id, size } of names) assert.ok(size > 12.9, `${width}: ${id} ${size}`);
  }
  const unnamed = page.locator('.bp-block:not(:has(.map-label))').first();
  const id = await unnamed.getAttribute('data-territory');
  await page.locator(`[data-territory="${id}"] .bp-counter`).hover({ force: true });
  await page.locator(`[data-territory="${id}"] .map-label`).first().waitFor();
  nobodyComplained(people);
});

test('names stand on no troops and on no other name, where a place has no need of its name', () => {
  const width = (/** @type {string} */ text) => text.length * 0.6;
  for (const scale of [1.2, 0.9, 0.67, 0.53, 0.39].map(steady)) {
    const none = { must: new Set(), chances: new Set(), signs: {}, has: () => false };
    const wanted = { ...none, scale, width };
    const found = labels(wanted);
    const boxesOf = (
      /** @type {ReadonlyMap<string, {lines: readonly string[], x: number, y: number}>} */ shown,
    ) =>
      [...shown].map(([, { lines, x, y }]) => {
        const size = 13.5 * growthOf(scale);
        const half = (Math.max(...lines.map(width)) * size) / 2;
        return [x - half, y - size * 0.7, x + half, y + (lines.length - 1) * size * 1.11];
      });
    const boxes = boxesOf(found);
    const counters = SPACES.map(({ anchors: { troops: at } }) => {
      const [w, h] = [17, 12].map((one) => one * pieceSize(scale));
      return [at[0] - w, at[1] - h, at[0] + w, at[1] + h];
    });
    const meet = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
      Math.min(a[2], b[2]) - Math.max(a[0], b[0]) > 1 &&
      Math.min(a[3], b[3]) - Math.max(a[1], b[1]) > 1;
    for (const [at, box] of boxes.entries()) {
      assert.ok(!boxes.slice(at + 1).some((other) => meet(box, other)), `a name at ${scale}`);
      assert.ok(!counters.some((other) => meet(box, other)), `troops at ${scale}`);
    }
    assert.ok(found.size >= 12, `${found.size} names at ${scale}`);
    for (const { id } of SPACES) {
      const shown = withOneMore(id, wanted, found);
      assert.ok(shown.has(id), `${id} is pointed at, at ${scale}`);
      const all = boxesOf(shown);
      for (const [at, box] of all.entries())
        assert.ok(!all.slice(at + 1).some((other) => meet(box, other)), `${id} at ${scale}`);
    }
  }
});

test('no name seems to be that of a neighbour, and few places that may be pressed are without one', () => {
  const ground = new Ground(SPACES, SIZE);
  const width = (/** @type {string} */ text) => text.length * 0.62;
  const pick = random(5);
  /** Returns how far troops are from a name. @param {readonly number[]} name @param {typeof SPACES[number]} space */
  const away = ([left, top, right, bottom], { anchors: { troops } }) =>
    Math.hypot(
      Math.max(left - troops[0], 0, troops[0] - right),
      Math.max(top - troops[1], 0, troops[1] - bottom),
    );
  for (const scale of [0.39, 0.44, 0.53, 0.67, 0.9].map(steady)) {
    let [pressed, unnamed, astray] = [0, 0, 0];
    for (let round = 0; round < 30; round += 1) {
      const must = new Set(SPACES.filter(() => pick(4) === 0).map(({ id }) => id));
      const chances = new Set([...must].filter(() => pick(2) === 0));
      const found = labels({ must, chances, signs: {}, has: () => false, scale, width });
      pressed += must.size;
      unnamed += [...must].filter((id) => !found.get(id)?.lines.length).length;
      for (const [id, { boxes, lines }] of found) {
        if (lines.length === 0 || ground.under(id, boxes[0]).other <= 0.5) continue;
        // Only what is asked about is named although there is no room for it, and then beside its own troops.
        assert.ok(must.has(id), `${id} at ${scale}`);
        const nearest = SPACES.toSorted((a, b) => away(boxes[0], a) - away(boxes[0], b));
        if (nearest[0].id !== id) astray += 1;
      }
    }
    const said = `${unnamed} without a name and ${astray} astray, of ${pressed} at ${scale}`;
    assert.ok(unnamed < pressed * 0.12 && astray < pressed * 0.03, said);
  }
});

test('what is chosen has a colour that is no player’s, by day and by night', async () => {
  const people = await table();
  const [page] = people.map((one) => one.page);
  await asked(page, 'draft');
  await command(
    people.map((one) => one.page),
    { type: 'place', troops: { austria: 4 } },
  );
  await page.locator('[data-territory="austria"]').dispatchEvent('click');
  await page.locator('.map-ring.chosen').first().waitFor();
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme });
    const [ring, ...players] = await page.evaluate(() => {
      const stroke = (/** @type {string} */ css) =>
        getComputedStyle(/** @type {Element} */ (document.querySelector(css))).stroke;
      return ['.map-ring.chosen', '.bp-band.red', '.bp-band.blue'].map((css) =>
        (stroke(css).match(/[\d.]+/g) ?? []).slice(0, 3).map(Number),
      );
    });
    for (const [at, player] of players.entries()) {
      const apart = Math.hypot(...ring.map((part, one) => part - player[one]));
      assert.ok(apart > 130, `${colorScheme}: ${ring} is too near to ${['Red', 'Blue'][at]}`);
    }
  }
  nobodyComplained(people);
});

test('how an attack ended is said until one acts, drawer open or not, to both sides', async () => {
  const people = await table({}, {}, 2);
  const pages = people.map((one) => one.page);
  const [ada, bo] = pages;
  await asked(ada, 'draft');
  await command(pages, { type: 'place', troops: { belgium: 4 } });
  await asked(ada, 'attack');
  assert.equal(await ada.locator('.bp-outcome:visible').count(), 0);
  const { to } = await attack(pages);
  const taken = (await view(ada)).public.territories[to].owner === 'red';
  const { map } = await ada.evaluate(
    () => /** @type {any} */ (document.querySelector('entente-match')).play.data,
  );
  const name = map.territory.find((/** @type {any} */ { id }) => id === to).name;
  const said = new RegExp(`${taken ? 'took' : 'has not taken'} ${name}: lost \\d+, beat \\d+`);
  assert.match(await ada.locator('.bp-tray .bp-outcome').innerText(), said);
  await turnTo(ada, 'choices');
  // Seen and read in one look. Where troops are to move in, what that does lies in its place.
  const movesIn = (await view(ada)).public.prompt.kind === 'occupy';
  if (movesIn) await ada.locator('.bp-act .bp-send').hover();
  const place = movesIn ? 'entente-preview' : '.bp-outcome';
  const shown = movesIn ? new RegExp(`${name} \\d+ → \\d+`) : said;
  await ada.locator(`.bp-stage > ${place}`, { hasText: shown }).waitFor();

  if (movesIn)
    await command(pages, { type: 'occupy', troops: (await view(ada)).public.prompt.least });
  await command(pages, { type: 'end_attack' });
  assert.equal(await ada.locator('.bp-outcome').count(), 0, 'one has acted');
  while (['collect', 'manoeuvre'].includes((await view(ada)).public.prompt.kind))
    await command(pages, { type: 'skip' });
  await asked(bo, 'draft');
  await bo.locator('.bp-tray .bp-outcome').waitFor();
  assert.match(await bo.locator('.bp-tray .bp-outcome').innerText(), said);
  nobodyComplained(people);
});

test('rolls of one attack are one outcome; an attack on the viewer is told from the others', () => {
  const fought = {
    type: 'fought',
    from: 'poland',
    to: 'germany',
    attacker_lost: 1,
    defender_lost: 1,
  };
  const events = [
    { type: 'turn_began', seq: 3, colour: 'blue' },
    { ...fought, seq: 5 },
    { ...fought, seq: 5, attacker_lost: 2, defender_lost: 0 },
    { type: 'conquered', seq: 6, territory: 'prussia', by: 'blue', of: 'neutral' },
    { ...fought, seq: 7, to: 'prussia' },
    { type: 'conquered', seq: 7, territory: 'prussia', by: 'blue', of: 'neutral' },
    { type: 'occupied', seq: 7, from: 'poland', to: 'prussia', troops: 1 },
    { type: 'turn_began', seq: 8, colour: 'red' },
  ];
  const owner = (/** @type {string} */ id) => (id === 'germany' ? 'red' : 'blue');
  const [first, second] = series(events, owner);
  const ends = { by: 'blue', from: 'poland' };
  assert.deepEqual(first, {
    ...{ ...ends, to: 'germany', of: 'red', lost: 3, beaten: 1, taken: false, moved: null },
  });
  assert.deepEqual(second, {
    ...{ ...ends, to: 'prussia', of: 'neutral', lost: 1, beaten: 1, taken: true, moved: 1 },
  });
  assert.equal(recent(events, 'red').length, events.length, 'Red has not acted since');
  assert.equal(recent([...events, { type: 'placed', seq: 9 }], 'red').length, 1);
});

test('what was taken in the end is said first, and no failure that came before it', () => {
  const one = { by: 'blue', of: 'neutral', lost: 1, beaten: 0, taken: false, moved: null };
  const all = [
    { ...one, from: 'northern_russia', to: 'estonia' },
    { ...one, from: 'southern_russia', to: 'eastern_ukraine' },
    { ...one, from: 'poland', to: 'germany', of: 'red' },
    { ...one, from: 'latvia', to: 'estonia', taken: true },
    { ...one, from: 'poland', to: 'austria', of: 'red', taken: true },
  ];
  assert.deepEqual(
    ranked(all, 'red').map(({ to, taken }) => `${to} ${taken}`),
    ['austria true', 'estonia true', 'germany false', 'eastern_ukraine false'],
  );
});

test('what the last attacks came to leaves a phone’s map once that is pressed', async () => {
  const people = await table({}, PHONE);
  const pages = people.map((one) => one.page);
  const [page] = pages;
  await command(pages, { type: 'place', troops: { austria: 4 } });
  await attack(pages);
  const said = page.locator('.bp-stage > .bp-outcome');
  await said.waitFor();
  await page.locator('balance-of-power-map .map').tap({ position: { x: 30, y: 120 } });
  await said.waitFor({ state: 'detached' });
  nobodyComplained(people);
});

/** Begins a match at Red's first attack, with what the bar says until then. @returns {Promise<{people: import('./support/browser.js').Person[], pages: Page[], ada: Page}>} */
async function atFirstAttack() {
  const people = await table();
  const pages = people.map((one) => one.page);
  const [ada] = pages;
  await asked(ada, 'draft');
  assert.equal(
    await ada.locator('.bp-sum').innerText(),
    'New troops: 3 (a third of 7 territories and 3 cities) + 1 for capitals',
  );
  assert.equal(
    String(await ada.locator('.bp-turn').innerText()).replaceAll(/\s+/g, ' '),
    'Red Turn 1',
  );
  await command(pages, { type: 'place', troops: { belgium: 4 } });
  await asked(ada, 'attack');
  return { people, pages, ada };
}

test('the bar says what new troops are for, the best targets, and what a move changes', async () => {
  const { people, pages, ada } = await atFirstAttack();
  const shown = await ada.locator('.bp-target:visible b').allInnerTexts();
  const chances = shown.map((one) => Number.parseInt(one, 10));
  assert.ok(chances.length >= 2);
  assert.deepEqual(
    chances,
    chances.toSorted((a, b) => b - a),
    'the best chance first',
  );
  assert.deepEqual(await cut(ada), []);
  await ada.locator('.bp-target').first().click();
  await ada.locator('.bp-fight').waitFor();
  await command(pages, { type: 'end_attack' });
  await asked(ada, 'manoeuvre');
  const press = (/** @type {string} */ id) =>
    ada.locator(`[data-territory="${id}"]`).dispatchEvent('click');
  await press('northern_france');
  await press('netherlands');
  const preview = ada.locator('entente-preview');
  await preview.getByText('Northern France 4 → 1').waitFor();
  assert.deepEqual(await cut(ada), []);
  assert.doesNotMatch(await preview.innerText(), /Nothing/);
  nobodyComplained(people);
});

test('the bar says how many troops are in a territory already, once dice have taken one', async () => {
  const { people, pages, ada } = await atFirstAttack();
  let { prompt, attacks } = (await view(ada)).public;
  while (prompt.kind === 'attack' && attacks) {
    await attack(pages);
    ({ prompt, attacks } = (await view(ada)).public);
  }
  assert.equal(prompt.kind, 'occupy', 'the dice of this deal take a territory');
  assert.deepEqual(await cut(ada), []);
  const inside = (await view(ada)).public.territories[prompt.to].troops;
  await ada.getByText(`${inside} went into `).waitFor();
  await ada.getByRole('button', { name: `Leave it at ${inside}` }).click();
  await asked(ada, 'attack');
  assert.equal((await view(ada)).public.territories[prompt.to].troops, inside);
  nobodyComplained(people);
});
