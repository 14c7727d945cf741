// Letters twice as large as usual, as somebody sets them in the browser who does not see well: no page widens, and no
// text is cut. Boards, which are drawn in one piece, are enlarged by the browser's zoom instead (`reach`).

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { atRest, launch, nobodyComplained, person } from './support/browser.js';
import { server, withServer } from './support/fixture.js';
import { turnTo } from './support/play.js';
import { rotated } from './support/rotation.js';
import { againstBots, resign } from './support/table.js';

/** @import { Browser, Page } from 'playwright-core' */

withServer('--bot-pace-ms', '0');

const SIZES = /** @type {const} */ ([
  [1440, 900],
  [1024, 768],
  [390, 844],
]);
const GAMES = /** @type {const} */ (['europe-divided', 'balance-of-power', 'europe']);

/** @type {Browser} its letters are twice as large as others' */ let browser;
before(async () => {
  browser = await launch('--blink-settings=defaultFontSize=32');
});
after(() => browser?.close());

/** Returns, in the page, the texts of a part that are cut or lie beyond an edge, and whether the page has widened. @param {string} part */
function faults(part) {
  /** @type {string[]} */ const found = [];
  const wide = document.scrollingElement?.scrollWidth ?? 0;
  if (wide > innerWidth) found.push(`the page is ${wide} wide`);
  for (const one of document.querySelectorAll(`${part}, ${part} *`)) {
    if (!one.checkVisibility() || one.closest('.unseen, .skip, svg, entente-clock, option'))
      continue;
    const texts = [...one.childNodes].filter(
      ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
    );
    if (texts.length === 0) continue;
    const name = `${one.tagName} ${one.className}: ${one.textContent?.trim().slice(0, 40)}`;
    const { display, overflowX, overflowY } = getComputedStyle(one);
    const scrolls = (/** @type {string} */ way) => /auto|scroll/.test(way);
    const across = one.scrollWidth > one.clientWidth + 1 && !scrolls(overflowX);
    const down = one.scrollHeight > one.clientHeight + 3 && /hidden|clip/.test(overflowY);
    if (display !== 'inline' && (across || down)) found.push(`cut: ${name}`);
    const pushed = (/** @type {Element | null} */ at) => {
      for (; at; at = at.parentElement)
        if (scrolls(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return true;
      return false;
    };
    for (const text of texts) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right } = range.getBoundingClientRect();
      if ((left < -1 || right > innerWidth + 1) && !pushed(one)) found.push(`beyond: ${name}`);
    }
  }
  return found;
}

/** @param {Page} page @param {string} what @param {string} [part] */
const whole = async (page, what, part = 'body') =>
  assert.deepEqual(await atRest(page, faults, part), [], what);

for (const [width, height] of rotated(SIZES)) {
  test(`pages with letters of 200 % cut no text at ${width} by ${height}`, async () => {
    const ada = await person(browser, { viewport: { width, height } });
    const { page } = ada;
    await page.goto(server.url);
    await page.locator('.game-card').nth(2).waitFor();
    const size = await page.evaluate(() => getComputedStyle(document.body).fontSize);
    assert.equal(size, '32px', 'the page follows the browser');
    await whole(page, 'the first page');
    for (const game of GAMES) {
      await page.locator(`[data-game="${game}"] button.more`).click();
      await page.locator('entente-create details summary').click();
      await whole(page, `the form of ${game}`);
      await page.getByRole('button', { name: 'Back' }).click();
    }
    await page.goto(`${server.url}/rules/europe`);
    await page.locator('.rules section').first().waitFor();
    await whole(page, 'the rules');
    const { room, token } = await server.ask('POST', 'rooms', {
      game: 'europe',
      name: 'Annabella Montgomery-Smythe',
      options: { players: 4 },
    });
    await page.goto(`${server.url}/r/${room.code}`);
    await page.getByRole('button', { name: 'Take a seat' }).waitFor();
    await whole(page, 'coming by a link');
    await page.goto(`${server.url}/r/${room.code}#seat=${token}`);
    await page.locator('.lobby .options').first().waitFor();
    await whole(page, 'the lobby');
    nobodyComplained([ada]);
  });

  for (const game of rotated(GAMES)) {
    test(`${game}: what lies beside a board cuts no text with letters of 200 %, at ${width} by ${height}`, async () => {
      const ada = await againstBots(server, browser, game, {}, { viewport: { width, height } });
      const { page } = ada;
      await page.locator('.board > *').waitFor();
      for (const tab of /** @type {const} */ (['choices', 'log', 'chat', 'rules'])) {
        await turnTo(page, tab);
        await whole(page, tab, '.drawer');
      }
      await page.getByRole('button', { name: 'Close the drawer' }).click();
      for (const part of ['.countries', '.eu-panels', '.bp-tabs', '.ed-side header'])
        await whole(page, part, part);
      await page.getByRole('button', { name: 'Settings' }).click();
      await whole(page, 'the menu', '.menu-sheet');
      await page.keyboard.press('Escape');
      await resign(page);
      await whole(page, 'the result', '.over');
      nobodyComplained([ada]);
    });
  }
}
