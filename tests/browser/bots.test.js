// A person alone: bots are added when a room is opened, and each game is played to its end.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nobodyComplained, person } from './support/browser.js';
import { playUntil, random, seedOf, state } from './support/play.js';
import { browser, server, withServer } from './support/fixture.js';
import { againstBots, resign, view } from './support/table.js';

/** @import { Person } from './support/browser.js' */

withServer('--bot-pace-ms', '0');

test('bots are added and removed in the lobby, where nobody reads a chat, and then it is started', async () => {
  const ada = await person(browser);
  const { page } = ada;
  const { room, token } = await server.ask('POST', 'rooms', {
    game: 'europe',
    name: 'Ada',
    options: { players: 3 },
  });
  await page.goto(`${server.url}/r/${room.code}#seat=${token}`);
  const add = page.getByRole('button', { name: 'Add a bot' });
  await add.first().click();
  await page.locator('.lobby .sitter', { hasText: 'Bot 1 (easy)' }).waitFor();
  assert.match(await page.locator('h1').innerText(), new RegExp(room.code), 'a friend may come');
  await add.click();
  await page.locator('.lobby .seat.ready').nth(1).waitFor();
  await page.getByRole('button', { name: 'Start the match' }).waitFor();
  assert.equal(await page.locator('h1').innerText(), 'Europe', 'nobody else can sit down');
  assert.equal(await page.locator('.lobby entente-chat').count(), 0);
  const remove = page.getByRole('button', { name: /^Remove/ });
  await remove.first().click();
  await add.click();
  await page.locator('.lobby .seat.ready').nth(1).waitFor();
  await page.getByRole('button', { name: 'Start the match' }).click();
  await page.locator('entente-match .match').waitFor();
  nobodyComplained([ada]);
});

test('whoever adds a bot before the games are listed gets one of the level that they chose', async () => {
  const ada = await person(browser);
  const { page } = ada;
  const { room, token } = await server.ask('POST', 'rooms', { game: 'europe', name: 'Ada' });
  /** @type {() => void} */ let listed = () => {};
  const added = new Promise((done) => (listed = () => done(undefined)));
  await page.route('**/api/v1/games', async (route) => {
    await added;
    await route.continue();
  });
  await page.addInitScript(() => localStorage.setItem('entente/bot-level', 'hard'));
  await page.goto(`${server.url}/r/${room.code}#seat=${token}`);
  await page.getByRole('button', { name: 'Add a bot' }).first().click();
  listed();
  await page.locator('.lobby .sitter', { hasText: 'Bot 1 (hard)' }).waitFor();
  nobodyComplained([ada]);
});

test('a program is marked as one, with whom it belongs to', async () => {
  const program = { contact: 'ada@example.org' };
  const { room } = await server.ask('POST', 'rooms', {
    game: 'europe-divided',
    name: 'Ada',
    listed: true,
    program,
  });
  const bo = await person(browser);
  const { page } = bo;
  await page.goto(server.url);
  await page.getByText('Ada (program)').first().waitFor();
  await page.goto(`${server.url}/r/${room.code}`);
  await page.getByText('Ada (a program, by ada@example.org) waits for you.').waitFor();
  const { token } = await server.ask('POST', `rooms/${room.code}/seats`, { name: 'Bo' });
  await page.goto(`${server.url}/r/${room.code}#seat=${token}`);
  const ada = page.locator('.lobby .sitter', { hasText: 'Ada' });
  assert.match(await ada.innerText(), /a program, by ada@example\.org/);
  // It reads a chat and brings entropy as a person does.
  await page.locator('.lobby entente-chat').waitFor();
  nobodyComplained([bo]);
});

test('a host seats a program of somebody else beside the bots, and sees whose it is', async (seating) => {
  const { program, token: owner } = await server.ask('POST', 'programs', {
    name: 'Greedy',
    contact: 'bo@example.org',
    level: 'beats normal',
    games: [{ game: 'europe-divided', options: { edition: 'revised' } }],
    rooms: 1,
  });
  // Whoever does not ask for seats is forgotten.
  let asks = true;
  const asking = (async () => {
    while (asks)
      await server.ask('GET', `programs/${program.id}/seats?wait_ms=1000`, undefined, owner);
  })();
  seating.after(async () => {
    asks = false;
    await asking;
  });
  const ada = await person(browser);
  const { page } = ada;
  const seatIn = async (/** @type {Record<string, string>} */ options) => {
    const body = { game: 'europe-divided', name: 'Ada', options };
    const { room, token } = await server.ask('POST', 'rooms', body);
    await page.goto(`${server.url}/r/${room.code}#seat=${token}`);
    await page.getByRole('button', { name: 'Add a bot' }).waitFor();
    return room;
  };
  await seatIn({ edition: 'first' });
  const choice = page.getByLabel('A program for seat 1');
  assert.equal(await choice.count(), 0, 'it does not play with these options');
  const room = await seatIn({});
  await choice.waitFor();
  await choice.selectOption({ label: 'Greedy (beats normal), by bo@example.org' });
  // What is chosen with the arrow keys sits down only when it is told to.
  const seated = (await server.ask('GET', `rooms/${room.code}`)).seats[1];
  assert.equal(seated.name, null);
  await page.getByRole('button', { name: 'Seat it' }).click();
  const sitter = page.locator('.lobby .sitter', { hasText: 'Greedy' });
  await sitter.waitFor();
  assert.match(
    await sitter.innerText(),
    /a program \(beats normal\), by bo@example\.org, not run by this server/,
  );
  // Somebody who looks at the invitation reads it too.
  const seats = (await server.ask('GET', `rooms/${room.code}`)).seats;
  assert.deepEqual([seats[1].kind, seats[1].program.contact], ['program', 'bo@example.org']);
  await page.getByRole('button', { name: 'Remove Greedy' }).click();
  await choice.waitFor();
  assert.equal((await server.ask('GET', 'programs')).programs[0].id, program.id);
  nobodyComplained([ada]);
});

