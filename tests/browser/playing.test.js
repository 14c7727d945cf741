// The moves of others, played out one after the other: log, live region and choices do not run ahead; a key skips
// them, they can be shown again, and stay outlined until this seat acts. Who was away is shown what they missed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer } from './support/answer.js';
import { AXE, soundFor } from './support/axe.js';
import { nobodyComplained, resize } from './support/browser.js';
import { stopClock } from './support/clock.js';
import { browser, server, withServer } from './support/fixture.js';
import { actUntil, playUntil, random, seedOf, state, turnTo } from './support/play.js';
import { asked, caughtUp, view, seatedTable } from './support/table.js';

/** @import { Locator, Page } from 'playwright-core' */

withServer();

/** A table of Europe Divided at which the first segment has begun: the page that watches comes first. */
async function firstSegment() {
  const people = await seatedTable(server, browser, 'europe-divided', {
    look: { bypassCSP: true },
    board: 'europe-divided-map .map',
  });
  const pages = people.slice(0, 2).map(({ page }) => page);
  const pick = random(seedOf(5));
  const kind = async () => (await view(pages[0])).public.prompt.kind;
  await playUntil(pages, pick, async () => (await kind()) === 'segment');
  // Who is awaited, not who has offers: a page has none while its own answer is on its way.
  const [active] = (await view(pages[0])).awaiting;
  const [watcher, actor] = [pages[1 - active], pages[active]];
  return { people, watcher, actor };
}

/** Turns playing out on, with the page's clock stopped. @param {Page} page */
async function playOut(page) {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.evaluate(() => localStorage.setItem('entente/pace', 'normal'));
  await stopClock(page);
}

/** Waits until a page knows that all others have made a secret choice. @param {Page} page */
const aloneAsked = (page) =>
  page.waitForFunction(
    () =>
      /** @type {any} */ (document.querySelector('entente-match')).play.view.awaiting.length === 1,
  );

test('a choice that is still secret leaves nothing to show again', async () => {
  const people = await seatedTable(server, browser, 'europe-divided', {
    board: 'europe-divided-map .map',
  });
  const [first, last] = people.map(({ page }) => page);
  await asked(last, 'keep_advantages');
  await first.evaluate(async () => {
    const { session, view } = /** @type {any} */ (document.querySelector('entente-match')).play;
    const keep = view.private.drawn.slice(0, 2);
    await session.command({ type: 'keep_advantages', keep });
  });
  await aloneAsked(last);
  assert.equal((await reported(last)).again, 0);
  nobodyComplained(people);
});

/** Plays a card and passes with it: two entries. Returns the last one. @param {Page} actor */
async function move(actor) {
  for (const type of ['play', 'pass']) {
    await actor.waitForFunction(
      (wanted) =>
        /** @type {any} */ (document.querySelector('entente-match')).play.session.offers.some(
          (/** @type {any} */ offer) => offer.command.type === wanted,
        ),
      type,
    );
    await actor.evaluate(async (wanted) => {
      const { session } = /** @type {any} */ (document.querySelector('entente-match')).play;
      const { command } = session.offers.find(
        (/** @type {any} */ offer) => offer.command.type === wanted,
      );
      const answer = await session.command(command);
      if (!answer.ok) throw new Error(JSON.stringify(answer));
    }, type);
  }
  return (await state(actor)).seq;
}

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
  await caughtUp(watcher, seq);
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

/**
 * Plays until one side can end the turn after which the first headlines are decided, and does not: its own page knows
 * that first. Returns that page.
 * @param {Page[]} pages
 */
