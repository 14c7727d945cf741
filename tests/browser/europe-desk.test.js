// Europe's desk: secrets stay secret, other players' actions move and change nothing that a player is using,
// and every phase is accessible.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LETTERS, total } from '../../web/games/europe/goods.js';
import { AXE, soundFor } from './support/axe.js';
import { nobodyComplained, person } from './support/browser.js';
import { command, phase, plenty, pressAtOnce, seated, toTrade, trading } from './support/europe.js';
import { browser, server, withServer } from './support/fixture.js';
import { appears } from './support/passing.js';
import { turnTo } from './support/play.js';
import { rotated } from './support/rotation.js';
import { small, view } from './support/table.js';

withServer();

test('nothing of another hand is in a page or in what it was sent', async () => {
  const [ada, bo] = await seated(server, browser, {});
  const cleo = await person(browser);
  await cleo.page.goto(ada.page.url());
  await cleo.page.getByRole('button', { name: 'Watch' }).click();
  const pages = [ada.page, bo.page];
  await phase(pages, 'country');
  for (const [at, page] of pages.entries())
    await page.locator('button.country:not([disabled])').nth(at).click();
  await phase(pages, 'choose');
  // Ada keeps two, one of them and her resource card face down, and discards the third.
  const { dealt, hidden_resource: card } = (await view(ada.page)).private;
  await ada.page.locator('.eu-option .keep').nth(0).click();
  await ada.page.locator('.eu-option .hide').nth(1).click();
  await ada.page.getByRole('button', { name: 'Keep it face down' }).click();
  await ada.page.locator('.eu-send .primary').click();
  await ada.page.locator('.eu-task.locked').waitFor();
  for (const { frames } of [bo, cleo]) {
    for (const { id } of dealt)
      assert.ok(!frames.join('').includes(`"${id}"`), 'a choice is secret while it is made');
  }
  await bo.page.locator('.eu-option .keep').first().click();
  await bo.page.locator('.eu-send .primary').click();
  await phase([...pages, cleo.page], 'play');
  const secrets = [dealt[1].id, dealt[2].id, card.id];
  for (const [who, { page, frames }] of Object.entries({ bo, cleo })) {
    const sent = frames.join('');
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    );
    const shown = await page.content();
    assert.ok(
      sent.includes(`"${dealt[0].id}"`) && shown.includes(`"${dealt[0].id}"`),
      'what is open is seen',
    );
    for (const id of secrets) {
      for (const where of [sent, kept, shown])
        assert.ok(!where.includes(`"${id}"`), `${who} was not told of ${id}`);
    }
  }
  const mine = await ada.page.content();
  assert.ok(
    mine.includes(`"${dealt[1].id}"`) && mine.includes(`"${card.id}"`),
    'the own hidden cards are seen',
  );

  // Once revealed, everybody may see it.
  await ada.page.locator('.citizen.down').getByRole('button', { name: 'Reveal' }).click();
  await cleo.page.locator(`.mini[data-card="${dealt[1].id}"]`).waitFor();
  nobodyComplained([ada, bo, cleo]);
});

