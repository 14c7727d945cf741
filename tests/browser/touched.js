/**
 * Altered records: the sample, changed at every path in many ways.
 */

import { heads, record, withSecretTwice } from './sample.js';

/** @typedef {{ name: string, record: any }} Case */

/** The values that replace every value. */
const VALUES = [
  ...[0, 1, 2, -1, 255, 256, 2 ** 32, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER + 1, 0.5],
  ...['', 'vd1', 'x', 'command', 'undo', 'shuffle', 'below', 'die/', 'die/test', 'deck/red/1'],
  ...['game/8', 'game/7\n', '9'.repeat(64), 'ABABABAB-abab-abab-abab-abababababab'],
  ...[null, true, [], {}, [0], [1, 1], { name: '' }],
];

/**
 * Returns every path in a value.
 *
 * @param {any} value
 * @returns {string[][]}
 */
function paths(value) {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((key) => {
    return [[key], ...paths(value[key]).map((path) => [key, ...path])];
  });
}

/**
 * Returns the sample with a change to the object or array that contains `path`.
 *
 * @param {string[]} path
 * @param {string} what
 * @param {(parent: any, key: any) => void} apply
 * @returns {Case}
 */
function touch(path, what, apply) {
  const touchedRecord = record();
  const parent = path.slice(0, -1).reduce((inside, key) => inside[key], touchedRecord);
  const last = path[path.length - 1];
  apply(parent, Array.isArray(parent) ? Number(last) : last);
  return { name: `/${path.join('/')} ${what}`, record: touchedRecord };
}

/** @param {string[]} path @param {boolean} listed @returns {Case[]} */
function at(path, listed) {
  const cases = VALUES.map((value) => {
    return touch(path, `= ${JSON.stringify(value)}`, (parent, key) => {
      parent[key] = value;
    });
  });
  cases.push(
    touch(path, 'left out', (parent, key) => {
      if (Array.isArray(parent)) parent.splice(key, 1);
      else delete parent[key];
    }),
    touch(path, 'with x', (parent, key) => {
      if (typeof parent[key] === 'object') parent[key].x = 1;
      else parent.x = 1;
    }),
  );
  if (!listed) return cases;
  const twice = touch(path, 'twice', (parent, key) => parent.splice(key, 0, parent[key]));
  const swapped = touch(path, 'exchanged with the next', (parent, key) => {
    parent.splice(key, 2, ...parent.slice(key, key + 2).reverse());
  });
  return [...cases, twice, swapped];
}

/**
 * Returns the record with a matching head, as a forger who has all secrets could compute it; empty if the log
 * is no longer one.
 *
 * @param {Case} one
 * @returns {Case[]}
 */
function withNewHead({ name, record: touchedRecord }) {
  try {
    const all = heads(touchedRecord);
    const head = all[all.length - 1];
    return [{ name: `${name}, new head`, record: { ...touchedRecord, head } }];
  } catch {
    return [];
  }
}

/** A record with more streams than any game has. */
function manyStreams() {
  const draws = Array.from({ length: 33 }, (_, deck) => {
    return { seq: 0, label: `deck/${deck}/0`, kind: 'shuffle', n: 1, result: [0] };
  });
  return { name: '33 decks', record: { ...record(), draws } };
}

/** Records with one attempt or one seat more than allowed. */
function tooMany() {
  const [attempts, seats] = [record(), record()];
  attempts.voided = Array.from({ length: 3 }, () => attempts.voided[0]);
  attempts.header.attempt = 3;
  seats.header.seats = Array.from({ length: 256 }, () => ({ name: '' }));
  return [
    { name: '3 attempts given up', record: attempts },
    { name: '256 seats', record: seats },
  ];
}

/** A record with an abandoned attempt in which nobody was missing. */
function givenUpForNothing() {
  const nothing = record();
  nothing.voided[0].seats[1] = {};
  nothing.voided[0].missing = [];
  return { name: 'given up for nothing', record: nothing };
}

/**
 * Returns all altered records.
 *
 * @returns {Case[]}
 */
export function touched() {
  const sample = record();
  const single = paths(sample).flatMap((path) => {
    const parent = path.slice(0, -1).reduce((inside, key) => inside[key], sample);
    return at(path, Array.isArray(parent));
  });
  const logged = single.filter(({ name }) => /^\/(entries|header\/(options|seats))\//.test(name));
  const reused = withSecretTwice().map((other) => ({ name: 'a secret twice', record: other }));
  const forged = logged.flatMap(withNewHead);
  return [...single, ...forged, manyStreams(), ...tooMany(), givenUpForNothing(), ...reused];
}
