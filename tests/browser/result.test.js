// The result of a match on every board, and what looking back from it says of each step.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { en } from '../../web/text/en.js';
import { soundFor } from './support/axe.js';
import { drawn, nobodyComplained, resize } from './support/browser.js';
import { command, FAST, phase, trading } from './support/europe.js';
import { browser, server, withServer } from './support/fixture.js';
import { playUntil, random, seedOf, state } from './support/play.js';
import { rotated } from './support/rotation.js';
import { againstBots, resign, view, watchedTable } from './support/table.js';

/** @import { Page } from 'playwright-core' */

withServer('--bot-pace-ms', '0');

/** The most height of what says what a step was, in pixels: one line, or three where lines are short. */
const STEP_HIGH = { wide: 28, narrow: 54 };

/** The least shares of a screen that a board has beside the controls of a replay, and beside an analysis. */
const SHARES = { replay: { wide: 0.4, high: 0.33 }, analysis: { wide: 0.4, high: 0.15 } };

/** Screens on which somebody looks back. @type {[width: number, height: number][]} */
const SCREENS = [
  [1440, 900],
  [1280, 720],
  [1100, 800],
  [1024, 768],
  [768, 1024],
  [717, 512],
  [844, 390],
  [667, 375],
  [390, 844],
  [360, 640],
  [320, 568],
];

/** What a board is of each game: its map, or all of it. */
const BOARDS = /** @type {const} */ ([
  ['europe-divided', '.ed-map'],
  ['balance-of-power', 'balance-of-power-map'],
  ['europe', '.board'],
]);

/** What a board may have to press while somebody looks back: its parts, what is read, and the map. */
const READ = [
  '.eu-panels button, .eu-help, .eu-last, .bp-tabs button, .bp-zoom button, .ed-zoom button, .ed-strip button',
  '.again, .edge, [data-card], summary, [popovertarget]',
].join();
/** What only who decides is told, in any game. */
const DECIDES = /\b(Keep|Choose|Pick|Offer|Accept|Reveal|Which country|Press your)\b/;

/** Returns what a finished match offers to decide, or asks for, at the step that is shown. @param {Page} page */
const asks = (page) =>
  page.evaluate((read) => {
    const shown = (/** @type {Element} */ one) => one.checkVisibility();
    const buttons = [...document.querySelectorAll('.board button:not(:disabled)')]
      .filter((one) => shown(one) && !one.matches(read) && one.ariaDisabled !== 'true')
      .map((one) => `button: ${one.textContent?.trim().replace(/\s+/g, ' ').slice(0, 40)}`);
    const heads = [...document.querySelectorAll('.board :is(h2, h3, .eu-asks, .ed-asks, .few)')]
      .filter(shown)
      .map((one) => one.textContent?.trim() ?? '');
    return { buttons, heads };
  }, READ);

for (const [game] of BOARDS) {
  test(`${game}: a match that is looked back at offers nothing to decide`, async () => {
    const ada = await againstBots(
      server,
      browser,
      game,
      game === 'europe' ? { options: FAST } : {},
    );
    const { page } = ada;
    await playUntil([page], random(seedOf(11)), async () => (await state(page)).seq >= 24);
    await resign(page);
    await page.getByRole('button', { name: 'Look back', exact: true }).click();
    await page.waitForFunction(
      () => /** @type {any} */ (document.querySelector('entente-match')).replay?.whole,
    );
    const bar = page.getByRole('group', { name: 'Look back' });
    await bar.getByRole('button', { name: 'To the beginning' }).click();
    for (let steps = 0; steps < 24; steps += 1) {
      const { at } = await stepOf(page);
      const { buttons, heads } = await asks(page);
      assert.deepEqual(buttons, [], `step ${at}`);
      const asked = heads.filter((head) => DECIDES.test(head));
      assert.deepEqual(asked, [], `step ${at}`);
      await bar.getByRole('button', { name: 'One step forward' }).click();
    }
    nobodyComplained([ada]);
  });
}

/** Returns what a replay says of its step and shows of it. @param {Page} page */
const stepOf = (page) =>
  page.evaluate(async () => {
    const match = /** @type {any} */ (document.querySelector('entente-match'));
    const bar = /** @type {any} */ (document.querySelector('entente-replay'));
    await match.updateComplete;
    await bar.updateComplete;
    const line = /** @type {HTMLElement} */ (bar.querySelector('.replay-step'));
    const boxOf = (/** @type {Element | null} */ one) => one?.getBoundingClientRect().toJSON();
    return {
      at: match.replay.at,
      said: line.textContent ?? '',
      title: line.title,
      event: match.replay.view.events.at(-1)?.text ?? 'Nothing is revealed yet',
      height: line.offsetHeight,
      cut: line.scrollHeight > line.clientHeight + 1 || line.scrollWidth > line.clientWidth + 1,
      boxes: [boxOf(document.querySelector('.board')), boxOf(line)],
    };
  });

