// Europe at its trade desk: a match by clicks and one round by keys, what nobody else may see, and that
// what others do moves and changes nothing under one's hands.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { covers } from '../../web/games/europe/act.js';
import { LETTERS, entries, goodOf, lacking } from '../../web/games/europe/goods.js';
import { FRESH_MS, GONE_MS, Slots } from '../../web/games/europe/slots.js';
import { Trade } from '../../web/games/europe/trade.js';
import { launch, nobodyComplained, person } from './support/browser.js';
import { begin, random, seedOf } from './support/play.js';
import { Server } from './support/server.js';
import { view } from './support/table.js';

/** @import { Page } from 'playwright-core' */
/** @import { Person } from './support/browser.js' */

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rounds in which nobody waits long: all are ready, and the clock jumps. */
const FAST = {
  round_ms: 60_000,
  crisis_at_ms: [30_000],
  choose_ms: 60_000,
  allocate_ms: 60_000,
  start_coin: 10,
};

/** @type {Server} */ let server;
/** @type {import('playwright-core').Browser} */ let browser;

before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.end();
});

/** Waits for a phase. @param {Page[]} pages @param {string} wanted */
async function phase(pages, wanted) {
  for (const page of pages)
    await page.locator(`entente-europe .eu[data-phase=${wanted}]`).waitFor();
}

/**
 * Sends a command as a client without this board would.
 * @param {Page} page @param {object} command @returns {Promise<any>}
 */
const command = (page, command) =>
  page.evaluate(
    (sent) => /** @type {any} */ (document.querySelector('entente-match')).session.command(sent),
    command,
  );

/**
 * @param {object} options @param {import('playwright-core').BrowserContextOptions} [looks]
 * @returns {Promise<Person[]>}
 */
async function seated(options, looks) {
  const { links } = await server.room('europe', { ...FAST, ...options });
  const people = [];
  for (const [seat, link] of links.entries()) {
    const one = await person(browser, seat === 0 ? looks : {});
    if (looks?.bypassCSP && seat === 0) await one.page.addInitScript(AXE);
    await one.page.goto(link);
    people.push(one);
  }
  await begin(people.map(({ page }) => page));
  return people;
}

/**
 * Everybody takes a country and keeps the first citizen dealt: open trade begins.
 * @param {Page[]} pages
 */
async function toTrade(pages) {
  await phase(pages, 'country');
  for (const [at, page] of pages.entries())
    await command(page, { type: 'country', code: ['PL', 'DE', 'FR', 'IT'][at] });
  await phase(pages, 'choose');
  for (const page of pages) {
    const { dealt } = (await view(page)).private;
    await command(page, { type: 'choose', keep: [dealt[0].id], reveal_resource: true });
  }
  await phase(pages, 'play');
}

/**
 * Some good that a player has more than one of, and a letter for it.
 * @param {any} player @param {string[]} [but]
 */
function plenty(player, but = []) {
  const good = entries(player.cubes).find(([kind, count]) => count > 1 && !but.includes(kind))?.[0];
  assert.ok(good, 'every player begins with four of something');
  return good;
}

/** @param {Page} page @param {string} where */
async function soundFor(page, where) {
  const { violations } = await page.evaluate(() =>
    /** @type {any} */ (globalThis).axe.run(document, { resultTypes: ['violations'] }),
  );
  const serious = violations
    .filter((/** @type {any} */ { impact }) => impact === 'serious' || impact === 'critical')
    .map(
      (/** @type {any} */ { id, nodes }) =>
        `${id}: ${nodes
          .map((/** @type {any} */ node) => node.html)
          .join(' | ')
          .slice(0, 600)}`,
    );
  assert.deepEqual(serious, [], where);
}

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
    slots.places.map(
      (place) => place && `${place.id}${place.gone ? ' gone' : ''}${place.fresh ? ' fresh' : ''}`,
    );
  slots.update([{ id: 1 }, { id: 2 }], 0, false);
  slots.update([{ id: 2 }], 100, false);
  assert.deepEqual(shown(), ['1 gone', '2']);
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
  assert.ok(covers(offer, wanted));
  assert.ok(!covers(offer, { ...wanted, give: { grain: 5 } }));
  assert.ok(!covers(offer, { ...wanted, give: { grain: 2, fuel: 1 } }));
  assert.ok(!covers(offer, { ...wanted, to: [] }));
  assert.ok(!covers(offer, { ...wanted, type: 'offer_counter' }));
});

