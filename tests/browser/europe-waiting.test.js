// What Europe's desk says about what is under way: who is waited for, how an own offer ended, what an offer costs on
// a phone, and what a citizen to choose has before it is kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goodsText } from '../../web/games/europe/goods.js';
import { nobodyComplained } from './support/browser.js';
import { command, phase, plenty, seated, trading } from './support/europe.js';
import { browser, server, withServer } from './support/fixture.js';
import { appears, lookOut } from './support/passing.js';
import { view } from './support/table.js';

withServer();

const PHONE = { viewport: { width: 390, height: 700 }, hasTouch: true };

test('whoever is ready, or has resigned, reads so and who is waited for', async () => {
  const people = await trading(server, browser, { untimed: true, players: 3 }, PHONE);
  const pages = people.map((one) => one.page);
  const [page, bo] = pages;
  const line = page.locator('.eu-timer.unhurried');
  await line.getByText('a crisis comes when all are ready').waitFor();
  // Who is waited for is marked above, and read whole.
  const marked = () => page.locator('.who .awaited b').allInnerTexts();
  assert.deepEqual(await marked(), ['Ada', 'Bo', 'Cleo']);
  const cut = (/** @type {Element[]} */ all) =>
    all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent);
  assert.deepEqual(await page.locator('.who b').evaluateAll(cut), []);
  await command(page, { type: 'ready', ready: true });
  await line.getByText('You are ready: waiting for Bo and Cleo').waitFor();
  assert.deepEqual(await marked(), ['Bo', 'Cleo']);
  assert.equal(await page.locator('.builder .hint').innerText(), 'You are ready');
  await command(bo, { type: 'ready', ready: true });
  await line.getByText('You are ready: waiting for Cleo').waitFor();
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('entente-match')).session.resign(),
  );
  await line.getByText('You have resigned').waitFor();
  nobodyComplained(people);
});

test('how an own offer ended is said where it was made', async () => {
  const people = await trading(server, browser, {}, PHONE);
  const [{ page }, { page: bo }] = people;
  const { players } = (await view(page)).public;
  const give = plenty(players[0]);
  const offer = { type: 'offer_create', to: [1], give: { [give]: 1 }, want: { coin: 1 } };
  const hint = page.locator('.builder .hint');
  for (const [press, said] of [
    // Of several offers that are out only the goods tell which one it was.
    ['.refuse', `Refused: your ${goodsText({ [give]: 1 })} for 1 coin`],
    ['.accept', 'Bo took your offer'],
  ]) {
    await command(page, offer);
    // On a phone, too, it stands where it was made.
    await page.locator('.mine .deal:not(.gone)').waitFor();
    const box = await page.locator('.mine .deal').first().boundingBox();
    assert.ok(box && box.x + box.width <= 390, JSON.stringify(box));
    const terms = page.locator('.mine .deal:not(.gone) .terms');
    assert.ok(await terms.evaluate((one) => one.scrollWidth <= one.clientWidth), 'no price is cut');
    await hint.getByText('Your offer waits for Bo').waitFor();
    const ended = await appears(page, '.builder .hint', said);
    await bo.locator(`.to-me .deal:not(.gone) ${press}[aria-disabled=false]`).click();
    await ended();
    // A refusal stays until one goes on.
    const stays = await page.evaluate(async () => {
      const desk = /** @type {any} */ (document.querySelector('entente-europe'));
      desk.messages.said = '';
      desk.requestUpdate();
      await desk.updateComplete;
      return desk.querySelector('.builder .hint').textContent;
    });
    assert.equal(stays === said, press === '.refuse');
  }
  nobodyComplained(people);
});

test('on a phone an offer hides no price, and how many there are stays in view', async () => {
  const people = await trading(server, browser, {}, PHONE);
  const [{ page }, { page: bo }] = people;
  const { players } = (await view(page)).public;
  const give = plenty(players[1]);
  const other = plenty(players[1], [give]);
  for (const coin of [1, 2, 3]) {
    const goods = { [give]: 1, [other]: 1 };
    await command(bo, { type: 'offer_create', to: [0], give: goods, want: { coin } });
  }
  await page.locator('.to-me .deal').nth(2).waitFor();
  const cut = await page
    .locator('.to-me .terms')
    .evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    );
  assert.deepEqual(cut, []);
  await page.locator('.eu-offers').evaluate((strip) => strip.scrollTo(9_999, 0));
  const title = page.locator('.to-me h3', { hasText: '3 offers to you' });
  const box = await title.boundingBox();
  assert.ok(box && box.x >= 0, 'the title stays beside the offer that is shown');

  // What is put together has its number in view, too.
  const row = page.locator(`.holdings tr[data-good="${plenty(players[0])}"]`);
  await row.getByRole('button', { name: /^Give one/ }).tap();
  const value = row.locator('.step .value');
  assert.ok(await value.evaluate((one) => one.scrollWidth <= one.clientWidth), 'it is not cut');
  nobodyComplained(people);
});

