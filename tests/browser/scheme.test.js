/**
 * The known answers of the scheme, which all implementations share (`fairness/tests/known_answers.rs`).
 * If one of these tests fails, published records no longer verify: the code is wrong, not the test.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { canonical } from '../../web/proof/canonical.js';
import { encode } from '../../web/proof/hex.js';
import {
  Chain,
  Stream,
  matchKey,
  seatCommitment,
  serverCommitment,
} from '../../web/proof/scheme.js';
import { parse } from '../../web/proof/strict.js';

const ROOM = new Uint8Array(16);
const RULES = 'europe-divided/1';
const SECRET = Uint8Array.from({ length: 32 }, (_, index) => index);
const ENTROPY = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];

const C = '05a470f728e19ce315294dc9b9b247418427d601a04cbe59062b0270c520a6d5';
const K = [
  '2ab34d279a54600a8301cd1f40c6272101406b5687a549f8c17092a549775900',
  '3f71b18a083dd82db2df9fa53aa222acd22fdd77d0cc10eee65fa64634d5802d',
];
const P = '657d398a453c92832b2d7003e82c13657bf1bdecaec07a4794826b428ba2f8dc';
const HEADER =
  `{"attempt":0,"commitment":"${C}","data":"${'0'.repeat(64)}","game":"europe-divided",` +
  '"options":{"edition":"revised"},"room":"00000000-0000-0000-0000-000000000000",' +
  `"rules":"europe-divided/1","scheme":"vd1","seats":[{"commitment":"${K[0]}",` +
  `"entropy":"${'01'.repeat(32)}","name":"Zoë \\"é\\u0007"},{"commitment":"${K[1]}",` +
  `"entropy":"${'02'.repeat(32)}","name":"Bo"}],"v":1}`;
const ENTRIES = [
  '{"at":0,"input":{"command":{"keep":["council-meeting","us-sanctions"],' +
    '"type":"keep_advantages"},"id":"00000000-0000-4000-8000-000000000001","seat":0,' +
    '"type":"command"},"seq":1}',
  '{"at":1500,"input":{"command":{"keep":["hybrid-warfare","fracture-in-the-eu"],' +
    '"type":"keep_advantages"},"id":"00000000-0000-4000-8000-000000000002","seat":1,' +
    '"type":"command"},"seq":2}',
  '{"at":9000,"input":{"id":"00000000-0000-4000-8000-000000000003","seat":1,' +
    '"type":"resign"},"seq":3}',
];
const HEADS = [
  'e0f5b8ae297d72cfafba887a4822e57637c5f6e09dd9466b36492a7d1f902ad6',
  '356590bf76abaadaa8aba64e6945171fc36890a19b893c0d127936d96db82cc8',
  'd1c80dc82bbd0eb580a08b8276de211fc9077029001a99d1a76452af889740c0',
  '8ebdb43bead662ba78644d798c7c7ab3289852f1769c2a89d17c525defaa4e9b',
];

function key() {
  const seats = ENTROPY.map((entropy, seat) => {
    return { commitment: seatCommitment(ROOM, 0, seat, entropy), entropy };
  });
  return matchKey(SECRET, serverCommitment(ROOM, RULES, 0, SECRET), seats);
}

/** @param {string} text */
function read(text) {
  return parse(new TextEncoder().encode(text));
}

test('commitments and key', () => {
  assert.equal(encode(serverCommitment(ROOM, RULES, 0, SECRET)), C);
  ENTROPY.forEach((entropy, seat) => {
    assert.equal(encode(seatCommitment(ROOM, 0, seat, entropy)), K[seat]);
  });
  assert.equal(encode(key()), P);
});

test('a shuffle of thirteen and twelve dice', () => {
  const deck = new Stream(key(), 'deck/europe-action/0').shuffled(13);
  assert.deepEqual(deck, [0, 4, 8, 11, 7, 9, 1, 6, 2, 12, 3, 10, 5]);
  const die = new Stream(key(), 'die/combat');
  const dice = Array.from({ length: 12 }, () => die.below(6) + 1);
  assert.deepEqual(dice, [6, 5, 1, 3, 1, 5, 4, 5, 2, 4, 2, 5]);
  const later = new Stream(key(), 'die/combat', 7);
  assert.equal(later.below(6) + 1, dice[7], 'a stream goes on where it stood');
});

test('the published bytes are canonical, and the log gives the heads', () => {
  for (const text of [HEADER, ...ENTRIES]) assert.equal(canonical(read(text)), text);
  const chain = new Chain(key(), HEADER);
  const heads = [chain.head, ...ENTRIES.map((entry) => chain.append(entry))];
  assert.deepEqual(heads.map(encode), HEADS);
});

test('scrambled keys and other spellings have one canonical form', () => {
  const text =
    ' {"b" : [true,false ,-7, 9007199254740991, "Zo\\u00eb\\/\\ud83d\\ude00\u007f\u2028"],\n"a":{}} ';
  const expected = '{"a":{},"b":[true,false,-7,9007199254740991,"Zoë/\u{1f600}\u007f\u2028"]}';
  assert.equal(canonical(read(text)), expected);
  assert.equal(
    canonical(read('"\\u0000\\b\\t\\n\\f\\r\\u001f\\"\\\\"')),
    '"\\u0000\\b\\t\\n\\f\\r\\u001f\\"\\\\"',
  );
  assert.equal(
    canonical(read('{"toString":1,"__proto__":2,"10":3,"9":4}')),
    '{"10":3,"9":4,"__proto__":2,"toString":1}',
  );
});

test('everything that has no canonical form is refused', () => {
  const levels = 64;
  const nested = (/** @type {number} */ depth) => '['.repeat(depth) + ']'.repeat(depth);
  const refused = [
    ...['', ' ', '{}{}', '[1,]', '[,1]', '{,}', '{"a"}', '{"a":}', '{"a":1,}', '{a:1}', '[1 2]'],
    ...['null', '{"a":null}', 'tru', 'falsee', '[', '{', '"', '"\\', '"\\u12', "'a'"],
    ...['1.0', '1e3', '1E3', '-0', '01', '-', '+1', '.5', '1.', 'NaN', 'Infinity', '0x1', '1n'],
    ...['9007199254740992', '-9007199254740992', '18446744073709551616', `1${'0'.repeat(400)}`],
    ...['{"a":1,"a":1}', '[{"a":1,"\\u0061":1}]', '{"ä":1}', '{"__proto__":1,"__proto__":1}'],
    ...[
      '"\\ud800"',
      '"\\udc00\\ud800"',
      '"\\x41"',
      '"\n"',
      '"\\\n"',
      '"\t"',
      '\u{feff}1',
      '1\u00a0',
    ],
    ...[nested(levels + 1), '['.repeat(1_000_000), '{"a":'.repeat(levels + 1)],
  ];
  const json = { fault: 'json', pointer: '' };
  for (const text of refused) assert.throws(() => read(text), json, text.slice(0, 40));
  for (const bytes of [
    [0x22, 0xff, 0x22],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
    [0x22, 0xc0, 0x80, 0x22],
  ]) {
    assert.throws(() => parse(Uint8Array.from(bytes)), json);
  }
  read(nested(levels));
});
