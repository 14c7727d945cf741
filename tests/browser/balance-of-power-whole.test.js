// What whole matches by hand showed of Balance of Power's board: answers below an edge, a territory that was chosen
// before, dice and words of what is over, and the end of a turn that wins.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labels, pieceSize, steady } from '../../web/games/balance-of-power/labels.js';
import { SLOTS, SPACES } from '../../web/maps/balance-of-power.js';
import { sharedArea } from '../../web/maps/lettering.js';
import { nobodyComplained, resize } from './support/browser.js';
import { browser, server, withServer } from './support/fixture.js';
import { Hand, PHONE, placeOf } from './support/hand.js';
import { random, state } from './support/play.js';
import { asked, command, resign, view, seatedTable } from './support/table.js';

/** @import { Page } from 'playwright-core' */

withServer();

/** @param {object} [look] @param {object} [options] @param {number} [pages] */
const table = (look, options, pages = 1) =>
  seatedTable(server, browser, 'balance-of-power', {
    options: { setup: 3, first: 'red', ...options },
    look: { viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce', ...look },
    board: 'balance-of-power-map .map',
    pages,
  });

/** Returns the buttons of the bar that are not wholly in it. @param {Page} page @returns {Promise<string[]>} */
const cut = (page) =>
  page.evaluate(() => {
    const bar = /** @type {Element} */ (document.querySelector('.bp-act'));
    const { right, bottom } = bar.getBoundingClientRect();
    return [...bar.querySelectorAll('button')]
      .filter((one) => one.checkVisibility())
      .filter((one) => {
        const box = one.getBoundingClientRect();
        return box.right > right + 1 || box.bottom > bottom + 1;
      })
      .map((one) => String(one.textContent?.trim()));
  });

/** Presses a territory, as a mouse does. @param {Page} page @param {string} id */
const press = (page, id) => page.locator(`[data-territory="${id}"]`).dispatchEvent('click');

/** Fulfils the Green Region. @param {Page[]} pages Red's first */
async function fulfil(pages) {
  await command(pages, { type: 'place', troops: { belgium: 4 } });
  for (const [from, to] of [
    ['belgium', 'germany'],
    ['northern_france', 'southern_france'],
  ]) {
    await command(pages, { type: 'attack_until', from, to, stop_at: 1 });
    const { prompt, territories } = (await view(pages[0])).public;
    assert.equal(territories[to].owner, 'red', `the dice of this deal take ${to}`);
    if (prompt.kind === 'occupy') await command(pages, { type: 'occupy', troops: prompt.least });
  }
}

test('on a phone every answer is in view while something is fulfilled and a territory chosen', async () => {
  const people = await table();
  const pages = people.map((one) => one.page);
  const [ada] = pages;
  await asked(ada, 'draft');
  await fulfil(pages);
  await asked(ada, 'attack');
  await resize(ada, 390, 844);
  for (const from of ['austria', 'northern_france']) {
    await press(ada, from);
    await ada.getByRole('button', { name: 'Back' }).waitFor();
    assert.deepEqual(await cut(ada), [], from);
  }
  assert.match(await ada.locator('.bp-act').innerText(), /You fulfil Green Region/);
  nobodyComplained(people);
});

test('what was taken leaves nothing chosen, and with the attacks the dice are taken away', async () => {
  const people = await table();
  const pages = people.map((one) => one.page);
  const [ada] = pages;
  await asked(ada, 'draft');
  await command(pages, { type: 'place', troops: { northern_france: 4 } });
  await asked(ada, 'attack');
  await press(ada, 'northern_france');
  await press(ada, 'southern_france');
  await ada.locator('.bp-act .primary').click();
  await ada.waitForFunction(() => {
    const { play } = /** @type {any} */ (document.querySelector('entente-match'));
    return play.view.public.last_roll && play.offers.length > 0;
  });
  const { prompt, territories } = (await view(ada)).public;
  assert.equal(territories.southern_france.owner, 'red', 'the dice of this deal take it');
  if (prompt.kind === 'occupy') await ada.getByRole('button', { name: /^Leave it at/ }).click();
  await asked(ada, 'attack');
  await ada.getByText('Attack: press your territory, then its target.').waitFor();
  assert.ok((await ada.locator('.bp-tray .bp-die').count()) > 0);
  await command(pages, { type: 'end_attack' });
  await asked(ada, 'manoeuvre');
  await ada.waitForFunction(() => !document.querySelector('.bp-tray .bp-die'));
  assert.doesNotMatch(await ada.locator('.bp-tray').innerText(), /No dice/);
  nobodyComplained(people);
});

test('a sheet counts what is being placed, attacks from what was chosen, and says what a capital is', async () => {
  const people = await table(PHONE);
  const pages = people.map((one) => one.page);
  const [ada] = pages;
  const hand = await Hand.of(ada);
  /** @param {string} id */
  const read = async (id) => {
    await hand.tap(await placeOf(ada, `[data-territory="${id}"] .bp-counter`));
    await ada.locator('.reading').waitFor();
  };
  const sheet = ada.locator('.reading');
  await asked(ada, 'draft');
  await read('austria');
  assert.match(
    await sheet.innerText(),
    /Capital of Red: .*without it Red cannot win by objectives/,
  );
  for (const count of [1, 2]) {
    await sheet.getByRole('button', { name: 'Place 1 troop here' }).click();
    await sheet.getByText(`Red, 5 troops, ${count} more to be placed`).waitFor();
  }
  await sheet.getByRole('button', { name: 'Close' }).click();
  await command(pages, { type: 'place', troops: { northern_france: 4 } });
  await asked(ada, 'attack');
  await read('belgium');
  await sheet.getByRole('button', { name: 'Attack from here' }).click();
  await sheet.waitFor({ state: 'detached' });
  await read('germany');
  assert.match(await sheet.locator('.primary').innerText(), /^Attack from Belgium/);
  nobodyComplained(people);
});

test('names stand on nobody’s troops on a phone, whatever is asked about', () => {
  const pick = random(5);
  const width = (/** @type {string} */ text) => text.length * 0.66;
  for (const scale of [0.386, 0.44].map(steady)) {
    const larger = pieceSize(scale);
    for (let round = 0; round < 60; round += 1) {
      const must = new Set(SPACES.filter(() => pick(3) === 0).map(({ id }) => id));
      const shared = { signs: {}, has: () => false, chances: new Set() };
      const shown = labels({ ...shared, must, scale, width });
      for (const [id, { boxes }] of shown) {
        for (const { id: other, anchors } of SPACES) {
          const [x, y] = anchors.troops;
          // The number takes the middle of its counter.
          const [across, high] = SLOTS.troops.map((size) => (size * larger) / 4);
          const counter = /** @type {const} */ ([x - across, y - high, x + across, y + high]);
          assert.equal(sharedArea(boxes[0], counter), 0, `${id} on ${other} at ${scale}`);
        }
      }
    }
  }
});

/**
 * Renders bars of a position that is made up, and returns their texts.
 * @param {Page} page
 */
const madeUp = (page) =>
  page.evaluate(async () => {
    const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]'));
    const at = (/** @type {string} */ path) => import(new URL(path, script.src).href);
    const { UNSET, showing } = await at('ui/component.js');
    class Shown extends showing({ bar: UNSET }) {
      render() {
        return this.bar;
      }
    }
    customElements.define('made-up', Shown);
    const { fightBar, plainBar, rerollBar } = await at('games/balance-of-power/attack.js');
    const { cards } = await at('games/balance-of-power/cards.js');
    const { factsOf } = await at('games/balance-of-power/facts.js');
    const { Plan } = await at('games/balance-of-power/plan.js');
    const { prompt } = await at('games/balance-of-power/prompt.js');
    const { play } = /** @type {any} */ (document.querySelector('entente-match'));
    const facts = factsOf(play.data);
    const now = play.view.public;
    /** @param {any} change @param {any} [parts] @returns {any} a plan at a table that is changed so */
    const plan = (change, parts = {}) => {
      const made = new Plan(play, () => {});
      const fixed = { table: { ...now, ...change }, bag: undefined, moves: [], ...parts };
      for (const [name, value] of Object.entries(fixed))
        Object.defineProperty(made, name, { get: () => value });
      return made;
    };
    /** @param {unknown} bar @param {string} [labelled] a class: the names of its elements instead of all text @returns {Promise<string>} */
    const shown = async (bar, labelled) => {
      const place = /** @type {any} */ (
        document.body.appendChild(document.createElement('made-up'))
      );
      place.bar = bar;
      await place.updateComplete;
      const names = [...place.querySelectorAll(`.${labelled}`)].map((one) => one.ariaLabel);
      place.remove();
      return labelled ? names.join(', ') : place.textContent;
    };
    const asking = { facts, hand: { asked: false, chosen: () => [] }, moved: '' };
    const manoeuvre = { prompt: { kind: 'manoeuvre' } };
    const [red, blue] = now.sides;
    const three = [{ ...red, collected: now.objectives.slice(0, 3) }, blue];
    const lost = [{ ...three[0], capitals: [] }, blue];
    const won = (/** @type {any} */ sides) =>
      shown(plainBar({ plan: plan({ ...manoeuvre, sides }), ...asking }, ''));
    const support = [{ kind: 'reconnaissance', active: true, bought: true, price: 2 }];
    const open = (/** @type {object} */ choice) => ({ command: choice, text: '' });
    const fight = {
      ...{ from: 'austria', to: 'germany', chances: [5000], dice: 3 },
      single: open({ dice: { $int: { min: 1, max: 3 } } }),
      until: open({ stop_at: { $int: { min: 1, max: 4 } } }),
    };
    const bar = (/** @type {any} */ room) =>
      shown(fightBar({ plan: plan({ command_room: room }), ...asking }, fight));
    const again = open({ die: { $one: { from: [0, 1, 2].map((value) => ({ value })) } } });
    const rolled = { last_roll: { attack: [1, 4, 2] } };
    const held = { play: { ...play, offers: [], view: play.view }, facts, table: now };
    const hand = (/** @type {any} */ change) =>
      shown(cards({ ...held, table: { ...now, ...change } }, asking.hand));
    return {
      nothing: await shown(prompt({ plan: plan(manoeuvre), ...asking })),
      wins: await won(three),
      without: await won(lost),
      scouted: await bar({ support }),
      plain: await bar(null),
      earned: await hand({ conquered: true, active: 'red', collected: null }),
      collected: await hand({ conquered: true, active: 'red', collected: now.objectives[0] }),
      dice: await shown(rerollBar({ plan: plan(rolled), ...asking }, again), 'bp-again'),
    };
  });

