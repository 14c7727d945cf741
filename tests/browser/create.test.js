// The form that opens a room: every option that the server describes, errors beside their fields, and the
// options in the lobby.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nobodyComplained, person } from './support/browser.js';
import { browser, server, withServer } from './support/fixture.js';

/** @import { Page } from 'playwright-core' */

withServer();

/** Opens the form of a game with everything unfolded, and enters a name. @param {string} game */
async function form(game) {
  const ada = await person(browser);
  await ada.page.goto(server.url);
  await ada.page.click(`[data-game="${game}"] button.more`);
  await ada.page.getByLabel('Your name').fill('Ada');
  await ada.page.getByText('More options').click();
  return ada;
}

const open = (/** @type {Page} */ page) =>
  page.getByRole('button', { name: 'Open the room' }).click();

/** Returns the server's view of the room that the page is in. @param {Page} page */
async function room(page) {
  await page.locator('.lobby').waitFor();
  return server.ask('GET', `rooms/${new URL(page.url()).pathname.split('/').at(-1)}`);
}

test('every option of every game is in the form, with what it means', async () => {
  const { games } = await server.ask('GET', 'games');
  for (const { id, options, option_groups } of games) {
    const ada = await form(id);
    for (const key of Object.keys(options.properties)) {
      const field = ada.page.locator(`[data-option="${key}"]`);
      assert.match(await field.locator('.help').innerText(), /\w/, `${id}: ${key}`);
      assert.doesNotMatch(await field.innerText(), /default|milliseconds/, `${id}: ${key}`);
    }
    const headings = await ada.page.locator('.group > legend').allInnerTexts();
    const titles = option_groups.map(({ title }) => title);
    assert.deepEqual(headings, [...titles, 'The room'], id);
    await open(ada.page);
    const given = (await room(ada.page)).options;
    for (const [key, { default: usual }] of Object.entries(
      /** @type {any} */ (options.properties),
    )) {
      // A room says nothing of a handicap that it does not have, nor that it has a clock.
      const unsaid = /^handicap|^untimed$/.test(key) && !(key in given);
      assert.deepEqual(unsaid ? usual : given[key], usual, `${id}: ${key}`);
    }
    nobodyComplained([ada]);
  }
});

