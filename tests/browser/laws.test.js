// Laws of the client's modules and style sheets and of these tests, read from their files.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const WEB = fileURLToPath(new URL('../../web/', import.meta.url));
const TESTS = fileURLToPath(new URL('./', import.meta.url));

/**
 * Returns the files under a folder whose names end so, as paths within it.
 * @param {string} folder @param {string} end @returns {string[]}
 */
const filesIn = (folder, end) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(end) && !path.includes('node_modules'))
    .sort();

/** Returns who a style sheet belongs to: the page, the maps, or one game. @param {string} path */
const ownerOf = (path) => path.split('/').slice(0, -1).join('/');

/**
 * Classes of one owner that others may style: controls and quiet texts of the page, the button for which every board
 * has a place, and parts of a map, of which every board has its own.
 */
const SHARED = new Set([
  ...['again', 'big', 'faint', 'help', 'quiet', 'stepper'],
  ...['edge', 'map', 'map-label', 'map-link', 'map-plate', 'map-ring', 'map-shape'],
]);

/** Splits a text at signs that are in no bracket. @param {string} text @param {RegExp} at @returns {string[]} */
function parts(text, at) {
  const found = [''];
  let depth = 0;
  for (const sign of text) {
    if (/[([]/.test(sign)) depth += 1;
    if (/[)\]]/.test(sign)) depth -= 1;
    if (depth === 0 && at.test(sign)) found.push('');
    else found[found.length - 1] += sign;
  }
  return found.map((part) => part.trim()).filter(Boolean);
}

/** Returns the selectors of a sheet, each split into its elements. @param {string} css @returns {string[][]} */
const selectorsOf = (css) =>
  [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g)]
    .map(([, text]) => text.trim())
    .filter((text) => !/^(@|from$|to$|\d+%)/.test(text))
    .flatMap((list) => parts(list, /,/))
    .map((selector) => parts(selector, /[\s>+~]/));

/** Returns the classes of an element, without those that it is only asked not to have. @param {string} element */
const classesOf = (element) =>
  [
    ...element.replace(/:(not|has)\((?:[^()]|\([^()]*\))*\)/g, '').matchAll(/\.([a-z][\w-]*)/gi),
  ].map(([, name]) => name);

test('a module that is fetched later is waited for, or who waits for it is told', () => {
  // The check of a record works without the rest of this client; who asks for it handles its failure.
  const scripts = filesIn(WEB, '.js').filter((path) => !/^(proof|vendor)\//.test(path));
  const bare = scripts.flatMap((path) =>
    [...readFileSync(`${WEB}${path}`, 'utf8').matchAll(/(.*)\bimport\('[^']*'\)(?!\.\w)/g)]
      .filter(([, before]) => !/\b(later|asked)\(\(\) => $/.test(before))
      .map(([line]) => `${path}: ${line.trim()}`),
  );
  assert.ok(scripts.length > 200, `${scripts.length}`);
  assert.deepEqual(bare, []);
});

test('what a browser may refuse to keep is kept by the modules that know what to do then', () => {
  const scripts = filesIn(WEB, '.js').filter((path) => !path.startsWith('vendor/'));
  assert.ok(scripts.length > 200, `${scripts.length}`);
  assert.deepEqual(
    scripts.filter((path) => /\b(local|session)Storage\b/.test(readFileSync(WEB + path, 'utf8'))),
    ['core/storage.js', 'proof/evidence.js'],
  );
});

test('a class with a rule of its own is styled by sheets of one owner', () => {
  /** @type {Map<string, Set<string>>} */ const styled = new Map();
  /** @type {Map<string, string>} */ const own = new Map();
  const sheets = filesIn(WEB, '.css');
  assert.ok(sheets.length > 15, sheets.join());
  for (const path of sheets) {
    for (const elements of selectorsOf(readFileSync(`${WEB}${path}`, 'utf8'))) {
      const names = classesOf(elements[elements.length - 1]);
      for (const name of names)
        styled.set(name, (styled.get(name) ?? new Set()).add(ownerOf(path)));
      // A selector of one class alone holds on every page.
      if (elements.length === 1 && elements[0] === `.${names[0]}`) own.set(names[0], path);
    }
  }
  assert.ok(own.size > 200, `${own.size}`);
  const twice = [...own]
    .filter(([name]) => !SHARED.has(name) && (styled.get(name)?.size ?? 0) > 1)
    .map(([name, path]) => `.${name} of ${path}: ${[...(styled.get(name) ?? [])].join(' and ')}`);
  assert.deepEqual(twice, []);
  for (const name of SHARED) assert.ok((styled.get(name)?.size ?? 0) > 1, `${name} is not shared`);
});

test('what a test puts into an attribute selector stands in quotes', () => {
  const tests = filesIn(TESTS, '.js');
  assert.ok(tests.length > 40);
  const bare = tests.flatMap((path) =>
    [...readFileSync(`${TESTS}${path}`, 'utf8').matchAll(/\[[\w-]+[~|^$*]?=\$\{[^\]]*\]/g)].map(
      ([found]) => `${path}: ${found}`,
    ),
  );
  assert.deepEqual(bare, []);
});

/** What a busy machine makes a matter of chance, and the only file that may do it, in a way that is none. */
const BY_CHANCE = /** @type {const} */ ([
  ['a clock is stopped at a time that may have come by then', /\.pauseAt\(/, 'support/clock.js'],
  ['what depends on a size is not laid out yet', /\.setViewportSize\(/, 'support/browser.js'],
  ['the waits of a page that nobody watches end after 30 s', /\.newPage\(/, 'support/browser.js'],
  ['a wait ends after a while', /\btimeout: *[1-9]/, null],
  ['that no request is open may be so between two of them', /\('networkidle'\)/, null],
  ['what is shown for a while is waited for after the act', /\.gone'\)\.waitFor\(/, null],
]);

test('no test leaves to chance what a busy machine does late', () => {
  const tests = filesIn(TESTS, '.js').filter((path) => /\.test\.js$|^support\//.test(path));
  assert.ok(tests.length > 70, `${tests.length}`);
  const found = BY_CHANCE.flatMap(([why, way, only]) =>
    tests
      .filter((path) => path !== only && way.test(readFileSync(`${TESTS}${path}`, 'utf8')))
      .map((path) => `${path}: ${why}`),
  );
  assert.deepEqual(found, []);
});

/** Files of tests whose matches nobody can foresee, although they play by chance, and what they need that for. */
const UNFORESEEN = new Map([
  ['cluster.test.js', 'several servers have one store'],
  ['ending.test.js', 'the record of the match is checked'],
  ['match.test.js', 'the server is killed, and goes on from its store'],
]);

test('who plays by chance knows the deal, so that a run can be repeated', () => {
  const tests = readdirSync(TESTS).filter((path) => path.endsWith('.test.js'));
  const read = (/** @type {string} */ path) => readFileSync(`${TESTS}${path}`, 'utf8');
  const byChance = tests.filter((path) => /\bseedOf\(\d/.test(read(path)));
  assert.ok(byChance.length > 20, `${byChance.length}`);
  const unforeseen = byChance.filter((path) => !/^withServer\(/m.test(read(path)));
  assert.deepEqual(unforeseen, [...UNFORESEEN.keys()]);
});
