// What a stranger must see on Europe's desk without scrolling or asking: the other players, the whole crisis, and what
// the numbers and prices mean.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atRest, nobodyComplained, resize } from './support/browser.js';
import { command, phase, plenty, pressAtOnce, seated, trading } from './support/europe.js';
import { browser, server, withServer } from './support/fixture.js';
import { lookOut } from './support/passing.js';
import { rotated } from './support/rotation.js';
import { view } from './support/table.js';

/** @import { Page } from 'playwright-core' */

withServer();

/** Returns what sticks out of the list that holds it, or of the screen. @param {Page} page @param {string} list @param {string} items */
const sticksOut = (page, list, items) =>
  page.locator(list).evaluate((held, css) => {
    const outer = held.getBoundingClientRect();
    return [...held.querySelectorAll(css)]
      .filter((one) => {
        const { top, bottom, left, right } = one.getBoundingClientRect();
        const inside = top >= outer.top && bottom <= outer.bottom && right <= outer.right + 1;
        return !inside || left < outer.left - 1 || bottom > innerHeight;
      })
      .map((one) => `${one.className}: ${one.textContent?.replace(/\s+/g, ' ').trim()}`);
  }, items);

test('three other players are seen at once, with goods, needs and readiness', async () => {
  const look = { viewport: { width: 1280, height: 720 } };
  const people = await trading(server, browser, { players: 4 }, look);
  const pages = people.map((one) => one.page);
  const [page, bo] = pages;
  await command(bo, { type: 'ready', ready: true });
  await page.locator('.eu-one .done', { hasText: 'ready' }).waitFor();
  // The lower size is what advice or a lesson leaves.
  for (const height of [720, 604]) {
    await resize(page, 1280, height);
    assert.equal(await page.locator('.eu-one').count(), 3);
    assert.deepEqual(await sticksOut(page, '.eu-players', '.eu-one'), [], `${height} high`);
    assert.deepEqual(await sticksOut(page, '.eu-table', '.held, .builder'), [], `${height} high`);
  }
  assert.match(await page.locator('.holdings .need').first().innerText(), /^needs \d+$/);

  // On a phone each has a line with goods of its own, and no amount is cut.
  await resize(page, 390, 844);
  const cut = await page
    .locator('.holdings td.held')
    .evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
    );
  assert.deepEqual(cut, []);
  // Those of two columns do not run into each other, and the round is in view.
  const tight = await page.locator('.holdings .need').evaluateAll((all) =>
    all
      .filter((one) => {
        const cell = /** @type {Element} */ (one.closest('td'));
        const { width } = one.getBoundingClientRect();
        return width > cell.getBoundingClientRect().width - 4;
      })
      .map((one) => one.textContent),
  );
  assert.deepEqual(tight, []);
  assert.ok(await page.locator('.eu-round').getByText('Round 1 of 20').isVisible());
  await page.getByRole('button', { name: 'Players', exact: true }).click();
  assert.equal(await page.locator('.eu-one .stock:visible').count(), 3);
  nobodyComplained(people);
});

test('a crisis is read whole, with what becomes of whoever does not pay', async () => {
  const options = { crisis_deck: 'seed_only', crisis_at_ms: [600_000, 610_000, 620_000, 630_000] };
  const look = { viewport: { width: 1280, height: 720 } };
  const people = await trading(server, browser, options, look);
  const pages = people.map((one) => one.page);
  const [page] = pages;
  for (let crises = 1; crises <= 4; crises += 1) {
    for (const one of pages) await command(one, { type: 'ready', ready: true });
    await page
      .locator('.trouble')
      .nth(crises - 1)
      .waitFor({ state: 'attached' });
    const newest = '.trouble:first-child, .trouble:first-child > *';
    assert.deepEqual(await sticksOut(page, '.eu-crises', newest), []);
    const said = await page.locator('.trouble').first().innerText();
    assert.match(said, /stays for the match|this round only/);
    assert.match(said, /Unpaid, it is taken when trade ends/);
    assert.match(said, /\+\d coin/);
  }
  nobodyComplained(people);
});

