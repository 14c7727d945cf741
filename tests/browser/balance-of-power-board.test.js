// The information on Balance of Power's board: reconstructed values, how close each side is to winning, what
// happened meanwhile; and none of it moves when an update arrives.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nobodyComplained, resize } from './support/browser.js';
import { browser, server, withServer } from './support/fixture.js';
import { rotated } from './support/rotation.js';
import { asked, command, view, watchedTable } from './support/table.js';

/** @import { Page } from 'playwright-core' */

withServer();

/** @param {object} [options] @param {object} [look] */
const table = (options, look) =>
  watchedTable(server, browser, 'balance-of-power', {
    options: { first: 'red', ...options },
    look,
    board: 'balance-of-power-map .map',
  });

/** Returns the component data of the match, as the page has them. @param {Page} page @returns {Promise<any>} */
const dataOf = (page) =>
  page.evaluate(() => /** @type {any} */ (document.querySelector('entente-match')).play.data);

test('what is reconstructed is drawn so, named to a screen reader, and explained', async () => {
  const people = await table({ setup: 1 });
  const [{ page }] = people;
  await asked(page, 'draft');
  assert.ok(!(await page.locator('.bp-mark').first().isVisible()), 'unless it is wanted');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Show sources').check();
  await page.keyboard.press('Escape');
  await page.locator('.map-label .bp-mark').first().waitFor();
  const { map } = await dataOf(page);
  const guessed = (/** @type {any[]} */ rows, key = 'source') =>
    rows.filter((row) => row[key] === 'reconstructed');
  const count = (/** @type {string} */ css) => page.locator(css).count();

  const land = map.edge.filter((/** @type {any} */ { kind }) => kind === 'land');
  assert.ok(guessed(land).length > 0 && guessed(land).length < land.length);
  for (const { a, b, source } of land) {
    const line = page.locator(`[data-border="${a} ${b}"]`);
    const broken = /perhaps/.test(String(await line.getAttribute('class')));
    assert.equal(broken, source === 'reconstructed', `${a} ${b}`);
  }
  const sea = map.edge.filter((/** @type {any} */ { kind }) => kind === 'sea');
  assert.equal(await count('balance-of-power-map .map-link.perhaps'), guessed(sea).length);
  assert.equal(await count('.bp-tilde'), guessed(sea).length);
  const rough = map.territory.filter((/** @type {any} */ row) => row.rough);
  assert.equal(
    await count('.bp-above .map-texture.rough.perhaps'),
    guessed(rough, 'rough_source').length,
  );
  assert.equal(await count('.map-label .bp-mark'), guessed(map.territory, 'name_source').length);
  const cities = Object.values((await view(page)).public.territories).filter(({ city }) => city);
  assert.equal(await count('.bp-corner .bp-mark'), cities.length, 'cities of this set-up');
  for (const { id, bonus, bonus_source: source } of map.region) {
    const territories = map.territory.filter((/** @type {any} */ { region }) => region === id);
    const signText = await page.locator(`[data-region="${id}"]`).textContent();
    const name = `${id}${guessed(territories, 'region_source').length > 0 ? '~' : ''}`;
    const earned = `+${bonus}${source === 'reconstructed' ? '~' : ''}`;
    const plain = String(signText).replaceAll(/Reconstructed[^~+]*?game|\s/g, '');
    assert.ok(plain.toLowerCase().includes(name) && plain.includes(earned), `${id}: ${plain}`);
  }

  await page.locator('[data-territory=germany]').focus();
  const germany = page.locator('[data-territory=germany][aria-describedby=bp-doubts]');
  await germany.waitFor();
  const doubts = String(await page.locator('#bp-doubts').textContent()).trim();
  assert.match(doubts, /^Reconstructed: its terrain, its city, borders with .*Belgium/);
  assert.doesNotMatch(doubts, /Poland|region/, 'what was read is not among it');

  await page.locator('[popovertarget=bp-key]').focus();
  await page.keyboard.press('Enter');
  assert.match(await page.locator('.bp-key').innerText(), /not read from the printed game/);
  await page.keyboard.press('Escape');
  assert.ok(!(await page.locator('.bp-key').isVisible()));
  nobodyComplained(people);
});

