// The list of matches to go on with: whose turn it is, since when, how it ended, and how many wait.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AXE, soundFor } from './support/axe.js';
import { another, nobodyComplained, person } from './support/browser.js';
import { begin, playUntil, random, seedOf } from './support/play.js';
import { browser, server, withServer } from './support/fixture.js';
import { transfers } from './support/network.js';
import { Server } from './support/server.js';
import { resign, view } from './support/table.js';

/** @import { Page } from 'playwright-core' */

withServer('--bot-pace-ms', '0');

/** The lines of the list. @param {Page} page */
const lines = (page) => page.locator('entente-continue li');

/** Two people in a match of Balance of Power that has begun. */
async function match() {
  const { code, links } = await server.match('balance-of-power', { first: 'red' });
  const people = await Promise.all([person(browser, { bypassCSP: true }), person(browser)]);
  await people[0].page.addInitScript(AXE);
  const pages = people.map(({ page }) => page);
  await Promise.all(pages.map((page, seat) => page.goto(links[seat])));
  await begin(pages);
  return { code, links, people, pages };
}

/** Plays until it is this seat's turn. @param {Page[]} pages @param {number} seat */
const untilTurnOf = (pages, seat) =>
  playUntil(pages, random(seedOf(11)), async () => {
    const { awaiting } = await view(pages[0]);
    return awaiting.length === 1 && awaiting[0] === seat;
  });

test('a match that waits for me stands first, with its opponent and since when', async () => {
  const { code, people, pages } = await match();
  const [ada, bo] = pages;
  await ada.evaluate(() => {
    const held = JSON.parse(localStorage.getItem('entente/seats') ?? '[]');
    const other = { code: 'CDFHJK', game: 'europe', seat: 0, token: 'x'.repeat(43), name: 'Ada' };
    localStorage.setItem('entente/seats', JSON.stringify([other, ...held]));
  });
  await untilTurnOf(pages, 0);
  await ada.goto(server.url);
  await lines(ada)
    .first()
    .getByText(/Your turn since (\w+, )?\d\d:\d\d/)
    .waitFor();
  assert.match(await lines(ada).first().innerText(), /Balance of Power\s+against Bo/);
  assert.equal(await lines(ada).count(), 1, 'a room that is no more is not listed');
  await ada.waitForFunction(() => document.title === '(1) Your turn · Entente');
  await soundFor(ada, 'first page with a match');

  await bo.goto(server.url);
  await lines(bo)
    .getByText(/Waiting for Ada/)
    .waitFor();
  assert.equal(await bo.title(), 'Entente');
  await lines(ada).getByRole('link').click();
  await ada.locator('entente-match .match').waitFor();
  assert.equal(new URL(ada.url()).pathname, `/r/${code}`);
  nobodyComplained(people);
});

test('what happened meanwhile is asked of the server, and takes nobody their seat', async () => {
  const { people, pages } = await match();
  const [ada, bo] = pages;
  await untilTurnOf(pages, 1);
  await ada.goto(server.url);
  await lines(ada)
    .getByText(/Waiting for Bo since/)
    .waitFor();
  const other = await another(ada);
  await other.goto(ada.url());
  await lines(other).getByRole('link').click();
  await other.locator('entente-match .match').waitFor();
  await other.close();
  await playUntil([bo], random(seedOf(12)), async () => {
    const { awaiting } = await view(bo);
    return awaiting.length === 1 && awaiting[0] === 0;
  });
  await ada.reload();
  await lines(ada)
    .getByText(/Your turn since (\w+, )?\d\d:\d\d/)
    .waitFor();
  assert.equal(await bo.locator('.obstacle').count(), 0);
  nobodyComplained(people);
});

test('a match that is over says how, also to one who was not there', async () => {
  const { people, pages } = await match();
  const [ada, bo] = pages;
  await ada.goto(server.url);
  await resign(bo);
  await bo.goto(server.url);
  await lines(bo).getByText('You lost').waitFor();
  await ada.reload();
  await lines(ada).getByText('You won').waitFor();
  await ada.getByRole('button', { name: /^Leave out of this list/ }).click();
  await lines(ada).waitFor({ state: 'detached' });
  nobodyComplained(people);
});

test('a match that is left out of the list is still there for who opens it, and is listed again', async () => {
  const { code, people, pages } = await match();
  const [ada] = pages;
  await untilTurnOf(pages, 0);
  await ada.goto(server.url);
  await ada.getByRole('button', { name: /^Leave out of this list/ }).click();
  await lines(ada).waitFor({ state: 'detached' });
  assert.equal(await ada.title(), 'Entente', 'it calls nobody any more');
  await ada.reload();
  await ada.locator('.game-card').first().waitFor();
  assert.equal(await lines(ada).count(), 0);

  await ada.goto(`${server.url}/r/${code}`);
  await ada.locator('entente-match .match').waitFor();
  assert.equal((await view(ada)).awaiting.includes(0), true);
  await ada.getByRole('button', { name: 'Settings' }).waitFor();
  await ada.goto(server.url);
  await lines(ada)
    .getByText(/Your turn/)
    .waitFor();
  nobodyComplained(people);
});