test('each good has a letter of its own, and none is a key of something else', () => {
  const letters = Object.values(LETTERS);
  assert.equal(new Set(letters).size, letters.length);
  for (const letter of 'AXQUBTPNVRK') assert.equal(goodOf(letter), undefined, letter);
  assert.deepEqual(lacking({ grain: 3, fuel: 1 }, { grain: 1, fuel: 2 }), { grain: 2 });
});

test('two play a match by clicks on the desk, and a third watches', async () => {
  const pick = random(seedOf(11));
  const [ada, bo] = await seated({ max_rounds: 1 });
  const cleo = await person(browser);
  const pages = [ada.page, bo.page];
  await cleo.page.goto(ada.page.url());
  await cleo.page.getByRole('button', { name: 'Watch' }).click();
  await phase([...pages, cleo.page], 'country');

  for (const page of pages) {
    const free = page.locator('button.country:not([disabled])');
    await free.nth(pick(20)).click();
  }
  await phase([...pages, cleo.page], 'choose');
  // A click and Enter: the button that was clicked is not pressed again.
  for (const page of pages) {
    await page.locator('.option .keep').nth(pick(3)).click();
    await page.locator('.option.kept').waitFor();
    await page.keyboard.press('Enter');
  }
  await phase([...pages, cleo.page], 'play');

  // Ada offers what she has for what Bo has; Bo accepts with one click.
  const before = (await view(ada.page)).public.players;
  const give = plenty(before[0]);
  const want = plenty(before[1], [give]);
  const row = (/** @type {string} */ good) => ada.page.locator(`.holdings tr[data-good=${good}]`);
  await row(give).locator('.held.mine button').click();
  await row(want).locator('.held:not(.mine) button').click();
  await ada.page.locator('.builder .send').click();
  await bo.page.locator('.to-me .accept').click();
  await ada.page.locator('.offers.mine .deal.gone').waitFor();
  const swapped = (await view(ada.page)).public.players;
  assert.equal(swapped[0].cubes[give], before[0].cubes[give] - 1);
  assert.equal(swapped[0].cubes[want], (before[0].cubes[want] ?? 0) + 1);
  assert.deepEqual((await view(cleo.page)).public.players[0].cubes, swapped[0].cubes);

  // Ada offers again, Bo refuses; she buys of the bank and of the market, and draws a citizen.
  await row(want)
    .getByRole('button', { name: /^Give one/ })
    .click();
  await row(give)
    .getByRole('button', { name: /^Want one/ })
    .click();
  await ada.page.locator('.builder .send').click();
  await bo.page.locator('.to-me .deal:not(.gone) .refuse').click();
  await ada.page.locator('.holdings td.bank button:not([disabled])').first().click();
  await bo.page.locator('.holdings td.held', { hasText: '8' }).first().waitFor();
  await ada.page.locator('.slots .stall:not([disabled])').first().click();
  await ada.page.locator('.eu-mine').getByRole('button', { name: 'Draw three citizens' }).click();
  await ada.page.locator('.drawing .keep').first().click();
  await ada.page.locator('.drawing .primary').click();
  await ada.page.locator('.drawing').waitFor({ state: 'detached' });
  assert.equal((await view(bo.page)).public.players[0].citizens.length, 2);

  // Ready to the crisis, ready to the end; each is served as proposed.
  for (const page of pages) await page.locator('.eu-ready').click();
  await ada.page.locator('.eu-crises .trouble').waitFor();
  await cleo.page.locator('.eu-crises .trouble').waitFor();
  for (const page of pages) await page.locator('.eu-ready').click();
  await phase([...pages, cleo.page], 'allocate');
  for (const page of pages) await page.locator('.eu-send .primary').click();
  await phase([...pages, cleo.page], 'over');
  for (const page of [...pages, cleo.page]) {
    await page.locator('.eu-results').waitFor();
    assert.ok((await page.locator('.eu-results .fate').count()) >= 3, 'every citizen is told of');
  }
  assert.equal(await cleo.page.locator('.builder').count(), 0, 'who watches has nothing to send');
  nobodyComplained([ada, bo, cleo]);
});

