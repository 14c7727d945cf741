// Whole matches against a real server: of each game, over broken connections, and across kill -9; and bots that do
// wrong.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { Server } from '../../../tests/browser/support/server.js';
import {
  Api,
  BotFailed,
  Client,
  ConnectionEnded,
  EntenteError,
  NotAdmitted,
  Offers,
  Problem,
  RecordRefused,
  Rejected,
  Rng,
  checkRecord,
  defineBot,
  play,
  randomBot,
  roomAddress,
  run,
} from '@entente/client';
import { fileStore } from '@entente/client/node';
import { Chaos } from './support/chaos.js';

/** @import { Bot, ClientOptions, Result } from '@entente/client' */

/** @type {Server} */ let server;
before(async () => {
  server = await Server.start('--messages-per-second', '0', '--bot-pace-ms', '1');
});
after(() => server.end());

/** @type {Record<string, Record<string, unknown>>} */
const GAMES = {
  'europe-divided': {},
  'balance-of-power': { max_turns: 12 },
  europe: { untimed: true, max_rounds: 2 },
};
const QUIET = { say: () => {} };

/** Looks at everything that it is offered before it chooses. */
const careful = defineBot(/** @type {string[]} */ ([]), {
  begin: () => {
    const choose = randomBot.begin();
    return (question) => {
      for (const offer of question.offers) {
        const some = [...offer.all(20)];
        assert.ok(some.length > 0);
        assert.ok(some.every((command) => offer.admits(command)));
        assert.equal(new Set(some.map((command) => JSON.stringify(command))).size, some.length);
        assert.ok(offer.admits(offer.sample(question.rng)));
        const count = offer.count();
        assert.ok(count >= some.length);
        if (count <= 50n) assert.equal(BigInt([...offer.all()].length), count);
      }
      return choose(question);
    };
  },
});

/**
 * Plays a match of these bots; they connect through another address than the room is opened at.
 * @param {string} through @param {string} game @param {Bot<string>[]} bots @param {object} [room] @param {ClientOptions[]} [how]
 * @returns {Promise<Result[]>}
 */
async function seats(through, game, bots, room = {}, how = []) {
  const api = new Api(server.url);
  const first = await api.create({ game, name: 'Ada', options: GAMES[game], ...room });
  const { code } = first.room;
  const tokens = [first.token];
  for (const _ of bots.slice(1)) tokens.push((await api.join(code, { name: 'Bo' })).token);
  const data = await api.data(first.room.fairness.data);
  const seat = async (/** @type {Bot<string>} */ bot, /** @type {number} */ number) => {
    const client = await Client.connect(through, code, { token: tokens[number], ...how[number] });
    try {
      return await play(bot, client, new Rng(number), data);
    } finally {
      client.close();
    }
  };
  return Promise.all(bots.map(seat));
}

/** Checks that what each seat had accepted is in the record, once. @param {Result[]} results */
async function nothingLost(results) {
  const record = JSON.parse(new TextDecoder().decode(await new Api(server.url).record(results[0].room)));
  for (const { seat, commands } of results) {
    const inputs = record.entries.map((/** @type {any} */ { input }) => input);
    const ids = inputs
      .filter((/** @type {any} */ input) => input.type === 'command' && input.seat === seat)
      .map((/** @type {any} */ { id }) => id);
    assert.equal(ids.length, commands);
    assert.equal(new Set(ids).size, commands);
  }
}

for (const game of Object.keys(GAMES)) {
  test(`a whole match: ${game}`, async () => {
    const results = await seats(server.url, game, [careful, careful]);
    assert.deepEqual(results[0].outcome, results[1].outcome);
    await nothingLost(results);
    for (const { report, commands, refused } of results) {
      assert.ok(report?.seats.every(({ entropy }) => entropy));
      assert.ok(commands > 5);
      // Where one acts after the other nothing can come too late.
      if (game !== 'europe') assert.equal(refused, 0);
    }
  });
}

for (const game of ['europe-divided', 'europe']) {
  test(`broken connections double and lose nothing: ${game}`, async () => {
    const chaos = new Chaos(server.url, new Rng(7));
    await chaos.start();
    const results = await seats(chaos.url, game, [randomBot, randomBot]);
    chaos.end();
    assert.ok(chaos.cuts >= 4, `${chaos.cuts} cuts`);
    assert.ok(results[0].losses + results[1].losses >= chaos.cuts - 2);
    await nothingLost(results);
  });
}