test('a step that is looked back at is said whole, and the board stays where it is', async () => {
  const ada = await againstBots(server, browser, 'europe-divided');
  const { page } = ada;
  const pick = random(seedOf(4));
  await playUntil([page], pick, async () => (await state(page)).seq >= 24);
  await resign(page);
  await page.getByRole('button', { name: 'Look back', exact: true }).click();
  const bar = page.getByRole('group', { name: 'Look back' });
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('entente-match')).replay?.whole,
  );
  for (const [width, height] of [
    [1440, 900],
    [844, 390],
    [390, 844],
  ]) {
    await bar.getByRole('button', { name: 'To the beginning' }).click();
    await resize(page, width, height);
    const first = await stepOf(page);
    for (let steps = 0; steps < 12; steps += 1) {
      const { at, said, title, event, cut, height: high, boxes } = await stepOf(page);
      assert.equal(said, event, `step ${at}`);
      assert.equal(title, event);
      assert.ok(!cut, `${width} by ${height}: ${said}`);
      const most = width > 1000 ? STEP_HIGH.wide : STEP_HIGH.narrow;
      assert.ok(high > 16 && high <= most, `${high} pixels`);
      assert.deepEqual(boxes, first.boxes, `step ${at} at ${width} by ${height}`);
      await bar.getByRole('button', { name: 'One step forward' }).click();
    }
    await soundFor(page, `looking back at ${width} by ${height}`);
  }
  await page.getByRole('button', { name: 'Analyse the match' }).waitFor();
  nobodyComplained([ada]);
});

/**
 * Returns the shares of the screen that a board has, and the buttons of a replay and above a map that are cut off or
 * lie under something. @param {Page} page @param {string} board what selects it
 */
const roomOf = (page, board) =>
  page.evaluate((css) => {
    const { width, height } = /** @type {Element} */ (
      document.querySelector(css)
    ).getBoundingClientRect();
    const way = document.querySelector('.replay-bar [type=range]')?.getBoundingClientRect();
    const lost = [...document.querySelectorAll('.replay-bar *, .ed-strip button, .curve .mark')]
      .filter((one) => one.matches('button, input, select') && one.checkVisibility())
      .filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const cut = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
        // Marks of neighbours lie over each other, and their centres need not be free.
        return cut || (!one.matches('.mark') && !one.contains(hit));
      })
      .map((one) => one.textContent?.trim() || one.tagName);
    return {
      wide: width / innerWidth,
      high: height / innerHeight,
      lost: (way?.width ?? 0) < 96 ? [...lost, 'the way through the match'] : lost,
    };
  }, board);

for (const [game, board] of BOARDS) {
  test(`${game}: whoever looks back sees a board beside the controls, on every screen`, async () => {
    const ada = await againstBots(
      server,
      browser,
      game,
      game === 'europe' ? { options: FAST } : {},
    );
    const { page } = ada;
    await playUntil([page], random(seedOf(6)), async () => (await state(page)).seq >= 8);
    await resign(page);
    await page.getByRole('button', { name: 'Look back', exact: true }).click();
    await page.locator('.replay-bar').waitFor();
    const look = async (/** @type {keyof typeof SHARES} */ beside) => {
      for (const [width, height] of SCREENS) {
        await resize(page, width, height);
        const { wide, high, lost } = await roomOf(page, board);
        const at = `${beside} at ${width} by ${height}: ${wide.toFixed(2)} by ${high.toFixed(2)}`;
        assert.ok(wide >= SHARES[beside].wide && high >= SHARES[beside].high, at);
        assert.deepEqual(lost, [], at);
      }
    };
    await look('replay');
    if (game !== 'europe') {
      await page.getByRole('button', { name: 'Analyse the match' }).click();
      await page.locator('entente-analysis .curve').waitFor();
      await look('analysis');
    }
    nobodyComplained([ada]);
  });
}

test('europe: no analysis is offered of what no mind knows, and rounds are called so', async () => {
  const people = await trading(server, browser, {});
  const pages = people.map((one) => one.page);
  const [page] = pages;
  const pick = random(seedOf(5));
  for (let jumps = 0; jumps < 2; jumps += 1)
    for (const one of pages) await command(one, { type: 'ready', ready: true });
  await phase(pages, 'allocate');
  // Citizens whose needs are not met cost happiness, or bring some.
  await playUntil(pages, pick, async () => (await view(page)).public.phase === 'choose');
  await resign(page);
  await page.locator('.points summary', { hasText: 'Round by round' }).waitFor();
  await page.getByRole('button', { name: 'Look back', exact: true }).click();
  await page.getByRole('group', { name: 'Look back' }).waitFor();
  await page.locator('.replay-bar').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Analyse the match' }).count(), 0);
  nobodyComplained(people);
});