test('a round is played with the keyboard alone', async () => {
  const [ada, bo] = await seated({ players: 2 });
  const { page } = ada;
  const keys = page.keyboard;
  await phase([page, bo.page], 'country');
  await keys.type('pola');
  await keys.press('Enter');
  await page.locator('button.country.mine[data-country=PL]').waitFor();
  await command(bo.page, { type: 'country', code: 'DE' });
  await phase([page], 'choose');
  await keys.press('1');
  await keys.press('Shift+Digit2');
  await keys.press('Enter');
  await page.locator('.eu-task.locked').waitFor();
  assert.equal((await view(page)).private.chosen.hidden, (await view(page)).private.chosen.keep[1]);
  const { dealt } = (await view(bo.page)).private;
  await command(bo.page, { type: 'choose', keep: [dealt[0].id], reveal_resource: true });
  await phase([page, bo.page], 'play');

  // One good for another: two letters and Enter.
  const { players } = (await view(page)).public;
  const give = plenty(players[0]);
  const want = plenty(players[1], [give]);
  await keys.press(`Shift+${LETTERS[give]}`);
  await keys.press(LETTERS[want].toLowerCase());
  await keys.press('Enter');
  await page.locator('.offers.mine .deal').waitFor();
  const [made] = (await view(page)).public.offers;
  assert.deepEqual([made.give, made.want, made.to], [{ [give]: 1 }, { [want]: 1 }, [1]]);
  await keys.press('u');
  await page.locator('.offers.mine .deal.gone').waitFor();

  // Offers of the other: answered, refused, accepted.
  const offer = { type: 'offer_create', to: [0], give: { [want]: 1 }, want: { [give]: 1 } };
  await command(bo.page, offer);
  const armed = page.locator('.to-me .deal.armed .accept:not([disabled])');
  const settled = () =>
    page.waitForFunction(() => {
      const desk = /** @type {any} */ (document.querySelector('entente-europe'));
      return desk.armed && !desk.armedFresh;
    });
  await armed.waitFor();
  await settled();
  await keys.press('q');
  await keys.press('e');
  await keys.press('Enter');
  await page.waitForFunction(() => {
    const { session } = /** @type {any} */ (document.querySelector('entente-match'));
    return session.view.public.offers.some(
      (/** @type {any} */ one) => one.counter_to !== null && one.from === 0,
    );
  });
  await keys.press('x');
  await page.locator('.to-me .deal.gone').waitFor();
  await command(bo.page, offer);
  await settled();
  await keys.press('a');
  await page.waitForFunction(
    ([good, count]) => {
      const { session } = /** @type {any} */ (document.querySelector('entente-match'));
      return session.view.public.players[0].cubes[good] === count;
    },
    /** @type {[string, number]} */ ([want, (players[0].cubes[want] ?? 0) + 1]),
  );

  // Bank, market, citizens, the hidden card, ready.
  const { bank } = (await view(page)).public;
  const [stocked] = entries(bank.stock)[0];
  const coin = (await view(page)).public.players[0].coin;
  await keys.press('b');
  await keys.press(LETTERS[stocked].toLowerCase());
  await page.waitForFunction(
    (less) =>
      /** @type {any} */ (document.querySelector('entente-match')).session.view.public.players[0]
        .coin === less,
    coin - bank.price,
  );
  await keys.press('t');
  await keys.press('0');
  await page.waitForFunction(() =>
    /** @type {any} */ (document.querySelector('entente-match')).session.events.some(
      (/** @type {any} */ one) => one.type === 'developed',
    ),
  );
  await keys.press('n');
  await page.locator('.drawing').waitFor();
  await keys.press('2');
  await keys.press('k');
  await page.locator('.drawing').waitFor({ state: 'detached' });
  for (let jumps = 0; jumps < 2; jumps += 1) {
    await command(bo.page, { type: 'ready', ready: true });
    await keys.press('r');
    if (jumps === 0) await page.locator('.trouble').waitFor();
  }
  await phase([page], 'allocate');
  await keys.press('1');
  await keys.press('Enter');
  await page.locator('.eu-task.locked').waitFor();
  const cards = (await view(page)).private.allocation;
  assert.equal(cards[0].reward, 'coin');

  // Keys can be turned off.
  await keys.press('?');
  await page.locator('.eu-keys input').uncheck();
  await keys.press('Escape');
  await page.locator('.eu-keys').waitFor({ state: 'detached' });
  nobodyComplained([ada, bo]);
});

