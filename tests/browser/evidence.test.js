/**
 * The evidence that a browser keeps of a match: it outlives the page, is shared by tabs, and is bounded.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  Evidence,
  MAX_FACTS,
  MAX_HEADS,
  MAX_MATCHES,
  browserStore,
} from '../../web/proof/evidence.js';
import { Deal } from '../../web/core/deal.js';
import { readKept } from '../../web/proof/kept.js';
import { MemoryStore } from './store.js';

const ROOM = 'abababab-abab-abab-abab-abababababab';
/** @param {number} byte */
const hash = (byte) => byte.toString(16).padStart(2, '0').repeat(32);
/** @param {number} attempt @param {number} byte */
const commitment = (attempt, byte) => {
  return { kind: /** @type {const} */ ('commitment'), attempt, seat: null, value: hash(byte) };
};
/** @param {MemoryStore | null} store */
const open = (store, room = ROOM, now = 1) => new Evidence(store, room, 1, now);

test('heads and facts outlive the page, and a rewritten log shows', () => {
  const store = new MemoryStore();
  const first = open(store);
  assert.equal(first.learn(commitment(0, 12)), 'new');
  assert.deepEqual([first.note(0, hash(1)), first.note(3, hash(2))], ['new', 'new']);
  assert.equal(first.note(3, hash(2)), 'same');
  const again = open(store);
  assert.equal(again.note(0, hash(1)), 'same');
  assert.equal(again.learn(commitment(0, 12)), 'same');
  assert.equal(again.note(3, hash(9)), 'differs');
  assert.equal(again.note(3, hash(9)), 'differs');
  assert.equal(again.learn(commitment(0, 13)), 'differs');
  assert.equal(again.of('commitment', 0, null), hash(12), 'the first counts');
  assert.equal(
    again.text,
    [
      ...['# opened 1', `# commitment 0 ${hash(12)}`, `# another commitment 0 ${hash(13)}`],
      ...[`0 ${hash(1)}`, `3 ${hash(2)}`, `3 ${hash(9)}`, ''],
    ].join('\n'),
  );
  assert.equal(open(store).text, again.text);
  assert.notEqual(again.store, null);
});

test('after a rollback that the server tells of later heads no longer count', () => {
  const store = new MemoryStore();
  const evidence = open(store);
  for (const seq of [0, 1, 2, 3]) evidence.note(seq, hash(seq));
  evidence.rollBack(1);
  assert.equal(evidence.note(2, hash(7)), 'new');
  assert.deepEqual(
    readKept(open(store).text).heads.map(({ seq }) => seq),
    [0, 1, 2],
  );
});

test('two tabs share what they keep; another seat and another room do not', () => {
  const store = new MemoryStore();
  const [one, other] = [open(store), open(store)];
  one.note(1, hash(1));
  other.note(2, hash(2));
  one.learn({ kind: 'entropy', attempt: 0, seat: 1, value: hash(3) });
  assert.equal(other.of('entropy', 0, 1), hash(3));
  assert.equal(other.note(1, hash(9)), 'differs');
  assert.equal(one.note(2, hash(2)), 'same');
  const { heads } = readKept(open(store).text);
  assert.deepEqual(new Set(heads.map(({ head }) => head)), new Set([1, 2, 9].map(hash)));
  assert.equal(new Evidence(store, ROOM, 0, 1).note(1, hash(4)), 'new');
  assert.equal(new Evidence(store, ROOM, null, 1).note(1, hash(5)), 'new');
  assert.equal(open(store, ROOM.replaceAll('a', 'c')).note(1, hash(6)), 'new');
});

test('a head that is no hash stays as one that no entry has', () => {
  const evidence = open(new MemoryStore());
  assert.equal(evidence.note(1, 'x\n# rolled back to 0'), 'differs');
  assert.deepEqual(readKept(evidence.text).heads, [{ seq: 1, head: '0'.repeat(64) }]);
});