for (const [options, bonus, unpaid] of /** @type {[object, RegExp, RegExp][]} */ ([
  [{}, /All paid, all served: \+\d coin/, /Still short: no bonus\./],
  [
    { crisis_bonus: 'citizens_only' },
    /(?<!paid, )all served: \+\d coin/i,
    /Still short: no penalty\./,
  ],
  [
    { crisis_bonus: 'citizens_only', crisis_failure: 'lose_one_happiness' },
    /(?<!paid, )all served: \+\d coin/i,
    /Still short: −1 happiness\./,
  ],
]))
  test(`a crisis says what it costs and pays with ${JSON.stringify(options)}`, async () => {
    const look = { viewport: { width: 1280, height: 720 } };
    const times = { crisis_deck: 'seed_only', crisis_at_ms: [600_000, 610_000, 620_000, 630_000] };
    const people = await trading(server, browser, { ...options, ...times }, look);
    const pages = people.map((one) => one.page);
    for (const one of pages) await command(one, { type: 'ready', ready: true });
    const crisis = pages[0].locator('.trouble').first();
    await crisis.waitFor({ state: 'attached' });
    const said = await crisis.innerText();
    assert.match(said, bonus);
    assert.match(said, unpaid);
    nobodyComplained(people);
  });

test('the log names players as the desk does', async () => {
  const people = await trading(server, browser, {}, { viewport: { width: 1280, height: 720 } });
  const pages = people.map((one) => one.page);
  const [page, bo] = pages;
  await command(bo, { type: 'ready', ready: true });
  await page.getByRole('button', { name: 'Log', exact: true }).click();
  const lines = page.locator('.lines.log');
  await lines.getByText('Bo is ready').waitFor();
  await lines.getByText('Bo plays Germany').waitFor();
  const countries = await lines.getByText(/Germany|Poland/).allInnerTexts();
  assert.equal(countries.length, 2, countries.join('\n'));
  nobodyComplained(people);
});

test('two offers are read whole, with the log beside them as well', async () => {
  const look = { viewport: { width: 1280, height: 720 } };
  const people = await trading(server, browser, { players: 3 }, look);
  const pages = people.map((one) => one.page);
  const [page, ...others] = pages;
  for (const [at, one] of others.entries()) {
    const give = plenty((await view(page)).public.players[at + 1]);
    const offer = { type: 'offer_create', to: [0], give: { [give]: 1 }, want: { coin: 2 } };
    assert.ok((await command(one, offer)).ok);
  }
  await page.locator('.to-me .deal').nth(1).waitFor();
  assert.deepEqual(await sticksOut(page, '.to-me', '.deal'), []);
  await page.getByRole('button', { name: 'Log', exact: true }).click();
  await page.waitForFunction(() => {
    const desk = document.querySelector('.eu-desk');
    return desk && desk.clientWidth < 1000 && getComputedStyle(desk).display === 'grid';
  });
  assert.deepEqual(await sticksOut(page, '.to-me', '.deal'), [], 'with the log');
  nobodyComplained(people);
});

/** Phones, upright and on their side, the smallest last. */
const PHONES = /** @type {const} */ ([
  [390, 844],
  [844, 390],
  [667, 375],
  [360, 640],
  [320, 568],
  [568, 320],
]);

/** The least number of goods that can be pressed beside the offers, without scrolling. */
const GOODS_LEAST = 3;

test('whoever trades on a phone sees goods beside the offers, however it is held', async () => {
  const people = await trading(server, browser, {});
  const pages = people.map((one) => one.page);
  const [page] = pages;
  for (const [width, height] of PHONES) {
    await resize(page, width, height);
    const shown = await page.locator('.holdings tbody tr').evaluateAll(
      (rows) =>
        rows.filter((row) => {
          const button = row.querySelector('.step button')?.getBoundingClientRect();
          if (!button || button.bottom > innerHeight) return false;
          const { x, y, width, height } = button;
          return row.contains(document.elementFromPoint(x + width / 2, y + height - 2));
        }).length,
    );
    assert.ok(shown >= GOODS_LEAST, `${width} by ${height}: ${shown}`);
    assert.ok(await page.locator('.offers.to-me').isVisible(), `${width} by ${height}`);
  }
  nobodyComplained(people);
});

