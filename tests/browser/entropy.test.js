/**
 * A browser's part in a deal, from the lobby to the check of the record, and its reaction to lies.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { canonical } from '../../web/proof/canonical.js';
import { check } from '../../web/proof/check.js';
import { Participant } from '../../web/proof/entropy.js';
import { decode32, encode } from '../../web/proof/hex.js';
import { Evidence } from '../../web/proof/evidence.js';
import { Chain, matchKey, seatCommitment, serverCommitment } from '../../web/proof/scheme.js';
import { MemoryStore } from './store.js';

/** @import { Contradiction } from "../../web/proof/kept.js" */
/** @import { Room } from "../../web/proof/witness.js" */

const ID = 'abababab-abab-abab-abab-abababababab';
const ID_BYTES = new Uint8Array(16).fill(0xab);
const RULES = 'game/7';
const SECRETS = [3, 4, 5].map((byte) => new Uint8Array(32).fill(byte));
const OTHER = '9'.repeat(64);
const DATA = '0'.repeat(64);

/** @param {number} attempt */
const commitment = (attempt) =>
  encode(serverCommitment(ID_BYTES, RULES, attempt, SECRETS[attempt]));

/** A server that deals honestly, with two seats. */
class Dealer {
  constructor() {
    /** @type {Room} */
    this.room = {
      id: ID,
      state: 'lobby',
      options: {},
      seats: [{ kind: 'person' }, { kind: 'person' }],
      fairness: {
        rules: RULES,
        data: DATA,
        attempt: 0,
        commitment: commitment(0),
        seats: [{}, {}],
        voided: [],
      },
    };
  }

  /** @param {number} seat @param {{ commitment?: string }} message */
  ready(seat, message) {
    this.room.fairness.seats[seat] = { commitment: message.commitment ?? null, entropy: null };
  }

  seal() {
    this.room.state = 'sealing';
  }

  /** @param {(string | null)[]} entropy */
  begin(entropy) {
    this.room.state = 'running';
    this.room.fairness.seats.forEach((seat, index) => {
      seat.entropy = entropy[index];
    });
  }

  /** @param {number[]} missing */
  giveUp(...missing) {
    const { fairness } = this.room;
    const { attempt } = fairness;
    fairness.voided.push({
      attempt,
      commitment: fairness.commitment,
      server_secret: encode(SECRETS[attempt]),
      seats: fairness.seats,
      missing,
    });
    fairness.attempt += 1;
    fairness.commitment = commitment(attempt + 1);
    fairness.seats = [{}, {}];
    this.room.state = 'lobby';
  }

  /** Returns the record of a match in which seat 1 resigned at once: its bytes and its heads. */
  publish() {
    const { attempt, seats } = this.room.fairness;
    const header = {
      ...{ v: 1, scheme: 'vd1', rules: RULES, game: 'game', room: ID, attempt, options: {} },
      ...{ commitment: commitment(attempt), data: DATA },
      seats: seats.map(({ commitment: k, entropy: e }, index) => {
        return { name: `Seat ${index}`, ...(k && e ? { commitment: k, entropy: e } : {}) };
      }),
    };
    const brought = seats.map(({ commitment: k, entropy: e }) => {
      return { commitment: decode32(k ?? ''), entropy: decode32(e ?? '') };
    });
    const c = serverCommitment(ID_BYTES, RULES, attempt, SECRETS[attempt]);
    const chain = new Chain(matchKey(SECRETS[attempt], c, brought), canonical(header));
    const entry = { at: 0, seq: 1, input: { type: 'resign', seat: 1, id: 'i' } };
    const heads = [chain.head, chain.append(canonical(entry))].map(encode);
    const record = {
      ...{ scheme: 'vd1', header, server_secret: encode(SECRETS[attempt]), voided: [] },
      ...{ entries: [entry], draws: [], head: heads[1] },
      result: { winners: [0], scores: [0, 0], reason: 'resigned' },
    };
    return { bytes: new TextEncoder().encode(JSON.stringify(record)), heads };
  }
}