test('a killed server goes on where it was, and so does the deal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'entente-kept-'));
  let asked = 0;
  const killing = defineBot(/** @type {string[]} */ ([]), {
    begin: () => {
      const choose = randomBot.begin();
      return async (question) => {
        asked += 1;
        if ([5, 12, 20].includes(asked)) {
          await server.kill();
          await server.start();
        }
        return choose(question);
      };
    },
  });
  const how = [{ store: fileStore(folder) }, { store: fileStore(folder) }];
  const results = await seats(
    server.url,
    'europe-divided',
    [killing, randomBot],
    { entropy: 'required' },
    how,
  );
  assert.ok(asked > 20);
  // The one that kills is connected each time; the other may still be on its way back.
  assert.ok(results[0].losses >= 3 && results[1].losses >= 1);
  await nothingLost(results);
  const files = readdirSync(folder);
  assert.equal(files.length, 2);
  const record = await new Api(server.url).record(results[0].room);
  for (const file of files) {
    assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600);
    const report = checkRecord(record, { kept: readFileSync(join(folder, file), 'utf8') });
    assert.ok(report.kept.heads > 10 && report.kept.sealed);
  }
  const changed = new TextEncoder().encode(new TextDecoder().decode(record).replace('"Ada"', '"Eve"'));
  const kept = readFileSync(join(folder, files[0]), 'utf8');
  assert.throws(() => checkRecord(changed, { kept }), RecordRefused);
  assert.throws(() => checkRecord(record, { room: '0' }), /other_room/);
  rmSync(folder, { recursive: true });
});

test('what a client wrote down outlives it: it reveals the same entropy', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'entente-kept-'));
  const api = new Api(server.url);
  const { room, token } = await api.create({ game: 'europe-divided', name: 'Ada', entropy: 'required' });
  const joined = await api.join(room.code, { name: 'Bo' });
  const stored = { token, store: fileStore(folder) };
  const first = await Client.connect(server.url, room.code, stored);
  first.ready();
  await first.when(() => first.room?.seats[0].ready === true);
  first.close();
  const second = await Client.connect(server.url, room.code, { token: joined.token });
  second.ready();
  await second.when(() => second.room?.state === 'sealing');
  const again = await Client.connect(server.url, room.code, { token, store: fileStore(folder) });
  await again.when(() => again.room?.state === 'running');
  assert.equal(again.room?.fairness.attempt, 0);
  await again.resign();
  await again.when(() => again.over);
  assert.ok(await again.checkRecord());
  again.close();
  second.close();
  rmSync(folder, { recursive: true });
});

test('a seat that brings nothing learns that it must', async () => {
  const api = new Api(server.url);
  const { room, token } = await api.create({ game: 'europe-divided', name: 'Ada', entropy: 'required' });
  await api.join(room.code, { name: 'Bo' });
  const client = await Client.connect(server.url, room.code, { token, entropy: false });
  assert.throws(() => client.ready(), { code: 'entropy_required' });
  client.close();
});

/** @type {[string, import('@entente/client').Choose, RegExp][]} */
const WRONG = [
  [
    'throws',
    () => {
      throw new TypeError('no idea');
    },
    /^Bad: it threw TypeError: no idea \(room \w{6}, seat 0\)$/,
  ],
  ['rejects', () => Promise.reject(new Error('late')), /^Bad: it threw Error: late /],
  [
    'nonsense',
    () => ({ type: 'win', why: 'x'.repeat(500) }),
    /^Bad: it chose what no offer admits: .{200}\.\.\. /,
  ],
  ['text', () => 'pass', /^Bad: it chose no command: "pass" /],
  ['undefined', () => undefined, /^Bad: it chose no command: undefined /],
  ['nothing', () => null, /^Bad: it chose nothing, and everybody waits for it /],
];
for (const [name, choose, why] of WRONG) {
  test(`a bot that does wrong ends with a clear error: ${name}`, async () => {
    const bot = defineBot('europe-divided', /** @type {any} */ (choose), { name: 'Bad' });
    const options = { server: server.url, opponents: /** @type {const} */ ('easy'), ...QUIET };
    await assert.rejects(run(bot, options), (error) => {
      assert.ok(error instanceof BotFailed);
      assert.match(error.message, why);
      return true;
    });
  });
}

test('a bot says that it is a program, where the server knows programs', async () => {
  /** @type {any} */ let seen;
  const bot = defineBot(
    'europe-divided',
    ({ view }) => {
      seen = view.room.seats[view.seat];
      throw new Error('enough');
    },
    { contact: 'https://bots.example.org' },
  );
  await assert.rejects(run(bot, { server: server.url, opponents: 'easy', ...QUIET }), BotFailed);
  const known = (await new Api(server.url).features()).has('programs');
  assert.equal(seen.kind, known ? 'program' : 'person');
  assert.equal(seen.program?.contact, known ? 'https://bots.example.org' : undefined);
});