test('what others do moves nothing and changes nothing that is being put together', async () => {
  const people = await trading(server, browser, { players: 3, offer_limit: 10 });
  const pages = people.map(({ page }) => page);
  const [ada, bo, cleo] = pages;
  const { players } = (await view(ada)).public;
  const [give, gift] = [plenty(players[1]), plenty(players[2])];
  /** @param {number} coin */
  const ofBo = (coin) => ({ type: 'offer_create', to: [0], give: { [give]: 1 }, want: { coin } });
  await command(bo, ofBo(1));
  await command(bo, ofBo(2));
  await ada.locator('.to-me .deal').nth(1).waitFor();
  await ada.locator('.holdings tr[data-good=coin] .held.mine button').click();
  await ada.keyboard.press(LETTERS[give === 'grain' ? 'fuel' : 'grain'].toLowerCase());
  await ada.locator('.builder .send').focus();

  const controls = () =>
    ada.evaluate(() =>
      [...document.querySelectorAll('entente-europe button, entente-europe [role=spinbutton]')]
        .filter((one) => !one.closest('.gone') && one.checkVisibility())
        .map((one) => [
          one.getAttribute('aria-label') ?? one.textContent,
          one.getBoundingClientRect(),
        ])
        .map(
          ([name, box]) =>
            `${String(name).replace(/\s+/g, ' ')} ${Math.round(/** @type {DOMRect} */ (box).x)} ${Math.round(/** @type {DOMRect} */ (box).y)}`,
        ),
    );
  const held = /^(Accept|Refuse|Answer|Offer|Clear|Draw|Ready|Buy|.*one more, or)/;
  const stayed = async () =>
    (await controls())
      .map((text) => text.replace(/\d+\/\d+/, '').trim())
      .filter((text) => held.test(text));
  const first = await stayed();
  const trade = () =>
    ada.evaluate(() => /** @type {any} */ (document.querySelector('entente-europe')).trade.amounts);
  const typed = await trade();

  // Others offer, to her and among themselves, swap, take back and are ready.
  await command(cleo, { type: 'offer_create', to: [0, 1], give: { [gift]: 1 }, want: { coin: 1 } });
  const among = { type: 'offer_create', to: [2], give: { [give]: 1 }, want: { coin: 1 } };
  await command(bo, among);
  await ada.locator('.among .deal').waitFor();
  const { offers } = (await view(cleo)).public;
  const ended = await appears(ada, '.among .deal.gone');
  await command(cleo, { type: 'offer_accept', offer_id: offers.at(-1).id });
  await ended();
  const undone = await appears(ada, '.to-me .deal.gone');
  await command(bo, { type: 'offer_cancel', offer_id: offers[0].id });
  await undone();
  await command(bo, { type: 'ready', ready: true });
  await ada.locator('.holdings .doing', { hasText: 'ready' }).waitFor();
  const moved = async () => {
    const now = await stayed();
    const lost = first.filter((text) => !now.includes(text));
    assert.equal(lost.length, 3, `only the offer that was taken back is gone: ${lost}, now ${now}`);
  };
  await moved();
  // Nor does anything once its slot has shown for long enough how it ended.
  await ada.locator('.to-me .deal.empty').waitFor({ state: 'attached' });
  await moved();
  assert.deepEqual(await trade(), typed, 'the offer in the making is as it was');
  const focused = await ada.evaluate(() => document.activeElement?.className);
  assert.match(String(focused), /send/, 'the focus is where it was');
  nobodyComplained(people);
});

test('what has just taken a place cannot be hit at once', async () => {
  const [ada, bo] = await trading(server, browser, {});
  const { players } = (await view(ada.page)).public;
  const give = plenty(players[1]);
  const offer = { type: 'offer_create', to: [0], give: { [give]: 1 }, want: { coin: 1 } };
  await command(bo.page, offer);
  await ada.page.locator('.to-me .deal.armed').waitFor();
  // Pressed at the moment when the offer arrives: it was not seen, so it is not accepted.
  const outcome = await ada.page.evaluate(async () => {
    const desk = /** @type {any} */ (document.querySelector('entente-europe'));
    desk.armedFresh = true;
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', code: 'KeyA', bubbles: true }));
    await desk.updateComplete;
    return [desk.messages.said, desk.at.offers.length];
  });
  assert.deepEqual(outcome, ['The marked offer has just changed. Look again.', 1]);
  nobodyComplained([ada, bo]);
});