async function lastOfTurnFour(pages) {
  const pick = random(seedOf(11));
  const last = (/** @type {Page} */ page) =>
    page.evaluate(() => {
      const { play, session } = /** @type {any} */ (document.querySelector('entente-match'));
      const { seat, view } = session;
      const { turn, prompt, initiative } = view.public;
      const second = initiative?.first !== ['europe', 'russia'][seat];
      const ends = (/** @type {any} */ offer) => offer.command.type === 'end_segment';
      return turn === 4 && prompt.kind === 'segment' && second && play.offers.some(ends);
    });
  /** @type {Page | undefined} */ let found;
  await actUntil(
    pages,
    async (page) => {
      if (await last(page)) found = page;
      return !found && answer(page, pick);
    },
    async () => found !== undefined,
  );
  return /** @type {Page} */ (found);
}

test('whoever ends a turn sees what its end decides, headline by headline', async () => {
  const people = await seatedTable(server, browser, 'europe-divided', {
    look: { bypassCSP: true },
    board: 'europe-divided-map .map',
  });
  const page = await lastOfTurnFour(people.slice(0, 2).map((one) => one.page));
  await playOut(page);
  await page.evaluate(() => {
    const { session } = /** @type {any} */ (document.querySelector('entente-match')).play;
    session.command({ type: 'end_segment' });
  });
  await page.locator('.playing-line').waitFor();
  const line = page.locator('.playing-line span');
  assert.match(await line.innerText(), /fails|goes to/, 'the first headline');
  const name = await page.locator('.ed-spot h3').innerText();
  assert.ok((await line.innerText()).includes(name.trim()), `${name}, large`);
  assert.match(await page.locator('.ed-asks').innerText(), /what follows/);
  await page.clock.runFor(700);
  assert.equal(await page.locator('.ed-spot h3').innerText(), name, 'long enough to read it');
  await page.clock.runFor(30_000);
  await page.locator('.playing').waitFor({ state: 'detached' });
  nobodyComplained(people);
});

test('whoever places a headline last sees which one the other side places', async () => {
  const people = await seatedTable(server, browser, 'europe-divided', {
    look: { bypassCSP: true },
    board: 'europe-divided-map .map',
  });
  const pages = people.slice(0, 2).map((one) => one.page);
  const pick = random(seedOf(12));
  // Whoever is asked for a headline first must not place it before the other one was looked at.
  const places = async (/** @type {Page} */ page) =>
    (await view(page)).public.prompt.kind === 'place_headline';
  await actUntil(
    pages,
    async (page) => !(await places(page)) && answer(page, pick),
    async () => (await Promise.all(pages.map(places))).every(Boolean),
  );
  const [first, last] = pages;
  await first.evaluate(place);
  await aloneAsked(last);
  await playOut(last);
  await last.evaluate(place);
  const line = last.locator('.playing-line span');
  await line.filter({ hasText: 'Europe places' }).waitFor();
  await last.clock.runFor(2_000);
  assert.match(await line.innerText(), /Russia places/);
  assert.equal(await last.locator('.ed-spot').count(), 1, 'the headline, large');
  await last.clock.runFor(30_000);
  await last.locator('.playing').waitFor({ state: 'detached' });
  nobodyComplained(people);
});

/** Places the first headline of the hand, on a page. */
async function place() {
  const { session, view } = /** @type {any} */ (document.querySelector('entente-match')).play;
  const [headline] = view.private.headlines;
  await session.command({ type: 'place_headline', headline });
}