test('an own offer is read whole on a low screen, and what is said of the next one lies over no button', async () => {
  const look = { viewport: { width: 1280, height: 612 } };
  const people = await trading(server, browser, { crisis_deck: 'seed_only' }, look);
  const pages = people.map((one) => one.page);
  const [page] = pages;
  const give = plenty((await view(page)).public.players[0]);
  const offer = { type: 'offer_create', to: [1], give: { [give]: 1 }, want: { coin: 2 } };
  assert.ok((await command(page, offer)).ok);
  await page.locator('.mine .deal').first().waitFor();
  assert.deepEqual(await sticksOut(page, '.offers.mine', '.deal'), []);
  const alerted = await lookOut(page, () => {
    const desk = /** @type {any} */ (document.querySelector('entente-europe'));
    return desk.querySelector('.builder .does') && desk.messages.alert;
  });
  for (const one of pages) await command(one, { type: 'ready', ready: true });

  // Said once more, for it lasts some seconds only.
  const { hint, send, read } = await page.evaluate(
    async (crisis) => {
      const desk = /** @type {any} */ (document.querySelector('entente-europe'));
      desk.messages.announce(crisis);
      desk.requestUpdate();
      await desk.updateComplete;
      const part = (/** @type {string} */ css) => desk.querySelector(`.builder ${css}`);
      return {
        hint: part('.hint').getBoundingClientRect().top,
        send: part('.send').getBoundingClientRect().bottom,
        read: part('.does').checkVisibility(),
      };
    },
    await alerted(),
  );
  assert.ok(hint >= send - 1, `${hint} is above ${send}`);
  assert.ok(!read, 'it is read at the crisis');
  nobodyComplained(people);
});

test('a citizen that a crisis deals says so', async () => {
  const people = await trading(server, browser, {});
  const pages = people.map((one) => one.page);
  const [page] = pages;
  const marked = page.locator('.eu-mine .citizen', { hasText: 'new, dealt by a crisis' });
  assert.equal(await marked.count(), 0);
  // Which crisis comes is up to the deck.
  const card = await page.evaluate(() => {
    const desk = /** @type {any} */ (document.querySelector('entente-europe'));
    const [{ id }] = desk.citizens;
    desk.at.crises.push({ id: 'influx', directive: false, this_round: true, bonus: 4 });
    desk.play.session.events.push(
      { seq: 9_999, type: 'crisis_turned', crisis: 'influx', bonus: 4, text: '' },
      { seq: 9_999, type: 'citizen_revealed', seat: desk.seat, card: id, text: '' },
    );
    desk.requestUpdate();
    return id;
  });
  await marked.waitFor();
  assert.equal(await marked.getAttribute('data-card'), card);
  nobodyComplained(people);
});

test('numbers, prices and risks say what they are', async () => {
  const people = await trading(server, browser, {}, { viewport: { width: 1280, height: 720 } });
  const pages = people.map((one) => one.page);
  const [page] = pages;
  const top = page.locator('.stall.blind');
  assert.match((await top.innerText()).replace(/\s+/g, ' '), /Top card unseen 0–4/);
  const face = top.locator('.face');
  assert.ok(await face.evaluate((one) => one.scrollWidth <= one.clientWidth), 'it is not cut');
  assert.equal(
    await page.locator('.holdings tr[data-good=coin] .ware text').first().textContent(),
    '€',
  );
  const heads = await page.locator('.holdings thead').innerText();
  assert.match(heads.replace(/\s+/g, ' '), /Bank 2 coin each Supply feeds cards/);
  // Who lacks something shows what the dice would cost.
  await pressAtOnce(page, 'nn');
  await page.getByText('the others are discarded').waitFor();
  // Those to choose from leave one's own in view, with what they lack.
  for (const height of [720, 604]) {
    await resize(page, 1280, height);
    assert.equal(await page.locator('.eu-mine > .row-of-cards .mini').count(), 1);
    assert.deepEqual(await sticksOut(page, '.eu-mine', '.eu-option, .mini'), [], `${height} high`);
  }
  await page.locator('.drawing .keep').first().click();
  await page.locator('.drawing .primary').click();
  await page.locator('.drawing').waitFor({ state: 'detached' });
  const lacking = await page.locator('.eu-mine .ask').count();
  const risks = await page.locator('.eu-mine .risk').allInnerTexts();
  assert.equal(risks.length, lacking);
  for (const risk of risks) assert.match(risk, /risk (58|72|83|92|97|100) %: −1/);
  nobodyComplained(people);
});

