// Hints during a match, and the analysis of one that is over.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soundFor } from './support/axe.js';
import { drawn, nobodyComplained, person, resize } from './support/browser.js';
import { begin, playUntil, random, seedOf, state, turnTo } from './support/play.js';
import { browser, server, withServer } from './support/fixture.js';
import { againstBots, resign } from './support/table.js';

/** @import { Page } from 'playwright-core' */

withServer('--bot-pace-ms', '0');

/** A page that plays moves out. */
const MOVING = /** @type {const} */ ({ reducedMotion: 'no-preference' });

/** @param {Page} page */
const button = (page) => page.getByRole('button', { name: 'Hint', exact: true });

for (const game of ['europe-divided', 'balance-of-power']) {
  test(`${game}: a hint is asked for, read, and taken`, async () => {
    const ada = await againstBots(server, browser, game);
    const { page } = ada;
    await turnTo(page, 'choices');
    await button(page).click();
    const advice = page.locator('.hint ol > li');
    await advice.first().waitFor();
    const count = await advice.count();
    assert.ok(count >= 1 && count <= 3, `${count} commands`);
    assert.match(await advice.first().locator('b').first().innerText(), /^\d+\s% to win$/);
    await page.locator('.who .hinted', { hasText: '1 hint' }).waitFor();
    await soundFor(page, `${game} with a hint`);
    const before = (await state(page)).seq;
    await advice.first().locator('.offer').click();
    // What is final is confirmed, as it is anywhere else.
    const confirm = page.locator('.offer-form button.primary');
    if ((await confirm.count()) > 0) await confirm.click();
    await page.waitForFunction(
      (seq) => /** @type {any} */ (document.querySelector('entente-match')).play.view.seq > seq,
      before,
    );
    await advice.first().waitFor({ state: 'detached' });
    nobodyComplained([ada]);
  });
}

test('no hint is asked for while the board has yet to show what the question follows', async () => {
  const ada = await againstBots(server, browser, 'balance-of-power', {}, MOVING);
  const { page } = ada;
  await page.evaluate(() => localStorage.setItem('entente/pace', 'fast'));
  await page.reload();
  await turnTo(page, 'choices');
  await button(page).waitFor();
  await page.evaluate(watch);
  const seq = (await state(page)).seq + 40;
  await playUntil([page], random(seedOf(4)), async () => (await state(page)).seq >= seq);
  const seen = await page.evaluate(() => /** @type {any} */ (window).seen);
  assert.ok(seen.behind > 0, 'the board was behind');
  assert.deepEqual(seen.early, []);
  nobodyComplained([ada]);
});

/** Notes, in the page, when the board is behind its session, and the questions of which a hint could be had then. */
function watch() {
  const seen = { behind: 0, /** @type {number[]} */ early: [] };
  Object.assign(window, { seen });
  const look = () => {
    const { play, session } = /** @type {any} */ (document.querySelector('entente-match'));
    const ask = /** @type {HTMLButtonElement | null} */ (document.querySelector('.hint .ask'));
    if (play.view.decision !== session.view.decision) {
      seen.behind += 1;
      if (ask && !ask.disabled) seen.early.push(session.view.decision);
    }
    requestAnimationFrame(look);
  };
  look();
}

test('a hint stays with its question, and counts once however often it is asked for', async () => {
  const ada = await againstBots(server, browser, 'balance-of-power');
  const { page } = ada;
  // Once per click: with the drawer shut before there is an answer, and opened twice after that.
  await turnTo(page, 'choices');
  await button(page).click();
  await turnTo(page, 'log');
  await page.locator('.who .hinted', { hasText: '1 hint' }).waitFor();
  await turnTo(page, 'choices');
  const advice = page.locator('.hint ol > li');
  await advice.first().waitFor();
  const said = await advice.allInnerTexts();
  assert.ok(await button(page).isDisabled(), 'there is no more to be had');
  await page.getByRole('button', { name: 'Close the drawer' }).click();
  await advice.first().waitFor({ state: 'detached' });
  await turnTo(page, 'choices');
  await advice.first().waitFor();
  assert.deepEqual(await advice.allInnerTexts(), said);

  // The first match's note asks in the same way.
  await page.evaluate(() => {
    localStorage.setItem('entente/guide', 'always');
    document.dispatchEvent(new Event('guide'));
  });
  await page.locator('.guide-hint').dblclick();
  await advice.first().waitFor();
  assert.equal(await page.locator('.who .hinted').innerText(), '1 hint');
  nobodyComplained([ada]);
});

