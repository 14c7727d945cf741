// What somebody who played whole matches of Balance of Power for the first time took wrong, and the screen says now:
// whose chance a percentage is, what a preview hides, what can be collected and drawn, who has lost.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { en } from '../../web/text/balance-of-power.en.js';
import { labels, steady } from '../../web/games/balance-of-power/labels.js';
import { SPACES } from '../../web/maps/balance-of-power.js';
import { answer } from './support/answer.js';
import { nobodyComplained, resize } from './support/browser.js';
import { browser, server, withServer } from './support/fixture.js';
import { actUntil, random, seedOf } from './support/play.js';
import { asked, command, view, seatedTable } from './support/table.js';

/** @import { Page } from 'playwright-core' */

withServer();

/** @param {object} [look] @param {number} [pages] */
const table = (look, pages = 1) =>
  seatedTable(server, browser, 'balance-of-power', {
    options: { setup: 3, first: 'red' },
    look: { viewport: { width: 1440, height: 900 }, ...look },
    board: 'balance-of-power-map .map',
    pages,
  });

test('a chance stands nearer to the troops it is about than to any others', () => {
  const width = (/** @type {string} */ text) => text.length * 0.6;
  const away = (/** @type {readonly number[]} */ a, /** @type {readonly number[]} */ b) =>
    Math.hypot(a[0] - b[0], a[1] - b[1]);
  for (const scale of [1.2, 1, 0.9].map(steady)) {
    for (const { anchors } of SPACES) {
      const near = SPACES.toSorted(
        (a, b) => away(a.anchors.troops, anchors.troops) - away(b.anchors.troops, anchors.troops),
      ).slice(1, 6);
      const chances = new Set(near.map(({ id }) => id));
      const shared = { must: chances, chances, signs: {}, has: () => false };
      const found = labels({ ...shared, scale, width });
      for (const { id } of near) {
        const chance = /** @type {readonly number[]} */ (found.get(id)?.chance);
        const [nearest] = SPACES.toSorted(
          (a, b) => away(a.anchors.troops, chance) - away(b.anchors.troops, chance),
        );
        assert.equal(nearest.id, id, `at ${scale}`);
      }
    }
  }
});

test('a preview hides none of the territories that may be chosen', async () => {
  const people = await table();
  const [page] = people.map((one) => one.page);
  await asked(page, 'draft');
  for (const [width, height] of /** @type {const} */ ([
    [1440, 900],
    [1366, 768],
    [1920, 1080],
  ])) {
    await resize(page, width, height);
    await page.locator('[data-territory="austria"]').dispatchEvent('click');
    await page.locator('.bp-act .primary').hover();
    await page.locator('entente-preview .preview-of').waitFor();
    const hidden = await page.evaluate(() => {
      const box = /** @type {Element} */ (
        document.querySelector('entente-preview')
      ).getBoundingClientRect();
      return [...document.querySelectorAll('.bp-block.can')]
        .filter((block) => {
          const one = /** @type {Element} */ (
            block.querySelector('.bp-counter')
          ).getBoundingClientRect();
          return (
            one.left < box.right &&
            one.right > box.left &&
            one.top < box.bottom &&
            one.bottom > box.top
          );
        })
        .map((block) => block.getAttribute('data-territory'));
    });
    assert.deepEqual(hidden, [], `at ${width}`);
  }
  nobodyComplained(people);
});

test('what is fulfilled is said while one attacks, and a card only where one was earned', async () => {
  const people = await table();
  const pages = people.map((one) => one.page);
  const [ada] = pages;
  const bar = ada.locator('.bp-act');
  await asked(ada, 'draft');
  await command(pages, { type: 'place', troops: { belgium: 4 } });
  for (const [from, to] of [
    ['belgium', 'germany'],
    ['northern_france', 'southern_france'],
  ]) {
    await asked(ada, 'attack');
    assert.doesNotMatch(await bar.innerText(), /You fulfil/);
    await command(pages, { type: 'attack_until', from, to, stop_at: 1 });
    const { prompt, territories } = (await view(ada)).public;
    assert.equal(territories[to].owner, 'red', `the dice of this deal take ${to}`);
    if (prompt.kind === 'occupy') await command(pages, { type: 'occupy', troops: prompt.least });
  }
  await asked(ada, 'attack');
  await bar.getByText('You fulfil Green Region: end your attacks to collect.').waitFor();
  await command(pages, { type: 'end_attack' });
  await asked(ada, 'collect');
  const question = ada.locator('.bp-act .bp-pair b');
  assert.equal(await question.innerText(), 'Collect an objective?');
  assert.match(en.asked.collect(true), /the card that you have earned/);
  nobodyComplained(people);
});

