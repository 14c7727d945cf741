// What openapi-typescript makes of openapi.json holds the frames of whole matches, and refuses what is not of the protocol.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { documents, frames } from './support/specification.js';

const TSC = fileURLToPath(new URL('node_modules/.bin/tsc', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'entente-generated-'));

/** Of many updates of a match, each so-manieth is compiled: a compiler takes its time over large values. */
const EVERY = 12;

/** The most that is shown of what the compiler says, in characters. */
const MOST_SHOWN = 2_000;

before(async () => {
  const { openapi } = await documents();
  writeFileSync(join(folder, 'openapi.d.ts'), astToString(await openapiTS(openapi)));
});
after(() => rmSync(folder, { recursive: true }));

/** Compiles a program beside the generated types; fails with what the compiler says. @param {string} text */
async function compiled(text) {
  const head = `import type { components } from './openapi.js';\ntype Of = components['schemas'];\n`;
  writeFileSync(join(folder, 'program.ts'), head + text);
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022'];
  await promisify(execFile)(TSC, [...options, 'program.ts'], { cwd: folder }).catch(({ stdout }) =>
    assert.fail(stdout.slice(0, MOST_SHOWN)),
  );
}

/** The prefix of a game's types. @param {string} game */
const prefix = (game) => game.replace(/(^|-)(.)/g, (_, __, sign) => sign.toUpperCase());

/** Returns declarations that the messages of one viewer have their types. @param {import('./support/specification.js').Frames} of @param {number} index */
function declared({ game, messages }, index) {
  const sampled = messages.filter(({ type }, at) => type !== 'update' || at % EVERY === 0);
  const updates = sampled.filter(({ type }) => type === 'update');
  /** @param {string} name @param {string} type @param {any[]} values */
  const list = (name, type, values) =>
    `export const ${name}${index}: (${type})[] = ${JSON.stringify(values)};\n`;
  const own = prefix(game);
  return [
    list('messages', `Of['KnownServerMessage']`, sampled),
    list(
      'publics',
      `Of['${own}Public']`,
      updates.map((update) => update.public),
    ),
    list(
      'privates',
      `Of['${own}Private']`,
      updates.map((update) => update.private ?? null).filter(Boolean),
    ),
    list(
      'events',
      `Of['Event'] & Of['${own}Event']`,
      updates.flatMap(({ events }) => events),
    ),
  ].join('');
}

/** What is not of the protocol: a field and a word too many, a field of another game. */
const WRONG = [
  `export const field: Of['ClientMessage'] = { type: 'ping', nonce: 1, more: 1 };`,
  `export const word: Of['ClientMessage'] = { type: 'pong', nonce: 1 };`,
  `export const view: Of['EuropeDividedPublic']['troops'] = 1;`,
];

test('openapi-typescript: the frames of whole matches have its types, and what is wrong does not compile', async () => {
  const all = frames();
  assert.equal(new Set(all.map(({ game }) => game)).size, 3);
  // A line that is expected to be wrong and is not is an error, too.
  const wrong = WRONG.map((line) => `// @ts-expect-error\n${line}\n`);
  await compiled([...all.map(declared), ...wrong].join(''));
});