test('beside an undo the header still says whose turn it is, and whole names', async () => {
  const { people, watcher, actor } = await firstSegment();
  await move(actor);
  await actor.locator('.undo').waitFor();
  for (const page of [watcher, actor]) {
    for (const [width, height] of [
      [1440, 900],
      [1280, 720],
      [390, 844],
    ]) {
      await resize(page, width, height);
      const shown = await page.evaluate(() => {
        const parts = [...document.querySelectorAll('.status :is(.who b, .turn, button)')];
        const seen = parts.filter((one) => one.checkVisibility() && one.clientWidth > 1);
        const boxes = seen.map((one) => one.getBoundingClientRect());
        return {
          names: seen.filter((one) => one.matches('b')).length,
          cut: seen
            .filter((one) => one.scrollWidth > one.clientWidth + 1)
            .map((one) => one.textContent),
          over: boxes.filter((box, at) =>
            boxes.some(
              (other, next) =>
                next > at && box.right > other.left + 1 && other.right > box.left + 1,
            ),
          ).length,
        };
      });
      assert.deepEqual(shown, { names: 2, cut: [], over: 0 }, `${width} by ${height}`);
    }
  }
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

/** Returns what a page shows of an update that is played out. @param {Page} page */
const playedOut = (page) =>
  page.evaluate(() => {
    const { play, session } = /** @type {any} */ (document.querySelector('entente-match'));
    return {
      turn: play.view.public.turn,
      fresh: session.view.events.map((/** @type {any} */ { text }) => text),
      said: play.events.at(-1).text,
      caption: document.querySelector('.playing-line span')?.textContent?.trim(),
      aloud: document.querySelector('main > .unseen[aria-live]')?.textContent?.trim(),
      log: document.querySelector('.log li:last-child')?.textContent ?? '',
    };
  });

test('the events of one update come one after the other, and nothing runs ahead of them', async () => {
  const people = await seatedTable(server, browser, 'europe-divided', {
    board: 'europe-divided-map .map',
  });
  const [watcher, actor] = people.map(({ page }) => page);
  const pick = random(seedOf(6));
  const keeps = async (/** @type {Page} */ page) =>
    (await view(page)).public.prompt.kind === 'keep_advantages' && (await state(page)).offers > 0;
  // The first turn begins with the last of both secret choices, in one update of several events.
  await playUntil(
    [watcher],
    pick,
    async () => !(await state(watcher)).draft && !(await keeps(watcher)),
  );
  await turnTo(watcher, 'log');
  await playOut(watcher);
  await playUntil([actor], pick, async () => (await state(actor)).seq > 0);
  await caughtUp(watcher, (await state(actor)).seq);
  const { fresh } = await playedOut(watcher);
  assert.ok(fresh.length > 1, 'several events');
  for (const [at, event] of fresh.entries()) {
    const shown = await playedOut(watcher);
    assert.equal(shown.said, event);
    assert.equal(shown.caption, event);
    assert.equal(shown.aloud, event);
    for (const later of fresh.slice(at + 1)) assert.ok(!shown.log.includes(later), later);
    // What the events do not say of the board is shown with the last of them.
    assert.equal(shown.turn, at === fresh.length - 1 ? 1 : 0);
    await watcher.clock.runFor(601);
  }
  assert.equal((await playedOut(watcher)).caption, undefined);
  await watcher.getByRole('button', { name: 'Show it again' }).click();
  assert.equal((await playedOut(watcher)).caption, fresh[0]);
  await watcher.keyboard.press('s');
  const skipped = await playedOut(watcher);
  assert.deepEqual([skipped.said, skipped.caption, skipped.turn], [fresh.at(-1), undefined, 1]);
  nobodyComplained(people);
});

/** A table of Balance of Power at which Red has placed the troops of the first turn. */
async function redDrafted() {
  const people = await seatedTable(server, browser, 'balance-of-power', {
    options: { first: 'red', setup: 3 },
    board: 'balance-of-power-map .map',
  });
  const [red, blue] = people.map(({ page }) => page);
  await asked(red, 'draft');
  await send(red, 'place', { troops: { austria: 4 } });
  return { people, red, blue };
}

test('rolls of others are shown one by one, and neither board nor words know more than was shown', async () => {
  const { people, red, blue } = await redDrafted();
  await asked(red, 'attack');
  await caughtUp(blue, (await view(red)).seq);
  await turnTo(blue, 'log');
  await playOut(blue);
  await blue.emulateMedia({ reducedMotion: 'no-preference' });
  const troops = async () => /** @type {any} */ (await view(blue)).public.territories;
  const { austria, slovenia } = await troops();
  await send(red, 'attack_until', { from: 'austria', to: 'slovenia', stop_at: 1 });
  await caughtUp(blue, (await state(red)).seq);
  const rolls = await blue.evaluate(() => {
    const { session } = /** @type {any} */ (document.querySelector('entente-match'));
    return session.view.events.filter((/** @type {any} */ { type }) => type === 'fought');
  });
  assert.ok(rolls.length > 0);
  let most = 0;
  for (let at = 0; at < 200; at += 1) {
    const shown = await blue.evaluate(() => {
      const { play } = /** @type {any} */ (document.querySelector('entente-match'));
      const map = /** @type {any} */ (document.querySelector('balance-of-power-map'));
      const { austria: from, slovenia: to } = map.scene.territories;
      const said = play.events.filter((/** @type {any} */ { type }) => type === 'fought');
      const words = [...document.querySelectorAll('.log, .playing, main > .unseen[aria-live]')];
      return { from, to, said, words: words.map((one) => one.textContent).join(' ') };
    });
    const said = shown.said.length;
    most = Math.max(most, said);
    if (said === rolls.length) break;
    const lost = (/** @type {string} */ key) =>
      rolls
        .slice(0, said)
        .reduce((/** @type {number} */ sum, /** @type {any} */ roll) => sum + roll[key], 0);
    assert.equal(shown.from.troops, austria.troops - lost('attacker_lost'));
    assert.equal(shown.to.troops, slovenia.troops - lost('defender_lost'));
    assert.ok(!/ conquers /.test(shown.words), shown.words);
    await blue.clock.runFor(60);
  }
  assert.equal(most, rolls.length, 'all are shown in the end');
  nobodyComplained(people);
});

/** Returns the lines of the board of Balance of Power that something lies over. @param {Locator} what */
const covered = (what) =>
  what.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return [...document.querySelectorAll('.bp-head, .bp-act, .bp-panels, .drawer')]
      .filter((one) => one.checkVisibility())
      .filter((one) => {
        const box = one.getBoundingClientRect();
        return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
      })
      .map((one) => one.className);
  });

