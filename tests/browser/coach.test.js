// A friend beside a seat: sees what the pupil sees, points at the board for the pupil alone, and plays for nobody.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer } from './support/answer.js';
import { AXE, soundFor } from './support/axe.js';
import { nobodyComplained, person } from './support/browser.js';
import { FAST } from './support/europe.js';
import { browser, server, withServer } from './support/fixture.js';
import { begin, playUntil, random, seedOf, state } from './support/play.js';
import { rotated } from './support/rotation.js';
import { resign } from './support/table.js';

/** @import { Page } from 'playwright-core' */
/** @import { Person } from './support/browser.js' */

withServer();

const LINE = 'keep the six for the Baltic';

/** A match of two who have begun. @param {string} game @param {import('playwright-core').BrowserContextOptions} [look] */
async function table(game, look) {
  const { links } = await server.match(game, game === 'europe' ? FAST : {});
  const people = await Promise.all(links.map(() => person(browser, look)));
  await Promise.all(people.map(({ page }, seat) => page.goto(links[seat])));
  await begin(people.map(({ page }) => page));
  return people;
}

/** Has the first page ask for a coach and the second agree; returns the link for the coach. @param {Person[]} people */
async function invited([{ page: ada }, { page: bo }]) {
  await ada.getByRole('button', { name: 'Settings' }).click();
  await ada.getByRole('button', { name: 'Let a friend coach me' }).click();
  await bo.getByText('asks for a coach').waitFor();
  await bo.locator('.request').getByRole('button', { name: 'Agree' }).click();
  await ada.keyboard.press('Escape');
  return ada.locator('.coach-link input').inputValue();
}

/** Brings a coach to the first page. @param {Person[]} people @param {import('playwright-core').BrowserContextOptions} [look] */
async function coached(people, look) {
  const link = await invited(people);
  const coach = await person(browser, look);
  await coach.page.goto(link);
  await coach.page.locator('.coach-note').waitFor();
  return coach;
}

/** Returns what a page shows of the match. @param {Page} page */
const shown = (page) =>
  page.evaluate(() => {
    const { view, offers, seat } = /** @type {any} */ (document.querySelector('entente-match'))
      .play;
    return JSON.stringify([view.seq, view.public, view.private, offers, seat]);
  });

for (const game of ['europe-divided', 'balance-of-power', 'europe']) {
  test(`${game}: a coach sees the pupil's table and chooses there; the pupil is shown it, nobody else`, async () => {
    const people = await table(game);
    const [{ page: ada }, bo] = people;
    const pages = people.map(({ page }) => page);
    await playUntil(pages, random(seedOf(12)), async () => {
      const now = await state(ada);
      return now.offers > 0 && !now.busy;
    });
    const coach = await coached(people);
    await ada.locator('.who', { hasText: 'coached' }).waitFor();
    await bo.page.locator('.who', { hasText: 'coached' }).waitFor();
    await coach.page.waitForFunction(
      (seen) => {
        const { play } = /** @type {any} */ (document.querySelector('entente-match'));
        const { view, offers, seat } = play;
        return JSON.stringify([view.seq, view.public, view.private, offers, seat]) === seen;
      },
      await shown(ada),
    );

    // What the coach chooses is marked on the pupil's board, and not done.
    const { seq } = await state(ada);
    const pick = random(14);
    while ((await ada.getByRole('button', { name: 'Thank you' }).count()) === 0) {
      await answer(coach.page, pick);
      await ada.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    }
    const said = await ada.locator('.coach-says p').innerText();
    assert.match(said, /^Your coach: ./);
    assert.equal((await state(ada)).seq, seq, 'nothing was done');

    // A line of its own.
    await coach.page.getByLabel(/^Say something to/).fill(LINE);
    await coach.page.getByRole('button', { name: 'Say', exact: true }).click();
    await ada.locator('.coach-says', { hasText: LINE }).waitFor();
    await ada.getByRole('button', { name: 'Thank you' }).click();
    await ada.locator('.coach-says', { hasText: 'sees what you see' }).waitFor();
    for (const frame of bo.frames)
      assert.ok(!/"type":"point"/.test(frame) && !frame.includes(LINE), frame);

    // The match goes on, and the coach sees it.
    await playUntil(pages, random(13), async () => (await state(ada)).seq > seq);
    await coach.page.waitForFunction(
      (before) =>
        /** @type {any} */ (document.querySelector('entente-match')).session.view.seq > before,
      seq,
    );
    // Opened again in its tab, it is the coach still.
    await coach.page.reload();
    await coach.page.locator('.coach-note').waitFor();
    await ada.getByRole('button', { name: 'Settings' }).click();
    await ada.getByRole('button', { name: 'End the coaching' }).click();
    await coach.page.getByText('The coaching has ended').waitFor();
    await coach.page.getByRole('button', { name: 'Look at the room' }).click();
    await coach.page.getByRole('button', { name: 'Watch' }).waitFor();
    nobodyComplained([...people, coach]);
  });
}

for (const [colorScheme, width, height] of rotated(
  /** @type {const} */ ([
    ['light', 1440, 900],
    ['dark', 390, 844],
  ]),
)) {
  test(`axe finds no serious fault beside a seat, ${colorScheme}, ${width} pixels wide`, async () => {
    const look = { colorScheme, viewport: { width, height }, bypassCSP: true };
    const people = await table('europe-divided', look);
    const coach = await coached(people, look);
    await people[0].page.evaluate(AXE);
    await soundFor(people[0].page, 'the link');
    await people[0].page.getByRole('button', { name: 'Close' }).click();
    await coach.page.evaluate(AXE);
    await soundFor(coach.page, 'the coach');
    await coach.page.getByRole('button', { name: 'Settings' }).click();
    const other = 'Continue on another device';
    assert.equal(await coach.page.getByText(other).count(), 0, 'a coach has no seat to take along');
    await coach.page.keyboard.press('Escape');
    await coach.page.getByLabel(/^Say something to/).fill(LINE);
    await coach.page.keyboard.press('Enter');
    await people[0].page.locator('.coach-says', { hasText: LINE }).waitFor();
    await soundFor(people[0].page, 'the pupil');
    for (const { page } of [people[0], coach]) {
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${over} pixels too wide`);
    }
    // Whoever has come by the link alone, and not by opening the page again, is let go as well.
    await people[0].page.evaluate(() =>
      /** @type {any} */ (document.querySelector('entente-match')).session.coach(false),
    );
    await coach.page.getByRole('button', { name: 'Look at the room' }).click();
    await coach.page.getByRole('button', { name: 'Watch' }).waitFor();

    // The end is the pupil's: the coach has neither won nor anything to play again.
    await coach.page.goto(await invited(people));
    await coach.page.locator('.coach-note').waitFor();
    await resign(people[1].page);
    await coach.page.locator('.result', { hasText: 'Ada won' }).waitFor();
    assert.equal(await coach.page.getByRole('button', { name: /[Rr]ematch/ }).count(), 0);
    await people[0].page.locator('.ending').getByRole('button', { name: 'Rematch' }).waitFor();
    nobodyComplained([...people, coach]);
  });
}
