// The log beside the board: its newest line stays in view, whatever else takes the space, until its reader
// scrolls up.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nobodyComplained, resize } from './support/browser.js';
import { FAST } from './support/europe.js';
import { playUntil, random, seedOf, state, turnTo } from './support/play.js';
import { browser, server, withServer } from './support/fixture.js';
import { caughtUp, view, watchedTable } from './support/table.js';
import { chapters } from '../../web/core/chapters.js';

/** @import { Page } from 'playwright-core' */

withServer();

/** Waits until the last line is wholly within the log's box. @param {Page} page */
const newestSeen = (page) =>
  page.waitForFunction(() => {
    const list = /** @type {Element} */ (document.querySelector('.lines.log'));
    const line = /** @type {Element} */ (list.lastElementChild);
    const [box, last] = [list, line].map((element) => element.getBoundingClientRect());
    return list.scrollHeight > list.clientHeight && last.bottom <= box.bottom + 1;
  });

/** @param {Page} page */
const scrolled = (page) =>
  page.evaluate(() => /** @type {Element} */ (document.querySelector('.lines.log')).scrollTop);

test('the newest line stays in view, unless its reader looks further up', async () => {
  const [ada, bo, cleo] = await watchedTable(server, browser, 'europe-divided', {
    board: 'europe-divided-board',
  });
  const pick = random(seedOf(5));
  /** @param {number} more */
  const playOn = async (more) => {
    const { seq } = await state(cleo.page);
    const done = async () => (await state(cleo.page)).seq >= seq + more;
    await playUntil([ada.page, bo.page], pick, done);
  };
  await cleo.page.keyboard.press('l');
  await playOn(20);
  await newestSeen(cleo.page);

  // The scroll event of the list arrives late, when there are new lines already.
  await cleo.page.evaluate(() => {
    const match = /** @type {any} */ (document.querySelector('entente-match'));
    const log = /** @type {any} */ (document.querySelector('entente-log'));
    match.session.addEventListener('change', async () => {
      await log.updateComplete;
      log.querySelector('.lines').dispatchEvent(new Event('scroll'));
    });
  });
  await playOn(3);
  await newestSeen(cleo.page);

  // Something beside it grows; here the whole side gets smaller.
  await resize(cleo.page, 1440, 640);
  await newestSeen(cleo.page);
  await playOn(3);
  await newestSeen(cleo.page);

  const moved = cleo.page.evaluate(
    () =>
      new Promise((done) => {
        const list = /** @type {Element} */ (document.querySelector('.lines.log'));
        list.addEventListener('scroll', done, { once: true });
      }),
  );
  await cleo.page.locator('.lines.log').evaluate((list) => list.scrollTo(0, 0));
  await moved;
  await playOn(3);
  assert.equal(await scrolled(cleo.page), 0, 'nobody who reads is pulled away');
  nobodyComplained([ada, bo, cleo]);
});

test('lines stand in chapters, by side, and a rule is no part of what is read at a glance', async () => {
  const people = await watchedTable(server, browser, 'europe-divided', {
    board: 'europe-divided-board',
  });
  const [ada, bo, cleo] = people;
  await playUntil(
    [ada.page, bo.page],
    random(seedOf(5)),
    async () => (await view(ada.page)).public.turn >= 2,
  );
  await turnTo(cleo.page, 'log');
  const log = cleo.page.locator('.log');
  await log.getByRole('heading', { name: 'Turn 2' }).waitFor();
  const played = log.locator('li', { hasText: /^\s*Russia plays/ }).first();
  assert.equal(await played.getByRole('link').getAttribute('title'), 'Rule: Actions');
  assert.doesNotMatch(await played.innerText(), /Actions/);
  assert.match(String(await played.getAttribute('class')), /of russia/);
  assert.ok((await log.locator('li.of svg').count()) > 1, 'sides have signs');
  nobodyComplained(people);
});

test('a line that is said again is counted, and a side is named where its lines begin', () => {
  const line = (/** @type {string} */ text, /** @type {string | null} */ side) => ({ text, side });
  const events = [
    line('a', 'red'),
    line('a', 'red'),
    line('b', 'red'),
    line('turn', null),
    line('c', 'red'),
    line('d', 'blue'),
  ];
  const found = chapters(
    events,
    ({ text }) => (text === 'turn' ? 'Turn 2' : null),
    ({ side }) => side,
  );
  assert.deepEqual(
    found.map((one) => ('title' in one ? one.title : [one.event.text, one.times, one.first])),
    [['a', 2, true], ['b', 1, false], 'Turn 2', ['c', 1, true], ['d', 1, true]],
  );
});

test('a seat that has no side yet is called by its name', async () => {
  const people = await watchedTable(server, browser, 'europe', {
    options: FAST,
    board: 'entente-europe',
  });
  for (const { page } of people) {
    await page.getByRole('button', { name: 'Log' }).click();
    const lines = await page.locator('.lines.log li').allInnerTexts();
    const begun = lines.filter((line) => / starts with /.test(line));
    assert.ok(begun.some((line) => line.startsWith('Ada ')));
    assert.ok(begun.some((line) => line.startsWith('Bo ')));
    assert.ok(!lines.some((line) => line.startsWith('Seat ')), lines.join('\n'));
  }
  nobodyComplained(people);
});

test('where events are left out the log begins after them', async () => {
  const people = await watchedTable(server, browser, 'europe-divided', {
    board: 'europe-divided-board',
  });
  const [ada, bo, cleo] = people;
  let cut = false;
  await cleo.page.routeWebSocket(/socket$/, (socket) => {
    const real = socket.connectToServer();
    real.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (cut && message.type === 'update' && message.events.length > 0) {
        message.events_from = message.events[0].seq;
        cut = false;
      }
      socket.send(JSON.stringify(message));
    });
  });
  await cleo.page.reload();
  await cleo.page.getByRole('button', { name: 'Watch' }).click();
  await cleo.page.locator('europe-divided-board').waitFor();
  const pick = random(seedOf(5));
  const playOn = async () => {
    const { seq } = await state(ada.page);
    const done = async () => (await state(ada.page)).seq >= seq + 6;
    await playUntil([ada.page, bo.page], pick, done);
    await caughtUp(cleo.page, (await state(ada.page)).seq);
  };
  /** The entries that the log's events belong to. @returns {Promise<number[]>} */
  const logged = () =>
    cleo.page.evaluate(() => {
      const match = /** @type {any} */ (document.querySelector('entente-match'));
      return match.session.events.map((/** @type {any} */ event) => event.seq);
    });
  await playOn();
  const before = await logged();
  cut = true;
  await playOn();
  const after = await logged();
  assert.ok(before.length > 1 && after.length > 1);
  assert.ok(Math.min(...after) > Math.max(...before), `${before} | ${after}`);
  nobodyComplained(people);
});
