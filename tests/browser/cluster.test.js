// Several servers on one store: the page stays connected to its own while the one that has its room dies.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, nobodyComplained, person } from './support/browser.js';
import { Nats } from './support/nats.js';
import { begin, playUntil, random, seedOf, state } from './support/play.js';
import { Server } from './support/server.js';

/** @import { Browser, Page } from 'playwright-core' */

/** Folder for pictures, if somebody wants to look at them. */
const PICTURES = process.env.ENTENTE_PICTURES;

/** @type {Browser} */ let browser;
/** @type {Nats} */ let nats;
/** @type {Server[]} */ let servers = [];

before(async () => {
  [browser, nats] = await Promise.all([launch(), Nats.start()]);
  servers = await Promise.all([1, 2, 3].map(() => Server.start(...nats.settings)));
});

after(async () => {
  await browser?.close();
  await Promise.all(servers.map((server) => server.end()));
  await nats?.end();
});

/** Counts the sockets that a page opens and loses. @param {Page} page */
function sockets(page) {
  const counts = { opened: 0, closed: 0 };
  page.on('websocket', (socket) => {
    counts.opened += 1;
    socket.on('close', () => (counts.closed += 1));
  });
  return counts;
}

/** @param {Page} page @param {string} name */
async function picture(page, name) {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `cluster-${name}.png`) });
}

test('a match goes on in the page when the server dies that has its room', async () => {
  const [owner, ...others] = servers;
  const { code, tokens } = await owner.room('europe-divided');
  const [ada, bo] = await Promise.all([person(browser), person(browser)]);
  const pages = [ada.page, bo.page];
  const counts = pages.map(sockets);
  for (const [seat, page] of pages.entries()) {
    await page.goto(`${others[seat].url}/r/${code}#seat=${tokens[seat]}`);
  }
  await begin(pages);
  const pick = random(seedOf(3));
  await playUntil(pages, pick, async () => (await state(ada.page)).seq >= 8);
  await picture(ada.page, 'before');

  const { seq } = await state(ada.page);
  await owner.kill();
  const died = performance.now();
  await picture(ada.page, 'during');
  await playUntil(pages, pick, async () => (await state(ada.page)).seq > seq);
  console.log(`the match went on after ${Math.round(performance.now() - died)} ms`);
  await playUntil(pages, pick, async () => (await state(ada.page)).seq >= seq + 6);
  await picture(ada.page, 'after');

  assert.deepEqual(
    counts,
    [1, 2].map(() => ({ opened: 1, closed: 0 })),
    'the sockets have stayed',
  );
  nobodyComplained([ada, bo]);
});
