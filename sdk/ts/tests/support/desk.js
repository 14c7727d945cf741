// The part of a server that programs announce themselves to; it answers what a test says. A match is one that waits
// for its component data, until the test refuses them.

import { EventEmitter, on } from 'node:events';
import { createServer } from 'node:http';

import { WebSocketServer } from 'ws';

import { Course } from '../../../../tests/browser/support/course.js';

/** @import { IncomingMessage, ServerResponse } from 'node:http' */

/** @param {ServerResponse} response @param {number} status @param {object} body */
function answer(response, status, body) {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/** Returns the digest of component data that stands for a room. @param {string} room */
const digestOf = (room) => Buffer.from(room).toString('hex').padEnd(64, '0');

export class Desk {
  url = '';
  /** The number of announcements after which the next one is refused. */
  most = Infinity;
  #announcements = 0;
  #events = new EventEmitter();
  #said = on(this.#events, 'said');
  /** @type {((response: ServerResponse) => void)[]} answers to coming requests for seats */
  #answers = [];
  /** @type {ServerResponse | null} the request without an answer */ #asking = null;
  /** @type {Map<string, ServerResponse>} */ #matches = new Map();

  constructor() {
    this.http = createServer((request, response) => this.#serve(request, response));
    this.sockets = new WebSocketServer({ server: this.http });
    this.sockets.on('connection', (peer, { url }) => {
      const code = /rooms\/(\w+)\/socket/.exec(url ?? '')?.[1] ?? '';
      const room = new Course(code, 7).room('welcome');
      room.fairness.data = digestOf(code);
      const welcome = { type: 'welcome', protocol: 1, you: { seat: 0 }, room, limits: {} };
      peer.once('message', () => peer.send(JSON.stringify(welcome)));
    });
  }

  async start() {
    await new Promise((done) => this.http.listen(0, '127.0.0.1', () => done(undefined)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (this.http.address());
    this.url = `http://127.0.0.1:${port}`;
  }

  end() {
    this.http.closeAllConnections();
    this.http.close();
  }

  /** Returns what the program did next. */
  async next() {
    return (await this.#said.next()).value?.[0];
  }

  /** Gives seats, of which there may be none. @param {...{number: number, room: string}} seats */
  give(...seats) {
    const whole = seats.map((seat) => ({ ...seat, game: 'europe', seat: 0, token: 'x'.repeat(43) }));
    this.#answer((response) => answer(response, 200, { seats: whole }));
  }

  /** Answers that no such program is announced. */
  forget() {
    this.#answer((response) => answer(response, 404, { code: 'program_unknown', detail: 'no such program' }));
  }

  /** Ends a match. @param {string} room */
  finish(room) {
    answer(/** @type {ServerResponse} */ (this.#matches.get(room)), 404, { code: 'not_found', detail: '' });
  }

  /** @param {(response: ServerResponse) => void} answers */
  #answer(answers) {
    if (this.#asking) answers(this.#asking);
    else this.#answers.push(answers);
    this.#asking = null;
  }

  /** Says what a program did. @param {string} what */
  say(what) {
    this.#events.emit('said', what);
  }

  /** @param {IncomingMessage} request @param {ServerResponse} response */
  async #serve(request, response) {
    const { method, url = '' } = request;
    if (url.endsWith('/games')) return answer(response, 200, { games: [], features: ['announcements'] });
    const data = /data\/(\w+)$/.exec(url)?.[1];
    if (data) {
      const room = Buffer.from(data, 'hex').toString().replaceAll('\0', '');
      this.#matches.set(room, response);
      return this.say(`plays ${room}`);
    }
    if (method === 'POST')
      return this.#announce(await new Response(/** @type {any} */ (request)).json(), response);
    if (method === 'DELETE') {
      // Whoever still asks learns of it.
      if (this.#asking) this.forget();
      this.say(`${this.#announcements} is withdrawn`);
      return response.writeHead(204).end();
    }
    this.#asking = response;
    const next = this.#answers.shift();
    if (next) this.#answer(next);
  }

  /** @param {{rooms: number}} wanted @param {ServerResponse} response */
  #announce({ rooms }, response) {
    if (this.#announcements === this.most)
      return answer(response, 403, { code: 'forbidden', detail: 'enough' });
    this.#announcements += 1;
    this.say(`${this.#announcements} offers ${rooms}`);
    answer(response, 201, { program: { id: this.#announcements }, token: 'secret' });
  }
}
