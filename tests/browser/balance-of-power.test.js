// Balance of Power on its board: played by pressing what is highlighted, by mouse and by keyboard, on a
// laptop and on a phone, and watched; no page shows anything of the other player's hand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Plan, percent } from '../../web/games/balance-of-power/plan.js';
import { points } from '../../web/games/balance-of-power/points.js';
import { rewound } from '../../web/games/balance-of-power/playback.js';
import { Camera } from '../../web/ui/pan-zoom.js';
import { nobodyComplained } from './support/browser.js';
import { actUntil, random, seedOf, state } from './support/play.js';
import { addUp } from './support/points.js';
import { browser, server, withServer } from './support/fixture.js';
import { asked, caughtUp, view, seatedTable, watchedTable } from './support/table.js';

/** @import { Page } from 'playwright-core' */

withServer();

const board = 'balance-of-power-map .map';

/** @param {object} [options] @param {object} [look] */
const table = (options, look) =>
  seatedTable(server, browser, 'balance-of-power', { options, look, board });

/** A table with a spectator. @param {object} [options] */
const watched = (options) => watchedTable(server, browser, 'balance-of-power', { options, board });

/** Presses a territory. @param {Page} page @param {string} id @param {object} [how] */
const press = (page, id, how) =>
  page.locator(`[data-territory="${id}"] .bp-counter`).click({ force: true, ...how });

/** Returns a territory's name as a screen reader says it. @param {Page} page @param {string} id */
const said = (page, id) => page.locator(`[data-territory="${id}"]`).getAttribute('aria-label');

/** Selectors of what can be pressed: the bar, highlighted territories, cards and combat support. */
const PRESSED = [
  '.bp-act button:enabled:not(.quiet, .bp-chip, .bp-open, .stepper button, .bp-ladder button)',
  '.bp-block.can',
  '.bp-support button:enabled, .bp-collect, .bp-card:enabled, .bp-act select',
];

/** Presses once on the board. @param {Page} page @param {(below: number) => number} pick @returns {Promise<boolean>} */
async function any(page, pick) {
  const now = await state(page);
  if (!now.ready || now.busy || now.over || (now.offers === 0 && !now.draft)) return false;
  const order = pick(3) === 0 ? PRESSED : [PRESSED[1], PRESSED[0], PRESSED[2]];
  for (const css of order) {
    const found = page.locator(`balance-of-power-board :is(${css})`);
    const count = await found.count();
    if (count === 0) continue;
    const one = found.nth(pick(count));
    // The target may be gone by now: then the loop tries again.
    await one.dispatchEvent('click').catch(() => {});
    return true;
  }
  return false;
}

/**
 * In the page: answers whatever is asked with any offer, until somebody holds a card or the match is over.
 * @param {{chance: number, untilCard: boolean}} how
 */
function rush({ chance, untilCard }) {
  const { play } = /** @type {any} */ (document.querySelector('entente-match'));
  let count = chance + 1;
  const below = (/** @type {number} */ most) => (count = (count * 48_271) % 0x7fffffff) % most;
  /** @param {any} at @returns {any[]} */
  const values = (at) => {
    if (at === null || typeof at !== 'object') return [];
    if (at.$one) return [at.$one.from[below(at.$one.from.length)].value];
    if (at.$pick)
      return [at.$pick.from.slice(0, at.$pick.min).map((/** @type {any} */ item) => item.value)];
    if (at.$int) return [at.$int.min + below(at.$int.max - at.$int.min + 1)];
    if (at.$bag)
      return [
        { [Object.keys(at.$bag.max)[below(Object.keys(at.$bag.max).length)]]: at.$bag.max_total },
      ];
    return Object.values(at).flatMap(values);
  };
  const enough = () =>
    play.view.outcome ||
    (untilCard && play.view.public.sides.some((/** @type {any} */ side) => side.hand > 0));
  return new Promise((done) => {
    const answer = () => {
      if (enough()) done(play.session.removeEventListener('change', answer));
      // One answer a question, so that the result depends on the seed alone, not on the speed of pages.
      else if (play.offers.length > 0 && !play.session.busy) {
        const offers = play.offers.filter(
          (/** @type {any} */ offer) => offer.command.type !== 'end_attack',
        );
        const offer =
          offers.length > 0 && below(12) > 0
            ? offers[below(offers.length)]
            : play.offers[below(play.offers.length)];
        play.send(offer, values(offer.command));
      }
    };
    play.session.addEventListener('change', answer);
    answer();
  });
}