/** Returns the texts at the head of elements, in order, each once. @param {Page} page @param {string} css */
const titles = async (page, css) => {
  const all = await page.locator(css).evaluateAll((found) =>
    found.map((one) =>
      [...one.childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .map(({ textContent }) => textContent?.trim() ?? '')
        .find(Boolean),
    ),
  );
  return all.filter((title) => title !== undefined);
};

test('times are written as minutes and seconds, several where there may be several', async () => {
  const ada = await form('europe');
  const { page } = ada;
  await page.getByLabel('Length of a round').fill('4.30');
  await page.getByRole('button', { name: 'Add a time' }).click();
  assert.equal(
    await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
    'When crises come, number 2',
  );
  await page.keyboard.type('0:45');
  await page.getByRole('button', { name: 'Add a time' }).click();
  await page.getByLabel('When crises come, number 3').fill('2:00');
  await page.getByRole('button', { name: 'Remove 3:00' }).click();
  await page.selectOption('[name=option-players]', '3');
  const asked = await titles(page, '[data-option] :is(legend, label)');
  await open(page);
  const { options, seats } = await room(page);
  assert.deepEqual(options.crisis_at_ms, [45_000, 120_000]);
  assert.equal(options.round_ms, 270_000);
  assert.equal(seats.length, 3);
  const said = page.locator('.options').first();
  assert.match(await said.innerText(), /When crises come\s+0:45, 2:00/);
  assert.doesNotMatch(await said.innerText(), /Price at the bank/);
  // The lobby has them in the order of the form: first what is notable, then the rest.
  const [notable, rest] = await Promise.all(
    ['dl.options:not(details *) dt', 'details dl.options dt'].map((css) => titles(page, css)),
  );
  const among = (/** @type {string[]} */ some) => asked.filter((title) => some.includes(title));
  assert.deepEqual([notable, rest], [among(notable), among(rest)]);
  assert.equal(notable.length + rest.length, asked.length);
  nobodyComplained([ada]);
});

test('a handicap is chosen with its seat and stands among what is notable of the room', async () => {
  const ada = await form('balance-of-power');
  const { page } = ada;
  await page.selectOption('[name=option-handicap]', '2');
  await page.selectOption('[name=option-handicap_for]', 'second_seat');
  await open(page);
  const { options } = await room(page);
  assert.deepEqual([options.handicap, options.handicap_for], [2, 'second_seat']);
  const said = page.locator('.options').first();
  assert.match(await said.innerText(), /Head start\s+2/);
  assert.match(await said.innerText(), /Who has the head start\s+The player listed second/);
  nobodyComplained([ada]);
});

test('what cannot be is said at its field, which is shown, and nothing is sent', async () => {
  const ada = await form('europe');
  const { page } = ada;
  const folds = page.locator('entente-create details');
  /** @type {string[]} */ const sent = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  const wrong = (/** @type {string} */ key) =>
    page.locator(`[data-option="${key}"] .bad`).innerText();
  for (const [label, key, given, says] of [
    ['Length of a round', 'round_ms', '20:00', 'From 1:00 to 15:00.'],
    ['Length of a round', 'round_ms', '5', 'Enter minutes and seconds, for example 3:00.'],
    ['Most rounds', 'max_rounds', '51', 'From 1 to 50.'],
    ['Most rounds', 'max_rounds', 'many', 'Enter a whole number.'],
    [
      'When crises come, number 1',
      'crisis_at_ms',
      '1:60',
      'Enter minutes and seconds, for example 3:00.',
    ],
  ]) {
    const field = page.getByLabel(label, { exact: true });
    await folds.evaluate((all) => all.setAttribute('open', ''));
    const before = await field.inputValue();
    await field.fill(given);
    await folds.evaluate((all) => all.removeAttribute('open'));
    await open(page);
    await page.getByText(says).last().waitFor();
    assert.equal(await wrong(key), says);
    assert.ok(await field.evaluate((input) => input === document.activeElement), label);
    await field.fill(before);
    assert.equal(await wrong(key), '');
  }
  await page.getByLabel('Your name').fill(' ');
  await open(page);
  await page.getByText('Please enter a name.').waitFor();
  assert.deepEqual(sent, []);
  nobodyComplained([ada]);
});

test('what only the server knows to be wrong is said at its field too', async () => {
  const ada = await form('europe');
  await ada.page.getByLabel('When crises come, number 1').fill('5:00');
  await open(ada.page);
  const said = ada.page.locator('[data-option=crisis_at_ms] .bad');
  await ada.page.getByText('The server says').waitFor();
  assert.equal(await said.innerText(), 'The server says: each point lies below Length of a round.');
  nobodyComplained([ada]);
});

test('sides are chosen where seats have them, and a lobby says what is settled later', async () => {
  const ada = await form('balance-of-power');
  const { page } = ada;
  await page.getByLabel('Your side').selectOption('Blue');
  await page.getByLabel('Kind of match').selectOption('Command Room');
  await page.getByLabel('Your side').waitFor({ state: 'detached' });
  await page.getByLabel('Kind of match').selectOption('Basic Training');
  await page.getByLabel('Your side').selectOption('Blue');
  await open(page);
  await page.locator('.seat', { hasText: 'Blue' }).getByText('Ada').waitFor();
  const bo = await person(browser);
  await bo.page.goto(page.url());
  await bo.page.getByText('You play Red.').waitFor();

  const { room: later } = await server.ask('POST', 'rooms', {
    game: 'balance-of-power',
    name: 'Cleo',
    options: { version: 'command_room' },
  });
  await bo.page.goto(`${server.url}/r/${later.code}`);
  await bo.page.getByText('Cleo waits for you.').waitFor();
  await bo.page.getByText('the other chooses a colour').waitFor();
  await bo.page.getByLabel('Your name').fill('Bo');
  await bo.page.getByRole('button', { name: 'Take a seat' }).click();
  await bo.page.locator('.seat', { hasText: 'Seat 2' }).getByText('Bo').waitFor();
  await bo.page.getByText('the other chooses a colour').waitFor();
  nobodyComplained([ada, bo]);
});

test('one choice takes the hurry out of every time of Europe', async () => {
  const ada = await form('europe');
  const { page } = ada;
  const clock = page.getByRole('combobox', { name: 'Clock' });
  await clock.selectOption('Without hurry');
  assert.equal(await page.getByLabel('Length of a round').inputValue(), '15:00');
  await page.getByLabel('Length of a round').fill('6:00');
  assert.equal(await clock.locator('option:checked').innerText(), 'As set below');
  await clock.selectOption('Without hurry');
  await open(page);
  const { options } = await room(page);
  assert.deepEqual(
    [options.round_ms, options.choose_ms, options.allocate_ms, options.end_early_when_ready],
    [900_000, 300_000, 300_000, true],
  );
  nobodyComplained([ada]);
});

test('Europe is played without a clock where the room is opened so', async () => {
  const ada = await form('europe');
  const { page } = ada;
  const clock = page.getByRole('combobox', { name: 'Clock' });
  await clock.selectOption('No clock');
  await page.getByText('It goes on when all are ready').waitFor();
  await open(page);
  const { options } = await room(page);
  assert.deepEqual([options.untimed, options.round_ms], [true, 300_000]);
  nobodyComplained([ada]);
});