/** Selectors of everything that must stay in place. */
const STAYS = [
  ...['.status', '.bp-head', '.bp-race', '.bp-stage', '.bp-act', '.bp-tabs', '.bp-panels'],
  ...['.bp-zoom', '.map-shape', '.bp-region', '.bp-panel', '.bp-objective'],
];

/** Returns the positions of all of it. @param {Page} page @returns {Promise<string[]>} */
const layoutOf = (page) =>
  page.evaluate(
    (css) =>
      [...document.querySelectorAll(css)]
        .filter((one) => one.checkVisibility())
        .map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          const name = one.getAttribute('data-at') ?? one.getAttribute('class');
          return `${name} ${[x, y, width, height].map(Math.round)}`;
        }),
    STAYS.join(),
  );

/** Starts collecting layout shifts without input. @param {Page} page */
const watchShifts = (page) =>
  page.evaluate(() => {
    const scope = /** @type {any} */ (window);
    scope.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of /** @type {any[]} */ (list.getEntries()))
        for (const { node } of entry.sources)
          scope.shifts.push(`${node?.parentElement?.className} > ${node?.className ?? node?.data}`);
    }).observe({ type: 'layout-shift' });
  });

/** Plays a turn of Ada's with every kind of update that Basic Training has. @param {Page[]} pages hers first */
async function turn(pages) {
  const kind = async () => (await view(pages[0])).public.prompt.kind;
  await command(pages, { type: 'place', troops: { austria: 4 } });
  await command(pages, { type: 'attack', from: 'austria', to: 'czech_republic', dice: 3 });
  if ((await kind()) === 'attack')
    await command(pages, {
      type: 'attack_until',
      from: 'austria',
      to: 'czech_republic',
      stop_at: 1,
    });
  const { prompt } = (await view(pages[0])).public;
  if (prompt.kind === 'occupy') await command(pages, { type: 'occupy', troops: prompt.least ?? 2 });
  await command(pages, { type: 'end_attack' });
  while (['collect', 'manoeuvre'].includes(await kind())) await command(pages, { type: 'skip' });
}

for (const [width, height] of rotated(
  /** @type {const} */ ([
    [1440, 900],
    [390, 844],
  ]),
)) {
  test(`nothing moves when an update arrives: ${width} wide`, async () => {
    const people = await table({ setup: 3 }, { viewport: { width, height } });
    const pages = people.map(({ page }) => page);
    const [ada, bo, cleo] = pages;
    await asked(ada, 'draft');
    if (width < 800) await bo.locator('.bp-tabs button').first().click();
    await Promise.all(pages.map((page) => page.evaluate(() => document.fonts.ready)));
    const before = await Promise.all(pages.map(layoutOf));
    await Promise.all(pages.map(watchShifts));
    await turn(pages);
    await asked(bo, 'draft');
    assert.deepEqual(await Promise.all(pages.map(layoutOf)), before);
    for (const page of [bo, cleo])
      assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).shifts), []);
    assert.match(
      await bo.locator('.bp-outcome:visible').innerText(),
      /Austria (took|has not taken) Czech /,
    );
    nobodyComplained(people);
  });
}

/**
 * Asks something else in the page than the server does: what comes late in a match, where the names are long.
 * @param {Page} page @param {string} kind @param {object} change of the table @param {[object, string][]} offers
 */
const madeUp = (page, kind, change, offers) =>
  page.evaluate(async ([prompt, changes, open]) => {
    const match = /** @type {any} */ (document.querySelector('entente-match'));
    const { session } = match.play;
    const { public: table } = session.view;
    const made = { ...table, stage: prompt, ...changes };
    made.prompt = { ...table.prompt, ...made.prompt, kind: prompt };
    const asked = open.map(([command, text]) => ({ command, text, rule: '' }));
    session.view = { ...session.view, public: made, offers: asked };
    session.session.view = session.view;
    session.dispatchEvent(new Event('change'));
    await match.updateComplete;
    const board = /** @type {any} */ (document.querySelector('balance-of-power-board'));
    await board.updateComplete;
  }, /** @type {const} */ ([kind, change, offers]));

const CHARTS = Object.fromEntries(
  ['red', 'blue', 'neutral'].map((colour) => [colour, { troops: 2, capacity: 20 }]),
);

