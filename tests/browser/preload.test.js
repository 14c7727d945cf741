// What a page names to be loaded first is all that it needs, and nothing that comes later; what it names for a game is
// all that its board needs beside. Compared with what a bundler reads off the modules, and with the style sheets that
// the page asked for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { nobodyComplained, person } from './support/browser.js';
import { browser, server, withServer } from './support/fixture.js';
import { begin } from './support/play.js';
import { rotated } from './support/rotation.js';

withServer();

const WEB = fileURLToPath(new URL('../../web/', import.meta.url));

/** Pages, with the modules that they begin with. */
const PAGES = /** @type {const} */ ({
  '/': ['main.js'],
  '/rules/europe': ['main.js', 'ui/rules-page.js'],
  '/r/K7P2XR': ['main.js', 'ui/room.js'],
});

/** Returns the modules that these import, themselves included, sorted. @param {readonly string[]} modules */
async function imported(modules) {
  const { metafile } = await build({
    absWorkingDir: WEB,
    entryPoints: [...modules],
    bundle: true,
    format: 'esm',
    metafile: true,
    outdir: 'nowhere',
    write: false,
  });
  const found = new Set(modules);
  for (const path of found)
    for (const one of metafile.inputs[path].imports)
      if (one.kind === 'import-statement') found.add(one.path);
  return [...found].sort();
}

/** The files that a page links to. @typedef {(rel: string) => string[]} Named */

/** Returns the files that HTML links to, by the kind of the link. @param {string} html @returns {Named} */
function linked(html) {
  const links = [...html.matchAll(/<link rel="(\w+)"[^>]*? href="web\/\w+\/([^"]+)"/g)];
  return (rel) => links.filter(([, one]) => one === rel).map(([, , file]) => file);
}

/** Returns the files that a page links to at once, and those for each game. @param {string} path */
async function named(path) {
  const html = await (await fetch(server.url + path)).text();
  const templates = /<template data-game="([\w-]+)">(.*?)<\/template>/g;
  return {
    first: linked(html.replaceAll(templates, '')),
    later: [...html.matchAll(templates)].map(
      ([, game, links]) => /** @type {[string, Named]} */ ([game, linked(links)]),
    ),
  };
}

/** Returns the files in a page's folder of them that requests are for. @param {string} url */
const fileOf = (url) => url.split(/\/web\/\w+\//)[1];

/** Returns the style sheets of a page. @param {import('playwright-core').Page} page */
const sheets = async (page) =>
  (
    await page
      .locator('link[rel=stylesheet]')
      .evaluateAll((all) => all.map((link) => /** @type {HTMLLinkElement} */ (link).href))
  ).map(fileOf);

for (const [path, modules] of Object.entries(PAGES))
  test(`${path} names all modules and style sheets that it begins with`, async () => {
    const { first, later } = await named(path);
    assert.deepEqual(first('modulepreload').sort(), await imported(modules));
    assert.equal(later.length > 0, path.startsWith('/r/'));

    const { page } = await person(browser);
    // What it fetches later does not come, so that nothing later asks for a style sheet.
    const files = ['modulepreload', 'preload', 'stylesheet'].flatMap(first);
    await page.route(/\/web\/\w+\//, (route) => {
      const file = fileOf(route.request().url());
      if (files.includes(file) || file.endsWith('.css')) return route.continue();
    });
    await page.goto(server.url + path);
    await page.locator('main').first().waitFor();
    const expected = [...first('preload'), ...first('stylesheet')];
    assert.deepEqual([...new Set(await sheets(page))].sort(), expected.sort());
  });

test('a room names for each game what its board needs beside', async () => {
  const { first, later } = await named('/r/K7P2XR');
  const games = (await server.ask('GET', 'games')).games.map((/** @type {any} */ { id }) => id);
  assert.deepEqual(later.map(([game]) => game).sort(), games.sort());
  for (const [game, files] of later) {
    const needed = await imported([`games/${game}/index.js`]);
    const beside = needed.filter((file) => !first('modulepreload').includes(file));
    assert.deepEqual(files('modulepreload').sort(), beside, game);
  }
});

for (const game of rotated(['europe-divided', 'balance-of-power', 'europe']))
  test(`${game}: what its board needs is fetched while people wait in the lobby`, async () => {
    const { first, later } = await named('/r/K7P2XR');
    const files = ['modulepreload', 'prefetch'].flatMap(Object.fromEntries(later)[game]);
    const { links } = await server.room(game);
    const people = await Promise.all(links.map(() => person(browser)));
    const pages = people.map(({ page }) => page);
    const [ada] = people;
    const fetched = new Set();
    const all = new Promise((done) =>
      ada.page.on('request', (request) => {
        fetched.add(fileOf(request.url()));
        if (files.every((file) => fetched.has(file))) done(null);
      }),
    );
    await Promise.all(pages.map((page, seat) => page.goto(links[seat])));
    await ada.page.locator('.lobby').waitFor();
    await all;
    await begin(pages);
    const before = ['preload', 'stylesheet'].flatMap(first);
    const used = (await sheets(ada.page)).filter((sheet) => !before.includes(sheet));
    assert.deepEqual(used.sort(), files.filter((file) => file.endsWith('.css')).sort());
    nobodyComplained(people);
  });
