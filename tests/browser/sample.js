/**
 * Records for tests: a valid one with everything that a record can have, and the recorded matches.
 */

import { readFileSync, readdirSync } from 'node:fs';

import { canonical, canonicalHash } from '../../web/proof/canonical.js';
import { encode } from '../../web/proof/hex.js';
import {
  Chain,
  Stream,
  matchKey,
  seatCommitment,
  serverCommitment,
} from '../../web/proof/scheme.js';

const FIXTURES = new URL('../fixtures/', import.meta.url);
const ROOM = new Uint8Array(16).fill(0xab);
const RULES = 'game/7';
const SECRETS = [new Uint8Array(32).fill(3), new Uint8Array(32).fill(4)];
const ENTROPY = new Uint8Array(32).fill(5);
/** A bound so large that many words of a stream are rejected. */
const SIDES = 2 ** 52 + 1;

/** @param {number} attempt */
const commitment = (attempt) => serverCommitment(ROOM, RULES, attempt, SECRETS[attempt]);
/** @param {number} attempt @param {number} seat */
const bound = (attempt, seat) => seatCommitment(ROOM, attempt, seat, ENTROPY);

function key() {
  const brought = { commitment: bound(1, 0), entropy: ENTROPY };
  return matchKey(SECRETS[1], commitment(1), [brought, { commitment: null, entropy: null }]);
}

function entries() {
  /** @param {number} seq @param {number} at */
  const act = (seq, at) => {
    const command = { n: -1, b: [] };
    return { at, seq, input: { type: 'command', seat: 0, id: `id-${seq}`, command } };
  };
  /** @param {number} seq @param {number} to */
  const undo = (seq, to) => ({ at: 40, seq, input: { type: 'undo', seat: 1, id: 'u', to } });
  const end = { at: 60, seq: 7, input: { type: 'abandon' } };
  return [act(1, 0), act(2, 30), undo(3, 1), act(4, 40), undo(5, 0), act(6, 50), end];
}

/** @param {number} seq @param {number} times */
function shuffle(seq, times) {
  const label = `deck/red/${times}`;
  return { seq, label, kind: 'shuffle', n: 5, result: new Stream(key(), label).shuffled(5) };
}

/** @param {number} seq @param {number} nth */
function die(seq, nth) {
  const stream = new Stream(key(), 'die/test');
  for (let before = 0; before < nth; before += 1) stream.below(SIDES);
  return { seq, label: 'die/test', kind: 'below', m: SIDES, result: stream.below(SIDES) };
}

/**
 * Returns a valid record: an abandoned attempt, a seat without entropy, undos after which draws are repeated.
 *
 * @returns {any}
 */
export function record() {
  const made = {
    scheme: 'vd1',
    header: {
      v: 1,
      scheme: 'vd1',
      rules: RULES,
      game: 'game',
      attempt: 1,
      room: 'abababab-abab-abab-abab-abababababab',
      commitment: encode(commitment(1)),
      data: '0'.repeat(64),
      options: { clock: 90 },
      seats: [
        { name: 'Zoë \u202e\u0007', entropy: encode(ENTROPY), commitment: encode(bound(1, 0)) },
        { name: 'Bo' },
      ],
    },
    server_secret: encode(SECRETS[1]),
    voided: [
      {
        attempt: 0,
        commitment: encode(commitment(0)),
        server_secret: encode(SECRETS[0]),
        seats: [
          { commitment: encode(bound(0, 0)), entropy: encode(ENTROPY) },
          { commitment: '77'.repeat(32) },
        ],
        missing: [1],
      },
    ],
    entries: entries(),
    draws: [
      ...[shuffle(0, 0), die(0, 0), die(1, 1), shuffle(2, 1), die(2, 2)],
      // After the undo to 1, and after that to 0.
      ...[shuffle(4, 1), die(4, 2), die(4, 3), die(6, 1)],
    ],
    head: '',
    result: { winners: [1], scores: [-3, 4], reason: 'abandoned' },
  };
  made.head = heads(made)[made.entries.length];
  return made;
}

/**
 * Returns all heads of a record, with the sample's key, as a forger who has all secrets could compute them.
 *
 * @param {any} of
 * @returns {string[]}
 */
export function heads(of) {
  const chain = new Chain(key(), canonical(of.header));
  return [
    chain.head,
    ...of.entries.map((/** @type {any} */ entry) => chain.append(canonical(entry))),
  ].map(encode);
}

/**
 * Returns samples that reuse the secret of the abandoned attempt: in the match, or in a second abandoned
 * attempt.
 *
 * @returns {any[]}
 */
export function withSecretTwice() {
  const again = (/** @type {number} */ attempt) => {
    return encode(serverCommitment(ROOM, RULES, attempt, SECRETS[0]));
  };
  const [match, attempt] = [record(), record()];
  match.header.commitment = again(1);
  match.server_secret = match.voided[0].server_secret;
  const seats = [{ commitment: encode(bound(1, 0)) }, {}];
  attempt.voided.push({
    ...attempt.voided[0],
    attempt: 1,
    commitment: again(1),
    seats,
    missing: [0],
  });
  attempt.header.attempt = 2;
  return [match, attempt];
}

/** The lines that a client of seat 0 kept of the sample. */
export function keptLines() {
  const all = heads(record());
  return [
    '# a note',
    `9 ${'0'.repeat(64)}`,
    '# rolled back to 8',
    ...[0, 4, 7].map((seq) => `${seq} ${all[seq]}`),
    '# entropy optional',
    `# data ${'0'.repeat(64)}`,
    `# options ${canonicalHash({ clock: 90 })}`,
    ...[0, 1].map((attempt) => `# commitment ${attempt} ${encode(commitment(attempt))}`),
    `# void 0 ${encode(SECRETS[0])}`,
    ...[0, 1].map((attempt) => `# sealed ${attempt} 2`),
    ...[0, 1].map((attempt) => `# seat ${attempt} 0 ${encode(bound(attempt, 0))}`),
    `# seat 0 1 ${'77'.repeat(32)}`,
    '# seat 1 1 none',
    '# dealt 1',
    `# entropy 1 0 ${encode(ENTROPY)}`,
  ];
}

/**
 * Returns the recorded matches of all games, as a server would publish them but without the draws, which only
 * the rules can list.
 *
 * @returns {{ name: string, bytes: Uint8Array }[]}
 */
export function recorded() {
  const games = readdirSync(FIXTURES, { withFileTypes: true }).filter((one) => one.isDirectory());
  return games.flatMap(({ name: game }) => {
    const names = readdirSync(new URL(`${game}/`, FIXTURES));
    return names
      .filter((name) => name.endsWith('.jsonl') && game !== 'golden')
      .map((name) => ({ name: `${game}/${name}`, bytes: published(`${game}/${name}`) }));
  });
}

/** @param {string} name */
function published(name) {
  const [end, header, ...log] = readFileSync(new URL(name, FIXTURES), 'utf8').trimEnd().split('\n');
  const { head, outcome, secret } = JSON.parse(end);
  const text =
    `{"scheme":"vd1","header":${header},"server_secret":"${secret}","voided":[],` +
    `"entries":[${log.join(',')}],"draws":[],"head":"${head}","result":${JSON.stringify(outcome)}}`;
  return new TextEncoder().encode(text);
}
