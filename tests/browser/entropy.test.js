/**
 * A browser's part in a deal, from the lobby to the check of the record, and its distrust.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { canonical } from '../../web/proof/canonical.js';
import { check } from '../../web/proof/check.js';
import { Part } from '../../web/proof/entropy.js';
import { decode32, encode } from '../../web/proof/hex.js';
import { Keepsake } from '../../web/proof/keepsake.js';
import { Chain, matchKey, seatCommitment, serverCommitment } from '../../web/proof/scheme.js';
import { MemoryStore } from './store.js';

/** @import { Room } from "../../web/proof/witness.js" */

const ID = 'abababab-abab-abab-abab-abababababab';
const ID_BYTES = new Uint8Array(16).fill(0xab);
const RULES = 'game/7';
const SECRETS = [3, 4, 5].map((byte) => new Uint8Array(32).fill(byte));
const OTHER = '9'.repeat(64);

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
      fairness: {
        rules: RULES,
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

  giveUp() {
    const { fairness } = this.room;
    const { attempt } = fairness;
    fairness.voided.push({
      attempt,
      commitment: fairness.commitment,
      server_secret: encode(SECRETS[attempt]),
    });
    fairness.attempt += 1;
    fairness.commitment = commitment(attempt + 1);
    fairness.seats = [{}, {}];
    this.room.state = 'lobby';
  }

  /** The record of a match in which seat 1 resigned at once; its bytes, and its heads. */
  publish() {
    const { attempt, seats } = this.room.fairness;
    const header = {
      ...{ v: 1, scheme: 'vd1', rules: RULES, game: 'game', room: ID, attempt, options: {} },
      ...{ commitment: commitment(attempt), data: '0'.repeat(64) },
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
  return new Part(new Keepsake(store, ID, seat, 1), seat);
}

/** @param {Part} own @param {Dealer} dealer */
function revealed(own, dealer) {
  const duty = own.duty(dealer.room);
  assert.equal(duty.duty, 'reveal');
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
    heads.forEach((head, seq) => assert.equal(own.keepsake.note(seq, head), 'new'));
    const found = await check(record, { room: ID, kept: own.keepsake.text });
    assert.equal(found.verdict, 'verified');
    if (found.verdict === 'verified') assert.deepEqual(found.report.kept, { heads: 2, facts: 5 });
  }
  ada.keepsake.note(2, OTHER);
  const rewritten = await check(record, { room: ID, kept: ada.keepsake.text });
  assert.equal(rewritten.verdict === 'refused' && rewritten.fault, 'kept_head');
  const elsewhere = await check(record, { room: ID.replaceAll('a', 'c') });
  assert.equal(elsewhere.verdict === 'refused' && elsewhere.fault, 'other_room');
});

test('a duty is told once a connection, and again after a reload or in another tab', () => {
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
  assert.deepEqual(part(0, store).duty(dealer.room), { duty: 'nothing' }, 'it was heard');
});

test('a new attempt gets new entropy, and the secret of the one before is looked at', () => {
  const dealer = new Dealer();
  const own = part(0);
  const first = own.ready(dealer.room);
  dealer.ready(0, first);
  dealer.seal();
  assert.equal(own.look(dealer.room), null);
  dealer.giveUp();
  assert.equal(own.look(dealer.room), null);
  assert.notDeepEqual(own.ready(dealer.room), first);
  const [void_] = dealer.room.fairness.voided;
  const late = part(0);
  void_.server_secret = OTHER;
  assert.equal(late.look(dealer.room)?.how, 'not_committed');
  assert.equal(own.look(dealer.room)?.how, 'changed');
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
  assert.equal(own.look(dealer.room)?.how, 'changed');
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

test('it reveals nothing to a server that changed what somebody was bound to', () => {
  /** @type {[how: string | undefined, change: (dealer: Dealer) => void][]} */
  const changes = [
    ['changed', ({ room }) => (room.fairness.commitment = OTHER)],
    ['no_hash', ({ room }) => (room.fairness.commitment = 'c0ffee')],
    ['changed', ({ room }) => (room.fairness.seats[1].commitment = OTHER)],
    ['not_committed', ({ room }) => (room.fairness.seats[1].entropy = OTHER)],
    // Of our own commitment we know without having been told.
    [undefined, ({ room }) => (room.fairness.seats[0].commitment = null)],
  ];
  for (const [how, change] of changes) {
    const dealer = new Dealer();
    const [own, bo] = [part(0), part(1)];
    assert.equal(own.look(dealer.room), null);
    dealer.ready(0, own.ready(dealer.room));
    dealer.ready(1, bo.ready(dealer.room));
    dealer.seal();
    assert.equal(own.look(dealer.room), null);
    change(dealer);
    assert.equal(own.look(dealer.room)?.how, how);
    assert.equal(own.look(dealer.room), null, 'once an attempt');
    assert.deepEqual(own.duty(dealer.room), { duty: 'distrust' });
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
