// What a browser keeps of the seats that it holds, and which of their matches its first page lists: nothing that goes
// on is lost among what does not.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { MemoryStore } from './store.js';

const world = /** @type {any} */ (globalThis);
world.document = { baseURI: 'http://entente.example/' };
world.navigator ??= {};

const seats = await import('../../web/core/seats.js');
const { countTurns, heldMatches, renewMatches } = await import('../../web/core/matches.js');
const { noteSeen, seenUpTo } = await import('../../web/core/seen.js');

/** The most seats that a browser keeps. */
const KEPT = 50;

/** What the server says of rooms by their codes; of all others that they are unknown. @type {Map<string, object>} */
const rooms = new Map();
/** The codes that it was asked about. @type {string[]} */
let asked = [];

beforeEach(() => {
  world.localStorage = new MemoryStore();
  world.sessionStorage = new MemoryStore();
  rooms.clear();
  asked = [];
  let clock = 1_000;
  Date.now = () => (clock += 1);
  world.fetch = async (/** @type {URL} */ { pathname }) => {
    const code = pathname.split('/').at(-1) ?? '';
    asked.push(code);
    const room = rooms.get(code);
    const problem = { code: 'room_unknown', detail: 'there is no such room' };
    return new Response(JSON.stringify(room ?? problem), { status: room ? 200 : 404 });
  };
});

/** @param {string} code */
const hold = (code) =>
  seats.holdSeat({ code, game: 'europe', seat: 0, token: `token of ${code}`, name: 'Ada' });

/** Notes what is known of matches. @param {Record<string, object>} matches by code */
function know(matches) {
  const before = JSON.parse(world.localStorage.getItem('entente/matches') ?? '{}');
  const blank = { names: ['Ada', 'Bo'], awaiting: [], since: null, result: null, taught: false };
  const all = Object.entries(matches).map(([code, match]) => [code, { ...blank, ...match }]);
  const text = JSON.stringify({ ...before, ...Object.fromEntries(all) });
  world.localStorage.setItem('entente/matches', text);
}

const MINE = { state: 'running', awaiting: [0] };
const THEIRS = { state: 'running', awaiting: [1] };
const LESSON = { state: 'running', awaiting: [0], taught: true };

/** @param {object[]} all */
const codesOf = (all) => all.map((one) => /** @type {any} */ (one).code);

/** Holds seats in rooms called so, of which all is known. @param {string} name @param {number} count @param {object} match */
function holdMany(name, count, match) {
  for (let at = 0; at < count; at += 1) {
    hold(`${name}${at}`);
    know({ [`${name}${at}`]: match });
  }
}

test('a match that waits for me, and one that goes on, stand before newer rooms of every kind', async () => {
  hold('MINE');
  hold('THEIRS');
  know({ MINE, THEIRS });
  holdMany('lobby', 3, { state: 'lobby' });
  holdMany('lesson', 8, LESSON);
  holdMany('over', 8, { state: 'finished', result: 'won' });
  const listed = codesOf(heldMatches());
  assert.deepEqual(listed.slice(0, 2), ['MINE', 'THEIRS']);
  assert.deepEqual(listed.slice(2, 5), ['lobby2', 'lobby1', 'lobby0']);
  assert.match(listed[5], /^lesson/);
  assert.equal(listed.filter((code) => code.startsWith('over')).length, 3);
  assert.equal(countTurns(), 1);
});

test('matches that are gone or left out take no place, and all that go on are asked about', async () => {
  holdMany('running', 12, THEIRS);
  holdMany('gone', 9, { state: 'abandoned' });
  hold('hidden');
  seats.unlistSeat('token of hidden');
  assert.equal(heldMatches().length, 12);
  const seat = (/** @type {string} */ name) => ({ name, kind: 'person' });
  for (let at = 0; at < 12; at += 1)
    rooms.set(`running${at}`, {
      state: 'running',
      seats: [seat('Ada'), seat('Bo')],
      awaiting: [{ seat: 0, for_ms: 5 }],
    });
  await renewMatches();
  assert.equal(asked.length, 12);
  assert.equal(countTurns(), 12);
});

test('a room that the server has forgotten is asked about once, and few of them at a time', async () => {
  holdMany('lesson', 12, LESSON);
  await renewMatches();
  assert.ok(asked.length >= 1 && asked.length <= 2, `${asked.length} dear requests at once`);
  for (let at = 0; at < 12; at += 1) await renewMatches();
  assert.deepEqual(asked.toSorted(), [...new Set(asked)].toSorted());
  assert.equal(asked.length, 12);
  assert.deepEqual(heldMatches(), []);
});

test('fifty newer rooms do not cost the seat of a match that goes on', () => {
  hold('RUNNING');
  know({ RUNNING: THEIRS });
  hold('NEW');
  holdMany('lesson', 20, LESSON);
  holdMany('over', 20, { state: 'finished', result: 'lost' });
  holdMany('lobby', 30, { state: 'lobby' });
  const held = seats.heldSeats();
  assert.equal(held.length, KEPT);
  for (const code of ['RUNNING', 'NEW', 'lobby29'])
    assert.ok(codesOf(held).includes(code), `${code} is kept`);
});

test('of seats that are worth the same the one unused longest goes', () => {
  holdMany('lobby', KEPT, { state: 'lobby' });
  seats.useSeat('token of lobby0');
  hold('one more');
  const held = codesOf(seats.heldSeats());
  assert.deepEqual(held.slice(0, 2), ['one more', 'lobby0']);
  assert.ok(!held.includes('lobby1'));
});

test('what was shown of a match is forgotten with its seat', () => {
  hold('KEPT');
  hold('GONE');
  noteSeen('KEPT', 4);
  noteSeen('GONE', 7);
  seats.forgetSeat('token of GONE');
  assert.deepEqual([seenUpTo('KEPT'), seenUpTo('GONE')], [4, null]);
});

test('a browser whose storage is full goes on with what it was told last', () => {
  hold('FIRST');
  seats.chooseSeat('FIRST', 'token of FIRST');
  world.localStorage.most = world.sessionStorage.most = 0;
  hold('SECOND');
  assert.deepEqual(codesOf(seats.heldSeats()), ['SECOND', 'FIRST']);
  noteSeen('FIRST', 3);
  assert.equal(seenUpTo('FIRST'), 3);
  seats.noteCoach('FIRST', 'a token');
  assert.equal(seats.coachHere('FIRST'), 'a token');
  seats.noteCoach('FIRST', null);
  assert.equal(seats.coachHere('FIRST'), null);
});
