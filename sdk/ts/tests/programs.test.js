// A bot that announces itself plays wherever a host seats it, until its signal ends it.

import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { after, before, test } from 'node:test';

import { Server } from '../../../tests/browser/support/server.js';
import { Api, EntenteError, Problem, offer, randomBot, run } from '@entente/client';
import { Desk } from './support/desk.js';

/** @type {Server} */ let server;
before(async () => {
  server = await Server.start('--messages-per-second', '0', '--bot-pace-ms', '1');
});
after(() => server.end());

const QUIET = { say: () => {} };

test('a host seats a bot that was offered, and both check the record', async () => {
  const ending = new AbortController();
  /** @type {import('@entente/client').Result[]} */ const results = [];
  /** @type {(value: unknown) => void} */ let played = () => {};
  const over = new Promise((done) => (played = done));
  const offered = offer(randomBot, {
    server: server.url,
    games: ['europe-divided'],
    level: 'plays by chance',
    author: 'bo@example.org',
    rooms: 2,
    name: 'Greedy',
    signal: ending.signal,
    onResult: (result) => {
      results.push(result);
      played(null);
    },
    ...QUIET,
  });
  const api = new Api(server.url);
  let programs = await api.programs('europe-divided');
  while (programs.length === 0) programs = await api.programs('europe-divided');
  const [program] = programs;
  assert.ok(program);
  assert.deepEqual(
    [program.name, program.contact, program.level, program.free],
    ['Greedy', 'bo@example.org', 'plays by chance', 2],
  );
  const { room, token } = await api.create({ game: 'europe-divided', name: 'Ada' });
  const seated = await api.addProgram(room.code, 1, token, program.id);
  assert.equal(seated.seats[1]?.kind, 'program');
  const own = await run(randomBot, { server: server.url, room: room.code, token, ...QUIET });
  await over;
  ending.abort();
  await offered;
  assert.ok(own.report && results[0]?.report);
  assert.deepEqual([results[0].room, results[0].seat], [room.code, 1]);
  assert.deepEqual(await api.programs('europe-divided'), [], 'it is withdrawn');
});

test('what the server refuses is an error', async () => {
  const wrong = offer(randomBot, { server: server.url, games: ['no-such-game'], ...QUIET });
  await assert.rejects(wrong, (why) => why instanceof Problem && why.code === 'game_unknown');
});

test('a server that seats no programs is named', async () => {
  const other = await Server.start('--programs', 'false');
  try {
    await assert.rejects(offer(randomBot, { server: other.url, ...QUIET }), EntenteError);
  } finally {
    await other.end();
  }
});

test('rooms that matches of before leave are offered again', async () => {
  const desk = new Desk();
  await desk.start();
  const ending = new AbortController();
  const offered = offer(randomBot, {
    server: desk.url,
    games: ['europe'],
    rooms: 3,
    signal: ending.signal,
    say: (line) => line.includes('left') && desk.say(line.replace(/:.*/, '')),
  });
  /** @param {number} count */
  const next = async (count) => {
    const did = [];
    while (did.length < count) did.push(await desk.next());
    return did;
  };
  desk.give({ number: 1, room: 'A' });
  assert.deepEqual(await next(2), ['1 offers 3', 'plays A']);
  desk.give({ number: 2, room: 'B' });
  assert.deepEqual(await next(1), ['plays B']);
  desk.forget();
  assert.deepEqual(await next(1), ['2 offers 1']);
  // All is taken then, and nothing has ended.
  desk.give({ number: 1, room: 'C' });
  assert.deepEqual(await next(1), ['plays C']);
  desk.finish('A');
  assert.deepEqual(await next(3), ['Random left room A', '2 is withdrawn', '3 offers 1']);
  // There is room, but hosts may still take what is offered: nothing is to be announced.
  desk.finish('B');
  assert.deepEqual(await next(1), ['Random left room B']);
  desk.give({ number: 1, room: 'D' });
  // It connects to the seat meanwhile.
  assert.deepEqual((await next(3)).sort(), ['3 is withdrawn', '4 offers 1', 'plays D']);
  ending.abort();
  assert.deepEqual(await next(1), ['4 is withdrawn']);
  desk.finish('C');
  desk.finish('D');
  await offered;
  desk.end();
});

test('a program that is forgotten again and again waits, longer each time', async (test) => {
  const desk = new Desk();
  await desk.start();
  desk.most = 2;
  for (let times = 0; times < desk.most; times += 1) desk.forget();
  test.mock.method(Math, 'random', () => 0);
  const wait = setTimeout;
  /** @type {number[]} */ const waits = [];
  test.mock.method(globalThis, 'setTimeout', (/** @type {any[]} */ ...[then, ms, ...more]) => {
    // The platform has waits of its own.
    if (![250, 500].includes(ms)) return wait(then, ms, ...more);
    waits.push(ms);
    return wait(then, 0);
  });
  const offered = offer(randomBot, { server: desk.url, games: ['europe'], ...QUIET });
  await assert.rejects(offered, (why) => why instanceof Problem && why.code === 'forbidden');
  desk.end();
  assert.deepEqual(waits, [250, 500]);
});

test('a signal has one listener, however often seats are asked for, and none in the end', async () => {
  const desk = new Desk();
  await desk.start();
  const ending = new AbortController();
  const { signal } = ending;
  const offered = offer(randomBot, { server: desk.url, games: ['europe'], signal, ...QUIET });
  for (let times = 0; times < 5; times += 1) desk.give();
  desk.give({ number: 1, room: 'A' });
  assert.deepEqual([await desk.next(), await desk.next()], ['1 offers 4', 'plays A']);
  assert.equal(getEventListeners(signal, 'abort').length, 1);
  ending.abort();
  assert.equal(await desk.next(), '1 is withdrawn');
  desk.finish('A');
  await offered;
  assert.equal(getEventListeners(signal, 'abort').length, 0);
  desk.end();
});