test('a lesson to go on with is called one, and calls nobody', async () => {
  const ada = await person(browser);
  const { page } = ada;
  await page.goto(server.url);
  await page.locator('.game-card .learn').first().click();
  await page.locator('entente-match .match').waitFor();
  await page.goto(server.url);
  await lines(page)
    .getByText(/^A lesson or puzzle: /)
    .waitFor();
  assert.match(await lines(page).innerText(), /Go on/);
  assert.doesNotMatch(await lines(page).innerText(), /Your turn|against/);
  assert.equal(await page.title(), 'Entente');
  nobodyComplained([ada]);
});

test('two quick presses on Resign resign nothing, and the question is forgotten with the menu', async () => {
  const { people, pages } = await match();
  const [ada] = pages;
  const menu = ada.getByRole('button', { name: 'Settings' });
  const asked = ada.getByRole('button', { name: 'Yes, resign' });
  await menu.click();
  await ada.getByRole('button', { name: 'Resign', exact: true }).dblclick();
  await asked.waitFor({ state: 'detached' });
  await ada.getByRole('button', { name: 'Resign', exact: true }).click();
  await asked.waitFor();
  await ada.keyboard.press('Escape');
  await menu.click();
  await ada.getByRole('button', { name: 'Resign', exact: true }).waitFor();
  assert.equal(await asked.count(), 0);
  assert.equal((await view(ada)).outcome ?? null, null);
  nobodyComplained(people);
});

test('a lobby is listed as one, and the badge counts the turns', async () => {
  const ada = await person(browser);
  const { page } = ada;
  await page.addInitScript(() => {
    const seen = /** @type {any} */ (window);
    seen.badges = [];
    navigator.setAppBadge = async (count) => void seen.badges.push(count);
    navigator.clearAppBadge = async () => void seen.badges.push(0);
  });
  const { room, token } = await server.ask('POST', 'rooms', { game: 'europe', name: 'Ada' });
  await page.goto(`${server.url}/r/${room.code}#seat=${token}`);
  await page.locator('.lobby').waitFor();
  await page.goto(server.url);
  await lines(page).getByText('Waiting for somebody to sit down').waitFor();
  await page.locator('[data-game=balance-of-power] .play').click();
  await page.waitForFunction(() => /** @type {any} */ (window).badges.at(-1) === 1);
  await page.goto(server.url);
  await lines(page)
    .first()
    .getByText(/^Your turn since/)
    .waitFor();
  assert.match(await lines(page).nth(1).innerText(), /^Europe/);
  nobodyComplained([ada]);
});

test('rooms that are no more cost an address none of what it may ask for', async () => {
  // As everybody plays: 1000 points a minute, of which an unknown code costs 100.
  const strict = await Server.start('--points-per-minute', '1000');
  try {
    const ada = await person(browser);
    const { page } = ada;
    await page.goto(strict.url);
    await page.locator('[data-game=balance-of-power] .play').click();
    await page.locator('entente-match .match').waitFor();
    await page.evaluate(() => {
      const held = JSON.parse(localStorage.getItem('entente/seats') ?? '[]');
      const gone = [...'CDFHJKMNPRT'].map((letter) => letter.repeat(6));
      const seats = gone.map((code) => ({ ...held[0], code, token: code.repeat(7), seen: 1e14 }));
      localStorage.setItem('entente/seats', JSON.stringify([...seats, ...held]));
    });
    /** @type {number[]} */ const refused = [];
    page.on('response', (response) => refused.push(response.status()));
    const transferred = await transfers(page);
    for (let visit = 0; visit < 4; visit += 1) {
      await page.goto(strict.url);
      await page.locator('.game-card img').nth(2).waitFor();
      await transferred();
    }
    assert.ok(!refused.includes(429), 'the server has answered everything');
    await lines(page).first().getByText('Balance of Power').waitFor();
    await page.locator('[data-game=europe-divided] .play').click();
    await page.locator('entente-match .match').waitFor();
    nobodyComplained([ada]);
  } finally {
    await strict.end();
  }
});

test('more matches than the first page has room for are a click away', async () => {
  const ada = await person(browser);
  const { page } = ada;
  await page.goto(server.url);
  for (let opened = 0; opened < 10; opened += 1) {
    const wanted = { game: 'europe', name: 'Ada' };
    const { room, token } = await server.ask('POST', 'rooms', wanted);
    await page.evaluate(
      ([code, secret]) => {
        const held = JSON.parse(localStorage.getItem('entente/seats') ?? '[]');
        const seat = { code, game: 'europe', seat: 0, token: secret, name: 'Ada', seen: 1 };
        localStorage.setItem('entente/seats', JSON.stringify([...held, seat]));
      },
      [room.code, token],
    );
  }
  await page.reload();
  await page.getByRole('button', { name: '2 more matches' }).press('Enter');
  await lines(page).nth(9).waitFor();
  const focused = await page.evaluate(() => {
    const all = [...document.querySelectorAll('entente-continue li')];
    return all.findIndex((line) => line.contains(document.activeElement));
  });
  assert.equal(focused, 8, 'the first of those that have come has the focus');
  nobodyComplained([ada]);
});
