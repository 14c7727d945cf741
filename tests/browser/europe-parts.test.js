// The parts of Europe's desk without a browser: the draft offer, the slots of items that come and go, and the
// commands that an offer admits.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Acts } from '../../web/games/europe/act.js';
import { percent } from '../../web/games/europe/dice.js';
import { LETTERS, goodOf, lacking, lacks } from '../../web/games/europe/goods.js';
import { FRESH_MS, GONE_MS, Slots } from '../../web/games/europe/slots.js';
import { Trade } from '../../web/games/europe/trade.js';

test('an offer in the making holds a good on one side only', () => {
  const trade = new Trade();
  assert.ok(trade.step('grain', -1, 2));
  assert.ok(trade.step('grain', -1, 2));
  assert.ok(!trade.step('grain', -1, 2), 'no more than is held');
  assert.ok(trade.step('fuel', 1, 0));
  assert.deepEqual([trade.give, trade.want], [{ grain: 2 }, { fuel: 1 }]);
  for (let steps = 0; steps < 3; steps += 1) trade.step('grain', 1, 2);
  assert.deepEqual([trade.give, trade.want], [{}, { grain: 1, fuel: 1 }]);
  assert.deepEqual(trade.command([1, 2], new Set()).to, [1, 2]);
});

test('an answer whose offer has gone is an offer to its player', () => {
  const trade = new Trade();
  trade.answer({ id: 4, from: 2, give: { dyes: 1 }, want: { coin: 3 } });
  assert.deepEqual(trade.command([1, 2], new Set([4])), {
    type: 'offer_counter',
    offer_id: 4,
    give: { coin: 3 },
    want: { dyes: 1 },
  });
  const later = { type: 'offer_create', to: [2], give: { coin: 3 }, want: { dyes: 1 } };
  assert.deepEqual(trade.command([1, 2], new Set()), later);
});

test('what is shown keeps its place, and what takes its place is new for a while', () => {
  const slots = new Slots();
  const shown = () =>
    slots.slots.map(
      ({ id, empty, fresh, gone }) =>
        `${id}${empty ? ' empty' : gone ? ' gone' : ''}${fresh ? ' fresh' : ''}`,
    );
  slots.update([{ id: 1 }, { id: 2 }], 0, false);
  slots.update([{ id: 2 }], 100, false);
  assert.deepEqual(shown(), ['1 gone', '2']);
  slots.update([{ id: 2 }], 100 + GONE_MS, false);
  assert.deepEqual(shown(), ['1 empty', '2'], 'what stands below it does not move up');
  slots.update([{ id: 2 }, { id: 3 }], 100 + GONE_MS, false);
  assert.deepEqual(shown(), ['3 fresh', '2']);
  slots.update([{ id: 2 }, { id: 3 }], 100 + GONE_MS + FRESH_MS, false);
  assert.deepEqual(shown(), ['3', '2']);
  slots.update([{ id: 3 }], 10_000, true);
  slots.update([{ id: 3 }], 20_000, true);
  assert.deepEqual(shown(), ['3', '2 gone'], 'no place is given up while it is pointed at');
  slots.update([{ id: 3 }], 20_001, false);
  assert.deepEqual(shown(), ['3']);
});

test('where a longer list would leave the view, a place that something has left is filled', () => {
  const slots = new Slots(true);
  slots.update([{ id: 1 }], 0, false);
  slots.update([{ id: 2 }], 100, false);
  assert.deepEqual(
    slots.slots.map((slot) => [slot?.id, slot?.fresh]),
    [[2, true]],
  );
});

test('a citizen to choose lacks what those that are kept already take', () => {
  const [bread, feast, drink] = [
    { id: 'bread', needs: { grain: 1, water: 1 } },
    { id: 'feast', needs: { grain: 2 } },
    { id: 'drink', needs: { water: 2 } },
  ];
  const cards = [bread, feast, drink];
  const bag = { grain: 2, water: 3 };
  const lack = (/** @type {string[]} */ keep, /** @type {any[]} */ there = []) =>
    cards.map((card) => lacks(card, bag, cards, new Set(keep), there));
  assert.deepEqual(lack([]), [{}, {}, {}]);
  assert.deepEqual(lack(['bread']), [{}, { grain: 1 }, {}]);
  assert.deepEqual(lack(['bread', 'feast']), [{}, { grain: 1 }, {}], 'what is short is told once');
  assert.deepEqual(lack([], [drink]), [{}, {}, { water: 1 }], 'those that are there come first');
});

test('a command is sent only if an offer becomes it', () => {
  const offer = /** @type {any} */ ({
    text: '',
    rule: '',
    command: {
      type: 'offer_create',
      to: { $pick: { from: [{ value: 1, text: 'Bo' }], min: 1, max: 1 } },
      give: { grain: { $int: { min: 1, max: 4 } } },
      want: { $bag: { max: { fuel: 25 }, min_total: 1, max_total: 25 } },
    },
  });
  const wanted = { type: 'offer_create', to: [1], give: { grain: 2 }, want: { fuel: 1 } };
  const acts = new Acts(/** @type {any} */ ({ offers: [offer] }));
  assert.ok(acts.can(wanted));
  assert.ok(!acts.can({ ...wanted, give: { grain: 5 } }));
  assert.ok(!acts.can({ ...wanted, give: { grain: 2, fuel: 1 } }));
  assert.ok(!acts.can({ ...wanted, to: [] }));
  assert.ok(!acts.can({ ...wanted, type: 'offer_counter' }));
});

test('each good has a letter of its own, and none is a key of something else', () => {
  const letters = Object.values(LETTERS);
  assert.equal(new Set(letters).size, letters.length);
  for (const letter of 'AXQUBTPNVRK') assert.equal(goodOf(letter), undefined, letter);
  assert.deepEqual(lacking({ grain: 3, fuel: 1 }, { grain: 1, fuel: 2 }), { grain: 2 });
});

test('the chance of two dice is told in whole percents', () => {
  assert.deepEqual([2, 8, 9, 10, 11, 12, 13].map(percent), [100, 42, 28, 17, 8, 3, 0]);
});