test('nothing of another hand is in a page or in what it was sent', async () => {
  const [ada, bo] = await seated({});
  const cleo = await person(browser);
  await cleo.page.goto(ada.page.url());
  await cleo.page.getByRole('button', { name: 'Watch' }).click();
  const pages = [ada.page, bo.page];
  await phase(pages, 'country');
  for (const [at, page] of pages.entries())
    await page.locator('button.country:not([disabled])').nth(at).click();
  await phase(pages, 'choose');
  // Ada keeps two, one of them and her resource card face down, and discards the third.
  const { dealt, hidden_resource: card } = (await view(ada.page)).private;
  await ada.page.locator('.option .keep').nth(0).click();
  await ada.page.locator('.option .hide').nth(1).click();
  await ada.page.getByRole('button', { name: 'Keep it face down' }).click();
  await ada.page.locator('.eu-send .primary').click();
  await ada.page.locator('.eu-task.locked').waitFor();
  for (const { frames } of [bo, cleo]) {
    for (const { id } of dealt)
      assert.ok(!frames.join('').includes(`"${id}"`), 'a choice is secret while it is made');
  }
  await bo.page.locator('.option .keep').first().click();
  await bo.page.locator('.eu-send .primary').click();
  await phase([...pages, cleo.page], 'play');
  const secrets = [dealt[1].id, dealt[2].id, card.id];
  for (const [who, { page, frames }] of Object.entries({ bo, cleo })) {
    const told = frames.join('');
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    );
    const shown = await page.content();
    assert.ok(
      told.includes(`"${dealt[0].id}"`) && shown.includes(`"${dealt[0].id}"`),
      'what is open is seen',
    );
    for (const id of secrets) {
      for (const where of [told, kept, shown])
        assert.ok(!where.includes(`"${id}"`), `${who} was not told of ${id}`);
    }
  }
  const mine = await ada.page.content();
  assert.ok(
    mine.includes(`"${dealt[1].id}"`) && mine.includes(`"${card.id}"`),
    'the own hidden cards are seen',
  );

  // Revealed, it is everybody's.
  await ada.page.locator('.citizen.down').getByRole('button', { name: 'Reveal' }).click();
  await cleo.page.locator(`.mini[data-card="${dealt[1].id}"]`).waitFor();
  nobodyComplained([ada, bo, cleo]);
});

test('what others do moves nothing and changes nothing that is being put together', async () => {
  const people = await seated({ players: 3, offer_limit: 10 });
  const pages = people.map(({ page }) => page);
  const [ada, bo, cleo] = pages;
  await toTrade(pages);
  const { players } = (await view(ada)).public;
  const [give, gift] = [plenty(players[1]), plenty(players[2])];
  /** @param {number} coin */
  const ofBo = (coin) => ({ type: 'offer_create', to: [0], give: { [give]: 1 }, want: { coin } });
  await command(bo, ofBo(1));
  await command(bo, ofBo(2));
  await ada.locator('.to-me .deal').nth(1).waitFor();
  await ada.locator('.holdings tr[data-good=coin] .held.mine button').click();
  await ada.keyboard.press(LETTERS[give === 'grain' ? 'fuel' : 'grain'].toLowerCase());
  await ada.locator('.builder .send').focus();

  const places = () =>
    ada.evaluate(() =>
      [...document.querySelectorAll('entente-europe button, entente-europe [role=spinbutton]')]
        .filter((one) => !one.closest('.gone') && one.checkVisibility())
        .map((one) => [
          one.getAttribute('aria-label') ?? one.textContent,
          one.getBoundingClientRect(),
        ])
        .map(
          ([name, box]) =>
            `${String(name).replace(/\s+/g, ' ')} ${Math.round(/** @type {DOMRect} */ (box).x)} ${Math.round(/** @type {DOMRect} */ (box).y)}`,
        ),
    );
  const held = /^(Accept|Refuse|Answer|Offer|Clear|Draw|Ready|Buy|.*one more, or)/;
  const stayed = async () =>
    (await places())
      .map((place) => place.replace(/\d+\/\d+/, '').trim())
      .filter((place) => held.test(place));
  const first = await stayed();
  const trade = () =>
    ada.evaluate(() => /** @type {any} */ (document.querySelector('entente-europe')).trade.amounts);
  const typed = await trade();

  // Others offer, to her and among themselves, swap, take back and are ready.
  await command(cleo, { type: 'offer_create', to: [0, 1], give: { [gift]: 1 }, want: { coin: 1 } });
  const among = { type: 'offer_create', to: [2], give: { [give]: 1 }, want: { coin: 1 } };
  await command(bo, among);
  await ada.locator('.among .deal').waitFor();
  const { offers } = (await view(cleo)).public;
  await command(cleo, { type: 'offer_accept', offer_id: offers.at(-1).id });
  await ada.locator('.among .deal.gone').waitFor();
  await command(bo, { type: 'offer_cancel', offer_id: offers[0].id });
  await ada.locator('.to-me .deal.gone').waitFor();
  await command(bo, { type: 'ready', ready: true });
  await ada.locator('.holdings .doing', { hasText: 'ready' }).waitFor();
  const now = await stayed();
  const lost = first.filter((place) => !now.includes(place));
  assert.equal(lost.length, 3, `only the offer that was taken back is gone: ${lost}, now ${now}`);
  assert.deepEqual(await trade(), typed, 'the offer in the making is as it was');
  const focused = await ada.evaluate(() => document.activeElement?.className);
  assert.match(String(focused), /send/, 'the focus is where it was');
  nobodyComplained(people);
});

