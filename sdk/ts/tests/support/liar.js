// The server's part in one room, over a real socket, with at most one lie.

import { createServer } from 'node:http';

import { WebSocketServer } from 'ws';

import { Course, rechain } from '../../../../tests/browser/support/course.js';

/** @import { Lie } from '../../../../tests/browser/support/lies.js' */
/** @import { Step } from '../../../../tests/browser/support/course.js' */

export const CODE = 'K7P2XR';

export class Liar {
  /** @type {any[]} what the client sent, `hello` and pings apart */ received = [];
  /** @type {any[]} what it sent after the lie */ after = [];
  /** `true` if the record is refused, as where nothing is proven. */
  refuses = false;
  course = new Course(CODE, 7);
  url = '';
  /** @type {((message: any) => void) | null} */ #next = null;
  /** @type {any[]} */ #unread = [];
  /** @type {import('ws').WebSocket} */ #peer = /** @type {any} */ (null);
  /** Resolves once everything that was meant to tempt the client has been answered. */
  /** @type {(value?: unknown) => void} */ #settle = () => {};
  /** Resolves once everything that was meant to tempt the client has been answered. */
  tempted = new Promise((done) => (this.#settle = done));

  /** @param {Lie | null} lie */
  constructor(lie) {
    this.lie = lie;
    this.http = createServer((_, response) => {
      if (!this.refuses) return response.end(JSON.stringify(this.record()));
      response.statusCode = 409;
      response.end(JSON.stringify({ code: 'unproven', detail: 'there is no record' }));
    });
    this.sockets = new WebSocketServer({ server: this.http });
    this.sockets.on('connection', (peer) => {
      this.#peer = peer;
      peer.on('message', (text) => this.#receive(JSON.parse(String(text))));
      void this.#plays();
    });
  }

  async start() {
    await new Promise((done) => this.http.listen(0, '127.0.0.1', () => done(undefined)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (this.http.address());
    this.url = `http://127.0.0.1:${port}`;
  }

  end() {
    for (const peer of this.sockets.clients) peer.terminate();
    this.http.closeAllConnections();
    this.http.close();
  }

  /** @param {any} message */
  #receive(message) {
    if (message.type === 'hello' || message.type === 'ping') return;
    this.received.push(message);
    if (this.#next) this.#next(message);
    else this.#unread.push(message);
    this.#next = null;
  }

  /** Waits for the next message. @returns {Promise<any>} */
  #message() {
    const message = this.#unread.shift();
    return message ? Promise.resolve(message) : new Promise((done) => (this.#next = done));
  }

  /** @param {object} message */
  #send(message) {
    this.#peer.send(JSON.stringify(message));
  }

  /** Returns what is shown at a step, forged if this is the step of the lie. @template T @param {Step} step @param {T} honest @returns {T} */
  #shown(step, honest) {
    if (this.lie?.step === step) this.lie.forge(honest, this.course);
    return honest;
  }

  /** Sends the room of a step; returns `true` if it was the lie. @param {Step} step */
  #shows(step) {
    this.#send({ type: 'room', room: this.#shown(step, this.course.room(step)) });
    return this.lie?.step === step;
  }

  async #plays() {
    const room = this.#shown('welcome', this.course.room('welcome'));
    this.#send({ type: 'welcome', protocol: 1, you: { seat: 0 }, room, limits: {} });
    if (this.lie?.step === 'welcome') return this.#tempts();
    for (const [sealing, then] of /** @type {[Step, Step][]} */ ([
      ['sealing', 'void'],
      ['sealing again', 'running'],
    ])) {
      this.course.commitments.push((await this.#message()).commitment);
      if (this.#shows(sealing)) return this.#tempts();
      this.course.entropy.push((await this.#message()).entropy);
      if (this.#shows(then) && then === 'void') return this.#tempts();
    }
    const [, first, last] = rechain(this.course.record());
    this.#send(this.course.update(1, first));
    if (this.lie?.step === 'update') this.#send(this.#shown('update', this.course.update(1, first)));
    this.#send(this.course.update(2, last));
  }

  record() {
    const record = this.#shown('record', this.course.record());
    if (this.lie?.step === 'record') rechain(record);
    return record;
  }

  /** Shows honestly, after the lie, what the client should no longer respond to. */
  async #tempts() {
    this.lie = null;
    const { commitments } = this.course;
    if (commitments.length > 0) this.#shows(commitments.length > 1 ? 'sealing again' : 'sealing');
    this.#send({ type: 'chat', from: { seat: 1 }, name: 'Boris', text: 'all is said' });
    // The client answers this last, so everything that it sends comes before.
    for (;;) {
      const message = await this.#message();
      if (message.type === 'chat') break;
      this.after.push(message);
    }
    this.#settle();
  }
}