/** Returns the positions of the parts of the board. @param {Page} page @returns {Promise<any>} */
const layoutOf = (page) =>
  page.evaluate(() =>
    ['.bp-head', '.bp-stage', '.bp-act', '.bp-tray', '.bp-panels'].map((css) => {
      const { x, y, width, height } = /** @type {Element} */ (
        document.querySelector(css)
      ).getBoundingClientRect();
      return [css, x, y, width, height];
    }),
  );

test('troops are placed, an attack is sent with its exact chance, the conqueror moves in', async () => {
  const people = await watched({ first: 'red', setup: 3 });
  const [ada, bo, cleo] = people.map(({ page }) => page);
  const before = await layoutOf(ada);
  await asked(ada, 'draft');
  assert.match(String(await said(ada, 'austria')), /^Austria, 5 troops, Red.*can be chosen/);
  assert.doesNotMatch(String(await said(bo, 'austria')), /can be chosen/);
  await press(ada, 'austria');
  await press(ada, 'austria');
  await press(ada, 'hungary');
  await press(ada, 'hungary', { button: 'right' });
  assert.match(String(await said(ada, 'austria')), /2 more to be placed/);
  assert.doesNotMatch(String(await said(ada, 'hungary')), /more to be placed/);
  await ada.getByRole('button', { name: 'All 2 to Austria' }).click();
  await ada.getByRole('button', { name: 'Place 4 troops' }).click();

  await asked(ada, 'attack');
  await press(ada, 'austria');
  const { attacks } = (await view(ada)).public;
  const own = attacks.filter((/** @type {any} */ one) => one.from === 'austria');
  assert.equal(await ada.locator('.bp-chance').count(), own.length, 'every target has its chance');
  await press(ada, 'czech_republic');
  const { chances } = own.find((/** @type {any} */ one) => one.to === 'czech_republic');
  assert.equal(await ada.locator('.bp-odds').innerText(), percent(chances[0]));
  await ada.locator('.bp-ladder button').nth(5).click();
  assert.equal(await ada.locator('.bp-odds').innerText(), percent(chances[5]));
  await ada.locator('.bp-ladder button').first().click();
  await ada.locator('.bp-act .primary').click();
  await ada.waitForFunction(
    () => /** @type {any} */ (document.querySelector('entente-match')).play.view.public.last_roll,
  );
  assert.ok((await ada.locator('.bp-tray .bp-die').count()) >= 2);

  const now = (await view(ada)).public;
  if (now.prompt.kind === 'occupy') {
    await ada.locator('.bp-act .primary').click();
    await asked(ada, 'attack');
    assert.equal((await view(ada)).public.territories.czech_republic.owner, 'red');
  }
  assert.deepEqual(await layoutOf(ada), before, 'nothing moves when an update arrives');
  const { seq, public: seen } = await view(ada);
  await caughtUp(cleo, seq);
  assert.deepEqual((await view(cleo)).public.territories, seen.territories);
  assert.equal(await cleo.locator('.bp-block.can, .bp-act button').count(), 0);
  nobodyComplained(people);
});

test('a whole match of Basic Training is played on the board alone, and watched', async () => {
  const people = await watched({ max_turns: 10, setup: 2 });
  const [ada, bo, cleo] = people.map(({ page }) => page);
  const over = async () => !!(await view(ada)).outcome;
  const pick = random(seedOf(21));
  await actUntil([ada, bo], (page) => any(page, pick), over);
  const { outcome, seq } = await view(ada);
  await caughtUp(cleo, seq);
  assert.deepEqual((await view(cleo)).outcome, outcome);
  assert.equal(await ada.locator('.bp-block.can').count(), 0);
  await ada.locator('.ending .result').waitFor();
  await addUp(ada, outcome.scores);
  nobodyComplained(people);
});

