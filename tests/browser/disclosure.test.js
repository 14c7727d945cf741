// The information that a page discloses, and when: no move that was taken back, no dice before they have
// come to rest, no identifiers, nothing that the server would refuse, and the time from which a claim is
// possible.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Absence } from '../../web/core/absence.js';
import { standing } from '../../web/core/standing.js';
import { drawn, nobodyComplained, person } from './support/browser.js';
import { stopClock } from './support/clock.js';
import { trading } from './support/europe.js';
import { begin, playUntil, random, seedOf, state, turnTo } from './support/play.js';
import { browser, server, withServer } from './support/fixture.js';
import { asked, caughtUp, seatedTable, watchedTable } from './support/table.js';

/** @import { Page } from 'playwright-core' */

withServer();

const map = 'balance-of-power-map .map';

/** Calls a method of the page's session, without using the board. @param {Page} page @param {string} method @param {unknown[]} given @returns {Promise<any>} */
const send = (page, method, ...given) =>
  page.evaluate(
    ([name, args]) =>
      /** @type {any} */ (document.querySelector('entente-match')).session[name](...args),
    /** @type {const} */ ([method, given]),
  );

test('what was taken back is no news, here or on a device that comes later', async () => {
  const people = await watchedTable(server, browser, 'europe-divided', {
    board: 'europe-divided-map .map',
  });
  const pages = people.slice(0, 2).map(({ page }) => page);
  /** Returns the news on the map, and whether its viewer may take it back. @param {Page} page */
  const shownOn = (page) =>
    page.evaluate(() => {
      const { session } = /** @type {any} */ (document.querySelector('entente-match'));
      const news = document.querySelector('.ed-news')?.textContent ?? '';
      const seq = session.events.find((/** @type {any} */ { text }) => text === news)?.seq;
      const undo = session.view.undo;
      return { news, undo, mine: !!undo && seq > undo.to };
    });
  /** @type {{news: string, undo: any, mine: boolean}[]} */ let all = [];
  await playUntil(pages, random(seedOf(3)), async () => {
    all = await Promise.all(pages.map(shownOn));
    return all.some(({ mine, undo }) => mine && !undo.free);
  });
  const at = all.findIndex(({ mine, undo }) => mine && !undo.free);
  const { news } = all[at];
  const undo = pages[at].getByRole('button', { name: 'Ask to undo' });
  await undo.click();
  await pages[at].getByRole('button', { name: 'Withdraw' }).waitFor();
  assert.ok(await undo.isDisabled(), 'one is asked for already');
  await pages[1 - at].getByRole('button', { name: 'Agree' }).click();
  const { seq } = await state(pages[at]);
  for (const { page } of people) {
    await caughtUp(page, seq);
    await turnTo(page, 'log');
    await page.locator('.log', { hasText: 'takes back' }).waitFor();
    assert.notEqual((await shownOn(page)).news, news);
  }
  await pages[at].reload();
  await pages[at].locator('.log', { hasText: 'takes back' }).waitFor();
  assert.notEqual((await shownOn(pages[at])).news, news);
  nobodyComplained(people);
});

test('events stand until an undo goes back before them', () => {
  const event = (/** @type {number} */ seq) => ({ type: 'moved', seq });
  const undone = { type: 'undone', seq: 4, to: 1 };
  const events = [event(1), event(2), event(3), undone, event(5)];
  assert.deepEqual(standing(events), [event(1), event(5)]);
  assert.deepEqual(standing([undone]), []);
});

