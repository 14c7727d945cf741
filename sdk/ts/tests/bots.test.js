// What a bot does at a table that is played by hand, without a real server.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';

import { Api, BotFailed, Problem, Rng, defineBot, play } from '@entente/client';
import { CODE } from './support/liar.js';
import { course, seated } from './support/hand.js';

const REQUEST = {
  ...{ id: '3b5ab1f0-0f68-4f60-b0d8-1d2b3ad4c9e0', kind: 'undo', by: 1, until_ms: 300_000 },
  ...{ to: 0, moves: 1 },
};

/** @param {number} seq @param {number[]} events @param {boolean} [over] */
function update(seq, events, over = false) {
  const offers = over ? [] : [{ command: { type: 'pass' }, text: 'Pass', rule: '' }];
  return {
    ...course.update(over ? 2 : 1, 'ab'.repeat(32)),
    ...{ seq, decision: seq, awaiting: [0], offers },
    events: events.map((at) => ({ seq: at, type: 'x', text: '' })),
  };
}

test('a bot that fails at a request ends its match, and nothing else', async () => {
  const { client, room, say, leave } = await seated();
  const agrees = () => {
    throw new TypeError('no opinion');
  };
  const bot = defineBot([], () => null, { agrees });
  const played = play(bot, client, new Rng(1), /** @type {any} */ ({}));
  say({ type: 'room', room: { ...room, requests: [REQUEST] } });
  await assert.rejects(played, (error) => {
    assert.ok(error instanceof BotFailed);
    assert.match(error.message, /`agrees` threw TypeError: no opinion/);
    return true;
  });
  leave();
});

test('a request that was open before the bot began is answered', async () => {
  const { client, listening, room, say, leave } = await seated();
  say({ type: 'room', room: { ...room, requests: [REQUEST] } });
  await client.when(() => client.room?.requests.length === 1);
  const answered = once(listening, 'act');
  const played = play(
    defineBot([], () => null),
    client,
    new Rng(1),
    /** @type {any} */ ({}),
  );
  const [{ type, request, agree }] = await answered;
  assert.deepEqual([type, request, agree], ['consent', REQUEST.id, true]);
  say(update(9, [], true));
  await played;
  leave();
});

test('after a restore a bot is shown what happens', async () => {
  const { client, listening, say, leave } = await seated();
  /** @type {number[][]} */ const shown = [];
  const bot = defineBot([], ({ view, offers, rng }) => {
    shown.push(view.events.map((/** @type {any} */ { seq }) => seq));
    return offers.sample(rng);
  });
  const played = play(bot, client, new Rng(1), /** @type {any} */ ({}));
  for (const [seq, events] of /** @type {[number, number[]][]} */ ([
    [4, [3, 4]],
    [6, [5, 6]],
    [2, [1, 2]],
    [8, [7, 8]],
  ])) {
    if (seq === 2) say({ type: 'error', code: 'rolled_back', detail: 'restored' });
    const acted = once(listening, 'act');
    say(update(seq, events));
    const [{ id }] = await acted;
    say({ type: 'accepted', id, seq: seq + 1 });
  }
  say(update(9, [9], true));
  await played;
  assert.deepEqual(shown, [
    [3, 4],
    [5, 6],
    [1, 2],
    [7, 8],
  ]);
  leave();
});

test('an answer that breaks off, or is not from this server, is asked for again', async () => {
  let asked = 0;
  const http = createServer((_, response) => {
    asked += 1;
    if (asked === 1) return response.end('<p>a proxy</p>');
    if (asked === 3) return response.end('{"games": []}');
    response.writeHead(200, { 'Content-Length': 100 });
    response.write('{"games"', () => response.destroy());
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (http.address());
  const api = new Api(`http://127.0.0.1:${port}`);
  assert.deepEqual((await api.games()).games, []);
  assert.equal(asked, 3);
  // Nobody knows what became of it.
  asked = 0;
  await assert.rejects(api.rematch(CODE, 'x'), (error) => {
    assert.ok(error instanceof Problem);
    assert.equal(error.code, 'unreachable');
    return true;
  });
  assert.equal(asked, 1);
  http.closeAllConnections();
  http.close();
});
