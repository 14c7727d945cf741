#!/usr/bin/env node
/**
 * The browser's check as a command-line program, with the arguments of docs/verify.py:
 *
 *     node tests/browser/tools/verify.js record.json [--heads FILE]   one record, against what a client kept
 *     node tests/browser/tools/verify.js FOLDER other.jsonl --json    many: *.json and *.jsonl (a record a line)
 *
 * With it the same records can be given to all programs that check them. In a folder, NAME.heads beside
 * NAME.json is what a client kept of that match. Exit codes: 0 all records are valid, 1 a record is
 * refused, 2 wrong usage or an unreadable file.
 */

import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, parse } from 'node:path';
import { parseArgs } from 'node:util';

import { verify } from '../../../web/proof/verify.js';
import { checked, lines, notChecked } from './lines.js';

/** @import { Verdict } from "../../../web/proof/verify.js" */

const LINE_END = 0x0a;
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * A record and the file of what was kept of it.
 *
 * @typedef {{ name: string, bytes: Uint8Array, heads: string | undefined }} Found
 */

/**
 * Yields each record at a path.
 *
 * @param {string} path
 * @param {string | undefined} heads
 * @returns {Generator<Found>}
 */
function* records(path, heads) {
  if (statSync(path).isDirectory()) {
    const names = readdirSync(path).filter((name) => /\.jsonl?$/.test(name));
    for (const name of names.sort()) {
      const inside = join(path, name);
      const beside = join(path, `${parse(name).name}.heads`);
      yield* records(inside, heads ?? (existsSync(beside) ? beside : undefined));
    }
    return;
  }
  const bytes = readFileSync(path);
  if (!path.endsWith('.jsonl')) {
    yield { name: path, bytes, heads };
    return;
  }
  let first = 0;
  for (let number = 1; first < bytes.length; number += 1) {
    const end = bytes.indexOf(LINE_END, first);
    const next = end < 0 ? bytes.length : end + 1;
    yield { name: `${path}:${number}`, bytes: bytes.subarray(first, next), heads };
    first = next;
  }
}

/**
 * Returns a verdict as one object for programs.
 *
 * @param {string} file
 * @param {Verdict} found
 */
function answer(file, found) {
  if (found.verdict === 'refused') {
    const { pointer: place, ...refused } = found;
    return { file, ...refused, place };
  }
  const { bound: _bound, kept: _kept, ...report } = found.report;
  const { verdict } = found;
  const not_checked = notChecked(found.report);
  return { file, verdict, ...report, checked: checked(found.report), not_checked };
}

/** Checks what the arguments name and returns the exit code. */
function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { heads: { type: 'string' }, json: { type: 'boolean' } },
  });
  let [count, refused] = [0, 0];
  for (const path of positionals) {
    for (const { name, bytes, heads } of records(path, values.heads)) {
      const found = verify(bytes, heads === undefined ? '' : UTF_8.decode(readFileSync(heads)));
      count += 1;
      refused += Number(found.verdict === 'refused');
      const said = found.verdict === 'refused' ? [`REFUSED: ${found.why}`] : lines(found.report);
      const text = values.json
        ? JSON.stringify(answer(name, found))
        : [`${name}:`, ...said].join('\n');
      console.log(text);
    }
  }
  if (count === 0) throw new Error('there is no record there');
  return refused > 0 ? 1 : 0;
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(`cli.js: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 2;
}
