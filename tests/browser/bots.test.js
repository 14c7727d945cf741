// One person alone: bots are asked for when a room is opened, and each game is played to its end.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nobodyComplained, person } from './support/browser.js';
import { playUntil, random, seedOf, state } from './support/play.js';
import { browser, server, stage } from './support/stage.js';

stage('--bot-pace-ms', '0');

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

for (const game of ['europe-divided', 'balance-of-power']) {
  test(`a match of ${game} against a bot, to its end`, async () => {
    const ada = await person(browser);
    const options = game === 'balance-of-power' ? { max_turns: 10 } : {};
    const { room, token } = await server.ask('POST', 'rooms', { game, name: 'Ada', options });
    await server.ask('POST', `rooms/${room.code}/seats/1/bot`, {}, token);
    await ada.page.goto(`${server.url}/r/${room.code}#seat=${token}`);
    await ada.page.click('.lobby button.big');
    await ada.page.locator('entente-match .match').waitFor();
    await playUntil([ada.page], random(seedOf(5)), async () => (await state(ada.page)).over);
    await ada.page.locator('.ending .result').waitFor();
    assert.match(await ada.page.locator('.scores').innerText(), /Ada/);
    nobodyComplained([ada]);
  });
}