test('what is owed is one press away, and paid with the cubes that are picked', async () => {
  const options = { crisis_deck: 'seed_only', crisis_at_ms: [600_000, 610_000, 620_000, 630_000] };
  const look = { viewport: { width: 390, height: 844 }, hasTouch: true };
  const [{ page }, bo] = await trading(server, browser, options, look);
  const pages = [page, bo.page];
  // All four crises of the short deck turn up, one of which is paid with any four cubes.
  for (let crises = 1; crises <= 4; crises += 1) {
    for (const one of pages) await command(one, { type: 'ready', ready: true });
    await page
      .locator('.trouble')
      .nth(crises - 1)
      .waitFor({ state: 'attached' });
  }
  // Values that this project decided are marked: whether a crisis stays, and what it does.
  const marks = await page.locator('.trouble').evaluateAll((lines) =>
    lines.map((line) => {
      const made = (/** @type {string} */ where) => line.querySelector(`${where} .made`) !== null;
      return [line.getAttribute('data-crisis'), made('b'), made('.title .faint'), made('.does')];
    }),
  );
  assert.deepEqual(marks.sort(), [
    ['earthquake', false, true, true],
    ['emigration', false, true, false],
    ['stockpile', false, false, true],
    ['tsunami', false, true, false],
  ]);
  await page.locator('.eu-owe').click();
  const crisis = page.locator('.trouble[data-crisis=emigration]');
  await crisis.locator('.pay:disabled').waitFor();
  // Nothing is picked yet: the button says so, and that cubes of the stockpile stay one's own.
  await crisis.locator('.pay', { hasText: 'Choose' }).waitFor();
  const stockpile = page.locator('.trouble[data-crisis=stockpile]');
  if (await stockpile.locator('.pick').count()) await stockpile.locator('.pick').first().click();
  await stockpile.locator('.pay', { hasText: 'Lock' }).waitFor();
  const before = (await view(page)).public.players;
  await crisis.locator('.pick').nth(0).click();
  await crisis.locator('.pick').nth(1).click();
  await crisis.locator('.pay').click();
  await crisis.getByText('2 cubes to Bo').waitFor();
  const after = (await view(page)).public.players;
  const cubes = (/** @type {any} */ player) => total(player.cubes);
  assert.equal(cubes(after[0]), cubes(before[0]) - 2);
  assert.equal(cubes(after[1]), cubes(before[1]) + 2);
  assert.deepEqual(
    new Set(await crisis.locator('.pick b').allTextContents()),
    new Set(['0']),
    'another part begins with nothing picked',
  );
  // What Bo owes goes to this seat; and who has paid everything reads no more what becomes of debtors.
  assert.match((await page.locator('.eu-one .debts').textContent()) ?? '', /4 cubes to you/);
  await crisis.locator('.pick').nth(0).click();
  await crisis.locator('.pick').nth(1).click();
  await crisis.locator('.pay').click();
  await crisis.getByText('You owe nothing').waitFor();
  assert.doesNotMatch((await crisis.textContent()) ?? '', /Unpaid/);
});

for (const [colorScheme, width, height] of rotated(
  /** @type {const} */ ([
    ['dark', 1440, 900],
    ['light', 390, 844],
  ]),
)) {
  test(`axe finds no serious fault in any phase: ${width} wide, ${colorScheme}`, async () => {
    const people = await seated(
      server,
      browser,
      { max_rounds: 1 },
      { colorScheme, viewport: { width, height }, bypassCSP: true },
      AXE,
    );
    const pages = people.map(({ page }) => page);
    const [ada, bo] = pages;
    /** @param {string} where */
    const sound = async (where) => {
      await soundFor(ada, where);
      if (width < 800) assert.deepEqual(await small(ada, 'entente-europe'), [], where);
    };
    await phase(pages, 'country');
    await sound('country');
    for (const [at, page] of pages.entries())
      await command(page, { type: 'country', code: ['PL', 'DE'][at] });
    await phase(pages, 'choose');
    await ada.locator('.eu-option .hide').first().click();
    await sound('choose');
    await ada.locator('.eu-send .primary').click();
    await ada.locator('.eu-task.locked').waitFor();
    await sound('chosen');
    const { dealt } = (await view(bo)).private;
    await command(bo, {
      type: 'choose',
      keep: dealt.map((/** @type {any} */ one) => one.id),
      reveal_resource: false,
    });
    await phase(pages, 'play');
    const { players } = (await view(bo)).public;
    await command(bo, {
      type: 'offer_create',
      to: [0],
      give: { [plenty(players[1])]: 1 },
      want: { coin: 1 },
    });
    await ada.locator('.to-me .deal').waitFor();
    await ada.getByRole('spinbutton').first().press('ArrowUp');
    await sound('open trade');
    await pressAtOnce(ada, 'nn');
    await ada.locator('.drawing .keep').first().click();
    await sound('drawing');
    await ada.locator('.drawing .primary').click();
    await ada.locator('.drawing').waitFor({ state: 'detached' });
    await ada.keyboard.press('?');
    await sound('keys');
    await ada.keyboard.press('Escape');
    for (const page of pages) await command(page, { type: 'ready', ready: true });
    await ada.locator('.trouble').first().waitFor({ state: 'attached' });
    for (const button of await ada.locator('.eu-panels button:visible').all()) {
      await button.click();
      await sound(`panel ${await button.innerText()}`);
    }
    for (const page of pages) await command(page, { type: 'ready', ready: true });
    await phase(pages, 'allocate');
    await sound('allocate');
    for (const page of pages) {
      const [usual] = await page.evaluate(
        () => /** @type {any} */ (document.querySelector('entente-match')).session.offers,
      );
      const cards = usual.command.cards.map((/** @type {any} */ one) => ({
        ...one,
        reward: 'happiness',
      }));
      await command(page, { type: 'allocate', cards });
    }
    await phase(pages, 'over');
    await sound('over');
  });
}

