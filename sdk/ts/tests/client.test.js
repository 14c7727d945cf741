// What a client counts and keeps, without a real server.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { WebSocketServer } from 'ws';

import { Course } from '../../../tests/browser/support/course.js';
import { Client, ConnectionEnded, Rejected } from '@entente/client';
import { seated } from './support/hand.js';
import { CODE } from './support/liar.js';

/** Listens on a port, welcomes everybody, and emits `act` with whatever else comes. @param {number} [port] */
async function welcoming(port = 0) {
  const listening = new WebSocketServer({ host: '127.0.0.1', port });
  const room = new Course(CODE, 7).room('welcome');
  const welcome = JSON.stringify({ type: 'welcome', protocol: 1, you: { seat: 0 }, room, limits: {} });
  listening.on('connection', (peer) => {
    peer.on('message', (text) => {
      const message = JSON.parse(String(text));
      if (message.type === 'hello') peer.send(welcome);
      else listening.emit('act', message);
    });
  });
  await once(listening, 'listening');
  return listening;
}

/** Cuts every socket and listens no more. @param {WebSocketServer} listening */
async function gone(listening) {
  const closed = new Promise((done) => listening.close(done));
  for (const peer of listening.clients) peer.terminate();
  await closed;
}

test('a loss counts once, whatever changes until there is another socket', async () => {
  const first = await welcoming();
  const { port } = /** @type {import('node:net').AddressInfo} */ (first.address());
  const client = await Client.connect(`http://127.0.0.1:${port}`, CODE, { token: 'x'.repeat(43) });
  assert.equal(client.losses, 0);
  await gone(first);
  await client.when(() => client.losses > 0);
  // Each of them changes something, and is sent when there is a socket again.
  const acts = [client.resign(), client.pause(true), client.undo(0)];
  const second = await welcoming(port);
  await once(second, 'act');
  assert.equal(client.losses, 1);
  await gone(second);
  await client.when(() => client.losses > 1);
  assert.equal(client.losses, 2);
  client.close();
  for (const act of acts) await assert.rejects(act, ConnectionEnded);
});

test('advice and previews are given as they come, and a refusal says when to try again', async () => {
  const { client, listening, say, leave } = await seated();
  const answered = async (/** @type {Promise<any>} */ asked, /** @type {object} */ answer) => {
    const [{ id }] = await once(listening, 'act');
    say({ ...answer, id });
    return asked;
  };
  const hint = await answered(client.hint(), { type: 'hint', decision: 4, advice: [] });
  assert.deepEqual([hint.decision, hint.advice], [4, []]);
  const reasons = [{ text: 'You have 5 money instead of 2', rule: 'Money' }];
  const preview = { type: 'preview', decision: 4, reasons };
  assert.deepEqual((await answered(client.preview({ type: 'pass' }), preview)).reasons, reasons);
  const refusal = { type: 'rejected', code: 'illegal', detail: 'they are not away for long enough' };
  const claimed = answered(client.claim('win'), { ...refusal, retry_after_ms: 4_000 });
  await assert.rejects(claimed, (error) => error instanceof Rejected && error.retryAfterMs === 4_000);
  leave();
});

for (const honest of [true, false]) {
  test(`a server that was restored between two visits is ${honest ? 'asked' : 'noticed if it hides that'}`, async () => {
    const listening = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(listening, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (listening.address());
    const course = new Course(CODE, 7);
    const room = { ...course.room('welcome'), state: 'running', fairness: course.room('welcome').fairness };
    const head = (/** @type {number} */ digit) => String(digit).repeat(64);
    /** @type {any[]} */ const hellos = [];
    /** @type {any} */ let peer;
    const say = (/** @type {object} */ message) => peer.send(JSON.stringify(message));
    /** The entry that the log has come to, and what its heads are. */
    let [seq, digit] = [4, 1];
    listening.on('connection', (socket) => {
      peer = socket;
      socket.on('message', (text) => {
        const hello = JSON.parse(String(text));
        if (hello.type !== 'hello') return;
        hellos.push(hello.after);
        say({ type: 'welcome', protocol: 1, you: { seat: 0 }, room, limits: {} });
        if (hello.after > seq && honest) say({ type: 'error', code: 'rolled_back', detail: 'restored' });
        say({ ...course.update(1, head(digit)), seq });
      });
    });
    /** @type {Map<string, string>} */ const kept = new Map();
    const store = {
      get length() {
        return kept.size;
      },
      key: (/** @type {number} */ at) => [...kept.keys()][at] ?? null,
      getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
      setItem: (/** @type {string} */ name, /** @type {string} */ text) => void kept.set(name, text),
      removeItem: (/** @type {string} */ name) => void kept.delete(name),
    };
    const visit = async () => {
      const options = { token: 'x'.repeat(43), store };
      const client = await Client.connect(`http://127.0.0.1:${port}`, CODE, options);
      await client.when(() => client.update !== null);
      return client;
    };
    const first = await visit();
    seq = 6;
    say({ ...course.update(1, head(digit)), seq });
    await first.when(() => first.update?.seq === 6);
    first.close();
    // Restored to entry 3, and gone on otherwise.
    [seq, digit] = [4, 2];
    const second = await visit();
    assert.deepEqual(hellos, [undefined, undefined, 6]);
    assert.equal(second.rolledBack, honest);
    seq = 6;
    say({ ...course.update(1, head(digit)), seq });
    await second.when(() => second.update?.seq === 6);
    assert.equal(second.suspicions.includes('past'), !honest);
    second.close();
    for (const socket of listening.clients) socket.terminate();
    listening.close();
  });
}

test('what a full disk takes in part replaces nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'entente-kept-'));
  const program = `
    const { fileStore } = await import('@entente/client/node');
    const store = fileStore(process.argv[1]);
    store.setItem('room', 'kept');
    try {
      store.setItem('room', 'x'.repeat(100_000));
    } catch (error) {
      console.log(error.code, store.getItem('room'));
    }`;
  // A limit for files stands for the disk: the first write is short, and the next one is refused.
  const limited = 'ulimit -f 2 && exec "$0" --input-type=module --eval "$1" "$2"';
  const here = fileURLToPath(new URL('.', import.meta.url));
  const said = execFileSync('sh', ['-c', limited, process.execPath, program, folder], { cwd: here });
  assert.equal(String(said), 'EFBIG kept\n');
  rmSync(folder, { recursive: true });
});