test('a card that was drawn is named until one acts, before the attacks, and a lost capital before all', async () => {
  const people = await table();
  const [ada] = people.map((one) => one.page);
  await asked(ada, 'draft');
  const { lines, more, first } = await ada.evaluate(async () => {
    const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]'));
    const at = (/** @type {string} */ path) => import(new URL(path, script.src).href);
    const { outcomeOf } = await at('games/balance-of-power/outcome.js');
    const { factsOf } = await at('games/balance-of-power/facts.js');
    const { play } = /** @type {any} */ (document.querySelector('entente-match'));
    const facts = factsOf(play.data);
    const { seq, public: now } = play.view;
    const card = [...facts.cards.keys()].find((id) => facts.cards.get(id).territory === 'belarus');
    const events = [
      { type: 'turn_began', seq, colour: 'red' },
      { type: 'card_seen', seq: seq + 1, card },
      { type: 'turn_began', seq: seq + 1, colour: 'blue' },
      ...['germany', 'denmark', 'norway'].map((to, one) => ({
        ...{ type: 'fought', seq: seq + 2 + one, from: 'poland', to },
        ...{ attacker_lost: 1, defender_lost: 0 },
      })),
    ];
    const stub = { session: {}, unseen: 0, events, view: play.view };
    const { lines, more } = outcomeOf(stub, { ...now, active: 'blue' }, facts);
    const fallen = [
      ...events.slice(0, 3),
      { ...events[3], to: 'austria', from: 'germany' },
      { type: 'conquered', seq: seq + 3, territory: 'austria', by: 'blue', of: 'red' },
    ];
    const { austria } = now.territories;
    const territories = { ...now.territories, austria: { ...austria, owner: 'blue' } };
    const lost = outcomeOf({ ...stub, events: fallen }, { ...now, territories }, facts);
    const said = (/** @type {any} */ { values }) => values[1];
    return { more, lines: lines.map(said), first: said(lost.lines[0]) };
  });
  assert.equal(first, 'You have lost your capital: you cannot win by objectives without it.');
  assert.match(lines[0], /You drew a card: Belarus, [12] stars?\./);
  assert.equal(lines.length, 2);
  assert.equal(more, 2);
  nobodyComplained(people);
});

test('while another’s dice roll there is one button to skip, not two', async () => {
  const people = await table({ reducedMotion: 'no-preference' }, 2);
  const pages = people.map((one) => one.page);
  const [ada, bo] = pages;
  await asked(ada, 'draft');
  await bo.evaluate(() => {
    localStorage.setItem('entente/pace', 'normal');
    const seen = { alone: 0, both: 0 };
    const look = () => {
      const whole = document.querySelector('.playing-line button');
      const rolling = document.querySelector('.bp-tray .tumbling');
      if (whole && rolling)
        seen[document.querySelector('.bp-act .bp-bag button') ? 'both' : 'alone'] += 1;
    };
    new MutationObserver(look).observe(document.body, {
      ...{ subtree: true, childList: true, attributes: true },
    });
    Object.assign(globalThis, { seen });
  });
  await command(pages, { type: 'place', troops: { belgium: 4 } });
  await command(pages, { type: 'attack', from: 'belgium', to: 'germany', dice: 3 });
  const counted = await bo.waitForFunction(() => {
    const { seen } = /** @type {any} */ (globalThis);
    return seen.alone + seen.both > 0 ? seen : null;
  });
  assert.equal((await counted.jsonValue()).both, 0);
  nobodyComplained(people);
});