/** Questions with the longest answers, and what the table is like when they are asked. */
const LONGEST = /** @type {[string, object, [object, string][]][]} */ ([
  [
    'collect',
    { conquered: true },
    [
      [
        {
          type: 'collect',
          objective: {
            $one: {
              from: ['orange_region', 'rough_6', 'sea_line_6'].map((value) => ({ value })),
            },
          },
        },
        'Collect an objective; no card is drawn this turn',
      ],
      [{ type: 'skip' }, 'Draw a card'],
    ],
  ],
  [
    'resist',
    { command_room: { resistance: 11, support: [], charts: CHARTS } },
    [
      [{ type: 'resist' }, 'Roll two dice: with 11 or more, 1 troop returns'],
      [{ type: 'decline' }, 'Do without neutral resistance'],
    ],
  ],
  [
    'occupy',
    { prompt: { from: 'western_ukraine', to: 'czech_republic' } },
    [[{ type: 'occupy', troops: { $int: { min: 3, max: 12 } } }, 'Move troops in']],
  ],
  ['manoeuvre', {}, [[{ type: 'skip' }, 'End the turn without a manoeuvre']]],
]);

test('what has to be pressed is never below an edge, however small the screen', async () => {
  const people = await table({ setup: 3, first: 'red' });
  const [page, ...others] = people.map((one) => one.page);
  await asked(page, 'draft');
  /** Returns the buttons that are not in view, at every size. @returns {Promise<string[]>} */
  const cut = async () => {
    const found = [];
    for (const [width, height, drawer] of /** @type {const} */ ([
      [1280, 720, null],
      [1280, 720, 'choices'],
      [1366, 625, null],
      [844, 390, null],
      [640, 360, null],
      [390, 844, null],
      [360, 640, null],
      [1024, 768, null],
      [900, 1000, null],
      [768, 1024, null],
      [673, 841, null],
      [717, 512, null],
    ])) {
      await resize(page, width, height);
      await page.waitForFunction(
        (high) => document.querySelector('.match')?.getBoundingClientRect().height === high,
        height,
      );
      found.push(
        ...(await page.evaluate(async (tab) => {
          const match = /** @type {any} */ (document.querySelector('entente-match'));
          match.drawer.turnTo(tab);
          await match.updateComplete;
          await /** @type {any} */ (document.querySelector('entente-drawer')).updateComplete;
          // What depends on the size of a container follows some frames later.
          for (let frames = 0; frames < 10; frames += 1)
            await new Promise((done) => requestAnimationFrame(done));
          const bar = /** @type {Element} */ (document.querySelector('.bp-act'));
          const { right, bottom } = bar.getBoundingClientRect();
          const low = [...bar.querySelectorAll('button')]
            .filter((one) => one.checkVisibility())
            .filter((one) => {
              const box = one.getBoundingClientRect();
              const pushed = one.closest('.bp-targets, .bp-chips');
              const beyond = !pushed && box.right > right + 1;
              return beyond || box.bottom > Math.min(bottom, innerHeight) + 1;
            })
            .map((one) => `${innerWidth}: ${one.textContent?.trim()}`);
          const map = document.querySelector('.bp-stage')?.getBoundingClientRect();
          for (const one of document.querySelectorAll('.bp-zoom button'))
            if (one.getBoundingClientRect().bottom > (map?.bottom ?? 0))
              low.push(`${one.ariaLabel}`);
          return bar.scrollHeight > bar.clientHeight ? [...low, `${innerWidth}: scrolls`] : low;
        }, drawer)),
      );
    }
    return found;
  };
  assert.deepEqual(await cut(), [], 'draft');
  const press = (/** @type {string} */ id) =>
    page
      .locator(`[data-territory="${id}"]`)
      .evaluate((one) => one.dispatchEvent(new MouseEvent('click', { bubbles: true })));
  await command([page, ...others], { type: 'place', troops: { austria: 4 } });
  await asked(page, 'attack');
  assert.deepEqual(await cut(), [], 'the best attacks');
  await press('austria');
  await press('czech_republic');
  await page.locator('.bp-act .bp-fight').waitFor();
  assert.deepEqual(await cut(), [], 'attack');
  await press('austria');
  for (const [kind, change, offers] of rotated(LONGEST)) {
    await madeUp(page, kind, change, offers);
    assert.ok((await page.locator('.bp-act button').count()) > 0, `${kind} has answers`);
    assert.deepEqual(await cut(), [], kind);
  }
  nobodyComplained(people);
});
