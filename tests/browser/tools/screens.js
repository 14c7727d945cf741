// Retakes the pictures of docs/SCREENS.md: `npm --prefix tests/browser run screens`. With a folder as its
// argument it takes every screen there is, at four sizes, light and dark, for reviewing all of them after a
// change; names of tours after that limit it to those.

import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, person } from '../support/browser.js';
import { FAST, toTrade } from '../support/europe.js';
import { begin, playUntil, random, state, turnTo } from '../support/play.js';
import { Server } from '../support/server.js';

/** @import { Browser, BrowserContextOptions, Page } from 'playwright-core' */

/** @typedef {{server: Server, browser: Browser, look: BrowserContextOptions}} Visit */
/** @typedef {AsyncGenerator<[name: string, page: Page]>} Tour the page shows what the name says */

const IMAGES = fileURLToPath(new URL('../../../docs/images/', import.meta.url));
const GAMES = ['europe-divided', 'balance-of-power', 'europe'];
/** The screens that the documentation shows. */
const SHOWN = new Set(['home', 'create', 'lobby', 'join', 'end', 'replay', 'fairness', ...GAMES]);
/** Number of colours of a picture (pngquant): few, because pictures are kept in the repository. */
const COLOURS = '48';
/** A token of the right form that no seat has. */
const NO_TOKEN = 'x'.repeat(43);
/** Time for animations to end before a picture is taken, in milliseconds. */
const SETTLED_MS = 250;
/** The entry of the log up to which a match is played before it is shown. */
const PLAYED = 40;

const WIDE = { viewport: { width: 1440, height: 900 } };
const NARROW = { viewport: { width: 390, height: 844 }, hasTouch: true };
/** The sizes at which screens are reviewed. */
const SIZES = {
  ...{ wide: WIDE, laptop: { viewport: { width: 1280, height: 720 } } },
  ...{ narrow: NARROW, low: { viewport: { width: 844, height: 390 }, hasTouch: true } },
};

/** Opens a page of a new visitor. @param {Visit} visit @param {string} [path] */
async function visitor({ server, browser, look }, path = '') {
  const { page } = await person(browser, look);
  await page.goto(`${server.url}/${path}`);
  return page;
}

/** @param {Visit} visit @returns {Tour} */
async function* firstPage(visit) {
  const { server } = visit;
  const page = await visitor(visit);
  await page.locator('.game-card').nth(2).waitFor();
  yield ['home-empty', page];
  for (const game of GAMES) {
    await page.locator(`[data-game="${game}"] button.more`).click();
    if (game === 'europe') await page.locator('entente-create input[name=name]').fill('Ada');
    yield [game === 'europe' ? 'create' : `create-${game}`, page];
    await page.locator('entente-create details summary').click();
    yield [`create-${game}-more`, page];
    await page.getByRole('button', { name: 'Back' }).click();
  }
  for (const game of GAMES) {
    await server.ask('POST', 'rooms', { game, name: 'Grete', listed: true });
  }
  const { room, token } = await server.ask('POST', 'rooms', {
    game: 'europe-divided',
    name: 'Hal',
    listed: true,
  });
  await server.ask('POST', `rooms/${room.code}/seats/1/bot`, {}, token);
  const hal = await visitor(visit, `r/${room.code}#seat=${token}`);
  await begin([hal]);
  await hal.goto(`${server.url}/`);
  await hal.locator('.game-card').nth(2).waitFor();
  await hal.locator('.rooms').nth(1).waitFor();
  yield ['home', hal];
  await page.getByLabel('Room code or link').fill('hello');
  await page.getByRole('button', { name: 'Go to the room' }).click();
  yield ['home-no-code', page];
  await page.locator('[data-game=europe] button.more').click();
  await page.locator('entente-create details summary').click();
  await page.getByRole('button', { name: 'Add a time' }).click();
  await page.getByLabel('When crises come, number 1').fill('soon');
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Open the room' }).click();
  yield ['create-wrong', page];
  await page.getByLabel('When crises come, number 1').fill('9:00');
  await page.getByLabel('When crises come, number 2').fill('1:00');
  await page.getByRole('button', { name: 'Open the room' }).click();
  await page.getByText('The server says').waitFor();
  yield ['create-refused', page];
}

