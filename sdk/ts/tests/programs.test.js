// A bot that announces itself plays wherever a host seats it, until its signal ends it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { Server } from '../../../tests/browser/support/server.js';
import { Api, EntenteError, Problem, offer, randomBot, run } from '@entente/client';

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
