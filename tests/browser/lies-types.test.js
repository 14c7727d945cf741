/**
 * A server that sends a value of another type: it is a contradiction, an error, or of no consequence.
 *
 * Each value of each message of the deal is replaced by one of every other type, once and from then on.
 * What the client keeps must then be what an honest server had it keep. `sdk/python` has the same test; the
 * clients in Rust need none, because their types refuse such a message as a whole.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Deal } from '../../web/core/deal.js';
import { Evidence } from '../../web/proof/evidence.js';
import { readKept } from '../../web/proof/kept.js';
import { verify } from '../../web/proof/verify.js';
import { MemoryStore } from './store.js';
import { Course, STEPS, WRONG, rechain } from './support/course.js';

/** @import { Step } from './support/course.js' */

const NO_HEAD = '0'.repeat(64);
const INJECTED = `1 ${NO_HEAD}\n# rolled back to 0\n1`;
/** One value of each type, and numbers beyond what each program can hold. @type {any[]} */
const VALUES = [
  ...[null, true, false, 0, 1, 0.5, -1, 2 ** 32, 2 ** 53, 2 ** 64, '', '0', '1', 'none', INJECTED],
  ...[`${WRONG}\n`, WRONG.toUpperCase(), [], [0], [false], [true], [WRONG], {}, { a: 1 }],
];
const HEADS = [WRONG, 'soup', `${WRONG}\n`, WRONG.toUpperCase(), INJECTED, null, 7, [WRONG]];
/** @param {unknown} value */
const isCount = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

/** Yields the place of each value in a message, that of the message apart. @param {any} value @param {string[]} place @returns {Generator<string[]>} */
function* places(value, place = []) {
  if (place.length > 0) yield place;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inside] of Object.entries(value)) yield* places(inside, [...place, key]);
}

/** Returns a message with another value at a place; the same message if it has no such place. @param {any} message @param {string[]} place @param {any} value */
function replaced(message, place, value) {
  const copy = structuredClone(message);
  let within = copy;
  for (const key of place.slice(0, -1)) within = within?.[key];
  if (typeof within === 'object' && within !== null) within[place[place.length - 1]] = value;
  return copy;
}

/** A deal that is shown rooms and updates by a server that replaces one value. */
class Meeting {
  course = new Course('K7P2XR', 7);
  deal = new Deal(null);
  /** @type {Record<string, any>} */ messages = {};

  /** @param {{ step: Step, place: string[], value: any, stays: boolean } | null} lie */
  constructor(lie) {
    this.lie = lie;
  }

  /** @param {Step} step @param {any} honest */
  shown(step, honest) {
    this.messages[step] = honest;
    const { lie } = this;
    const late = lie?.stays && STEPS.indexOf(lie.step) < STEPS.indexOf(step);
    return lie && (lie.step === step || late) ? replaced(honest, lie.place, lie.value) : honest;
  }

  /** Returns the message that a room is answered with. @param {Step} step @returns {any} */
  looks(step) {
    const due = this.deal.look(this.shown(step, this.course.room(step)));
    assert.ok(!due || !this.deal.suspicions.includes('distrust'), 'nothing is revealed to a liar');
    return due;
  }

  /** Plays as far as the client goes on; returns the record if that is to the end. */
  plays() {
    const room = this.shown('welcome', this.course.room('welcome'));
    this.deal.enter(room, 0);
    this.deal.look(room);
    /** @type {any} */ let ready = this.deal.ready(room);
    for (const [sealing, then] of /** @type {[Step, Step][]} */ ([
      ['sealing', 'void'],
      ['sealing again', 'running'],
    ])) {
      if (!ready.commitment) return null;
      this.course.commitments.push(ready.commitment);
      const due = this.looks(sealing);
      if (!due) return null;
      this.course.entropy.push(due.entropy);
      this.looks(then);
      if (then === 'void') ready = this.deal.ready(this.shown(then, this.course.room(then)));
    }
    const [, first, last] = rechain(this.course.record());
    const update = this.shown('update', this.course.update(1, first));
    this.deal.note(update.seq, update.head);
    this.deal.note(2, last);
    return new TextEncoder().encode(JSON.stringify(this.shown('record', this.course.record())));
  }