/** @param {Visit} visit @returns {Tour} */
async function* beforeTheMatch(visit) {
  const { server } = visit;
  const page = await visitor(visit);
  await page.locator('[data-game=balance-of-power] button.more').click();
  await page.locator('entente-create input[name=name]').fill('Ada');
  await page.locator('entente-create button.primary').click();
  await page.locator('.lobby').waitFor();
  yield ['lobby-host', page];
  const path = new URL(page.url()).pathname.slice(1);
  const bo = await visitor(visit, path);
  await bo.locator('form.create').waitFor();
  await bo.getByLabel('Your name').fill('Bo');
  yield ['join', bo];
  const cleo = await visitor(visit, path);
  await cleo.getByRole('button', { name: 'Only watch' }).click();
  await cleo.locator('.lobby').waitFor();
  yield ['lobby-spectator', cleo];
  await bo.locator('form.create button.primary').click();
  await bo.locator('.lobby').waitFor();
  yield ['lobby-guest', bo];
  await bo.getByLabel('Say something').fill('Hello! Shall we?');
  await bo.keyboard.press('Enter');
  await bo.locator('.lobby button.big').click();
  await page.locator('.seat.ready').waitFor();
  yield ['lobby', page];
  yield ['lobby-waiting', bo];
  const full = await visitor(visit, path);
  await full.getByRole('heading').first().waitFor();
  yield ['room-full', full];
  await page.locator('.lobby button.big').click();
  await page.locator('entente-match .match').waitFor();
  const late = await visitor(visit, path);
  await late.getByRole('heading').first().waitFor();
  yield ['room-started', late];
  const wide = await server.ask('POST', 'rooms', {
    game: 'europe',
    name: 'Ada',
    options: { players: 4 },
  });
  const four = await visitor(visit, `r/${wide.room.code}#seat=${wide.token}`);
  await four.getByRole('button', { name: 'Add a bot' }).first().click();
  await four.locator('.seat.ready').waitFor();
  yield ['lobby-europe', four];
}

/** @param {Visit} visit @returns {Tour} */
async function* obstacles(visit) {
  const { server } = visit;
  yield ['room-unknown', await shown(visitor(visit, 'r/CDFHJK'))];
  const { code, links } = await server.room('europe-divided');
  yield ['token-unknown', await shown(visitor(visit, `r/${code}#seat=${NO_TOKEN}`))];
  const old = await visitor(visit, links[0].slice(server.url.length + 1));
  await old.locator('.lobby').waitFor();
  const { page: newer } = await person(visit.browser, visit.look);
  await newer.routeWebSocket(/socket$/, (socket) => {
    const real = socket.connectToServer();
    real.onMessage((said) => {
      const message = JSON.parse(String(said));
      if (message.type === 'welcome') message.protocol = 2;
      socket.send(JSON.stringify(message));
    });
  });
  await newer.goto(links[0]);
  await newer.getByRole('heading', { name: /newer protocol/ }).waitFor();
  yield ['new-protocol', newer];
  await old.getByRole('heading', { name: /another tab/ }).waitFor();
  yield ['replaced', old];
  const lobby = await visitor(visit, links[1].slice(server.url.length + 1));
  await lobby.locator('.lobby').waitFor();
  const home = await visitor(visit);
  await home.locator('.game-card').nth(2).waitFor();
  await home.route('**/api/**', (route) => route.abort());
  await home.reload();
  yield ['home-unreachable', await shown(Promise.resolve(home))];
}

/** @param {Promise<Page>} page */
async function shown(page) {
  await (await page).locator('[role=alert]').first().waitFor();
  return page;
}