test('objectives are points, each from the turn in which it was collected', () => {
  const events = [
    { type: 'turn_began', turn: 3, colour: 'blue' },
    { type: 'collected', colour: 'blue', objective: 'naval_base' },
    { type: 'turn_began', turn: 4, colour: 'red' },
    { type: 'placed', colour: 'red', troops: { austria: 4 } },
    { type: 'collected', colour: 'red', objective: 'rough_6' },
  ];
  const facts = /** @type {any} */ ({ objectives: new Map([['rough_6', { name: 'Six rough' }]]) });
  assert.deepEqual(points(events, facts, ['blue', 'red']), [
    { seat: 0, points: 1, source: 'naval_base', when: 'Turn 3' },
    { seat: 1, points: 1, source: 'Six rough', when: 'Turn 4' },
  ]);
});

test('a map is edited and sent, the other seat chooses, the Command Room is played', async () => {
  const people = await watched({ version: 'command_room', max_turns: 12 });
  const [ada, bo, cleo] = people.map(({ page }) => page);
  await ada.locator('.bp-act').waitFor();
  const placer = (await view(ada)).public.prompt.seat === 0 ? ada : bo;
  const other = placer === ada ? bo : ada;
  assert.equal(await other.locator('.bp-brushes').count(), 0);
  const send = placer.getByRole('button', { name: 'Send the map' });
  assert.ok(await send.isDisabled());

  await press(placer, 'sweden');
  await press(placer, 'sweden');
  await press(placer, 'denmark');
  assert.match(String(await said(placer, 'sweden')), /^Sweden, 2 troops, Red/);
  assert.match(String(await said(placer, 'denmark')), /neutral/, 'a site stays neutral');
  // The arrow keys choose at every step: nothing that was placed is lost by that.
  const use = placer.getByRole('button', { name: 'Use', exact: true });
  assert.ok(await use.isDisabled());
  await placer.locator('.bp-act select').selectOption('1');
  assert.match(String(await said(placer, 'sweden')), /^Sweden, 2 troops, Red/);
  assert.ok(await send.isDisabled());
  await use.click();
  assert.ok(await send.isEnabled());
  assert.ok(await use.isDisabled());
  await placer.locator('[data-brush=less]').click();
  await press(placer, 'germany');
  assert.ok(await send.isDisabled());
  assert.match(String(await placer.locator('[data-owner=red]').innerText()), /26\/27/);
  await placer.reload();
  await placer.locator('.bp-brushes').waitFor();
  assert.match(String(await said(placer, 'germany')), /3 troops/, 'a reload keeps what was edited');
  await placer.locator('[data-territory=belgium]').focus();
  await placer.keyboard.press('+');
  await send.click();

  await asked(other, 'choose');
  assert.match(String(await said(other, 'belgium')), /6 troops, Red/);
  await other.getByRole('button', { name: 'Play Blue, go first' }).click();
  await asked(other, 'draft');
  assert.equal((await view(other)).private.colour, 'blue');
  assert.equal(await other.locator('.bp-chart').count(), 3);
  const pick = random(seedOf(22));
  const turn = async () => (await view(ada)).public.turn;
  await actUntil(
    [ada, bo],
    (page) => any(page, pick),
    async () => (await turn()) >= 4,
  );
  const how = { chance: pick(1_000), untilCard: false };
  await Promise.all([ada, bo].map((page) => page.evaluate(rush, how)));
  await caughtUp(cleo, (await view(ada)).seq);
  nobodyComplained(people);
});

test('a map is sent from a tab that may remember nothing', async () => {
  const people = await table({ version: 'command_room' });
  const pages = people.map(({ page }) => page);
  const { prompt } = (await view(pages[0])).public;
  const [placer, other] = prompt.seat === 0 ? pages : pages.toReversed();
  await placer.addInitScript(() =>
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    }),
  );
  await placer.reload();
  await placer.locator('.bp-act select').selectOption('1');
  await placer.getByRole('button', { name: 'Use', exact: true }).click();
  await placer.getByRole('button', { name: 'Send the map' }).click();
  nobodyComplained(people);
  await asked(other, 'choose');
});