/**
 * Returns what of a desk is cut, or lies beyond the right edge of the screen without a way to push it into view.
 * @param {Page} page @param {string} part @returns {Promise<string[]>}
 */
const lost = (page, part) =>
  atRest(
    page,
    (css) =>
      [...document.querySelectorAll(`${css}, ${css} *`)]
        .filter((one) => one.checkVisibility() && !one.closest('.unseen, svg, entente-clock'))
        .filter((one) => {
          const { right, width } = one.getBoundingClientRect();
          const pushed = one.closest('.holdings, .builder .to, [style*=overflow]');
          const { overflowY } = getComputedStyle(one);
          const cut = overflowY === 'hidden' && one.scrollHeight > one.clientHeight + 2;
          return width > 1 && ((right > innerWidth + 1 && !pushed) || cut);
        })
        .map((one) => `${one.localName} ${one.className}: ${one.textContent?.trim().slice(0, 40)}`),
    part,
  );

for (const [width, height] of rotated(
  /** @type {const} */ ([
    [360, 640],
    [390, 844],
    [717, 512],
    [1180, 820],
  ]),
))
  test(`the longest names widen no question, and the head says all it has to: ${width} by ${height}`, async () => {
    const look = { viewport: { width, height } };
    const people = await seated(server, browser, { players: 3 }, look);
    const pages = people.map((one) => one.page);
    const [page] = pages;
    await page.evaluate(() => {
      const { paced } = /** @type {any} */ (document.querySelector('entente-match'));
      for (const [seat, letter] of ['M', 'W', '@'].entries())
        paced.room.seats[seat].name = letter.repeat(24);
      paced.dispatchEvent(new Event('change'));
    });
    await phase(pages, 'country');
    /** @param {boolean} paused */
    const pause = (paused) =>
      page.evaluate((now) => {
        const { paced } = /** @type {any} */ (document.querySelector('entente-match'));
        paced.view.paused = now;
        paced.dispatchEvent(new Event('change'));
      }, paused);
    await pause(true);
    await page.locator('.eu-bar').getByRole('button', { name: 'Resume the clock' }).waitFor();
    assert.deepEqual(await lost(page, '.eu-bar'), [], 'a pause');
    const bar = await page.locator('.eu-bar').boundingBox();
    assert.ok(bar && bar.height < 60, `${bar?.height}`);
    await pause(false);
    for (const [at, one] of pages.entries())
      await command(one, { type: 'country', code: ['PL', 'DE', 'FR'][at] });
    await phase(pages, 'choose');
    await page.locator('.answered', { hasText: '@@@' }).waitFor();
    assert.deepEqual(await lost(page, '.eu-task'), []);
    // What sends the choice leaves most of the screen to what is chosen.
    const sending = await page.locator('.eu-send').boundingBox();
    assert.ok(sending && sending.height < 90, `${sending?.height}`);
    for (const one of pages) {
      const { dealt } = (await view(one)).private;
      await command(one, { type: 'choose', keep: [dealt[0].id], reveal_resource: true });
    }
    await phase(pages, 'play');
    await command(page, { type: 'draw_citizens' });
    await page.locator('.drawing').first().waitFor({ state: 'attached' });
    assert.equal(await page.locator('.holdings .mine .doing').innerText(), '');
    await page.evaluate(() => {
      const desk = /** @type {any} */ (document.querySelector('entente-europe'));
      desk.messages.announce('emigration');
      // It stays, however slow the machine is.
      Object.assign(desk.messages, { update: () => {}, next: () => null });
      desk.requestUpdate();
    });
    await page.locator('.eu-alert.on').waitFor();
    assert.deepEqual(await lost(page, '.eu-bar'), [], 'a crisis');
    const alert = page.locator('.eu-alert');
    const cut = await alert.evaluate((one) => one.scrollWidth > one.clientWidth + 1);
    assert.ok(!cut, 'a crisis is read whole');
    nobodyComplained(people);
  });
