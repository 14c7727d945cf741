// The package as it would be published: packed, installed where nothing else is, its page and the examples compiled
// strictly against it and run.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { transform } from 'esbuild';

import { Server } from '../../../tests/browser/support/server.js';
import { randomBot, run } from '@entente/client';

const execute = promisify(execFile);
const path = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const PAGE = readFileSync(path('../README.md'), 'utf8');
const TUTORIAL = readFileSync(path('../../../docs/FIRST-BOT.md'), 'utf8');
const EXAMPLES = path('../../../examples/typescript');

/** What is compiled: the examples of the pages, and the programs of examples/. */
const SOURCES = [
  'first.ts',
  'client.ts',
  'tutorial-first.ts',
  'tutorial-careful.ts',
  'random-bot.ts',
  'greedy-bot.ts',
  'board.ts',
];

/** @type {Server} */ let server;
/** The folder in which the package is installed. */
const folder = mkdtempSync(join(tmpdir(), 'entente-package-'));

/** Returns an example of a page. @param {string} name @param {string} [page] */
function block(name, page = PAGE) {
  const found = new RegExp(`^\`\`\`ts ${name}\n(.*?)^\`\`\`$`, 'ms').exec(page);
  assert.ok(found, name);
  return found[1].replaceAll('http://127.0.0.1:8080', server.url);
}

before(async () => {
  server = await Server.start('--messages-per-second', '0', '--bot-pace-ms', '1');
  const packed = await execute('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
    cwd: path('..'),
  });
  const file = packed.stdout.trim().split('\n').at(-1) ?? '';
  writeFileSync(join(folder, 'package.json'), '{"type": "module", "private": true}');
  const install = ['install', '--offline', '--no-audit', '--no-fund', `./${file}`];
  await execute('npm', install, { cwd: folder });
  const sources = {
    'first.ts': block('bot'),
    'client.ts': block('client'),
    'tutorial-first.ts': block('first', TUTORIAL),
    'tutorial-careful.ts': block('careful', TUTORIAL),
    'board.ts': readFileSync(join(EXAMPLES, '../own-board/board.ts'), 'utf8'),
    'random-bot.ts': readFileSync(join(EXAMPLES, 'random-bot.ts'), 'utf8'),
    'greedy-bot.ts': readFileSync(join(EXAMPLES, 'greedy-bot.ts'), 'utf8'),
  };
  assert.deepEqual(Object.keys(sources).sort(), [...SOURCES].sort());
  for (const [name, text] of Object.entries(sources)) {
    writeFileSync(join(folder, name), text);
    const { code } = await transform(text, { loader: 'ts', format: 'esm' });
    writeFileSync(join(folder, name.replace('.ts', '.js')), code);
  }
});
after(async () => {
  await server.end();
  rmSync(folder, { recursive: true });
});

/** Runs a program to its end; returns what it said. @param {string[]} args */
async function output(...args) {
  const { stdout } = await execute(process.execPath, ['--experimental-websocket', '--no-warnings', ...args], {
    cwd: folder,
    timeout: 600_000,
  });
  return stdout;
}

/**
 * Starts a program that waits for an opponent, plays against it as somebody with a browser would, and returns what it
 * said in the end. @param {string[]} args
 */
async function opposed(...args) {
  const flags = ['--experimental-websocket', '--no-warnings'];
  const child = spawn(process.execPath, [...flags, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = [];
  let ours;
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    const link = /http:\S+\/r\/\w{6}/.exec(line)?.[0];
    if (link) ours = run(randomBot, { room: link, name: 'Ada' });
  }
  return { last: lines.at(-1) ?? '', ours: await ours };
}

test('what is packed has its licence, its declarations, and nothing else', () => {
  const at = join(folder, 'node_modules', '@entente', 'client');
  assert.deepEqual(readdirSync(at).sort(), ['LICENSE', 'README.md', 'dist', 'package.json']);
  assert.equal(readFileSync(join(at, 'LICENSE'), 'utf8'), readFileSync(path('../../../LICENSE'), 'utf8'));
  const { version, dependencies } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
  assert.equal(dependencies, undefined);
  const workspace = readFileSync(path('../../../Cargo.toml'), 'utf8');
  assert.equal(version, /^version = "(.+)"$/m.exec(workspace)?.[1]);
  const code = readFileSync(join(at, 'dist', 'index.js'), 'utf8');
  assert.match(readFileSync(join(at, 'dist', 'noble-hashes.LICENSE'), 'utf8'), /Paul Miller/);
  assert.doesNotMatch(code, /^import /m, 'it imports nothing');
});

test('the page and the examples compile strictly', async () => {
  const options = [
    '--strict',
    '--noEmit',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--lib',
    'es2023,dom,dom.iterable',
  ];
  const types = ['--types', 'node', '--typeRoots', path('../node_modules/@types')];
  await execute(path('../node_modules/.bin/tsc'), [...options, ...types, ...SOURCES], { cwd: folder });
  // A field that no view has, and a command that no game has, are refused.
  writeFileSync(
    join(folder, 'wrong.ts'),
    `import { defineBot } from '@entente/client';
     defineBot('europe-divided', ({ view, offers }) => (view.public.troops, offers.sample(null as never)));
     defineBot('europe-divided', () => ({ type: 'attack' }));`,
  );
  const wrong = execute(path('../node_modules/.bin/tsc'), [...options, ...types, 'wrong.ts'], {
    cwd: folder,
  });
  await assert.rejects(wrong, ({ stdout }) => {
    assert.match(stdout, /wrong\.ts\(2,.*'troops' does not exist/);
    assert.match(stdout, /wrong\.ts\(3,/);
    return true;
  });
});

test('the first bot plays a person', async () => {
  const lines = block('bot')
    .split('\n')
    .filter((line) => line.trim() !== '');
  assert.ok(lines.length <= 10);
  const { last, ours } = await opposed('first.js');
  assert.equal(last.startsWith('did not win'), ours?.outcome.winners.includes(0) === false);
});

test('the client of the page', async () => {
  const said = await output('client.js');
  assert.match(said, /reason: 'resigned'/);
  assert.match(said, /the deal holds: \d+ draws, \d+ heads/);
  assert.equal(readdirSync(join(folder, 'kept')).length, 1);
});

for (const name of ['first', 'careful']) {
  test(`the ${name} bot of the tutorial`, async () => {
    assert.match(await output(`tutorial-${name}.js`), /^(won|did not win) \[ \d+, \d+ \]$/m);
  });
}

test('the random bot of the examples', async () => {
  const { last, ours } = await opposed('random-bot.js', server.url);
  assert.match(last, /^(won|did not win) /);
  assert.ok(ours);
});

test('the greedy bot of the examples', async () => {
  assert.match(await output('greedy-bot.js', server.url), /^(won|did not win) \[ \d+, \d+ \]$/m);
});
