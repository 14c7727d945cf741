// Makes web/vendor/lit/ from the published package: one file, so that a page needs no bundler and
// one request. Run with `npm run vendor` after raising the version in package.json.

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = new URL('..', import.meta.url);
const out = new URL('../../web/vendor/lit/', here);

/** The exports of Lit that the browser client uses. */
const ENTRY = `
export { LitElement, html, svg, nothing } from 'lit';
export { repeat } from 'lit/directives/repeat.js';
export { classMap } from 'lit/directives/class-map.js';
export { live } from 'lit/directives/live.js';
export { ref, createRef } from 'lit/directives/ref.js';
export { keyed } from 'lit/directives/keyed.js';
`;

const { version } = JSON.parse(
  readFileSync(new URL('node_modules/lit/package.json', here), 'utf8'),
);
mkdirSync(out, { recursive: true });
const code = execFileSync(
  fileURLToPath(new URL('node_modules/.bin/esbuild', here)),
  ['--bundle', '--format=esm', '--minify', '--legal-comments=none', '--conditions=production'],
  { input: ENTRY, cwd: fileURLToPath(here), encoding: 'utf8' },
);
const head = `/*! Lit ${version}, Copyright Google LLC, BSD-3-Clause: see LICENSE beside this file. */\n`;
writeFileSync(new URL('lit.js', out), head + code);
writeFileSync(new URL('lit.d.ts', out), ENTRY.trimStart());
copyFileSync(new URL('node_modules/lit/LICENSE', here), new URL('LICENSE', out));
console.log(`lit ${version}: ${head.length + code.length} bytes`);
