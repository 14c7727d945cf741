// The connection without a page: after which ends of a socket it comes back.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Connection } from '../../web/core/connection.js';

const PROTOCOL = readFileSync(new URL('../../docs/PROTOCOL.md', import.meta.url), 'utf8');

/** A code of its own to the page, which offers to ask again: there may be room for a spectator later. */
const ASKED_AGAIN = 4013;

/** Returns the close codes of the protocol, each with whether a client may come back. @returns {[number, string][]} */
function closeCodes() {
  const [, table] = PROTOCOL.split('| close code | meaning | come back? |');
  const rows = table.split('\n\n')[0].matchAll(/^\| ([\d, ]+) \|.*\| ([^|]+) \|$/gm);
  return [...rows].flatMap(([, codes, back]) =>
    codes.split(', ').map((code) => /** @type {[number, string]} */ ([Number(code), back])),
  );
}

/** Returns what a connection does once its socket has closed with this code. @param {number} code */
function after(code) {
  /** @type {any} */ let socket;
  class Socket {
    constructor() {
      socket = this;
    }

    close() {}
  }
  const ignored = () => {};
  const connection = new Connection(
    'ws://nowhere',
    () => ({}),
    ignored,
    ignored,
    /** @type {any} */ (Socket),
  );
  socket.onclose({ code });
  const { state } = connection.status;
  connection.close();
  return state;
}

test('a connection comes back where the protocol says that it may, and nowhere else', () => {
  const codes = closeCodes();
  assert.ok(codes.length > 10, `${codes.length}`);
  for (const [code, back] of codes) {
    const final = back === 'no' || back === 'fix the client' || code === ASKED_AGAIN;
    assert.equal(after(code), final ? 'ended' : 'waiting', `${code}: ${back}`);
  }
});

test('a press while it waits is an attempt at once, but not for each letter of a line', (context) => {
  let now = 0;
  context.mock.method(performance, 'now', () => now);
  /** @type {Map<string, () => void>} */ const listeners = new Map();
  const { addEventListener } = globalThis;
  globalThis.addEventListener = /** @type {any} */ (
    (/** @type {string} */ name, /** @type {() => void} */ listen) => listeners.set(name, listen)
  );
  /** @type {any[]} */ const sockets = [];
  class Socket {
    constructor() {
      sockets.push(this);
    }

    close() {}
  }
  const ignored = () => {};
  const connection = new Connection(
    'ws://nowhere',
    () => ({}),
    ignored,
    ignored,
    /** @type {any} */ (Socket),
  );
  globalThis.addEventListener = addEventListener;
  sockets[0].onclose({ code: 1006 });
  listeners.get('keydown')?.();
  assert.equal(sockets.length, 1, 'an attempt has just been made');
  now = 1_500;
  listeners.get('pointerdown')?.();
  assert.equal(sockets.length, 2);
  listeners.get('keydown')?.();
  assert.equal(sockets.length, 2, 'one is under way');
  connection.close();
});
