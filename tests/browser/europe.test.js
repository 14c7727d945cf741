// Matches of Europe at the trade desk, by clicks and by keys.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LETTERS, entries } from '../../web/games/europe/goods.js';
import { drawn, nobodyComplained, person } from './support/browser.js';
import { command, phase, plenty, pressAtOnce, seated } from './support/europe.js';
import { appears } from './support/passing.js';
import { random, seedOf } from './support/play.js';
import { browser, server, withServer } from './support/fixture.js';
import { caughtUp, view } from './support/table.js';

withServer();

test('two play a match by clicks on the desk, and a third watches', async () => {
  const pick = random(seedOf(11));
  const [ada, bo] = await seated(server, browser, { max_rounds: 1 });
  const cleo = await person(browser);
  const pages = [ada.page, bo.page];
  await cleo.page.goto(ada.page.url());
  await cleo.page.getByRole('button', { name: 'Watch' }).click();
  await phase([...pages, cleo.page], 'country');

  for (const page of pages) {
    const free = page.locator('button.country:not([disabled])');
    await free.nth(pick(20)).click();
  }
  await phase([...pages, cleo.page], 'choose');
  // A click and Enter: the button that was clicked is not pressed again.
  for (const page of pages) {
    await page.locator('.eu-option .keep').nth(pick(3)).click();
    await page.locator('.eu-option.kept').waitFor();
    await page.keyboard.press('Enter');
  }
  await phase([...pages, cleo.page], 'play');

  // Ada offers what she has for what Bo has; Bo accepts with one click.
  const before = (await view(ada.page)).public.players;
  const give = plenty(before[0]);
  const want = plenty(before[1], [give]);
  const row = (/** @type {string} */ good) => ada.page.locator(`.holdings tr[data-good="${good}"]`);
  await row(give).locator('.held.mine button').click();
  await row(want).locator('.held:not(.mine) button').click();
  await ada.page.locator('.builder .send').click();
  const taken = await appears(ada.page, '.offers.mine .deal.gone');
  await bo.page.locator('.to-me .accept').click();
  await taken();
  const swapped = (await view(ada.page)).public.players;
  assert.equal(swapped[0].cubes[give], before[0].cubes[give] - 1);
  assert.equal(swapped[0].cubes[want], (before[0].cubes[want] ?? 0) + 1);
  assert.deepEqual((await view(cleo.page)).public.players[0].cubes, swapped[0].cubes);

  // Ada offers again, Bo refuses; she buys from the bank and the market, and draws a citizen.
  await row(want)
    .getByRole('button', { name: /^Give one/ })
    .click();
  await row(give)
    .getByRole('button', { name: /^Want one/ })
    .click();
  await ada.page.locator('.builder .send').click();
  await bo.page.locator('.to-me .deal:not(.gone) .refuse').click();
  await ada.page.locator('.holdings td.bank button:not([disabled])').first().click();
  await bo.page.locator('.holdings td.held', { hasText: '8' }).first().waitFor();
  await ada.page.locator('.slots .stall[aria-disabled=false]').first().click();
  await ada.page.locator('.eu-mine').getByRole('button', { name: 'Draw three citizens' }).click();
  await ada.page.locator('.drawing .keep').first().click();
  await ada.page.locator('.drawing .primary').click();
  await ada.page.locator('.drawing').waitFor({ state: 'detached' });
  await caughtUp(bo.page, (await view(ada.page)).seq);
  assert.equal((await view(bo.page)).public.players[0].citizens.length, 2);

  // Ready for the crisis, ready for the end; all are served as proposed.
  for (const page of pages) await page.locator('.eu-ready').click();
  await ada.page.locator('.eu-crises .trouble').waitFor();
  await cleo.page.locator('.eu-crises .trouble').waitFor();
  for (const page of pages) await page.locator('.eu-ready').click();
  await phase([...pages, cleo.page], 'allocate');
  for (const page of pages) await page.locator('.eu-send .primary').click();
  await phase([...pages, cleo.page], 'over');
  for (const page of [...pages, cleo.page]) {
    await page.locator('.eu-results').waitFor();
    assert.ok((await page.locator('.eu-results .fate').count()) >= 3, 'every citizen is listed');
  }
  assert.equal(await cleo.page.locator('.builder').count(), 0, 'who watches has nothing to send');
  nobodyComplained([ada, bo, cleo]);
});

