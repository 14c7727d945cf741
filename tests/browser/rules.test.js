// The rules in words: in the drawer at what is asked, from the log, searched, on a page of their own that
// prints; with the signs of the boards.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AXE, soundFor } from './support/axe.js';
import { nobodyComplained, person } from './support/browser.js';
import { FAST } from './support/europe.js';
import { browser, server, withServer } from './support/fixture.js';
import { begin, playUntil, random, seedOf, state, turnTo } from './support/play.js';
import { rotated } from './support/rotation.js';

/** @import { Page } from 'playwright-core' */

const GAMES = ['europe-divided', 'balance-of-power', 'europe'];

withServer();

/** Returns the rules of a game as the server has them. @param {string} game */
const rulesOf = (game) => server.ask('GET', `rules/${game}`);

/** Opens a match for two. @param {string} game @param {import('playwright-core').BrowserContextOptions} [look] */
async function match(game, look) {
  const { links } = await server.match(game, game === 'europe' ? FAST : {});
  const people = await Promise.all(links.map(() => person(browser, look)));
  await Promise.all(people.map(({ page }, seat) => page.goto(links[seat])));
  await begin(people.map(({ page }) => page));
  return people;
}

/** Returns the rules of what the page may do now. @param {Page} page @returns {Promise<string[]>} */
const offered = (page) =>
  page.evaluate(() =>
    /** @type {any} */ (document.querySelector('entente-match')).play.offers.map(
      (/** @type {{rule: string}} */ { rule }) => rule,
    ),
  );

/** Returns, in the page, the names for which a board has no sign. @param {{game: string, names: string[]}} wanted */
async function unknownSigns({ game, names }) {
  const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]'));
  const { default: sign } = await import(new URL(`games/${game}/signs.js`, script.src).href);
  return names.filter((name) => sign(name) === null);
}

/** Waits until the section has the focus and is in view. @param {Page} page @param {string} id */
async function opened(page, id) {
  const title = page.locator(`#rule-${id} > h3:focus`);
  await title.waitFor();
  await page.waitForFunction((name) => {
    const box = document.querySelector(`#rule-${name} > h3`)?.getBoundingClientRect();
    return !!box && box.top >= 0 && box.bottom <= innerHeight;
  }, id);
}

/** Holds back, in the page, what waits for a frame; returns what lets it go, and all frames after it. */
function slowFrames() {
  const now = window.requestAnimationFrame;
  /** @type {FrameRequestCallback[]} */ const held = [];
  window.requestAnimationFrame = (callback) => held.push(callback);
  return async () => {
    window.requestAnimationFrame = now;
    for (const callback of held) callback(performance.now());
    await new Promise(now);
  };
}

test('why something is asked depends on the kind of what is asked', async () => {
  const { page } = await person(browser);
  await page.goto(server.url);
  const all = await rulesOf('europe-divided');
  const sections = await page.evaluate(async (all) => {
    const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]'));
    const { reasonOf } = await import(new URL('core/rules.js', script.src).href);
    const raises = [{ command: { type: 'increase_influence' } }];
    const kinds = ['propaganda', 'advantage', undefined];
    return kinds.map((kind) => reasonOf(all, kind, raises)?.section);
  }, all);
  assert.deepEqual(sections, ['special', 'advantage-cards', 'advantage-cards']);
});