test('a turn that wins is told, nothing to move, a card that was earned, a throw that is the only one', async () => {
  const people = await table();
  const [ada] = people.map((one) => one.page);
  await asked(ada, 'draft');
  const said = await madeUp(ada);
  assert.match(String(said.nothing), /You have no troops to move: end your turn/);
  assert.match(String(said.wins), /you win when your turn ends/);
  assert.doesNotMatch(String(said.without), /you win/);
  assert.match(String(said.scouted), /To the end, no second throw/);
  assert.match(String(said.plain), /Attack to the end/);
  assert.match(String(said.earned), /you draw a card when your turn ends/);
  assert.match(String(said.collected), /Conquer one of your opponent/);
  assert.equal(said.dice, 'Roll the 4 again, Roll the 2 again, Roll the 1 again');
  nobodyComplained(people);
});

test('in the Command Room a deal is not “nothing”, and on its side a phone has every panel’s name whole', async () => {
  const people = await table({}, { version: 'command_room' }, 2);
  const [ada, bo] = people.map((one) => one.page);
  await ada.locator('.bp-act').waitFor();
  const placer = (await view(ada)).public.prompt.seat === 0 ? ada : bo;
  await placer.getByRole('button', { name: 'Deal an even map' }).click();
  await placer.getByText('Chance places the troops of both colours').waitFor();
  await resize(placer, 844, 390);
  const broken = await placer.evaluate(() =>
    [...document.querySelectorAll('.bp-tabs button')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getClientRects().length !== 1)
      .map((one) => one.textContent?.trim()),
  );
  assert.deepEqual(broken, []);
  nobodyComplained(people);
});