/** @param {number | null} seat */
function part(seat, store = new MemoryStore()) {
  return new Participant(new Evidence(store, ID, seat, 1), seat);
}

/** @param {Participant} own @param {Dealer} dealer */
function revealed(own, dealer) {
  const duty = own.duty(dealer.room);
  assert.equal(duty.duty, 'reveal');
  own.noteRevealed();
  return duty.duty === 'reveal' ? duty.message.entropy : '';
}

test('a seat commits, reveals while sealing, and checks the record with what it kept', async () => {
  const dealer = new Dealer();
  const [ada, bo, eve] = [part(0), part(1), part(null)];
  const everybody = [ada, bo, eve];
  for (const own of everybody) assert.equal(own.look(dealer.room), null);
  for (const [seat, own] of [ada, bo].entries()) dealer.ready(seat, own.ready(dealer.room));
  assert.deepEqual(ada.duty(dealer.room), { duty: 'nothing' }, 'not in the lobby');
  dealer.seal();
  for (const own of everybody) assert.equal(own.look(dealer.room), null);
  assert.deepEqual(eve.duty(dealer.room), { duty: 'nothing' });
  const entropy = [revealed(ada, dealer), revealed(bo, dealer)];
  assert.notEqual(entropy[0], entropy[1]);
  const bytes = decode32(entropy[0]);
  assert.ok(bytes);
  const expected = encode(seatCommitment(ID_BYTES, 0, 0, bytes));
  assert.equal(dealer.room.fairness.seats[0].commitment, expected);
  dealer.begin(entropy);
  const { bytes: record, heads } = dealer.publish();
  for (const own of everybody) {
    assert.equal(own.look(dealer.room), null);
    assert.deepEqual(own.duty(dealer.room), { duty: 'nothing' });
    heads.forEach((head, seq) => assert.equal(own.evidence.note(seq, head), 'new'));
    const found = await check(record, { room: ID, kept: own.evidence.text });
    assert.equal(found.verdict, 'verified');
    if (found.verdict === 'verified')
      assert.deepEqual(found.report.kept, { heads: 2, facts: 10, sealed: true });
  }
  ada.evidence.note(2, OTHER);
  const rewritten = await check(record, { room: ID, kept: ada.evidence.text });
  assert.equal(rewritten.verdict === 'refused' && rewritten.fault, 'kept_head');
  const elsewhere = await check(record, { room: ID.replaceAll('a', 'c') });
  assert.equal(elsewhere.verdict === 'refused' && elsewhere.fault, 'other_room');
});

test('a duty is returned once a connection, and again after a reload or in another tab', () => {
  const dealer = new Dealer();
  const store = new MemoryStore();
  const own = part(0, store);
  dealer.ready(0, own.ready(dealer.room));
  assert.deepEqual(part(0, store).ready(dealer.room), own.ready(dealer.room), 'the same entropy');
  dealer.seal();
  const first = revealed(own, dealer);
  assert.deepEqual(own.duty(dealer.room), { duty: 'nothing' });
  own.reconnected();
  assert.equal(revealed(own, dealer), first);
  assert.equal(revealed(part(0, store), dealer), first);
  assert.deepEqual(part(0).duty(dealer.room), { duty: 'lost' }, 'a browser that does not have it');
  dealer.room.fairness.seats[0].entropy = first;
  assert.deepEqual(part(0, store).duty(dealer.room), { duty: 'nothing' }, 'it was received');
});

test('a new attempt gets new entropy, and the secret of the one before is looked at', () => {
  const dealer = new Dealer();
  const own = part(0);
  const first = own.ready(dealer.room);
  dealer.ready(0, first);
  dealer.seal();
  assert.equal(own.look(dealer.room), null);
  dealer.giveUp(0);
  assert.equal(own.look(dealer.room), null);
  assert.notDeepEqual(own.ready(dealer.room), first);
  const [void_] = dealer.room.fairness.voided;
  const late = part(0);
  void_.server_secret = OTHER;
  assert.equal(late.look(dealer.room), 'server');
  assert.equal(own.look(dealer.room), 'server');
});

