// What a page names to be loaded first is all that it needs, and nothing that comes later: compared with what a
// bundler reads off the modules, and with the style sheets that the page asked for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { person } from './support/browser.js';
import { browser, server, withServer } from './support/fixture.js';

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

for (const [path, modules] of Object.entries(PAGES))
  test(`${path} names all modules and style sheets that it begins with`, async () => {
    const html = await (await fetch(server.url + path)).text();
    const links = [...html.matchAll(/<link rel="(\w+)"[^>]*? href="web\/\w+\/([^"]+)"/g)];
    const named = (/** @type {string} */ rel) =>
      links.filter(([, one]) => one === rel).map(([, , file]) => file);
    assert.deepEqual(named('modulepreload').sort(), await imported(modules));

    const { page } = await person(browser);
    // What it fetches later does not come, so that nothing later asks for a style sheet.
    const files = links.map(([, , file]) => file);
    await page.route(/\/web\/\w+\//, (route) => {
      const [, file] = route
        .request()
        .url()
        .split(/\/web\/\w+\//);
      if (files.includes(file) || file.endsWith('.css')) return route.continue();
    });
    await page.goto(server.url + path);
    await page.locator('main').first().waitFor();
    const sheets = await page.evaluate(() =>
      [...document.querySelectorAll('link[rel=stylesheet]')].map(
        (link) => /** @type {HTMLLinkElement} */ (link).href.split(/\/web\/\w+\//)[1],
      ),
    );
    const first = [...named('preload'), ...named('stylesheet')];
    assert.deepEqual([...new Set(sheets)].sort(), first.sort());
  });