test('what others did is shown again from a place that covers nothing of Balance of Power’s lines', async () => {
  const { people, red, blue } = await redDrafted();
  const again = blue.getByRole('button', { name: 'Show it again' });
  await again.waitFor();
  for (const tab of /** @type {const} */ ([null, 'log'])) {
    if (tab) await turnTo(blue, tab);
    for (const [width, height] of [
      [1440, 900],
      [1280, 720],
      [1024, 768],
      [768, 1024],
      [390, 844],
    ]) {
      // A drawer lies over all of a small board.
      if (tab && width < 900) continue;
      await resize(blue, width, height);
      assert.deepEqual(await covered(again), [], `${width} by ${height}, drawer ${tab}`);
    }
  }
  nobodyComplained(people);
});

test('what is played out covers neither the line nor the panels of Balance of Power', async () => {
  const { people, red, blue } = await redDrafted();
  await asked(red, 'attack');
  await caughtUp(blue, (await view(red)).seq);
  await playOut(blue);
  await send(red, 'attack_until', { from: 'austria', to: 'slovenia', stop_at: 1 });
  await caughtUp(blue, (await state(red)).seq);
  const box = blue.locator('.playing');
  await box.waitFor();
  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
    [768, 1024],
    [390, 844],
  ]) {
    await resize(blue, width, height);
    assert.deepEqual(await covered(box), [], `${width} by ${height}`);
  }
  nobodyComplained(people);
});

/** Sends a command that is offered. @param {Page} page @param {string} type @param {object} values */
const send = (page, type, values) =>
  page.evaluate(
    async (command) => {
      const { session } = /** @type {any} */ (document.querySelector('entente-match')).play;
      const answer = await session.command(command);
      if (!answer.ok) throw new Error(JSON.stringify(answer));
    },
    { type, ...values },
  );
