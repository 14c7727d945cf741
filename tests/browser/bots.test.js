// A person alone: bots are added when a room is opened, and each game is played to its end.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nobodyComplained, person } from './support/browser.js';
import { playUntil, random, seedOf, state } from './support/play.js';
import { browser, server, withServer } from './support/fixture.js';
import { view } from './support/table.js';

/** @import { Person } from './support/browser.js' */

withServer('--bot-pace-ms', '0');

test('a room against bots is opened on the first page, and one more is added in the lobby', async () => {
  const ada = await person(browser);
  await ada.page.goto(server.url);
  await ada.page.click('[data-game=europe] button.primary');
  await ada.page.fill('input[name=name]', 'Ada');
  await ada.page.selectOption('[name=option-players]', '3');
  await ada.page.selectOption('select[name=opponent]', 'bot');
  await ada.page.click('entente-create button.primary');
  await ada.page.locator('.lobby .seat.ready').nth(1).waitFor();
  await ada.page.locator('.lobby .sitter', { hasText: 'Bot 2 (normal)' }).waitFor();
  await ada.page
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await ada.page.getByRole('button', { name: 'Add a bot' }).click();
  await ada.page.locator('.lobby .seat.ready').nth(1).waitFor();
  await ada.page.click('.lobby button.big');
  await ada.page.locator('entente-match .match').waitFor();
  nobodyComplained([ada]);
});

/**
 * The server's list of games, with these levels for the bots of every game. It is asked for once and
 * before: a page that is closed while its request waits for the server would be an error.
 * @param {Person} ada @param {string[]} levels
 */
async function knowing({ page }, levels) {
  const answer = await fetch(new URL('api/v1/games', server.url));
  const { games } = await answer.json();
  for (const game of games) game.bot_levels = levels;
  await page.route('**/api/v1/games', (route) => route.fulfill({ json: { games } }));
}

/**
 * Keeps the bodies with which bots are asked for. The seats are taken by bots of the server's default
 * level: what a level does is for other tests.
 * @param {Person} ada
 */
async function asked({ page }) {
  /** @type {object[]} */ const bodies = [];
  await page.route('**/seats/*/bot', (route) => {
    bodies.push(route.request().postDataJSON());
    return route.continue({ postData: '{}' });
  });
  return bodies;
}

const LEVELS = ['easy', 'normal', 'hard'];

test('a level of bots is chosen on the first page and in the lobby, and remembered', async () => {
  const ada = await person(browser);
  const { page } = ada;
  await knowing(ada, LEVELS);
  const bodies = await asked(ada);
  await page.goto(server.url);
  await page.click('[data-game=europe] button.primary');
  await page.fill('input[name=name]', 'Ada');
  await page.selectOption('[name=option-players]', '3');
  const level = page.getByLabel(/How well (bots play|the next bot plays)/);
  assert.equal(await level.count(), 0, 'there is nothing to choose for friends');
  await page.selectOption('select[name=opponent]', 'bot');
  assert.equal(await level.inputValue(), 'normal');
  assert.deepEqual(await level.locator('option').allInnerTexts(), [
    'Easy: makes mistakes',
    'Normal: plays soundly',
    'Hard: thinks a moment',
  ]);
  await level.selectOption('hard');
  await page.click('entente-create button.primary');
  await page.locator('.lobby .seat.ready').nth(1).waitFor();
  assert.deepEqual(bodies, [{ level: 'hard' }, { level: 'hard' }]);

  assert.equal(await level.count(), 0, 'no seat is free');
  await page
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await level.waitFor();
  assert.equal(await level.inputValue(), 'hard');
  await level.selectOption('easy');
  await page.getByRole('button', { name: 'Add a bot' }).click();
  await page.locator('.lobby .seat.ready').nth(1).waitFor();
  assert.deepEqual(bodies.at(-1), { level: 'easy' });

  await page.goto(server.url);
  await page.click('[data-game=europe-divided] button.primary');
  await page.selectOption('select[name=opponent]', 'bot');
  assert.equal(await level.inputValue(), 'easy');
  nobodyComplained([ada]);
});