test('in the lobby a seat may change its mind, and not afterwards', () => {
  const dealer = new Dealer();
  const own = part(0);
  for (const commitment of [OTHER, '8'.repeat(64)]) {
    dealer.ready(1, { commitment });
    assert.equal(own.look(dealer.room), null);
  }
  dealer.seal();
  assert.equal(own.look(dealer.room), null);
  dealer.ready(1, { commitment: OTHER });
  assert.equal(own.look(dealer.room), 'seat');
});

test('a seat without entropy owes nothing', () => {
  const dealer = new Dealer();
  const own = part(0);
  assert.deepEqual(own.ready(dealer.room, false), { type: 'ready' });
  assert.deepEqual(part(null).ready(dealer.room), { type: 'ready' });
  dealer.ready(0, {});
  dealer.seal();
  assert.deepEqual(own.duty(dealer.room), { duty: 'nothing' });
});

/** Seals a deal between Ada and Bo; Bo may bring nothing. @param {boolean} [bring] @param {MemoryStore} [store] */
function sealedDeal(bring = true, store = new MemoryStore()) {
  const dealer = new Dealer();
  const [own, bo] = [part(0, store), part(1)];
  assert.equal(own.look(dealer.room), null);
  dealer.ready(0, own.ready(dealer.room));
  dealer.ready(1, bo.ready(dealer.room, bring));
  dealer.seal();
  assert.equal(own.look(dealer.room), null);
  return { dealer, own, store };
}

/** Every way in which a server can lie to a seat that has not revealed yet. @type {[Contradiction, (room: any) => void][]} */
const LIES = [
  ['server', (room) => (room.id = ID.replaceAll('a', 'c'))],
  ['server', (room) => (room.fairness.commitment = OTHER)],
  ['server', (room) => (room.fairness.commitment = 'c0ffee')],
  ['server', (room) => (room.fairness = null)],
  ['server', (room) => (room.fairness.seats = 'many')],
  ['seat', (room) => (room.fairness.seats[1].commitment = OTHER)],
  ['seat', (room) => (room.fairness.seats[1].commitment = null)],
  ['seat', (room) => (room.fairness.seats[1].commitment = '')],
  ['seat', (room) => (room.fairness.seats[1].entropy = OTHER)],
  ['seat', (room) => (room.fairness.seats[0].commitment = null)],
  ['seat', (room) => room.fairness.seats.pop()],
  ['seat', (room) => (room.seats.pop(), room.fairness.seats.pop())],
  ['required', (room) => (room.entropy = 'required')],
  ['required', (room) => (room.entropy = 'never')],
  ['data', (room) => (room.fairness.data = OTHER)],
  ['options', (room) => (room.options.clock = 90)],
  ['attempt', (room) => (room.fairness.attempt = 1)],
  ['attempt', (room) => (room.state = 'lobby')],
];

test('it reveals nothing to a server that contradicts itself, after a restart either', async () => {
  for (const [word, lie] of LIES) {
    const { dealer, own, store } = sealedDeal();
    const { room } = dealer;
    const honest = structuredClone(room);
    lie(room);
    const named = `${word}: ${lie}`;
    assert.equal(own.look(room), word, named);
    assert.equal(own.look(room), null, 'once an attempt');
    for (const one of [own, part(0, store)]) {
      one.look(honest);
      assert.deepEqual(one.duty(honest), { duty: 'distrust' }, named);
      assert.deepEqual(one.ready(honest), { type: 'ready' }, 'nothing is brought any more');
    }
    dealer.room = honest;
    dealer.begin([null, null]);
    honest.fairness.seats = [{}, {}];
    const found = await check(dealer.publish().bytes, { room: ID, kept: own.evidence.text });
    assert.equal(found.verdict, 'refused', named);
  }
});