test('who looks back on a phone has the room of the answers for the map', async () => {
  const people = await table(PHONE);
  const [ada] = people.map((one) => one.page);
  await asked(ada, 'draft');
  const high = () =>
    ada.evaluate(() => document.querySelector('.bp-act')?.getBoundingClientRect().height ?? 0);
  const before = await high();
  await resign(ada);
  await ada.getByRole('button', { name: 'Look back', exact: true }).click();
  await ada.locator('entente-replay').waitFor();
  assert.ok((await high()) < before / 2);
  nobodyComplained(people);
});

test('where an analysis or large letters leave little height, most of it is the map’s', async () => {
  const people = await table();
  const [ada] = people.map((one) => one.page);
  await asked(ada, 'draft');
  const boxes = () =>
    ada.evaluate(() =>
      ['balance-of-power-board', 'balance-of-power-map', '.bp-act', '.bp-tabs'].map((css) => {
        const box = document.querySelector(css)?.getBoundingClientRect();
        return { width: box?.width ?? 0, height: box?.height ?? 0 };
      }),
    );
  const isMap = async (/** @type {string} */ when) => {
    const [board, map, , tabs] = await boxes();
    const at = `${when}: ${map.width} x ${map.height} of ${board.width} x ${board.height}`;
    assert.ok(map.height > board.height * 0.8 && map.width > board.width * 0.5, at);
    // The panels have no column of their own there: what opens them has its place.
    assert.ok(tabs.height >= 30, `${when}: ${tabs.height}`);
  };
  for (const [width, height] of [
    [1280, 430],
    [1024, 400],
    [932, 386],
  ]) {
    await resize(ada, width, height);
    await isMap(`asked at ${width} x ${height}`);
    assert.ok((await boxes())[2].width > 260, 'the question has its place beside the map');
  }
  await resize(ada, 1280, 720);
  await resign(ada);
  await ada.getByRole('button', { name: 'Analyse the match' }).click();
  await ada.locator('entente-analysis .curve').waitFor();
  for (const [width, height] of [
    [1280, 720],
    [1024, 768],
  ]) {
    await resize(ada, width, height);
    await isMap(`analysed at ${width} x ${height}`);
  }
  nobodyComplained(people);
});

