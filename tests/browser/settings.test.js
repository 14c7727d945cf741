// Personal settings: theme, notices, another device; and a server that is newer than the page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawn, nobodyComplained, person, resize } from './support/browser.js';
import { begin, say } from './support/play.js';
import { browser, server, withServer } from './support/fixture.js';

withServer();

/** Two people in a match that has begun. */
async function match() {
  const { code, links } = await server.match('europe-divided');
  const people = await Promise.all([person(browser), person(browser)]);
  await Promise.all(people.map(({ page }, seat) => page.goto(links[seat])));
  await begin(people.map(({ page }) => page));
  return { code, people };
}

test('colours follow the system until they are chosen, and stay chosen', async () => {
  const ada = await person(browser, { colorScheme: 'light' });
  const paper = () => ada.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await ada.page.goto(server.url);
  const light = await paper();
  await ada.page.getByLabel('Colours').selectOption('Dark');
  const dark = await paper();
  assert.notEqual(dark, light);
  await ada.page.reload();
  await ada.page.getByLabel('Colours').waitFor();
  assert.equal(await paper(), dark);
  await ada.page.getByLabel('Colours').selectOption('Same as the system');
  assert.equal(await paper(), light);
  nobodyComplained([ada]);
});

test('a seat sets an address for notices, sees it again, and removes it', async () => {
  const { people } = await match();
  const [{ page }] = people;
  const hook = 'https://hooks.example.org/entente';
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText('Tell me when it is my turn').click();
  await page.getByLabel('By a webhook at').fill(hook);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText('Tell me when it is my turn').click();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  assert.equal(await page.getByLabel('By a webhook at').inputValue(), hook);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
  nobodyComplained(people);
});

test('a match goes on on another device by the link that the menu shows', async () => {
  const { code, people } = await match();
  const [ada] = people;
  await ada.page.getByRole('button', { name: 'Settings' }).click();
  await ada.page.getByText('Continue on another device').click();
  const link = await ada.page.getByLabel('Continue on another device').inputValue();
  const phone = await person(browser, { viewport: { width: 390, height: 844 } });
  await phone.page.goto(link);
  await phone.page.locator('entente-match .match').waitFor();
  assert.equal(phone.page.url(), `${server.url}/r/${code}`);
  await ada.page.getByRole('heading', { name: /open in another tab/ }).waitFor();
  nobodyComplained([...people, phone]);
});

test('`?` lists the keys of the shell and of the board, and no letter acts meanwhile', async () => {
  const ada = await person(browser);
  const { page } = ada;
  await page.goto(server.url);
  await page.locator('.game-card').nth(2).waitFor();
  const list = page.getByRole('dialog', { name: 'Keys' });
  await page.keyboard.press('?');
  await list.getByText('to the next element').waitFor();
  await page.keyboard.press('?');
  await list.waitFor({ state: 'hidden' });
  await page.getByLabel('Room code or link').press('?');
  assert.equal(await page.getByLabel('Room code or link').inputValue(), '?');
  for (const [game, does] of [
    ['europe-divided', 'choose it; its menu opens beside it'],
    ['balance-of-power', 'to any territory'],
    ['europe', 'accept the marked offer'],
  ]) {
    const { links } = await server.match(game);
    const others = await Promise.all([person(browser), person(browser)]);
    await Promise.all(others.map((other, seat) => other.page.goto(links[seat])));
    await begin(others.map((other) => other.page));
    const match = others[0].page;
    await match.getByRole('button', { name: 'Settings' }).click();
    await match.locator('.menu-sheet').getByRole('button', { name: 'Keys' }).click();
    await match.getByRole('dialog', { name: 'Keys' }).getByText(does).waitFor();
    await match.keyboard.press('Escape');
    await match.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'hidden' });
    nobodyComplained(others);
    for (const other of others) await other.page.context().close();
  }
  nobodyComplained([ada]);
});

test('what is said while the chat is closed is counted', async () => {
  const { people } = await match();
  const [ada, bo] = people;
  await resize(ada.page, 390, 844);
  await say(bo.page, 'Hello');
  await ada.page.getByLabel('1 new line').waitFor();
  await ada.page.getByRole('button', { name: /^Chat/ }).click();
  await ada.page.locator('.news').waitFor({ state: 'detached' });
  nobodyComplained(people);
});

test('a page that is older than its server says so', async () => {
  const { links } = await server.room('europe-divided');
  const ada = await person(browser);
  await ada.page.routeWebSocket(/socket$/, (socket) => {
    const real = socket.connectToServer();
    real.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.type === 'welcome') message.protocol = 2;
      socket.send(JSON.stringify(message));
    });
  });
  await ada.page.goto(links[0]);
  await ada.page.getByRole('heading', { name: /newer protocol/ }).waitFor();
  await ada.page.getByRole('button', { name: 'Reload the page' }).waitFor();
  nobodyComplained([ada]);
});

test('with single keys off `?` opens nothing', async () => {
  const ada = await person(browser);
  const { page } = ada;
  await page.goto(server.url);
  await page.locator('.game-card').nth(2).waitFor();
  const list = page.getByRole('dialog', { name: 'Keys' });
  await page.keyboard.press('?');
  await list.getByRole('checkbox').uncheck();
  await page.keyboard.press('?');
  await list.waitFor({ state: 'hidden' });
  await page.keyboard.press('?');
  await drawn(page);
  assert.equal(await list.count(), 0);
  nobodyComplained([ada]);
});

test('what could not be copied is not said to be', async () => {
  const { people } = await match();
  const [{ page }] = people;
  await page.evaluate(() => {
    const refuse = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: refuse } });
    document.execCommand = () => false;
  });
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText('Continue on another device').click();
  const copy = page.locator('.menu-sheet entente-copy');
  await copy.getByRole('button').click();
  await drawn(page);
  assert.equal(await copy.getByText('Copied').count(), 0);
  const [from, to, all] = await copy.locator('input').evaluate((input) => {
    const { selectionStart, selectionEnd, value } = /** @type {HTMLInputElement} */ (input);
    return [selectionStart, selectionEnd, value.length];
  });
  assert.deepEqual([from, to], [0, all], 'it is selected, to be copied by hand');
  nobodyComplained(people);
});