/** @param {Visit} visit @returns {Tour} */
async function* aMatch(visit) {
  const { server } = visit;
  const { code, links } = await server.room('europe-divided');
  const paths = links.map((link) => link.slice(server.url.length + 1));
  const [ada, bo] = [await visitor(visit, paths[0]), await visitor(visit, paths[1])];
  await begin([ada, bo]);
  yield ['match-first', ada];
  const pages = [ada, bo];
  await playUntil(pages, random(7), async () => (await state(ada)).seq >= PLAYED);
  const cleo = await visitor(visit, `r/${code}`);
  await cleo.locator('main button').first().click();
  await cleo.locator('entente-match .match').waitFor();
  yield ['match-spectator', cleo];
  yield ['match', ada];
  for (const tab of /** @type {const} */ (['choices', 'log', 'chat', 'rules'])) {
    await turnTo(ada, tab);
    yield [`match-${tab}`, ada];
  }
  await ada.getByRole('button', { name: 'Close the drawer' }).click();
  await ada.getByRole('button', { name: 'Settings' }).click();
  yield ['match-menu', ada];
  await ada.getByText('Tell me when it is my turn').click();
  await ada.getByText('Continue on another device').click();
  await ada.getByLabel('By a webhook at').waitFor();
  yield ['match-menu-open', ada];
  await ada.locator('.menu-sheet').getByRole('button', { name: 'How it was dealt' }).click();
  await ada.locator('dialog[open]').waitFor();
  yield ['match-fairness', ada];
  await ada.getByRole('button', { name: 'Close', exact: true }).click();
  await ada.reload();
  await ada.locator('entente-match .match').waitFor();
  const dear = (await state(ada)).seq;
  await playUntil(pages, random(8), async () => (await state(ada)).seq >= dear + 2);
  await server.kill();
  await ada.locator('.line.waiting').waitFor();
  yield ['match-lost', ada];
  await server.start();
  await Promise.all(
    pages.map((page) => page.locator('.line.online').waitFor({ state: 'attached' })),
  );
  yield ['match-back', ada];
  await ada.getByRole('button', { name: 'Settings' }).click();
  await ada.getByRole('button', { name: 'Resign' }).click();
  yield ['match-resign', ada];
  await ada.getByRole('button', { name: 'Yes, resign' }).click();
  for (const page of [ada, bo, cleo]) await page.locator('.ending').waitFor();
  yield ['end-lost', ada];
  yield ['end-spectator', cleo];
  yield ['end', bo];
  await bo.locator('.ending').getByRole('button', { name: 'How it was dealt' }).click();
  await bo.getByRole('dialog').getByRole('button', { name: 'Check the whole deal' }).click();
  await bo.getByText('The record holds').waitFor();
  yield ['fairness', bo];
  await bo.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await bo.getByRole('button', { name: 'Look back', exact: true }).click();
  await bo.locator('entente-replay').waitFor();
  await bo.waitForFunction(
    () => /** @type {any} */ (document.querySelector('entente-match')).replay?.whole,
  );
  await bo.getByLabel('Look back').last().fill('30');
  yield ['replay', bo];
  await bo.getByRole('button', { name: 'Back to the result' }).click();
  await ada.getByRole('button', { name: 'Rematch' }).click();
  await ada.locator('.lobby').waitFor();
  yield ['rematch', ada];
  await bo.getByRole('button', { name: 'Go to the rematch' }).waitFor();
  yield ['rematch-offered', bo];
}

/** @param {Visit} visit @returns {Tour} */
async function* boards(visit) {
  for (const game of GAMES) {
    const { links } = await visit.server.room(game, game === 'europe' ? FAST : {});
    const paths = links.map((link) => link.slice(visit.server.url.length + 1));
    const [ada, bo] = [await visitor(visit, paths[0]), await visitor(visit, paths[1])];
    await begin([ada, bo]);
    const asked = async () => {
      const { seq, offers } = await state(ada);
      return seq >= PLAYED && offers > 0;
    };
    if (game === 'europe') await toTrade([ada, bo]);
    else await playUntil([ada, bo], random(11), asked);
    yield [game, ada];
  }
}

const [everywhere, ...only] = process.argv.slice(2);
const TOURS = [firstPage, beforeTheMatch, obstacles, aMatch, boards];

/**
 * @param {string} folder @param {string} suffix of the files' names @param {BrowserContextOptions} look
 * @param {boolean} all or only what the documentation shows
 */
async function take(folder, suffix, look, all) {
  const browser = await launch();
  for (const tour of TOURS) {
    if (only.length > 0 ? !only.includes(tour.name) : !all && tour === obstacles) continue;
    const server = await Server.start();
    try {
      for await (const [name, page] of tour({ server, browser, look })) {
        if (!all && !SHOWN.has(name)) continue;
        const path = join(folder, `${name}${suffix}.png`);
        await page.waitForTimeout(SETTLED_MS);
        await page.screenshot({ path, animations: 'disabled', fullPage: all });
        if (!all) execFileSync('pngquant', ['--force', '--ext', '.png', '--strip', COLOURS, path]);
      }
    } finally {
      await server.end();
    }
  }
  await browser.close();
}

if (everywhere) {
  mkdirSync(everywhere, { recursive: true });
  for (const [size, look] of Object.entries(SIZES)) {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await take(everywhere, `-${size}-${colorScheme}`, { ...look, colorScheme }, true);
    }
  }
} else {
  // At three quarters of the size, pictures are small enough to keep and large enough to read.
  await take(IMAGES, '', { ...WIDE, deviceScaleFactor: 0.75, colorScheme: 'light' }, false);
  await take(IMAGES, '-phone', { ...NARROW, colorScheme: 'dark' }, false);
}