test('it goes on in memory where the storage is denied, full or broken', () => {
  const denied = new MemoryStore();
  denied.getItem = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  denied.setItem = denied.getItem;
  Object.defineProperty(denied, 'length', { get: () => denied.getItem('') });
  for (const store of [null, denied, new MemoryStore(100)]) {
    const evidence = open(store);
    assert.equal(evidence.note(1, hash(1)), 'new');
    assert.equal(evidence.note(2, hash(2)), 'new');
    assert.equal(evidence.note(1, hash(1)), 'same');
    assert.equal(evidence.learn(commitment(0, 1)), 'new');
    assert.equal(evidence.store, null);
  }
  const broken = new MemoryStore();
  broken.setItem(`entente.deal.${ROOM}.1`, "somebody else's");
  assert.equal(open(broken).note(1, hash(1)), 'new');
  assert.equal(open(broken).note(1, hash(1)), 'same');
  assert.equal(browserStore(), null, 'node has none');
});

test('heads, facts and matches have a bound', () => {
  const store = new MemoryStore();
  const evidence = open(store);
  for (let seq = 0; seq <= MAX_HEADS; seq += 1) evidence.note(seq, hash(seq % 256));
  const { heads } = readKept(open(store).text);
  assert.deepEqual([heads.length, heads[0].seq], [MAX_HEADS, 1], 'the newest are kept');
  for (let attempt = 0; attempt < MAX_FACTS; attempt += 1) {
    assert.equal(evidence.learn(commitment(attempt, 1)), 'new');
  }
  assert.equal(evidence.learn(commitment(MAX_FACTS, 1)), 'differs');
  assert.equal(evidence.learn(commitment(0, 1)), 'same');
  store.setItem('entente.name', 'Ada');
  const room = (/** @type {number} */ number) => `room-${number}`;
  for (let number = 0; number < MAX_MATCHES; number += 1) open(store, room(number), 1000 - number);
  assert.equal(store.length, MAX_MATCHES + 1);
  assert.equal(store.getItem(`entente.deal.${ROOM}.1`), null, 'the one opened longest ago');
  open(store, 'room-new', 2000);
  assert.equal(store.getItem(`entente.deal.${room(MAX_MATCHES - 1)}.1`), null);
  const oldest = open(store, room(MAX_MATCHES - 2), 3000);
  oldest.note(1, hash(1));
  assert.equal(open(store, room(MAX_MATCHES - 2), 3001).note(1, hash(1)), 'same');
  assert.equal(store.length, MAX_MATCHES + 1, "opening one again takes no other's place");
  assert.equal(store.getItem('entente.name'), 'Ada');
});

test('lessons and practice take no place from what may have to be proved', () => {
  const store = new MemoryStore();
  const fairness = { rules: 'game/7', data: hash(0), attempt: 0, commitment: hash(1), seats: [{}] };
  const room = (/** @type {string} */ id, /** @type {object} */ more = {}) =>
    /** @type {any} */ ({ id, state: 'lobby', options: {}, seats: [{}], fairness, ...more });
  const enter = (/** @type {any} */ one) => {
    const deal = new Deal(store);
    deal.enter(one, 0);
    deal.look(one);
    deal.note(1, hash(2));
    return deal;
  };
  enter(room('match'));
  const kept = store.getItem('entente.deal.match.0') ?? '';
  for (let number = 0; number <= MAX_MATCHES; number += 1) {
    const { unproven, evidence } = enter(
      room(`lesson-${number}`, { unproven: { kind: 'lesson' } }),
    );
    assert.ok(unproven);
    assert.equal(evidence?.heads.length, 1, 'what it shows is still compared with itself');
  }
  assert.deepEqual([...store.items.keys()], ['entente.deal.match.0']);
  assert.equal(store.getItem('entente.deal.match.0'), kept);

  // A match that was to be proved is not let off by calling it practice later.
  const later = enter(room('match', { unproven: { kind: 'practice' } }));
  assert.equal(later.unproven, false);
  assert.notEqual(later.evidence?.store, null);
});