test('a draft and an attack by the keyboard alone', async () => {
  const people = await table({ first: 'red', setup: 3 });
  const { page } = people[0];
  await asked(page, 'draft');
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.matches('[data-territory]'))) break;
  }
  const reached = () =>
    page.evaluate(() => document.activeElement?.getAttribute('data-territory') ?? '');
  /** @param {string} wanted */
  const goTo = async (wanted) => {
    for (let presses = 0; presses < 60 && (await reached()) !== wanted; presses += 1) {
      const key = await page.evaluate((id) => {
        const centre = (/** @type {Element | null | undefined} */ element) => {
          const { x, y, width, height } = /** @type {Element} */ (element).getBoundingClientRect();
          return [x + width / 2, y + height / 2];
        };
        const troops = (/** @type {Element | null} */ at) => at?.querySelector('.bp-counter');
        const [x, y] = centre(troops(document.activeElement));
        const [a, b] = centre(troops(document.querySelector(`[data-territory="${id}"]`)));
        const [right, down] = [a - x, b - y];
        if (Math.abs(right) > Math.abs(down)) return right > 0 ? 'ArrowRight' : 'ArrowLeft';
        return down > 0 ? 'ArrowDown' : 'ArrowUp';
      }, wanted);
      await page.keyboard.press(key);
    }
    assert.equal(await reached(), wanted);
  };
  await goTo('austria');
  for (let troops = 0; troops < 4; troops += 1) await page.keyboard.press('Enter');
  await page.keyboard.press('-');
  await page.keyboard.press('+');
  assert.match(String(await said(page, 'austria')), /4 more to be placed/);
  await page.keyboard.press('Enter');
  assert.equal(
    await page.evaluate(() => document.activeElement?.textContent?.trim()),
    'Place 4 troops',
  );
  await page.keyboard.press('Enter');

  await asked(page, 'attack');
  await page.waitForFunction(() => document.activeElement?.matches('[data-territory]'));
  await goTo('austria');
  await page.keyboard.press('Enter');
  await goTo('slovenia');
  await page.keyboard.press('Enter');
  assert.match(String(await page.locator('.bp-pair').innerText()), /Austria → Slovenia/);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.bp-odds').count(), 0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  assert.ok(await page.evaluate(() => document.activeElement?.matches('.bp-act .primary')));
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('entente-match')).play.view.public.last_roll,
  );
  nobodyComplained(people);
});

test('no card of a hand is anywhere but with its owner', async () => {
  const people = await watched({ setup: 1, max_turns: 60 });
  const [ada, bo, cleo] = people;
  const pages = [ada.page, bo.page];
  const hands = async () => {
    const seen = await Promise.all(pages.map(view));
    return seen.map(({ private: own }) => /** @type {string[]} */ (own.hand));
  };
  const chance = seedOf(23);
  await Promise.all(pages.map((page) => page.evaluate(rush, { chance, untilCard: true })));
  assert.equal((await view(ada.page)).public.discards.length, 0);
  const held = await hands();
  assert.ok(held.flat().length > 0, 'nobody drew a card');
  await caughtUp(cleo.page, (await view(ada.page)).seq);
  for (const [seat, hand] of held.entries()) {
    const others = [ada, bo, cleo].filter((_, at) => at !== seat);
    for (const card of hand) {
      assert.equal(await pages[seat].locator(`[data-card="${card}"]`).count(), 1);
      for (const { page, frames } of others) {
        assert.ok(!frames.some((frame) => frame.includes(`"${card}"`)), `${card} was sent`);
        const shown = await page.evaluate(() => document.body.outerHTML);
        assert.ok(!shown.includes(card), `${card} is shown`);
      }
    }
  }
  nobodyComplained(people);
});