test('nothing tells how dice fall before they have come to rest', async () => {
  const people = await seatedTable(server, browser, 'balance-of-power', {
    options: { first: 'red', setup: 3 },
    look: { reducedMotion: 'no-preference' },
    board: map,
  });
  const [{ page }, bo] = people;
  await asked(page, 'draft');
  assert.ok((await send(page, 'command', { type: 'place', troops: { austria: 4 } })).ok);
  await asked(page, 'attack');
  const disclosed = () =>
    page.evaluate(async () => {
      const match = /** @type {any} */ (document.querySelector('entente-match'));
      const { session } = match;
      const turnTo = async (/** @type {string} */ tab) => {
        match.drawer.turnTo(tab);
        await match.updateComplete;
        await /** @type {any} */ (document.querySelector('entente-drawer')).updateComplete;
      };
      await turnTo('choices');
      const choices = document.querySelector('entente-offers')?.textContent;
      await turnTo('log');
      const lines = [...document.querySelectorAll('.log li')].map((line) => line.textContent ?? '');
      return {
        events: session.events.filter((/** @type {any} */ { type }) =>
          ['rolled', 'fought', 'conquered'].includes(type),
        ),
        log: lines.join('|'),
        choices,
        aloud: document.querySelector('main > .unseen[aria-live]')?.textContent ?? '',
        turn: document.querySelector('.turn')?.textContent ?? '',
      };
    });
  const before = await disclosed();
  await turnTo(page, 'choices');
  // From here on the page's clock is stopped.
  await stopClock(page);
  const attack = { type: 'attack_until', from: 'austria', to: 'czech_republic', stop_at: 1 };
  assert.ok((await send(page, 'command', attack)).ok);
  await page.locator('.bp-die.tumbling').first().waitFor();
  const rolling = await disclosed();
  assert.ok(rolling.events.length > 0);
  for (const { text } of rolling.events) {
    assert.ok(!rolling.log.includes(text), text);
    assert.ok(!rolling.aloud.includes(text), text);
  }
  assert.equal(rolling.choices, before.choices, 'the choices stay until it is known what they are');
  assert.match(rolling.turn, /The dice are rolling/);
  await page.clock.runFor(10_000);
  await page.locator('.bp-die.tumbling').first().waitFor({ state: 'detached' });
  const after = await disclosed();
  for (const { text } of after.events) assert.ok(after.log.includes(text), text);
  assert.notEqual(after.choices, before.choices);
  nobodyComplained([people[0], bo]);
});

test('what is counted out has its name', async () => {
  const people = await seatedTable(server, browser, 'balance-of-power', {
    options: { first: 'red', setup: 3 },
    board: map,
    pages: 1,
  });
  const [{ page }] = people;
  await asked(page, 'draft');
  await page.evaluate(() => {
    const { play } = /** @type {any} */ (document.querySelector('entente-match'));
    play.choose(play.offers.find((/** @type {any} */ { command }) => command.type === 'place'));
  });
  await turnTo(page, 'choices');
  const names = await page.locator('.offer-form .stepper > span').allInnerTexts();
  assert.ok(names.includes('Austria'), names.join());
  for (const name of names) assert.match(name, /^\p{Lu}/u);
  nobodyComplained(people);
});

test('a number that is typed in shows what is sent, also the second time that it is too high', async () => {
  const people = await seatedTable(server, browser, 'balance-of-power', {
    options: { first: 'red', setup: 3 },
    board: map,
    pages: 1,
  });
  const [{ page }] = people;
  await asked(page, 'draft');
  await page.evaluate(() => {
    const { play } = /** @type {any} */ (document.querySelector('entente-match'));
    play.choose(play.offers.find((/** @type {any} */ { command }) => command.type === 'place'));
  });
  await turnTo(page, 'choices');
  const field = page.locator('.offer-form .stepper input').first();
  const most = await field.getAttribute('max');
  for (const typed of ['999', '999', '998']) {
    await field.fill(typed);
    await field.blur();
    await drawn(page);
    assert.equal(await field.inputValue(), most, typed);
  }
  nobodyComplained(people);
});

test('things of one name are told apart in a form', async () => {
  const { page } = await person(browser);
  await page.goto(`${server.url}/`);
  const asked = await page.evaluate(async () => {
    const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]'));
    const at = (/** @type {string} */ path) => import(new URL(path, script.src).href);
    const [{ offerForm }, { LitElement }] = await Promise.all([
      at('ui/offer-form.js'),
      at('vendor/lit/lit.js'),
    ]);
    const reward = { $one: { from: [{ value: 'coin', text: 'coin' }] } };
    const citizens = ['banquets_1', 'dairy_1', 'banquets_2'].map((id) => ({ id, reward }));
    const draft = { offer: { text: 'Serve', command: { citizens } }, values: [] };
    const game = { name: (/** @type {string} */ id) => id.split('_')[0] };
    customElements.define(
      'test-form',
      class extends LitElement {
        createRenderRoot = () => this;
        render = () => offerForm({ draft, complete: false }, game);
      },
    );
    const form = /** @type {any} */ (document.createElement('test-form'));
    document.body.append(form);
    await form.updateComplete;
    return [...form.querySelectorAll('legend')].map((one) => one.textContent.trim());
  });
  assert.deepEqual(asked, [
    'banquets (1), reward: choose one',
    'dairy, reward: choose one',
    'banquets (2), reward: choose one',
  ]);
});