test('who places the map has every answer in view, and a map, at every size', async () => {
  const people = await table(
    {},
    { setup: undefined, first: undefined, version: 'command_room' },
    2,
  );
  const [ada, bo] = people.map((one) => one.page);
  const placer = (await state(ada)).offers > 0 ? ada : bo;
  await placer.getByRole('button', { name: 'Deal an even map' }).waitFor();
  const look = async (/** @type {string} */ when) => {
    for (const [width, height] of [
      [390, 844],
      [360, 640],
      [844, 390],
      [640, 360],
      [768, 1024],
      [1024, 768],
      [673, 841],
      [717, 512],
      [1280, 720],
    ]) {
      await resize(placer, width, height);
      const at = `${when} at ${width} x ${height}`;
      assert.deepEqual(await cut(placer), [], at);
      const [bar, map] = await placer.evaluate(() =>
        ['.bp-act', 'balance-of-power-map'].map((css) => {
          const one = /** @type {Element} */ (document.querySelector(css));
          const { width, height } = one.getBoundingClientRect();
          return { width, height, hidden: one.scrollHeight - one.clientHeight };
        }),
      );
      assert.equal(bar.hidden, 0, at);
      assert.ok(map.width > width / 2 && map.height > 140, `${at}: ${map.width} x ${map.height}`);
    }
  };
  await look('nothing placed');
  for (let troops = 0; troops < 27; troops += 1) await press(placer, 'germany');
  await look('Red placed');
  nobodyComplained(people);
});