test('nothing stays lit by a finger that has accepted an offer', async () => {
  const people = await trading(server, browser, {}, PHONE);
  const [{ page }, { page: bo }] = people;
  const give = plenty((await view(page)).public.players[1]);
  await command(bo, { type: 'offer_create', to: [0], give: { [give]: 1 }, want: { coin: 1 } });
  const gone = await appears(page, '.to-me .deal.gone');
  await page.locator('.to-me .accept[aria-disabled=false]').tap();
  await gone();
  assert.equal(await page.locator('entente-europe .lit').count(), 0);
  nobodyComplained(people);
});

test('on a phone a round begins with how the last one went', async () => {
  const people = await trading(server, browser, { crisis_at_ms: [] }, PHONE);
  const pages = people.map((one) => one.page);
  const [page] = pages;
  for (const one of pages) await command(one, { type: 'ready', ready: true });
  await phase(pages, 'allocate');
  // The proposal is no second way to send: it can be gone back to once something differs from it.
  const back = page.getByRole('button', { name: 'Back to the proposal' });
  assert.ok(await back.isDisabled());
  await page.locator('.serving .reward button[aria-pressed=false]').first().tap();
  await back.tap();
  assert.ok(await back.isDisabled());
  for (const one of pages) await one.locator('.eu-send .primary').click();
  await phase(pages, 'choose');
  const line = page.locator('.eu-last');
  await line.getByText('Results of round 1').waitFor();
  assert.match(
    (await line.locator('.other').textContent()) ?? '',
    /Bo\s+1 → \d/,
    'and the other one',
  );
  await line.tap();
  const top = await page.locator('.eu-results').evaluate((one) => one.getBoundingClientRect().top);
  assert.ok(top < 700, `${top}`);
  nobodyComplained(people);
});

test('nothing stays lit by an offer that has gone', async () => {
  const people = await trading(server, browser, {});
  const [{ page }, { page: bo }] = people;
  const give = plenty((await view(page)).public.players[1]);
  const offer = { type: 'offer_create', to: [0], give: { [give]: 1 }, want: { coin: 1 } };
  await command(bo, offer);
  const gone = await appears(page, '.to-me .deal.gone');
  await page.locator('.to-me .accept[aria-disabled=false]').click();
  await gone();
  // Longer than a slot shows how its offer ended; while it is pointed at it stays.
  await page.evaluate(() => {
    const desk = /** @type {any} */ (document.querySelector('entente-europe'));
    for (const slot of desk.toMe.slots) slot.since -= 60_000;
  });
  assert.ok((await page.locator('entente-europe .lit').count()) > 0);
  await page.mouse.move(2, 2);
  await page.locator('.to-me .deal').waitFor({ state: 'detached' });
  assert.equal(await page.locator('entente-europe .lit').count(), 0);
  nobodyComplained(people);
});

test('a citizen to choose counts the same on the card and in its text', async () => {
  const people = await seated(server, browser, {}, PHONE);
  const [{ page }, { page: bo }] = people;
  for (const [at, one] of [page, bo].entries())
    await command(one, { type: 'country', code: ['PL', 'DE'][at] });
  await phase([page, bo], 'choose');
  assert.match(await page.locator('.eu-market').textContent(), /you have/);
  // One press keeps it; until then the button says what it lacks.
  const few = page.getByText('Keep at least 1');
  await few.waitFor();
  await page.locator('.eu-option .verdict').first().tap();
  await few.waitFor({ state: 'detached' });
  assert.ok(await page.locator('.eu-send .primary').isEnabled());
  await page.locator('.eu-option .verdict').first().tap();
  await few.waitFor();
  for (const card of await page.locator('.eu-option').all()) {
    const missing = await card.locator('.need.short').count();
    await card.locator('.title').tap();
    const lines = page.locator('.eu-reading li');
    await lines.first().waitFor();
    // It is nobody's yet.
    assert.equal(await page.locator('.eu-reading').getByText('You', { exact: true }).count(), 0);
    const enough = await lines.filter({ hasText: /: enough/ }).count();
    assert.equal((await lines.count()) - enough, missing);
    await page.getByText('Face down, nobody else sees').waitFor();
    await page.locator('.eu-reading').getByRole('button', { name: 'Close' }).tap();
  }
  nobodyComplained(people);
});