for (const game of GAMES) {
  test(`${game}: one key or button opens the rules at what is asked, every name in the log leads there`, async () => {
    const { sections } = await rulesOf(game);
    /** @param {string} rule */
    const sectionOf = (rule) =>
      sections.find((/** @type {any} */ { cites }) => cites.includes(rule));
    const people = await match(game);
    const pages = people.map(({ page }) => page);
    const [page] = pages;
    await playUntil(pages, random(seedOf(8)), async () => {
      const now = await state(page);
      return now.seq >= 6 && now.offers > 0 && !now.busy;
    });
    const [rule] = await offered(page);
    const open = page.locator('.drawer-buttons [data-tab=rules]');
    // Where the board needs the letter, the button does it.
    const press = () => (game === 'europe' ? open.click() : page.keyboard.press('r'));
    await press();
    await opened(page, sectionOf(rule).id);
    // Where frames are slow they are there before the drawer has given itself the focus.
    await press();
    await page.locator('.drawer-panel').waitFor({ state: 'detached' });
    const frame = await page.evaluateHandle(slowFrames);
    await press();
    await opened(page, sectionOf(rule).id);
    await frame.evaluate((passed) => passed());
    await opened(page, sectionOf(rule).id);
    const top = await page.evaluate(
      () => document.querySelector('.status')?.getBoundingClientRect().top,
    );
    assert.equal(top, 0, 'the table stays where it is');
    assert.equal((await page.locator('.rules-now a').count()) > 0, true);

    await turnTo(page, 'log');
    const links = page.locator('.log a.rule');
    const cited = await links.evaluateAll((all) =>
      all.map((link) => /** @type {HTMLElement} */ (link).dataset.rule ?? ''),
    );
    assert.ok(cited.length > 2, 'events name their rules');
    for (const one of new Set(cited)) assert.ok(sectionOf(one), `no section for ${one}`);
    await links.first().click();
    await opened(page, sectionOf(cited[0]).id);

    // With the keyboard one is reached with Tab, the others with arrow keys from it.
    await turnTo(page, 'log');
    assert.equal(await page.locator('.log a.rule[tabindex="0"]').count(), 1);
    await page.locator('.log a.rule[tabindex="0"]').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await opened(page, sectionOf(cited[cited.length - 2]).id);
    nobodyComplained(people);
  });

  for (const [colorScheme, width, height] of rotated(
    /** @type {const} */ ([
      ['light', 1440, 900],
      ['dark', 390, 844],
    ]),
  )) {
    test(`${game}: axe finds no serious fault in the rules, ${colorScheme}, ${width} pixels wide`, async () => {
      const look = { colorScheme, viewport: { width, height }, bypassCSP: true };
      const people = await match(game, look);
      const [{ page }] = people;
      await page.evaluate(AXE);
      await turnTo(page, 'rules');
      await page.locator('.rules section').first().waitFor();
      await soundFor(page, 'drawer');
      const panel = page.locator('.drawer-panel');
      const wide = await panel.evaluate(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      );
      assert.equal(wide, 0, 'nothing is wider than the drawer');
      await page.goto(`${server.url}/rules/${game}`);
      await page.locator('.rules section').first().waitFor();
      await page.evaluate(AXE);
      await soundFor(page, 'page');
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `the page is ${over} pixels too wide`);
      nobodyComplained(people);
    });
  }

  test(`${game}: each sign of the rules is drawn by its board's code, and the legend is two screens at most`, async () => {
    const somebody = await person(browser);
    const { page } = somebody;
    await page.goto(`${server.url}/rules/${game}`);
    await page.locator('#rule-legend tbody tr').first().waitFor();
    const rows = (await rulesOf(game)).sections
      .flatMap((/** @type {any} */ { blocks }) => blocks)
      .filter((/** @type {any} */ { kind }) => kind === 'legend')
      .flatMap((/** @type {any} */ { rows: all }) => all)
      .filter((/** @type {any} */ { sign }) => sign);
    const drawn = await page.locator('#rule-legend tbody th').evaluateAll((cells) =>
      cells.map((cell) => {
        const boxes = [...cell.children].map((sign) => sign.getBoundingClientRect());
        return boxes.some(({ width, height }) => width > 2 && height > 2);
      }),
    );
    const lost = rows.filter((/** @type {any} */ _, /** @type {number} */ at) => !drawn[at]);
    assert.deepEqual(lost, []);
    assert.equal(drawn.length, rows.length);
    assert.doesNotMatch(
      await page.locator('.rules').innerText(),
      /:[a-z-]+:/,
      'every sign is known',
    );
    const named = JSON.stringify(await rulesOf(game)).matchAll(/:([a-z][a-z0-9-]*):/g);
    const names = [...new Set([...named].map(([, name]) => name))];
    assert.deepEqual(await page.evaluate(unknownSigns, { game, names }), []);
    assert.ok((await page.locator('.rules :is(.scene, .scenes)').count()) > 0, 'small boards');
    const legend = await page.locator('#rule-legend').boundingBox();
    assert.ok(legend && legend.height <= 2 * 900, `${legend?.height} pixels`);
    nobodyComplained([somebody]);
  });
}

test('search leaves the sections with all the words, and a link leads out of it', async () => {
  const somebody = await person(browser);
  const { page } = somebody;
  await page.goto(`${server.url}/rules/europe-divided`);
  const search = page.getByLabel('Search the rules');
  await search.fill('ARMIES removed 15');
  await page.locator('#rule-supply').waitFor();
  assert.equal(await page.locator('#rule-initiative').count(), 0);
  assert.match(await page.locator('.rules [role=status]').innerText(), /^\d+ sections?$/);
  await search.fill('no such thing at all');
  await page.getByText('Nothing has all these words.').waitFor();
  await search.fill('contested cards');
  await page.locator('#rule-action-cards a').first().click();
  await opened(page, 'increase');
  assert.equal(await search.inputValue(), '');
  assert.equal(new URL(page.url()).hash, '#increase');
  nobodyComplained([somebody]);
});

test('the page has an address for each rule, is linked from the first page and the lobby, and prints the text alone', async () => {
  const [ada, bo] = await Promise.all([person(browser), person(browser)]);
  await ada.page.goto(
    `${server.url}/rules/balance-of-power#${encodeURIComponent('Draft troops: cards')}`,
  );
  await opened(ada.page, 'cards');
  await ada.page.emulateMedia({ media: 'print' });
  for (const css of ['.bar', '.rules-head', '.rules-contents', '.rules-page nav']) {
    assert.equal(await ada.page.locator(css).isVisible(), false, css);
  }
  assert.ok(await ada.page.locator('#rule-cards table').isVisible());
  await ada.page.emulateMedia({ media: 'screen' });
  await ada.page.getByRole('link', { name: 'Europe', exact: true }).click();
  await ada.page.locator('h1', { hasText: 'The rules of Europe' }).waitFor();
  await ada.page.locator('#rule-trade').waitFor();

  await bo.page.goto(`${server.url}/`);
  await bo.page.getByRole('link', { name: 'Rules Europe Divided' }).click();
  await bo.page.locator('#rule-initiative').waitFor();
  const { links } = await server.room('europe-divided');
  await bo.page.goto(links[0]);
  const lobby = bo.page.getByRole('link', { name: 'Read the rules' });
  assert.equal(await lobby.getAttribute('href'), `${server.url}/rules/europe-divided`);
  await bo.page.goto(`${server.url}/rules/tic-tac-toe`);
  await bo.page.getByText('This server has no such game.').waitFor();
  nobodyComplained([ada, bo]);
});