/**
 * The server's list of games, with these levels for the bots of every game. It is asked for once and
 * before: a page that is closed while its request waits for the server would be an error.
 * @param {Person} ada @param {string[]} levels
 */
async function knowing({ page }, levels) {
  const { games } = await server.ask('GET', 'games');
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
  await page.click('[data-game=europe] button.more');
  await page.selectOption('[name=option-players]', '3');
  const level = page.getByLabel(/How well (bots play|the next bot plays)/);
  assert.equal(await level.count(), 0, 'there is nothing to choose for friends');
  await page.selectOption('select[name=opponent]', 'bot');
  assert.equal(await level.inputValue(), 'easy');
  assert.deepEqual(await level.locator('option').allInnerTexts(), [
    'Easy: makes mistakes',
    'Normal: plays soundly',
    'Hard: thinks a moment',
  ]);
  await level.selectOption('hard');
  await page.click('entente-create button.primary');
  await page.locator('entente-match .match').waitFor();
  assert.deepEqual(bodies, [{ level: 'hard' }, { level: 'hard' }]);

  await page.goto(server.url);
  assert.equal(await level.inputValue(), 'hard', 'for a match with one click too');
  await page.click('[data-game=europe] button.more');
  await page.fill('input[name=name]', 'Ada');
  await page.click('entente-create button.primary');
  await page.locator('.lobby').waitFor();
  assert.equal(await level.inputValue(), 'hard');
  await level.selectOption('normal');
  await page.getByRole('button', { name: 'Add a bot' }).click();
  await page.locator('.lobby .seat.ready').waitFor();
  assert.deepEqual(bodies.at(-1), { level: 'normal' });
  assert.equal(await level.count(), 0, 'no seat is free');

  await page.goto(server.url);
  await page.click('[data-game=europe-divided] button.more');
  await page.selectOption('select[name=opponent]', 'bot');
  assert.equal(await level.inputValue(), 'normal');
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
    await ada.page.click('[data-game=balance-of-power] button.more');
    await ada.page.selectOption('select[name=opponent]', 'bot');
    assert.equal(await ada.page.getByLabel('How well bots play').count(), 0);
    await ada.page.click('entente-create button.primary');
    await ada.page.locator('entente-match .match').waitFor();
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
  await ada.page.goto(`${server.url}/r/${room.code}#seat=${token}`);
  await ada.page.getByRole('button', { name: 'Add a bot' }).click();
  await ada.page.locator('.lobby .sitter', { hasText: 'Bot 1 (easy)' }).waitFor();
  await ada.page.click('.lobby button.big');
  await ada.page.locator('.who li', { hasText: 'Bot 1 (easy)' }).waitFor();
  assert.equal(await ada.page.locator('.who .level').count(), 1, 'a person has none');
  nobodyComplained([ada]);
});

/** The result is shown. @param {Person} ada */
async function ends(ada) {
  await ada.page.locator('.ending .result').waitFor();
  assert.match(await ada.page.locator('.scores').first().innerText(), /Ada/);
  nobodyComplained([ada]);
}

test('a match of balance-of-power against a bot, to its end', async () => {
  const ada = await againstBots(server, browser, 'balance-of-power', {
    options: { max_turns: 10 },
  });
  await playUntil([ada.page], random(seedOf(5)), async () => (await state(ada.page)).over);
  await ends(ada);
});

// A whole match takes a minute; europe-divided.test.js plays one.
test('three turns of europe-divided against a bot, who wins by resignation', async () => {
  const ada = await againstBots(server, browser, 'europe-divided');
  await playUntil(
    [ada.page],
    random(seedOf(5)),
    async () => (await view(ada.page)).public.turn > 3,
  );
  await resign(ada.page);
  await ends(ada);
});