test('a spectator sees, a client chats, takes back and resigns', async () => {
  const api = new Api(server.url);
  const { room, token } = await api.create({ game: 'europe-divided', name: 'Ada', listed: true });
  const { code } = room;
  assert.ok((await api.rooms()).rooms.some((one) => one.code === code));
  assert.ok((await api.games()).games.some(({ id }) => id === 'europe-divided'));
  await api.addBot(code, 1, token, 'easy');
  const client = await Client.connect(server.url, code, { token, entropy: false });
  const watcher = await Client.connect(server.url, code);
  assert.equal(watcher.seat, null);
  client.ready();
  await client.when(() => client.offers.length > 0);
  assert.ok(client.say('hello'));
  await watcher.when(() => watcher.chat.some(({ text }) => text === 'hello'));
  await assert.rejects(watcher.command({ type: 'pass' }), NotAdmitted);
  await assert.rejects(watcher.resign(), (error) => error instanceof Rejected && error.code === 'not_seated');
  await assert.rejects(client.command({ type: 'nothing' }), Rejected);
  /** @type {number[]} */ const numbers = [];
  const watching = (async () => {
    for await (const { seq } of watcher.updates()) numbers.push(seq);
  })();
  const rng = new Rng(1);
  // Where the bot has still to choose in secret too, the number stands still behind the veil.
  const sent = await client.command(client.offers.sample(rng));
  assert.ok((await client.resign()) > sent);
  await watching;
  assert.deepEqual(
    numbers,
    [...numbers].sort((a, b) => a - b),
  );
  const report = await watcher.checkRecord();
  assert.deepEqual(
    report?.seats.map(({ entropy }) => entropy),
    [false, false],
  );
  const shown = await api.replay(code);
  assert.equal(shown.at(-1)?.head, watcher.update?.head);
  assert.notEqual((await api.rematch(code, token)).room.code, code);
  client.close();
  watcher.close();
});

test('what cannot be is said', async () => {
  const bot = defineBot('europe-divided', () => null, { name: 'Mine' });
  const at = { server: server.url, ...QUIET };
  await assert.rejects(run(bot, { ...at, game: 'europe' }), /Mine plays europe-divided, not europe/);
  await assert.rejects(run(randomBot, at), /Random plays every game: say which one/);
  await assert.rejects(run(bot, { room: 'K7P2XR' }), EntenteError);
  await assert.rejects(run(bot, { ...at, room: 'CDFHJK' }), (error) => {
    return error instanceof Problem && error.code === 'room_unknown';
  });
  await assert.rejects(Client.connect(server.url, 'CDFHJK', { token: 'x' }), (error) => {
    return error instanceof ConnectionEnded && error.reason === 'room_unknown';
  });
  // Nothing listens at port 9 of this machine.
  await assert.rejects(Client.connect('http://127.0.0.1:9', 'CDFHJK', { giveUpMs: 1 }), /unreachable/);
  assert.throws(() => roomAddress('K7P2XO'), EntenteError);
  assert.deepEqual(roomAddress('https://host.test/base/r/k7p2xr#seat=abc'), {
    server: 'https://host.test/base',
    code: 'K7P2XR',
    token: 'abc',
  });
});

test('an offer: all of it, how much that is, one by hand, and nothing else', () => {
  const items = (/** @type {any[]} */ ...values) => values.map((value) => ({ value, text: String(value) }));
  const offers = new Offers([
    {
      text: 'Something',
      rule: 'Rule',
      command: {
        type: 'all',
        n: { $int: { min: 1, max: 3 } },
        at: { one: { $one: { from: items('a', 'b') } } },
        list: [{ $pick: { from: items(1, 2, 3), min: 1, max: 2 } }],
        cubes: { $bag: { max: { fuel: 2, grain: 1 }, min_total: 1, max_total: 2 } },
      },
    },
  ]);
  const offer = /** @type {import('@entente/client').Offer} */ (offers.at(0));
  const all = [...offers.all()];
  assert.equal(BigInt(all.length), offer.count());
  assert.equal(all.length, 3 * 2 * 6 * 4);
  assert.equal(new Set(all.map((command) => JSON.stringify(command))).size, all.length);
  assert.ok(all.every((command) => offer.admits(command)));
  const rng = new Rng(1);
  const order = (/** @type {any} */ command) => JSON.stringify([
    command.n, command.at, [...command.list[0]].sort(), Object.entries(command.cubes).sort(),
  ]); // prettier-ignore
  const seen = new Set(Array.from({ length: 6000 }, () => order(offer.sample(rng))));
  assert.ok(seen.size >= all.length - 2);
  assert.deepEqual(offer.fill(2, 'b', [3, 1], { grain: 1 }).list, [[3, 1]]);
  assert.throws(() => offer.fill(9, 'b', [3], { grain: 1 }), NotAdmitted);
  assert.throws(() => offer.fill(1), NotAdmitted);
  for (const wrong of [
    { n: 4 },
    { n: '1' },
    { at: {} },
    { list: [] },
    { list: [[1, 1]] },
    { cubes: {} },
    { more: 1 },
  ]) {
    assert.ok(!offer.admits({ ...all[0], ...wrong }), JSON.stringify(wrong));
  }
  assert.throws(
    () => new Offers([{ text: '', rule: '', command: { type: 'x', n: { $new: {} } } }]),
    NotAdmitted,
  );
});

test('a seed repeats chance', () => {
  const draws = (/** @type {number} */ seed) =>
    Array.from(
      { length: 50 },
      (
        (rng) => () =>
          rng.int(1, 6)
      )(new Rng(seed)),
    );
  assert.deepEqual(draws(1), draws(1));
  assert.notDeepEqual(draws(1), draws(2));
  const counts = Array(6).fill(0);
  const rng = new Rng('die');
  for (let n = 0; n < 60_000; n += 1) counts[rng.int(0, 5)] += 1;
  // Four standard deviations.
  for (const count of counts) assert.ok(Math.abs(count - 10_000) < 4 * Math.sqrt(60_000 * (1 / 6) * (5 / 6)));
});