test('a form says of each field what it asks for', async () => {
  const people = await seated(server, browser, { max_rounds: 1, untimed: true });
  const pages = people.map((one) => one.page);
  const [page] = pages;
  /** Opens the form of an offer from the complete list, and returns its fields. @param {RegExp} offer */
  const fieldsOf = async (offer) => {
    await turnTo(page, 'choices');
    await page.locator('entente-offers .offer', { hasText: offer }).first().click();
    await page.locator('.offer-form .offer-title').waitFor();
    await page.locator('.offer-form .offer-title').waitFor();
    const fields = page.locator('.offer-form > fieldset > legend, .offer-form > .stepper > span');
    const asked = (await fields.allInnerTexts()).map((one) => one.trim());
    await page.locator('.offer-form').getByRole('button', { name: 'Back' }).click();
    return asked;
  };
  await toTrade(pages);
  const { coin, citizens } = (await view(page)).public.players[0];
  assert.deepEqual(await fieldsOf(/Offer coin/), [
    'To: choose 1',
    coin === 1 ? 'You give, coin: 1' : `You give, coin: 1 to ${coin}`,
    'You want: at least 1, 0 chosen',
  ]);
  for (const one of pages) await command(one, { type: 'ready', ready: true });
  await phase(pages, 'play');
  for (const one of pages) await command(one, { type: 'ready', ready: true });
  await phase(pages, 'allocate');
  const fields = await fieldsOf(/Allocate your cubes/);
  assert.equal(fields.length, 2 * citizens.length, fields.join());
  for (const field of fields) assert.match(field, /^\p{Lu}[^:]+, (Cubes|reward): /u);
  nobodyComplained(people);
});

test('a refusal on a phone lies over nothing that is pressed', async () => {
  const viewport = { width: 390, height: 844 };
  const people = await trading(server, browser, {}, { viewport, hasTouch: true });
  const [{ page }] = people;
  // It is shown for some seconds only.
  const covered = await page.evaluate(async () => {
    const { session } = /** @type {any} */ (document.querySelector('entente-match'));
    const detail = {
      code: 'illegal',
      detail: 'There is no such offer any more, so that nobody can accept it.',
    };
    session.dispatchEvent(new CustomEvent('refused', { detail }));
    const notice = () => document.querySelector('.calls .notice.bad')?.getBoundingClientRect();
    while (!notice()?.height) await new Promise(requestAnimationFrame);
    const box = /** @type {DOMRect} */ (notice());
    const below = [...document.querySelectorAll('.eu-ready, .eu-timer, .eu-panels button')];
    return below
      .filter((one) => one.checkVisibility())
      .filter((one) => {
        const { x, y, width, height, bottom } = one.getBoundingClientRect();
        const hit = document.elementFromPoint(x + width / 2, y + height / 2);
        // The clock and "ready" stay in view; what lies below the notice can be pressed through it.
        const seen = one.matches('.eu-panels button') || bottom <= box.top;
        return !seen || !one.contains(hit);
      })
      .map((one) => one.className);
  });
  assert.deepEqual(covered, []);
  nobodyComplained(people);
});

for (const [width, height] of rotated(
  /** @type {const} */ ([
    [1280, 720],
    [1440, 900],
    [1920, 1080],
  ]),
)) {
  test(`the desk fills the screen and nothing lies below its edge: ${width}`, async () => {
    const people = await trading(server, browser, {}, { viewport: { width, height } });
    const [{ page }] = people;
    const parts = [
      '.eu-table',
      '.eu-offers',
      '.eu-mine',
      '.eu-market',
      '.eu-crises',
      '.eu-players',
    ];
    const boxes = await Promise.all(parts.map((css) => page.locator(css).boundingBox()));
    let used = 0;
    boxes.forEach((box, at) => {
      assert.ok(box && box.y + box.height <= height && box.x + box.width <= width, parts[at]);
      used += box.width * box.height;
    });
    assert.ok(used / (width * height) > 0.8, `${used / (width * height)}`);
    assert.ok(
      await page.locator('.eu-desk').evaluate((eu) => eu.scrollHeight <= eu.clientHeight + 1),
    );
    const names = page.locator('.eu-mine .citizen .title, .holdings th .name b');
    const cut = await names.evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
    );
    assert.deepEqual(cut, [], 'no name is cut');
    nobodyComplained(people);
  });
}