test('the result speaks of objectives, and says that one side has no territory left', async () => {
  const people = await table();
  const [ada] = people.map((one) => one.page);
  const { reason, score } = await ada.evaluate(async () => {
    const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]'));
    const at = (/** @type {string} */ path) => import(new URL(path, script.src).href);
    const { why } = await at('text/index.js');
    const { default: game } = await at('games/balance-of-power/index.js');
    return { reason: why('elimination'), score: game.score };
  });
  assert.equal(score, 'Objectives');
  assert.match(reason, /one side has no territory left/);
  nobodyComplained(people);
});

test('on a phone the chances of an attack lie on nobody’s troops, and an objective names what is lacking', async () => {
  const people = await table({ viewport: { width: 390, height: 844 } });
  const pages = people.map((one) => one.page);
  const [ada] = pages;
  await asked(ada, 'draft');
  await command(pages, { type: 'place', troops: { austria: 4 } });
  await asked(ada, 'attack');
  await ada
    .locator('[data-territory="austria"]')
    .evaluate((one) => one.dispatchEvent(new MouseEvent('click', { bubbles: true })));
  await ada.locator('.bp-chance').first().waitFor();
  const covered = await ada.evaluate(() => {
    const boxes = (/** @type {string} */ css) =>
      [...document.querySelectorAll(css)].map((one) => one.getBoundingClientRect());
    const counters = boxes('.bp-block .bp-counter');
    return boxes('.bp-chance rect').flatMap((chance) =>
      counters.filter((one) => {
        const across = Math.min(one.right, chance.right) - Math.max(one.left, chance.left);
        const down = Math.min(one.bottom, chance.bottom) - Math.max(one.top, chance.top);
        return across > 3 && down > 3;
      }),
    ).length;
  });
  assert.equal(covered, 0);
  await ada.locator('.bp-tabs button').first().click();
  await ada.getByText('You lack Switzerland, Slovenia', { exact: true }).waitFor();
  nobodyComplained(people);
});

test('every answer to combat support is in view, and both sides’ objectives are, at every size', async () => {
  const people = await seatedTable(server, browser, 'balance-of-power', {
    options: { version: 'command_room' },
    look: { viewport: { width: 1440, height: 900 } },
    board: 'balance-of-power-map .map',
  });
  const [ada, bo] = people.map((one) => one.page);
  const pick = random(seedOf(7));
  /** @type {Page | undefined} */ let buyer;
  await actUntil(
    [ada, bo],
    (page) => (buyer ? Promise.resolve(false) : answer(page, pick)),
    async () => {
      for (const page of [ada, bo]) {
        const { prompt, awaiting } = await view(page).then(({ public: now, awaiting }) => ({
          prompt: now.prompt,
          awaiting,
        }));
        const seat = page === ada ? 0 : 1;
        if (prompt.kind === 'support' && awaiting.includes(seat)) buyer = page;
      }
      return !!buyer;
    },
  );
  assert.ok(buyer);
  await buyer.locator('.bp-buy').first().waitFor();
  for (const said of await buyer.locator('.bp-buy small').allInnerTexts())
    assert.match(said, /\w+ \w+/, 'each says what it does');
  for (const [width, height] of /** @type {const} */ ([
    [1440, 900],
    [1280, 720],
    [1366, 768],
    [768, 1024],
    [844, 390],
    [390, 844],
  ])) {
    await resize(buyer, width, height);
    const cut = await buyer.evaluate(() => {
      const bar = /** @type {Element} */ (document.querySelector('.bp-act'));
      const { right, bottom } = bar.getBoundingClientRect();
      const outside = (/** @type {Element} */ one) => {
        const box = one.getBoundingClientRect();
        return box.right > Math.min(right, innerWidth) + 1 || box.bottom > bottom + 1;
      };
      const sides = [...document.querySelectorAll('.bp-race > li')];
      return [
        ...[...bar.querySelectorAll('button')].filter(outside),
        ...sides.filter((one) => one.getBoundingClientRect().right > innerWidth + 1),
      ].map((one) => one.textContent?.trim());
    });
    assert.deepEqual(cut, [], `at ${width}`);
  }
  nobodyComplained(people);
});
