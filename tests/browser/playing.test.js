// The moves of others, played out one after the other: log, live region and choices do not run ahead; a key skips
// them, they can be shown again, and stay outlined until this seat acts. Who was away is shown what they missed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AXE, soundFor } from './support/axe.js';
import { nobodyComplained } from './support/browser.js';
import { browser, server, withServer } from './support/fixture.js';
import { actUntil, act, random, seedOf, state, turnTo } from './support/play.js';
import { view, watchedTable } from './support/table.js';

/** @import { Page } from 'playwright-core' */

withServer();

/** A table of Europe Divided at which the first segment has begun: the page that watches comes first. */
async function firstSegment() {
  const people = await watchedTable(server, browser, 'europe-divided', {
    look: { bypassCSP: true },
    board: 'europe-divided-map .map',
  });
  const pages = people.slice(0, 2).map(({ page }) => page);
  const pick = random(seedOf(5));
  const kind = async () => (await view(pages[0])).public.prompt.kind;
  await actUntil(
    pages,
    (page) => act(page, pick),
    async () => (await kind()) === 'segment',
  );
  const active = (await state(pages[0])).offers > 0 ? 0 : 1;
  const [watcher, actor] = [pages[1 - active], pages[active]];
  return { people, watcher, actor };
}

/** Turns playing out on, with the page's clock stopped. @param {Page} page */
async function playOut(page) {
  await page.evaluate(() => localStorage.setItem('entente/pace', 'normal'));
  await page.clock.install();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}

/** Plays a card and passes with it: two entries. Returns the last one. @param {Page} actor */
async function move(actor) {
  for (const type of ['play', 'pass']) {
    await actor.evaluate(async (wanted) => {
      const { session } = /** @type {any} */ (document.querySelector('entente-match')).play;
      const { command } = session.offers.find(
        (/** @type {any} */ offer) => offer.command.type === wanted,
      );
      const answer = await session.command(command);
      if (!answer.ok) throw new Error(JSON.stringify(answer));
    }, type);
    await actor.waitForFunction(
      () => !(/** @type {any} */ (document.querySelector('entente-match')).play.session.busy),
    );
  }
  return (await state(actor)).seq;
}

/** Waits until a page's session has everything up to an entry, shown or not. @param {Page} page @param {number} seq */
const arrived = (page, seq) =>
  page.waitForFunction(
    (wanted) =>
      /** @type {any} */ (document.querySelector('entente-match')).session.view.seq >= wanted,
    seq,
  );

/** Returns the entry that a page shows, and what it tells. @param {Page} page */
const reported = (page) =>
  page.evaluate(() => {
    const match = /** @type {any} */ (document.querySelector('entente-match'));
    return {
      shown: match.play.view.seq,
      latest: match.play.events.at(-1).seq,
      aloud: document.querySelector('main > .unseen[aria-live]')?.textContent ?? '',
      log: document.querySelector('.log li:last-child')?.textContent ?? '',
      again: document.querySelectorAll('.again').length,
      traces: document.querySelectorAll('.map-ring.trace').length,
    };
  });

test('one step after the other, and nothing runs ahead', async () => {
  const { people, watcher, actor } = await firstSegment();
  await turnTo(watcher, 'log');
  await playOut(watcher);
  const before = (await reported(watcher)).shown;
  const seq = await move(actor);
  await arrived(watcher, seq);
  const first = await reported(watcher);
  assert.equal(first.shown, before + 1, 'the first step at once');
  assert.equal(first.latest, first.shown);
  await watcher.locator('.playing').waitFor();
  assert.match(await watcher.locator('.ed-spot').innerText(), /Action Card of/, 'the card, large');
  assert.doesNotMatch(first.log, /passes/);
  await watcher.clock.runFor(500);
  assert.equal((await reported(watcher)).shown, before + 1, 'for 600 ms');
  await watcher.clock.runFor(200);
  assert.equal((await reported(watcher)).shown, before + 2);
  await watcher.keyboard.press('s');
  const last = await reported(watcher);
  assert.equal(last.shown, seq, 'skipped');
  assert.equal(last.again, 1);
  assert.ok(last.log.includes(last.aloud.trim()));

  await watcher.getByRole('button', { name: 'Show it again' }).click();
  assert.ok((await reported(watcher)).shown < seq);
  await watcher.keyboard.press('s');
  assert.equal((await reported(watcher)).shown, seq, 'skipped');
  await watcher.getByRole('button', { name: 'Show it again' }).click();
  await watcher.clock.runFor(30_000);
  assert.equal((await reported(watcher)).shown, seq);
  await watcher.locator('.playing').waitFor({ state: 'detached' });
  nobodyComplained(people);
});

test('what this seat does itself is shown at once, and ends the outlines of the other', async () => {
  const { people, watcher, actor } = await firstSegment();
  await playOut(actor);
  await move(actor);
  const { again, traces } = await reported(actor);
  assert.deepEqual([again, traces], [0, 0]);
  assert.equal(await watcher.locator('.playing').count(), 0, 'at once where it is not wanted');
  nobodyComplained(people);
});

test('who comes back is shown what happened', async () => {
  const { people, watcher, actor } = await firstSegment();
  const address = watcher.url();
  await watcher.goto('about:blank');
  await move(actor);
  await watcher.goto(address);
  const sheet = watcher.getByRole('dialog', { name: 'While you were away' });
  await sheet.waitFor();
  assert.ok((await sheet.locator('.log li').count()) >= 2);
  await watcher.evaluate(AXE);
  await soundFor(watcher, 'what was missed');
  await sheet.getByRole('button', { name: 'Go on' }).click();
  await sheet.waitFor({ state: 'detached' });
  await watcher.reload();
  await watcher.locator('europe-divided-map .map').waitFor();
  assert.equal(await sheet.count(), 0, 'once');
  nobodyComplained(people);
});
