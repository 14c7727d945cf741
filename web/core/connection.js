// A connection that outlives its sockets: it sends `hello`, passes messages on and reconnects after a
// loss. It knows frames and close codes, not what the messages mean. Pages use it, and programs without one.

import { backoff } from './backoff.js';

/** @import * as Wire from '../types/protocol.js' */

/**
 * @typedef {{state: 'connecting'} | {state: 'online'} | {state: 'waiting', ms: number}
 *   | {state: 'ended', code: string, detail: string}} ConnectionStatus
 *   `ended` is final: `replaced`, `token_unknown`, `room_unknown`, `gallery_full`, `new_protocol`, `unfit`.
 */

/** The silence after which the connection is probed with a ping, in milliseconds. */
const SILENCE_MS = 25_000;
/** The same while something that was sent may have an answer. */
const ANSWER_MS = 5_000;
/** The time allowed for the answer to that ping, or for connecting, in milliseconds. */
const PATIENCE_MS = 10_000;

/** What somebody does who is there. */
const ACTS = ['pointerdown', 'keydown'];
/** The time between attempts for that at least, in milliseconds: a line that is typed makes no attempt for each letter. */
const PRESS_MS = 1_000;

/** The version of the protocol that this page speaks. */
const PROTOCOL = 1;

/** Close codes after which this connection never comes back by itself. */
const FINAL = new Map([
  [1002, 'unfit'],
  [1007, 'unfit'],
  [1008, 'unfit'],
  [1009, 'unfit'],
  [4001, 'token_unknown'],
  [4004, 'room_unknown'],
  [4009, 'replaced'],
  [4013, 'gallery_full'],
]);

export class Connection {
  /** @type {WebSocket | null} */ #socket = null;
  #failures = 0;
  /** @type {number | null} */ #hintMs = null;
  #detail = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  /** When that is, by the page's clock. */
  #due = 0;
  /** When the last attempt began, by the same clock. */
  #opened = 0;
  #wake = () => this.#hurry();
  /** Whoever presses something while nothing is there does not wait for the next attempt. */
  #press = () => {
    const since = performance.now() - this.#opened;
    if (this.status.state === 'waiting' && since > PRESS_MS) this.#hurry();
  };

  /**
   * @param {string | URL} address of the room's socket
   * @param {() => object} hello the first message, built again for each socket
   * @param {(message: any) => void} receive
   * @param {(status: ConnectionStatus) => void} changed
   * @param {typeof WebSocket} [Socket] the class of the sockets
   */
  constructor(address, hello, receive, changed, Socket = WebSocket) {
    this.address = address;
    this.Socket = Socket;
    this.hello = hello;
    this.receive = receive;
    this.changed = changed;
    /** @type {ConnectionStatus} */
    this.status = { state: 'connecting' };
    // Only pages have these. A network that is said to be gone may still lead to a server on this machine.
    globalThis.addEventListener?.('online', this.#wake);
    globalThis.addEventListener?.('offline', this.#wake);
    globalThis.document?.addEventListener('visibilitychange', this.#wake);
    for (const act of ACTS) globalThis.addEventListener?.(act, this.#press);
    this.#open();
  }

  /** @param {object} message @returns {boolean} `false` if there is no open socket */
  send(message) {
    if (this.status.state !== 'online' || this.#socket?.readyState !== this.Socket.OPEN)
      return false;
    this.#socket.send(JSON.stringify(message));
    // What is sent again and again must not put off what was expected before.
    if (this.#due > performance.now() + ANSWER_MS) this.#expect(ANSWER_MS, () => this.#probe());
    return true;
  }

  /** Takes another socket at once, with another `hello`. */
  again() {
    this.#open();
  }

  /** Closes the connection for good. */
  close() {
    globalThis.removeEventListener?.('online', this.#wake);
    globalThis.removeEventListener?.('offline', this.#wake);
    globalThis.document?.removeEventListener('visibilitychange', this.#wake);
    for (const act of ACTS) globalThis.removeEventListener?.(act, this.#press);
    clearTimeout(this.#timer);
    this.#drop();
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
  }

  /** @param {ConnectionStatus} status */
  #become(status) {
    this.status = status;
    this.changed(status);
  }

  #open() {
    this.#drop();
    this.#opened = performance.now();
    this.#become({ state: 'connecting' });
    const socket = new this.Socket(this.address, 'entente.v1');
    this.#socket = socket;
    // An attempt to connect can hang for minutes without any event.
    this.#expect(PATIENCE_MS, () => this.#lost());
    socket.onopen = () => socket.send(JSON.stringify(this.hello()));
    socket.onmessage = ({ data }) => this.#message(data);
    socket.onclose = ({ code }) => this.#closed(code);
  }

  /** @param {unknown} data */
  #message(data) {
    let message;
    try {
      message = JSON.parse(String(data));
    } catch {
      return;
    }
    if (message.type === 'welcome' && message.protocol > PROTOCOL) {
      this.close();
      return this.#become({ state: 'ended', code: 'new_protocol', detail: '' });
    }
    if (message.type === 'welcome') {
      this.#failures = 0;
      this.#hintMs = null;
      this.#become({ state: 'online' });
    } else if (message.type === 'closing' || message.type === 'error') {
      this.#hintMs = message.retry_after_ms ?? this.#hintMs;
      this.#detail = String(message.detail ?? message.reason ?? '');
    }
    this.#expect(SILENCE_MS, () => this.#probe());
    this.receive(message);
  }

  #probe() {
    if (!this.send({ type: 'ping', nonce: 1 })) return this.#lost();
    this.#expect(PATIENCE_MS, () => this.#lost());
  }

  /** @param {number} ms @param {() => void} late */
  #expect(ms, late) {
    clearTimeout(this.#timer);
    this.#due = performance.now() + ms;
    this.#timer = setTimeout(late, ms);
  }

  /** @param {number} code */
  #closed(code) {
    const end = FINAL.get(code);
    if (!end) return this.#lost();
    clearTimeout(this.#timer);
    this.#socket = null;
    this.#become({ state: 'ended', code: end, detail: this.#detail });
  }

  #lost() {
    this.#drop();
    this.#failures += 1;
    const ms = backoff(this.#failures, this.#hintMs, Math.random());
    this.#become({ state: 'waiting', ms });
    this.#expect(ms, () => this.#open());
  }

  /**
   * Reconnects at once when the network or the reader is back, unless the server asked for a wait; finds out
   * whether the connection stands when the network is gone.
   */
  #hurry() {
    if (globalThis.document?.visibilityState === 'hidden') return;
    if (this.status.state === 'waiting' && this.#hintMs === null) this.#open();
    else if (this.status.state === 'online') this.#probe();
  }
}
