/**
 * The browser's check compared with docs/verify.py: both name the same first fault at the same pointer.
 *
 * The records are a valid one with everything that a record can have, altered in each of its parts in
 * many ways, and all recorded matches. `tests/campaigns/src/records` does the same with real matches.
 */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { KeptError, readKept } from '../../web/proof/kept.js';
import { MAX_RECORD_BYTES } from '../../web/proof/strict.js';
import { verify } from '../../web/proof/verify.js';
import { heads, keptLines, record, recorded } from './sample.js';
import { lines } from './tools/lines.js';
import { touched } from './touched.js';

/** @import { Verdict } from "../../web/proof/verify.js" */

const PYTHON = fileURLToPath(new URL('../../docs/verify.py', import.meta.url));
const CLI = fileURLToPath(new URL('./tools/verify.js', import.meta.url));
/** Maximum output of one run of a program, in bytes. */
const MOST_OUTPUT = 64 * 1024 * 1024;
/** The faults that an alteration can cause; the others are the size and what a client kept. */
const FAULTS = [
  ...[
    'attempts',
    'draw_label',
    'draw_order',
    'draw_result',
    'entry',
    'form',
    'head',
    'hex',
    'json',
  ],
  ...['missing', 'result', 'room', 'rules', 'scheme', 'seat_commitment', 'seat_parts', 'seats'],
  ...['secret_reused', 'server_commitment', 'too_many_streams'],
];
const OTHER = '9'.repeat(64);

/** @param {string} text */
const utf8 = (text) => new TextEncoder().encode(text);
/** @param {unknown} value */
const bytesOf = (value) => utf8(JSON.stringify(value));

/**
 * Returns the code and the pointer of a fault, or that there is none.
 *
 * @param {Verdict | any} said
 */
function judgement(said) {
  return said.verdict === 'refused'
    ? `${said.fault} at ${said.pointer ?? said.place}`
    : said.verdict;
}

/**
 * Runs a function with files that exist while it runs.
 *
 * @template T
 * @param {Record<string, string | Uint8Array>} files
 * @param {(folder: string) => T} run
 */
