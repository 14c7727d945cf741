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