  /** Returns the outcome of the lie: it was noticed, it ended the play, or it changed nothing. */
  outcome() {
    let record;
    try {
      record = this.plays();
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return 'ended';
    }
    if (this.deal.suspicions.length > 0) return 'noticed';
    return record && verify(record, this.kept).verdict === 'refused' ? 'refused' : 'unnoticed';
  }

  /** The lines kept, but the one that says when. */
  get kept() {
    return (this.deal.evidence?.text ?? '').replace(/^# opened .*\n/, '');
  }
}

/** Checks that each line says something to whoever reads it. @param {string} text */
function readsBack(text) {
  const { heads, facts } = readKept(text);
  assert.equal(heads.length + facts.length, text.split('\n').length - 1, text);
}

/** Runs a function with the same entropy for all. @template T @param {() => T} run */
function withTheSameEntropy(run) {
  const { getRandomValues } = crypto;
  crypto.getRandomValues = (/** @type {any} */ bytes) => bytes.fill(7);
  try {
    return run();
  } finally {
    crypto.getRandomValues = getRandomValues;
  }
}

for (const step of STEPS.filter((one) => one !== 'data')) {
  for (const stays of [false, true]) {
    test(`another type in ${step}, ${stays ? 'from then on' : 'once'}`, () => {
      withTheSameEntropy(() => {
        const honest = new Meeting(null);
        assert.equal(honest.outcome(), 'unnoticed');
        assert.equal(honest.course.entropy.length, 2, 'it came to its end');
        /** @type {string[]} */ const wrong = [];
        for (const place of places(honest.messages[step])) {
          for (const value of VALUES) {
            const meeting = new Meeting({ step, place, value, stays });
            const outcome = meeting.outcome();
            readsBack(meeting.kept);
            // It may have come to nothing because the client did not go on: facts come before heads.
            if (outcome === 'unnoticed' && !honest.kept.startsWith(meeting.kept)) {
              wrong.push(`${place.join('.')} = ${JSON.stringify(value)}: ${meeting.kept}`);
            }
          }
        }
        assert.deepEqual(wrong, []);
      });
    });
  }
}

test('what is noted is what is read', () => {
  for (const seq of VALUES) {
    for (const head of HEADS) {
      const store = new MemoryStore();
      const evidence = new Evidence(store, 'room', 0, 1);
      evidence.note(1, '12'.repeat(32));
      const seen = evidence.note(seq, /** @type {any} */ (head));
      const right = isCount(seq) && head === WRONG;
      const noted = { seq: isCount(seq) ? seq : 0, head: right ? WRONG : NO_HEAD };
      const heads = [{ seq: 1, head: '12'.repeat(32) }, noted];
      const name = `${JSON.stringify(seq)} ${JSON.stringify(head)}`;
      assert.deepEqual(readKept(evidence.text).heads, heads, name);
      assert.deepEqual(new Evidence(store, 'room', 0, 1).heads, heads, name);
      assert.equal(seen, right && seq !== 1 ? 'new' : 'differs', name);
    }
  }
});

test('a fact that does not read back is not kept', () => {
  for (const [kind, attempt, seat, value] of /** @type {any[]} */ ([
    ['seat', false, 1, 'none'],
    ['seat', 0, 256, 'none'],
    ['seat', 0, -1, 'none'],
    ['seat', '0', 1, 'none'],
    ['sealed', 0, null, '256'],
    ['sealed', 0.5, null, '2'],
    ['commitment', 2 ** 32, null, WRONG],
    ['commitment', 0, null, `${WRONG}\n# rolled back to 0`],
    ['data', null, null, WRONG.toUpperCase()],
    ['data', null, null, [WRONG]],
    ['dealt', null, null, 'false'],
    ['entropy', 0, null, WRONG],
    ['contradiction', 0, null, 'mood'],
  ])) {
    const evidence = new Evidence(null, 'room', 0, 1);
    assert.equal(evidence.learn({ kind, attempt, seat, value }), 'differs', kind);
    assert.deepEqual(evidence.facts, []);
  }
});