function withFiles(files, run) {
  const folder = mkdtempSync(join(tmpdir(), 'record-'));
  try {
    for (const [name, data] of Object.entries(files)) writeFileSync(join(folder, name), data);
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} program @param {string[]} args */
function run(program, ...args) {
  return spawnSync(program, args, { encoding: 'utf8', maxBuffer: MOST_OUTPUT });
}

/**
 * Returns what docs/verify.py says of each file, by name.
 *
 * @param {Record<string, string | Uint8Array>} files
 * @returns {any[]}
 */
function python(files) {
  const { status, stdout, stderr } = withFiles(files, (folder) => {
    return run('python3', PYTHON, folder, '--json');
  });
  assert.ok(status === 0 || status === 1, stderr);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('a record that holds is reported as the others report it', () => {
  const [json, kept] = [JSON.stringify(record()), keptLines().join('\n')];
  const files = { 'record.json': json, 'heads.txt': kept };
  withFiles(files, (folder) => {
    const path = join(folder, 'record.json');
    for (const more of [[], ['--heads', join(folder, 'heads.txt')], ['--json']]) {
      const [theirs, ours] = [
        run('python3', PYTHON, path, ...more),
        run(process.execPath, CLI, path, ...more),
      ];
      assert.equal(ours.status, 0, ours.stderr);
      const said = [theirs.stdout, ours.stdout].map((text) => {
        return more.includes('--json') ? JSON.parse(text) : text;
      });
      assert.deepEqual(said[1], said[0]);
    }
  });
  const found = verify(utf8(json), kept);
  assert.equal(found.verdict, 'verified');
  assert.equal(lines(found.report)[1], 'seats with entropy: 0 Zoë \ufffd\ufffd');
  assert.deepEqual(found.report.bound, { server: 2, seats: 3 });
  assert.deepEqual(found.report.kept, { heads: 3, facts: 14, sealed: true });
});

test('every touched record is refused as docs/verify.py refuses it', () => {
  const cases = touched();
  const files = { 'touched.jsonl': cases.map((one) => JSON.stringify(one.record)).join('\n') };
  const said = python(files);
  assert.equal(said.length, cases.length);
  /** @type {Set<string>} */
  const faults = new Set();
  cases.forEach(({ name, record: other }, index) => {
    const found = verify(bytesOf(other));
    assert.equal(judgement(found), judgement(said[index]), name);
    if (found.verdict === 'refused') faults.add(found.fault);
  });
  assert.deepEqual([...faults].sort(), FAULTS);
});

test('texts that are no record are refused by both', () => {
  const own = JSON.stringify(record());
  const broken = [
    ...['', own + 'x', own.slice(0, -1), own.replace('"v":1', '"v":1.0'), `\ufeff${own}`],
    ...[
      own.replace('"v":1', '"v":1e0'),
      own.replace('"v":1', '"v":-0'),
      own.replace('"v":1', '"v":01'),
    ],
    ...[own.replace('"v":1', '"v":1,"v":1'), own.replace('"v":1', '"v":1,"\\u0076":1')],
    ...[own.replace('"Bo"', '"\\ud800"'), own.replace('"Bo"', 'NaN'), own.replace('Bo', 'B\to')],
    ...[own.replace('clock', 'clöck'), own.replace('clock', '$serde_json::private::Number')],
    ...[own.replace('"n":', '"$serde_json::private::RawValue":"1","n":')],
    ...[own.replace('"clock":90', `"clock":${'['.repeat(200_000)}`)],
    ...['[]', '1', '"vd1"', 'true', '{}'],
  ];
  const files = Object.fromEntries(
    broken.map((text, index) => [`${String(index).padStart(3, '0')}.json`, text]),
  );
  const said = python(files).map(judgement);
  assert.deepEqual(
    broken.map((text) => judgement(verify(utf8(text)))),
    said,
  );
  const long = verify(new Uint8Array(MAX_RECORD_BYTES + 1).fill(0x20));
  assert.equal(judgement(long), 'size at ');
  const pretty = JSON.stringify(record(), null, 2).replace('Bo', '\\u0042o');
  assert.equal(verify(utf8(pretty)).verdict, 'verified', 'form is not content');
});

test('what a client kept must be there', () => {
  const all = heads(record());
  const kept = [
    keptLines().join('\n'),
    ...['', '\n\n#\n# seated\n', `# gift 0 ${OTHER}`],
    ...[0, 3, 7, 8, '9007199254740991'].map((seq) => `${seq} ${OTHER}`),
    ...[0, 1, 2].flatMap((at) => [`# commitment ${at} ${OTHER}`, `# void ${at} ${OTHER}`]),
    ...[0, 1, 2].flatMap((at) => [0, 1, 2].map((seat) => `# seat ${at} ${seat} ${OTHER}`)),
    ...[0, 1, 2].flatMap((at) => [0, 1, 2].map((seat) => `# entropy ${at} ${seat} ${OTHER}`)),
    `# another commitment 1 ${OTHER}`,
    ...['entropy required', `data ${OTHER}`, `options ${OTHER}`].map((line) => `# ${line}`),
    ...[0, 1, 2].map((attempt) => `# dealt ${attempt}`),
    ...[0, 1, 2].flatMap((at) => [0, 2, 3].map((seats) => `# sealed ${at} ${seats}`)),
    ...[0, 1, 2].flatMap((at) => [0, 1, 2].map((seat) => `# seat ${at} ${seat} none`)),
    ...['server', 'seat', 'void', 'attempt', 'required', 'data', 'options'].flatMap((word) =>
      [0, 1, 2].map((at) => `# contradiction ${at} ${word}`),
    ),
    `2 ${OTHER}\n# rolled back to 1\n2 ${all[2]}`,
    `${[...all.keys()].map((seq) => `${seq} ${all[seq]}`).join('\n')}\n`,
  ];
  const files = kept.flatMap((text, index) => {
    const name = String(index).padStart(3, '0');
    return [
      [`${name}.json`, JSON.stringify(record())],
      [`${name}.heads`, text],
    ];
  });
  const said = python(Object.fromEntries(files)).map(judgement);
  const ours = kept.map((text) => judgement(verify(bytesOf(record()), text)));
  assert.deepEqual(ours, said);
  assert.ok(ours.includes('kept_head at /entries') && ours.includes('kept_seat at /voided/2'));
});

test('what is no head and no fact is named with its line', () => {
  for (const line of ['x', '1 ab', '-1 00', `+1 ${OTHER}`, `1  ${OTHER}`, `1 ${OTHER}\r`]) {
    const error = { name: 'KeptError', line: 2 };
    assert.throws(() => readKept(`# fine\n${line}`), error, line);
    assert.throws(() => verify(new Uint8Array(), `# fine\n${line}`), KeptError, line);
  }
});

test('odd files are read as by every other program', () => {
  const odd = JSON.parse(readFileSync(new URL('../fixtures/kept.json', import.meta.url), 'utf8'));
  const published = bytesOf(odd.record);
  for (const { name, text, says } of odd.kept) {
    let found;
    try {
      const said = verify(published, text);
      found = said.verdict === 'refused' ? said.fault : said.verdict;
    } catch (error) {
      found = error instanceof KeptError ? `line ${error.line}` : error;
    }
    assert.equal(found, says, name);
  }
});

test('all recorded matches hold, and none with another byte', () => {
  const matches = recorded();
  assert.ok(matches.length > 10);
  for (const { name, bytes } of matches) {
    assert.equal(judgement(verify(bytes)), 'verified', name);
    const other = bytes.slice();
    other[other.lastIndexOf(0x7d) - 120] ^= 1;
    assert.notEqual(judgement(verify(other)), 'verified', name);
  }
});

test('wrong usage has an exit code of its own', () => {
  for (const args of [[], ['/nowhere/at/all.json'], ['--unknown']]) {
    assert.equal(run(process.execPath, CLI, ...args).status, 2, args.join());
  }
});
