// Draws the icons of the installed page from `web/icon.svg`: `npm run icons` (needs pngquant).

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launch } from '../support/browser.js';

const WEB = fileURLToPath(new URL('../../../web/', import.meta.url));
/** A drawing that a phone cuts to its own shape has no corners of its own. */
const ROUND = ' rx="12"';
/** Number of colours: the icon has four, and their edges. */
const COLOURS = '24';

const drawing = readFileSync(`${WEB}icon.svg`, 'utf8');
mkdirSync(`${WEB}icons`, { recursive: true });
const browser = await launch();
for (const [name, size, drawn] of /** @type {const} */ ([
  ['192', 192, drawing],
  ['512', 512, drawing],
  ['512-full', 512, drawing.replace(ROUND, '')],
])) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${drawn}`);
  const path = `${WEB}icons/${name}.png`;
  await page.screenshot({ path, omitBackground: true });
  execFileSync('pngquant', ['--force', '--ext', '.png', '--strip', COLOURS, path]);
}
await browser.close();