test('the form of an offer says what the server would refuse', async () => {
  const people = await trading(server, browser, {});
  const pages = people.map(({ page }) => page);
  const [page] = pages;
  await page.evaluate(() => {
    const { play } = /** @type {any} */ (document.querySelector('entente-match'));
    const trade = play.offers.find(
      (/** @type {any} */ { command }) => command.give?.$bag && command.want?.$bag,
    );
    const good = Object.keys(trade.command.give.$bag.max).find(
      (one) => one in trade.command.want.$bag.max,
    );
    play.choose(trade);
    for (const at of play.draft.values.keys()) {
      const bag = play.draft.values[at];
      if (bag && !Array.isArray(bag)) play.answer(at, { [String(good)]: 1 });
    }
  });
  await turnTo(page, 'choices');
  await page.getByText('is on both sides').waitFor();
  assert.ok(await page.locator('.offer-form .primary').isDisabled());
  nobodyComplained(people);
});

test('the market counts its slots as its keys do', async () => {
  const people = await trading(server, browser, {});
  const [page] = people.map(({ page: one }) => one);
  const slots = await page.evaluate(() => {
    const { play } = /** @type {any} */ (document.querySelector('entente-match'));
    return play.offers
      .filter((/** @type {any} */ { command }) => command.type === 'develop')
      .map((/** @type {any} */ { command, text }) => ({
        text,
        said: /slot (\d)/.exec(text)?.[1],
        key: document.querySelector(`.stall[data-card="${command.card_id}"] kbd`)?.textContent,
      }));
  });
  assert.ok(slots.length > 0);
  for (const { said, key, text } of slots) {
    assert.match(String(said), /^[1-3]$/, text);
    assert.equal(said, key, text);
  }
  nobodyComplained(people);
});

test('a claim says from when on it can be made, and nothing in the words of the server', async () => {
  const { links } = await server.match('europe-divided');
  const people = await Promise.all([person(browser), person(browser)]);
  const [ada, bo] = people.map(({ page }) => page);
  await Promise.all([ada.goto(links[0]), bo.goto(links[1])]);
  await begin([ada, bo]);
  const win = ada.getByRole('button', { name: 'Claim the win' });
  const from = ada.getByText(/You can claim on \w+day, \d\d:\d\d/);
  await bo.goto('about:blank');
  await ada.locator('.who .away').waitFor();
  await ada.getByRole('button', { name: 'Settings' }).click();
  await from.waitFor();
  assert.ok(await win.isDisabled());
  // Whoever did not see the seat leave is given the same moment by the server.
  await ada.reload();
  await ada.getByRole('button', { name: 'Settings' }).click();
  await from.waitFor();
  assert.ok(await win.isDisabled());
  assert.equal(await ada.locator('.notice.bad').count(), 0);
  await bo.goto(links[1]);
  await win.waitFor({ state: 'detached' });
  nobodyComplained([people[0]]);
});

test('since when seats are away is known as far as it was seen', () => {
  const room = (/** @type {boolean[]} */ ...here) =>
    /** @type {any} */ ({
      absence_ms: 1_000,
      seats: here.map((connected, seat) => ({ seat, connected })),
    });
  const seen = new Absence();
  seen.look(room(true, true, false), 5_000);
  assert.equal(
    seen.claimableAt(room(true, true, false), [1], 0),
    null,
    'all who are awaited are here',
  );
  assert.equal(seen.claimableAt(room(true, true, false), [2], 0), 0, 'it was not seen');
  const joined = new Absence();
  joined.look(room(true, true, false), 5_000);
  joined.joined([null, null, 400], 5_000);
  assert.equal(joined.claimableAt(room(true, true, false), [2], 0), 5_600, 'the server said it');
  seen.refused(700, 5_000);
  assert.equal(seen.claimableAt(room(true, true, false), [2], 0), 5_700);
  seen.look(room(true, true, true), 5_100);
  seen.look(room(true, false, true), 5_200);
  assert.equal(seen.claimableAt(room(true, false, true), [0, 1], 0), 6_200);
  seen.look(room(true, false, false), 5_300);
  assert.equal(
    seen.claimableAt(room(true, false, false), [1, 2], 0),
    6_200,
    'the longest absence counts',
  );
});