test('there is no choice where a game has one level, and nothing is sent to a server that names none', async () => {
  for (const [levels, body] of [
    [['normal'], { level: 'normal' }],
    [[], {}],
  ]) {
    const ada = await person(browser);
    await knowing(ada, /** @type {string[]} */ (levels));
    const bodies = await asked(ada);
    await ada.page.goto(server.url);
    // What was chosen in another game is not asked of this one.
    await ada.page.evaluate(() => localStorage.setItem('entente/bot-level', 'expert'));
    await ada.page.click('[data-game=balance-of-power] button.primary');
    await ada.page.fill('input[name=name]', 'Ada');
    await ada.page.selectOption('select[name=opponent]', 'bot');
    assert.equal(await ada.page.getByLabel('How well bots play').count(), 0);
    await ada.page.click('entente-create button.primary');
    await ada.page.locator('.lobby .seat.ready').waitFor();
    assert.deepEqual(bodies, [body]);
    nobodyComplained([ada]);
  }
});

test('only the host chooses a level', async () => {
  const [ada, bo] = await Promise.all([person(browser), person(browser)]);
  const { room, token } = await server.ask('POST', 'rooms', {
    game: 'europe',
    name: 'Ada',
    options: { players: 3 },
  });
  const seated = await server.ask('POST', `rooms/${room.code}/seats`, { name: 'Bo' });
  await Promise.all([ada, bo].map((one) => knowing(one, LEVELS)));
  await ada.page.goto(`${server.url}/r/${room.code}#seat=${token}`);
  await bo.page.goto(`${server.url}/r/${room.code}#seat=${seated.token}`);
  await ada.page.getByLabel('How well the next bot plays').waitFor();
  await bo.page.locator('.lobby dl, .lobby .options').first().waitFor();
  assert.equal(await bo.page.getByLabel('How well the next bot plays').count(), 0);
  nobodyComplained([ada, bo]);
});

test('the level of a bot stands beside its name, in the lobby and in the match', async () => {
  const ada = await person(browser);
  // Every room that the server shows has a bot that is easy.
  await ada.page.routeWebSocket(/socket/, (page) => {
    const behind = page.connectToServer();
    behind.onMessage((message) => {
      const said = JSON.parse(String(message));
      for (const seat of said.room?.seats ?? []) if (seat.kind === 'bot') seat.level = 'easy';
      page.send(JSON.stringify(said));
    });
  });
  const { room, token } = await server.ask('POST', 'rooms', {
    game: 'balance-of-power',
    name: 'Ada',
    options: {},
  });
  await server.ask('POST', `rooms/${room.code}/seats/1/bot`, {}, token);
  await ada.page.goto(`${server.url}/r/${room.code}#seat=${token}`);
  await ada.page.locator('.lobby .sitter', { hasText: 'Bot 1 (easy)' }).waitFor();
  await ada.page.click('.lobby button.big');
  await ada.page.locator('.who li', { hasText: 'Bot 1 (easy)' }).waitFor();
  assert.equal(await ada.page.locator('.who .level').count(), 1, 'a person has none');
  nobodyComplained([ada]);
});

/** Opens a room with a bot, and begins. @param {string} game @param {object} options */
async function againstABot(game, options) {
  const ada = await person(browser);
  const { room, token } = await server.ask('POST', 'rooms', { game, name: 'Ada', options });
  await server.ask('POST', `rooms/${room.code}/seats/1/bot`, {}, token);
  await ada.page.goto(`${server.url}/r/${room.code}#seat=${token}`);
  await ada.page.click('.lobby button.big');
  await ada.page.locator('entente-match .match').waitFor();
  return ada;
}

/** The result is shown. @param {Person} ada */
async function ends(ada) {
  await ada.page.locator('.ending .result').waitFor();
  assert.match(await ada.page.locator('.scores').innerText(), /Ada/);
  nobodyComplained([ada]);
}

test('a match of balance-of-power against a bot, to its end', async () => {
  const ada = await againstABot('balance-of-power', { max_turns: 10 });
  await playUntil([ada.page], random(seedOf(5)), async () => (await state(ada.page)).over);
  await ends(ada);
});

// A whole match takes a minute; europe-divided.test.js plays one.
test('three turns of europe-divided against a bot, who wins by resignation', async () => {
  const ada = await againstABot('europe-divided', {});
  await playUntil(
    [ada.page],
    random(seedOf(5)),
    async () => (await view(ada.page)).public.turn > 3,
  );
  await ada.page.getByRole('button', { name: 'Settings' }).click();
  await ada.page.getByRole('button', { name: 'Resign' }).click();
  await ada.page.getByRole('button', { name: 'Yes, resign' }).click();
  await ends(ada);
});