test('two quick presses on the hint of a first match ask for one', async () => {
  const ada = await againstBots(server, browser, 'balance-of-power');
  const { page } = ada;
  await page.evaluate(() => {
    localStorage.setItem('entente/guide', 'always');
    document.dispatchEvent(new Event('guide'));
    // The server refuses a second one for as long as it thinks, and then it is asked for again.
    const { session } = /** @type {any} */ (document.querySelector('entente-match'));
    const asks = session.hint.bind(session);
    session.hint = () => {
      session.times = (session.times ?? 0) + 1;
      return asks();
    };
  });
  await page.locator('.guide-hint').dblclick();
  await page.locator('.hint ol > li').first().waitFor();
  await page.locator('.who .hinted', { hasText: '1 hint' }).waitFor();
  const times = await page.evaluate(
    () => /** @type {any} */ (document.querySelector('entente-match')).session.times,
  );
  assert.equal(times, 1);
  nobodyComplained([ada]);
});

test('a hint that is taken closes the drawer where it lies over the board', async () => {
  const ada = await againstBots(server, browser, 'europe-divided');
  const { page } = ada;
  for (const [width, height, drawers] of [
    [1440, 900, 1],
    [390, 844, 0],
    [844, 390, 0],
  ]) {
    await page.waitForFunction(() => {
      const { play } = /** @type {any} */ (document.querySelector('entente-match'));
      return play.offers.length > 0 && !play.session.busy && play.unseen === 0;
    });
    await resize(page, width, height);
    await turnTo(page, 'choices');
    await button(page).click();
    const taken = page.locator('.hint ol > li .offer');
    await taken.first().click();
    await page.waitForFunction(
      (count) => document.querySelectorAll('.drawer').length === count,
      drawers,
    );
    // What is final is confirmed on the board.
    await page.evaluate(() =>
      /** @type {any} */ (document.querySelector('entente-match')).play.submit(),
    );
  }
  nobodyComplained([ada]);
});

test('between people there is no button, unless the room was opened with hints for all', async () => {
  for (const [hints, buttons] of /** @type {const} */ ([
    ['alone', 0],
    ['all', 1],
    ['off', 0],
  ])) {
    const [ada, bo] = await Promise.all([person(browser), person(browser)]);
    const wanted = { game: 'europe-divided', name: 'Ada', hints };
    const { room, token } = await server.ask('POST', 'rooms', wanted);
    const seated = await server.ask('POST', `rooms/${room.code}/seats`, { name: 'Bo' });
    await ada.page.goto(`${server.url}/r/${room.code}#seat=${token}`);
    await bo.page.goto(`${server.url}/r/${room.code}#seat=${seated.token}`);
    await begin([ada.page, bo.page]);
    await turnTo(ada.page, 'choices');
    await ada.page.locator('entente-offers .offer').first().waitFor();
    assert.equal(await button(ada.page).count(), buttons, hints);
    nobodyComplained([ada, bo]);
  }
});

test('a game that no mind knows has no button, and none of its rooms asks who may have hints', async () => {
  const ada = await againstBots(server, browser, 'europe');
  await turnTo(ada.page, 'choices');
  assert.equal(await button(ada.page).count(), 0);
  nobodyComplained([ada]);
  const bo = await person(browser);
  await bo.page.goto(server.url);
  for (const [game, count] of /** @type {const} */ ([
    ['europe', 0],
    ['europe-divided', 1],
  ])) {
    await bo.page.click(`[data-game="${game}"] button.more`);
    await bo.page.locator('entente-create details summary').click();
    assert.equal(await bo.page.getByLabel('Hints').count(), count, game);
    await bo.page.getByRole('button', { name: 'Back' }).click();
  }
  nobodyComplained([bo]);
});

test('whoever opens a room says who may have hints', async () => {
  const ada = await person(browser);
  await ada.page.goto(server.url);
  await ada.page.click('[data-game=europe-divided] button.more');
  await ada.page.fill('input[name=name]', 'Ada');
  await ada.page.locator('entente-create details summary').click();
  await ada.page.getByLabel('Hints').selectOption({ label: 'For everybody' });
  await ada.page.click('entente-create button.primary');
  await ada.page.locator('.lobby').waitFor();
  const code = new URL(ada.page.url()).pathname.split('/').at(-1);
  assert.equal((await server.ask('GET', `rooms/${code}`)).hints, 'all');
  nobodyComplained([ada]);
});