test('on a phone the map, the bar and the panels are on one screen', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
  const people = await table({ first: 'red', setup: 3 }, phone);
  const { page } = people[0];
  await asked(page, 'draft');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} pixels wide`);
  for (const css of ['.bp-stage', '.bp-act', '.bp-tabs']) {
    const box = await page.locator(css).boundingBox();
    assert.ok(box && box.y + box.height <= 844 && box.x >= 0 && box.x + box.width <= 390, css);
  }
  await page.locator('[data-territory=austria] .bp-counter').tap({ force: true });
  await page.getByRole('button', { name: 'Place 1 troop here' }).tap();
  await page.getByRole('button', { name: 'Close' }).tap();
  await page.getByRole('button', { name: 'All 3 to Austria' }).tap();
  await page.getByRole('button', { name: 'Place 4 troops' }).tap();
  await asked(page, 'attack');
  await page.locator('.bp-tabs button').first().tap();
  assert.equal(await page.locator('.bp-objective:visible').count(), 8);
  nobodyComplained(people);
});

test('a fight can be rewound, and a chance is never rounded to certainty', () => {
  const held = (/** @type {string} */ owner, /** @type {number} */ troops) =>
    /** @type {any} */ ({ owner, troops });
  const fought = (/** @type {number} */ own, /** @type {number} */ other) => ({
    type: 'fought',
    from: 'sweden',
    to: 'finland',
    attacker_lost: own,
    defender_lost: other,
  });
  const conquered = { type: 'conquered', territory: 'finland', by: 'red', of: 'blue' };
  const events = [fought(1, 1), fought(0, 1), conquered];
  const after = { sweden: held('red', 4), finland: held('red', 3) };
  assert.deepEqual(rewound(after, events), { sweden: held('red', 8), finland: held('blue', 2) });
  assert.deepEqual(rewound(after, events.slice(1)), {
    sweden: held('red', 7),
    finland: held('blue', 1),
  });
  assert.deepEqual(rewound(after, []), after);
  assert.equal(percent(6564), '65.64\u00a0%');
  assert.deepEqual(
    [2_058, 6_564, 9_999, 3, 10_000, 0].map((one) => percent(one, 0)),
    [21, 66, 99, 1, 100, 0].map((number) => `${number}\u00a0%`),
  );
  assert.equal(percent(undefined), '');
});

test('combat support that was bought is not pointed at any more', () => {
  const support = { type: 'support', kind: 'neutral_attack', from: 'norway', to: 'sweden' };
  const play = /** @type {any} */ ({
    offers: [{ command: support }, { command: { type: 'done' } }],
    draft: null,
    view: { public: { turn: 3, active: 'red', stage: 'support', prompt: { kind: 'support' } } },
  });
  const plan = new Plan(play, () => {});
  plan.arrived();
  plan.pointAt('neutral_attack');
  plan.arrived();
  assert.equal(plan.kind, 'neutral_attack');
  // The update comes while the answer is still on its way: nothing is offered yet.
  const { offers } = play;
  play.offers = [];
  plan.arrived();
  play.offers = offers.slice(1);
  assert.equal(plan.kind, null);
  assert.equal(plan.begun, false);
});

test('a view never leaves its picture', () => {
  const camera = new Camera([1000, 900], [0, 0, 1000, 900]);
  camera.show([-50, 850, 500, 400]);
  assert.deepEqual(camera.box, [0, 500, 500, 400]);
  camera.reveal([990, 20]);
  assert.deepEqual(camera.box.map(Math.round), [500, 0, 500, 400]);
  for (let steps = 0; steps < 20; steps += 1) camera.step(true);
  assert.ok(camera.box[2] >= 1000 / 6 - 1, 'there is a nearest');
  for (let steps = 0; steps < 20; steps += 1) camera.step(false);
  const [left, top, width, height] = camera.box.map(Math.round);
  assert.deepEqual([top, height], [0, 900], 'there is a farthest, with the whole picture');
  assert.ok(left <= 0 && left + width >= 1000);
  camera.reset();
  assert.deepEqual(camera.box, [0, 0, 1000, 900]);
});