test('a seat that brought nothing is bound to that: nobody chooses its bytes later', async () => {
  const { dealer, own } = sealedDeal(false);
  const entropy = revealed(own, dealer);
  // Now the server knows all bytes, and searches for bytes of the other seat that give the deal it wants.
  const late = new Uint8Array(32).fill(7);
  dealer.ready(1, { commitment: encode(seatCommitment(ID_BYTES, 0, 1, late)) });
  dealer.begin([entropy, encode(late)]);
  assert.equal(own.look(dealer.room), 'seat');
  const found = await check(dealer.publish().bytes, { room: ID, kept: own.evidence.text });
  assert.deepEqual(found.verdict === 'refused' && [found.fault, found.pointer], [
    'kept_seat',
    '/header',
  ]);
});

test('an attempt given up accuses who did not reveal, and nobody else', () => {
  const { dealer, own } = sealedDeal();
  revealed(own, dealer);
  dealer.giveUp(0, 1);
  const { voided } = dealer.room.fairness;
  assert.equal(own.look(dealer.room), 'void', 'it was revealed on this connection');
  for (const missing of [[], [0], [1, 0], [0, 1, 2]]) {
    const bo = part(1);
    voided[0].missing = missing;
    assert.equal(bo.look(dealer.room), 'void', missing.join());
  }
  voided[0].missing = [0, 1];
  const again = sealedDeal();
  revealed(again.own, again.dealer);
  again.own.reconnected();
  again.dealer.giveUp(0, 1);
  assert.equal(again.own.look(again.dealer.room), null, 'the connection was lost meanwhile');
  assert.ok(again.own.missed);
  again.own.look(again.dealer.room);
  assert.ok(!again.own.missed, 'reported once');
});

test('what the server has not taken was not revealed, and is due again', () => {
  const { dealer, own } = sealedDeal();
  const entropy = revealed(own, dealer);
  own.noteNotRevealed();
  assert.deepEqual(own.duty(dealer.room), { duty: 'nothing' });
  own.dueAgain();
  const duty = own.duty(dealer.room);
  assert.deepEqual(duty, { duty: 'reveal', message: { type: 'reveal', entropy } });
  dealer.giveUp(0, 1);
  assert.equal(own.look(dealer.room), null, 'no answer has come');
  assert.ok(own.missed);
});

test('a deal only goes on: no way back behind an attempt or the beginning', () => {
  const { dealer, own } = sealedDeal();
  dealer.giveUp(0, 1);
  assert.equal(own.look(dealer.room), null);
  const back = structuredClone(dealer.room);
  Object.assign(back.fairness, { attempt: 0, commitment: commitment(0), voided: [] });
  assert.equal(own.look(back), 'attempt');

  const other = sealedDeal();
  other.dealer.begin(other.dealer.room.fairness.seats.map(() => null));
  assert.equal(other.own.look(other.dealer.room), null);
  other.dealer.room.state = 'sealing';
  assert.equal(other.own.look(other.dealer.room), 'attempt');
});

test('who has to bring something is not let off', () => {
  for (const [kind, word] of [
    ['person', 'required'],
    ['bot', null],
  ]) {
    const dealer = new Dealer();
    const own = part(0);
    Object.assign(dealer.room, { entropy: 'required', seats: [{ kind: 'person' }, { kind }] });
    assert.equal(own.look(dealer.room), null);
    dealer.ready(0, own.ready(dealer.room));
    dealer.seal();
    assert.equal(own.look(dealer.room), word);
  }
});

test('it reveals nothing if the server took another commitment than it sent', () => {
  const dealer = new Dealer();
  const own = part(0);
  own.ready(dealer.room);
  dealer.ready(0, { commitment: OTHER });
  dealer.seal();
  assert.equal(own.look(dealer.room), null);
  assert.deepEqual(own.duty(dealer.room), { duty: 'distrust' });
});