test('the result shows where the match turned, and looks back there', async () => {
  const ada = await againstBots(server, browser, 'europe-divided');
  const { page } = ada;
  await playUntil([page], random(seedOf(8)), async () => (await state(page)).seq >= 24);
  let wanted = 0;
  page.on('request', (request) => (wanted += Number(request.url().endsWith('/analysis'))));
  await resize(page, 844, 390);
  await resign(page);
  await page.locator('.ending .result').waitFor();
  const place = page.locator('entente-turning-points');
  const { y } = /** @type {{y: number}} */ (await place.boundingBox());
  assert.ok(y > 390, 'beyond the lower edge');
  await drawn(page);
  assert.equal(wanted, 0, 'nobody has looked there');
  await place.scrollIntoViewIfNeeded();
  const turns = page.locator('.turning-points li');
  await turns.first().waitFor();
  const count = await turns.count();
  assert.ok(count >= 1 && count <= 3, `${count} turning points`);
  assert.match(await turns.first().innerText(), /\d+\s% → \d+\s%/);
  // The first turn begins once both have their first cards.
  assert.match(await turns.last().innerText(), /Turn \d+, (Ada|Bot 1): /);
  await soundFor(page, 'a result with turning points');
  const { seq } = await page.evaluate(async (code) => {
    const { entries } = await (await fetch(`/api/v1/rooms/${code}/analysis`)).json();
    const by = (/** @type {number} */ at) =>
      entries[at].choice ? Math.abs(entries[at].chance - entries[at - 1].chance) : 0;
    const order = entries.map((/** @type {any} */ _, /** @type {number} */ at) => at).slice(1);
    return entries[
      order.sort((/** @type {number} */ a, /** @type {number} */ b) => by(b) - by(a))[0]
    ];
  }, new URL(page.url()).pathname.split('/').at(-1));
  await page.evaluate((wanted) => {
    const button = document.querySelector(`.turning-points [data-seq="${wanted}"]`);
    /** @type {HTMLElement} */ (button).click();
  }, seq);
  await page.waitForFunction((wanted) => {
    const { replay } = /** @type {any} */ (document.querySelector('entente-match'));
    return replay?.whole && replay.view.seq >= wanted && replay.steps[replay.at - 1].seq < wanted;
  }, seq);
  assert.equal(await page.locator('.drawer').count(), 0, 'nothing can be chosen in the past');
  nobodyComplained([ada]);
});

test('a match that is over is analysed: the curve, its marks, the table', async () => {
  const ada = await againstBots(server, browser, 'europe-divided');
  const { page } = ada;
  await playUntil([page], random(seedOf(7)), async () => (await state(page)).seq >= 24);
  await resign(page);
  await page.getByRole('button', { name: 'Look back', exact: true }).click();
  // Too many wait at first: the page asks again.
  const busy = { code: 'busy', detail: 'too many wait', retry_after_ms: 10 };
  const refuse = { status: 503, json: busy };
  await page.route('**/analysis', (route) => route.fulfill(refuse), { times: 1 });
  await page.getByRole('button', { name: 'Analyse the match' }).click();
  const curve = page.locator('.curve');
  await curve.waitFor();
  await page.getByText(/Ada: \d+ of \d+ choices were the best/).waitFor();
  await curve.getByText(/^Ada’s chance to win/).waitFor();
  const eyes = page.getByLabel('Seen by');
  await eyes.selectOption('1');
  await curve.getByText(/^Bot 1’s chance to win/).waitFor();
  await eyes.selectOption('0');
  await curve.getByText(/^Ada’s chance to win/).waitFor();
  const marks = curve.locator('.mark');
  assert.ok((await marks.count()) > 0, 'random choices cost something');
  const label = (await marks.first().getAttribute('aria-label')) ?? '';
  const [, entry] = /^Entry (\d+), /.exec(label) ?? [];
  await marks.first().click();
  await page.waitForFunction(
    (seq) => /** @type {any} */ (document.querySelector('entente-match')).play.view.seq >= seq,
    Number(entry),
  );
  assert.match(await page.locator('.chosen').innerText(), new RegExp(`Entry ${entry}, `));
  await page.getByText('Every choice').first().click();
  await page.locator('entente-analysis tbody button').first().click();
  await soundFor(page, 'an analysis');
  const box = await curve.locator('svg').boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width - 1, box.y + box.height / 2);
  await page.waitForFunction(() => {
    const { replay } = /** @type {any} */ (document.querySelector('entente-match'));
    return replay.whole && replay.at === replay.steps.length - 1;
  });
  // On its side a phone has room for the board beside it.
  await resize(page, 844, 390);
  const [board, controls] = await Promise.all(
    ['.board', '.replay-bar'].map((css) => page.locator(css).boundingBox()),
  );
  assert.ok(board && board.height > 250 && board.width > 400, JSON.stringify(board));
  assert.ok(controls && controls.y + controls.height <= 390, JSON.stringify(controls));
  nobodyComplained([ada]);
});