test('balance-of-power: the result names the colours that were drawn in play', async () => {
  const people = await watchedTable(server, browser, 'balance-of-power', {
    options: { version: 'command_room' },
    board: 'balance-of-power-map .map',
  });
  const [ada, bo, cleo] = people.map((one) => one.page);
  const pick = random(seedOf(6));
  const coloursOf = async () => (await view(ada)).public.colours;
  await playUntil([ada, bo], pick, async () => !(await coloursOf()).includes(null));
  const names = (await coloursOf()).map(
    (/** @type {string} */ colour, /** @type {number} */ seat) =>
      `${['Ada', 'Bo'][seat]} (${{ red: 'Red', blue: 'Blue' }[colour]})`,
  );
  await resign(ada);
  for (const page of [ada, cleo]) {
    await page.locator('.ending').waitFor();
    const heads = page.locator('.scores').first().locator('th[scope=col]');
    assert.deepEqual(await heads.allInnerTexts(), names);
  }
  nobodyComplained(people);
});

/** Returns the words of the players' names, and those of them that go on in another line. @param {Page} page */
const wordsOf = (page) =>
  page.locator('.who b').evaluateAll((names) => {
    /** @type {{all: string[], broken: string[]}} */ const words = { all: [], broken: [] };
    const texts = names.flatMap((name) =>
      [...name.childNodes].filter((node) => node instanceof Text),
    );
    for (const text of texts)
      for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        words.all.push(word);
        if (range.getClientRects().length > 1) words.broken.push(word);
      }
    return words;
  });

test('on a phone names stay whole beside the way back to the result', async () => {
  const ada = await againstBots(server, browser, 'europe-divided', { name: 'Guest' });
  const { page } = ada;
  for (let hints = 1; hints <= 3; hints += 1) {
    await page.evaluate(() =>
      /** @type {any} */ (document.querySelector('entente-match')).session.hint(),
    );
    await page.locator('.hinted', { hasText: `${hints} hint` }).waitFor();
  }
  await resign(page);
  await page.getByRole('button', { name: 'Look at the board' }).click();
  await resize(page, 390, 844);
  await page.getByRole('button', { name: 'Result' }).waitFor();
  await drawn(page);
  assert.deepEqual(await wordsOf(page), { all: ['Guest', 'Bot', '1'], broken: [] });
  const head = await page.locator('.status').boundingBox();
  const who = await page.locator('.who').boundingBox();
  assert.ok(head && who && who.height <= head.height, `${who?.height} of ${head?.height}`);
  await soundFor(page, 'the board after the result');
  nobodyComplained([ada]);
});

for (const [width, height, names] of rotated(
  /** @type {const} */ ([
    [360, 640, ['Maximilian', 'Alexandra', 'Christopher', 'Sebastian']],
    [412, 915, ['Maximilian', 'Alexandra', 'Christopher', 'Sebastian']],
    [412, 915, ['W'.repeat(24), '@'.repeat(24)]],
    [1440, 900, ['W'.repeat(24), '@'.repeat(24)]],
  ]),
)) {
  test(`long names push nothing of the result over an edge: ${names.length} at ${width} by ${height}`, async () => {
    const ada = await againstBots(
      server,
      browser,
      names.length > 2 ? 'europe' : 'europe-divided',
      {},
      { viewport: { width, height } },
    );
    const { page } = ada;
    await resign(page);
    await page.evaluate((called) => {
      const { paced } = /** @type {any} */ (document.querySelector('entente-match'));
      const { room } = paced.session;
      const { outcome } = paced.view;
      room.seats = called.map((name, seat) => ({ ...(room.seats[seat] ?? room.seats[0]), name }));
      outcome.scores = called.map((_, seat) => outcome.scores[seat] ?? seat);
      paced.dispatchEvent(new Event('change'));
    }, names);
    const heads = page.locator('.over .scores').first().locator('th[scope=col]');
    await heads.nth(names.length - 1).waitFor();
    const beyond = await page.locator('.over').evaluate((over) => {
      const { right } = over.getBoundingClientRect();
      return [...over.querySelectorAll('th, td, button, a')]
        .filter((one) => one.checkVisibility())
        .filter(
          (one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().right > right,
        )
        .map((one) => one.textContent?.trim());
    });
    assert.deepEqual(beyond, []);
    nobodyComplained([ada]);
  });
}

test('how a match ended reads well below whose win it was, and below whose loss', () => {
  for (const reason of Object.values(en.match.reasons))
    assert.doesNotMatch(reason, /\b(they|their|you|your|opponent)\b/i);
});

test('balance-of-power: a draw, which nobody has won, is called one', async () => {
  const { page } = await againstBots(server, browser, 'balance-of-power');
  await resign(page);
  await page.evaluate(() => {
    const { paced } = /** @type {any} */ (document.querySelector('entente-match'));
    Object.assign(paced.view.outcome, { winners: [], reason: 'draw' });
    paced.dispatchEvent(new Event('change'));
  });
  await page.getByText('The match ends in a draw.').waitFor({ state: 'attached' });
  assert.equal(await page.locator('.ending .result').innerText(), 'Nobody has won');
  assert.equal(await page.locator('.ending.won, .ending .winner').count(), 0);
});
