// The board of the tutorial, docs/OWN-BOARD.md: the page's blocks are the program, and somebody plays with it in a page
// of another origin, as the tutorial serves it.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { launch, nobodyComplained, person } from './support/browser.js';
import { Server } from './support/server.js';

/** @param {string} name from the root of the repository */
const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
/** @param {string} name */
const source = (name) => readFileSync(path(`examples/own-board/${name}`), 'utf8');

/** Number of choices that are made before the match is given up. */
const CHOICES = 12;

test('the blocks of the page are the program', () => {
  const page = readFileSync(path('docs/OWN-BOARD.md'), 'utf8');
  /** @param {string} mark */
  const blocks = (mark) =>
    [...page.matchAll(new RegExp(`^\`\`\`${mark}\n(.*?)^\`\`\`$`, 'gms'))].map(([, text]) => text);
  assert.deepEqual(blocks('html index.html'), [source('index.html')]);
  assert.equal(blocks('ts board').join('\n'), source('board.ts'));
});

/** Serves the folder of the tutorial after its commands; returns the address and what ends it. */
async function folder() {
  const bundled = await build({
    entryPoints: [path('sdk/ts/src/index.ts')],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const board = await transform(source('board.ts'), { loader: 'ts', format: 'esm' });
  /** @type {Record<string, [string, string]>} */
  const files = {
    '/': ['text/html', source('index.html')],
    '/board.css': ['text/css', source('board.css')],
    '/board.js': ['text/javascript', board.code],
    '/node_modules/@entente/client/dist/index.js': ['text/javascript', bundled.outputFiles[0].text],
    '/favicon.ico': ['image/x-icon', ''],
  };
  const server = createServer((request, response) => {
    const [kind, text] = files[new URL(request.url ?? '/', 'http://x').pathname] ?? ['', null];
    response.writeHead(text === null ? 404 : 200, { 'Content-Type': kind }).end(text ?? '');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}`, end: () => server.close() };
}

test('somebody plays with it, comes back after a reload, and the deal is checked in the end', async () => {
  const site = await folder();
  const server = await Server.start('--allowed-origins', site.url, '--bot-pace-ms', '1');
  const browser = await launch();
  try {
    const ada = await person(browser, { viewport: { width: 390, height: 844 } });
    const { page } = ada;
    const status = page.getByRole('status');
    const choices = page.locator('#choices button');
    /** Waits until something may be chosen. */
    const turn = async () => {
      await status.filter({ hasText: 'It is your turn.' }).waitFor();
      await choices.first().waitFor();
    };
    await page.goto(`${site.url}/?server=${encodeURIComponent(server.url)}`);
    await turn();
    assert.equal(await page.locator('#map button').count(), 30);

    // A territory narrows what is shown to what names it.
    const all = await choices.count();
    await page.locator('#map button[data-owner=neutral]').first().click();
    await page.waitForFunction(
      (all) => document.querySelectorAll('#choices button').length < all,
      all,
    );
    await page.locator('#map button[aria-pressed=true]').click();
    assert.equal(await choices.count(), all);

    for (let made = 0; made < CHOICES; made += 1) {
      const before = await page.locator('#log').innerText();
      await choices.nth(made % (await choices.count())).click();
      await page.waitForFunction(
        (text) => /** @type {HTMLElement} */ (document.querySelector('#log')).innerText !== text,
        before,
      );
      await turn();
      if (made === CHOICES / 2) {
        await page.reload();
        await turn();
      }
    }
    const { code, token } = await page.evaluate(() =>
      JSON.parse(sessionStorage.getItem('seat') ?? ''),
    );
    const resign = { type: 'resign', id: randomUUID() };
    await server.ask('POST', `rooms/${code}/commands`, resign, token);
    await status.filter({ hasText: 'It is over. The dealing was checked:' }).waitFor();
    nobodyComplained([ada]);
  } finally {
    await Promise.all([browser.close(), server.end()]);
    site.end();
  }
});