test('a round is played with the keyboard alone', async () => {
  const [ada, bo] = await seated(server, browser, { players: 2 });
  const { page } = ada;
  const keys = page.keyboard;
  await phase([page, bo.page], 'country');
  await pressAtOnce(page, 'pola');
  await keys.press('Enter');
  await page.locator('button.country.mine[data-country=PL]').waitFor();
  await command(bo.page, { type: 'country', code: 'DE' });
  await phase([page], 'choose');
  await keys.press('1');
  await keys.press('Shift+Digit2');
  await keys.press('Enter');
  await page.locator('.eu-task.locked').waitFor();
  assert.equal((await view(page)).private.chosen.hidden, (await view(page)).private.chosen.keep[1]);
  const { dealt } = (await view(bo.page)).private;
  await command(bo.page, { type: 'choose', keep: [dealt[0].id], reveal_resource: true });
  await phase([page, bo.page], 'play');

  // One good for another: two letters and Enter.
  const { players } = (await view(page)).public;
  const give = plenty(players[0]);
  const want = plenty(players[1], [give]);
  await keys.press(`Shift+${LETTERS[give]}`);
  await keys.press(LETTERS[want].toLowerCase());
  await keys.press('Enter');
  await page.locator('.offers.mine .deal').waitFor();
  const [made] = (await view(page)).public.offers;
  assert.deepEqual([made.give, made.want, made.to], [{ [give]: 1 }, { [want]: 1 }, [1]]);
  const undone = await appears(page, '.offers.mine .deal.gone');
  await keys.press('u');
  await undone();

  // The other player's offers: countered, refused, accepted.
  const offer = { type: 'offer_create', to: [0], give: { [want]: 1 }, want: { [give]: 1 } };
  await command(bo.page, offer);
  const armed = page.locator('.to-me .deal.armed .accept:not([disabled])');
  const settled = () =>
    page.waitForFunction(() => {
      const desk = /** @type {any} */ (document.querySelector('entente-europe'));
      return desk.armed && !desk.armedFresh;
    });
  await armed.waitFor();
  await settled();
  await keys.press('q');
  await keys.press('e');
  await keys.press('Enter');
  await page.waitForFunction(() => {
    const { session } = /** @type {any} */ (document.querySelector('entente-match'));
    return session.view.public.offers.some(
      (/** @type {any} */ one) => one.counter_to !== null && one.from === 0,
    );
  });
  const refused = await appears(page, '.to-me .deal.gone');
  await keys.press('x');
  await refused();
  await command(bo.page, offer);
  await settled();
  await keys.press('a');
  await page.waitForFunction(
    ([good, count]) => {
      const { session } = /** @type {any} */ (document.querySelector('entente-match'));
      return session.view.public.players[0].cubes[good] === count;
    },
    /** @type {[string, number]} */ ([want, (players[0].cubes[want] ?? 0) + 1]),
  );

  // Bank, market, citizens, the hidden card, ready.
  const { bank } = (await view(page)).public;
  const [stocked] = entries(bank.stock)[0];
  const coin = (await view(page)).public.players[0].coin;
  await keys.press('b');
  await keys.press(LETTERS[stocked].toLowerCase());
  await page.waitForFunction(
    (less) =>
      /** @type {any} */ (document.querySelector('entente-match')).session.view.public.players[0]
        .coin === less,
    coin - bank.price,
  );
  await keys.press('t');
  await keys.press('0');
  await page.waitForFunction(() =>
    /** @type {any} */ (document.querySelector('entente-match')).session.events.some(
      (/** @type {any} */ one) => one.type === 'developed',
    ),
  );
  const asks = await appears(page, '.builder .told', 'N once more');
  await keys.press('n');
  await asks();
  await drawn(page);
  assert.deepEqual((await view(page)).private.drawn, [], 'one key does not draw');
  await page.evaluate(() => {
    const desk = /** @type {any} */ (document.querySelector('entente-europe'));
    desk.messages.said = '';
  });
  await pressAtOnce(page, 'nn');
  await page.locator('.drawing').waitFor();
  await keys.press('2');
  await keys.press('k');
  await page.locator('.drawing').waitFor({ state: 'detached' });
  for (let jumps = 0; jumps < 2; jumps += 1) {
    await command(bo.page, { type: 'ready', ready: true });
    await keys.press('r');
    if (jumps === 0) await page.locator('.trouble').waitFor();
  }
  await phase([page], 'allocate');
  await page.locator('.serving', { hasText: 'two dice' }).first().waitFor();
  assert.equal(await page.locator('.serving .mark-die').count(), 0, 'nobody has rolled yet');
  await keys.press('1');
  await keys.press('Enter');
  await page.locator('.eu-task.locked').waitFor();
  const cards = (await view(page)).private.allocation;
  assert.equal(cards[0].reward, 'coin');

  // Keys can be turned off.
  await keys.press('?');
  await page.getByLabel('Single keys act at once').uncheck();
  await keys.press('Escape');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'hidden' });
  nobodyComplained([ada, bo]);
});