test('what has just taken a place cannot be hit at once', async () => {
  const [ada, bo] = await seated({});
  await toTrade([ada.page, bo.page]);
  const { players } = (await view(ada.page)).public;
  const give = plenty(players[1]);
  const offer = { type: 'offer_create', to: [0], give: { [give]: 1 }, want: { coin: 1 } };
  await command(bo.page, offer);
  await ada.page.locator('.to-me .deal.armed').waitFor();
  // Pressed in the moment in which the offer came: it was not seen, so it is not accepted.
  const outcome = await ada.page.evaluate(async () => {
    const desk = /** @type {any} */ (document.querySelector('entente-europe'));
    desk.armedFresh = true;
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', code: 'KeyA', bubbles: true }));
    await desk.updateComplete;
    return [desk.said, desk.at.offers.length];
  });
  assert.deepEqual(outcome, ['That offer had just gone. Look again.', 1]);
  nobodyComplained([ada, bo]);
});

for (const [colorScheme, width, height] of /** @type {const} */ ([
  ['dark', 1440, 900],
  ['light', 390, 844],
])) {
  test(`axe finds no serious fault in any phase: ${width} wide, ${colorScheme}`, async () => {
    const people = await seated(
      { max_rounds: 1 },
      { colorScheme, viewport: { width, height }, bypassCSP: true },
    );
    const pages = people.map(({ page }) => page);
    const [ada, bo] = pages;
    await phase(pages, 'country');
    await soundFor(ada, 'country');
    for (const [at, page] of pages.entries())
      await command(page, { type: 'country', code: ['PL', 'DE'][at] });
    await phase(pages, 'choose');
    await ada.locator('.option .hide').first().click();
    await soundFor(ada, 'choose');
    await ada.locator('.eu-send .primary').click();
    await ada.locator('.eu-task.locked').waitFor();
    await soundFor(ada, 'chosen');
    const { dealt } = (await view(bo)).private;
    await command(bo, {
      type: 'choose',
      keep: dealt.map((/** @type {any} */ one) => one.id),
      reveal_resource: false,
    });
    await phase(pages, 'play');
    const { players } = (await view(bo)).public;
    await command(bo, {
      type: 'offer_create',
      to: [0],
      give: { [plenty(players[1])]: 1 },
      want: { coin: 1 },
    });
    await ada.locator('.to-me .deal').waitFor();
    await ada.getByRole('spinbutton').first().press('ArrowUp');
    await soundFor(ada, 'open trade');
    await ada.keyboard.press('n');
    await ada.locator('.drawing .keep').first().click();
    await soundFor(ada, 'drawing');
    await ada.locator('.drawing .primary').click();
    await ada.locator('.drawing').waitFor({ state: 'detached' });
    await ada.keyboard.press('?');
    await soundFor(ada, 'keys');
    await ada.keyboard.press('Escape');
    for (const page of pages) await command(page, { type: 'ready', ready: true });
    await ada.locator('.trouble').first().waitFor({ state: 'attached' });
    for (const button of await ada.locator('.eu-panels button:visible').all()) {
      await button.click();
      await soundFor(ada, `panel ${await button.innerText()}`);
    }
    for (const page of pages) await command(page, { type: 'ready', ready: true });
    await phase(pages, 'allocate');
    await soundFor(ada, 'allocate');
    for (const page of pages) {
      const [usual] = await page.evaluate(
        () => /** @type {any} */ (document.querySelector('entente-match')).session.offers,
      );
      const cards = usual.command.cards.map((/** @type {any} */ one) => ({
        ...one,
        reward: 'happiness',
      }));
      await command(page, { type: 'allocate', cards });
    }
    await phase(pages, 'over');
    await soundFor(ada, 'over');
  });
}