test('a phone says on its tabs what waits out of view', async () => {
  const people = await trading(server, browser, { crisis_deck: 'seed_only' }, PHONE);
  const [{ page }, { page: bo }] = people;
  /** @param {number} at */
  const tab = (at) => page.locator('.eu-panels button').nth(at);
  await tab(1).tap();
  const give = plenty((await view(page)).public.players[1]);
  await command(bo, { type: 'offer_create', to: [0], give: { [give]: 1 }, want: { coin: 1 } });
  await tab(0).getByText('1 offer to you').waitFor();

  // Whoever has drawn cannot be ready: the goods say why, and what keeps them stays where it is.
  await page.getByRole('button', { name: 'Draw three' }).tap();
  const keep = page.locator('.drawing .primary');
  const before = await keep.boundingBox();
  await page.locator('.drawing .verdict').first().tap();
  await page.locator('.drawing .few').waitFor({ state: 'detached' });
  assert.deepEqual(await keep.boundingBox(), before);
  await tab(0).tap();
  await page.locator('.builder .hint', { hasText: 'First choose among the citizens' }).waitFor();
  await tab(1).getByText('Choose among the citizens you drew').waitFor({ state: 'attached' });
  await tab(1).tap();
  await keep.tap();
  await page.locator('.drawing').waitFor({ state: 'detached' });

  await tab(0).tap();
  assert.equal(await tab(2).locator('.waits').count(), 0);
  const alerted = await lookOut(page, () => {
    const desk = /** @type {any} */ (document.querySelector('entente-europe'));
    const { alert } = desk.messages;
    return (
      alert &&
      desk.querySelector('.builder .hint').textContent.includes(desk.names.crisis(alert).text)
    );
  });
  for (const one of [page, bo]) await command(one, { type: 'ready', ready: true });
  await tab(2).getByText('You owe for a crisis').waitFor({ state: 'attached' });
  await alerted();
  await page.evaluate(() => {
    const desk = /** @type {any} */ (document.querySelector('entente-europe'));
    desk.messages.alert = null;
    desk.requestUpdate();
  });
  await page.locator('.eu-owe', { hasText: /You owe\s+\d/ }).waitFor();
  nobodyComplained(people);
});

test('who has bought which card is said where it was bought', async () => {
  const people = await trading(server, browser, {}, PHONE);
  const [{ page }, { page: bo }] = people;
  await page.locator('.eu-panels button').nth(2).tap();
  const had = (await view(page)).public.players[0].cards.map((/** @type {any} */ one) => one.id);
  /** Looks out for the news of a card; waits for what it reads. @param {string} said */
  const bought = (said) =>
    lookOut(
      page,
      (who) => {
        const news = document.querySelector('.eu-market .news');
        return news?.textContent?.includes(who) && news.querySelector('b')?.textContent;
      },
      said,
    );
  const own = await bought('You bought');
  // Unseen: it would have to be looked for among one's own.
  await command(page, { type: 'develop_blind' });
  const read = await own();
  const { cards } = (await view(page)).public.players[0];
  const card = cards.find((/** @type {any} */ one) => !had.includes(one.id));
  assert.equal(read, `${card.first}`);
  const other = await bought('Bo bought');
  await command(bo, { type: 'develop_blind' });
  await other();
  nobodyComplained(people);
});

test('a good that nobody has is named on the citizen that lacks it', async () => {
  const people = await trading(server, browser, {});
  const [{ page }, { page: bo }] = people;
  const said = await page.evaluate(async () => {
    const desk = /** @type {any} */ (document.querySelector('entente-europe'));
    const [{ id }] = desk.citizens;
    desk.own.missing.splice(0, 99, { id, cubes: { grain: 1, fuel: 1 } });
    for (const player of desk.at.players) Object.assign(player.cubes, { grain: 1, fuel: 0 });
    Object.assign(desk.at.bank.stock, { grain: 0, fuel: 0 });
    desk.requestUpdate();
    await desk.updateComplete;
    return desk.querySelector('.eu-mine .foot').textContent;
  });
  assert.match(said, /nobody has fuel/);
  nobodyComplained(people);
});
