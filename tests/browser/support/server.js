// A real server on a free port, with a store of its own: a database file, or one on the NATS that
// ENTENTE_TEST_DATABASE names, as `on-nats` does for what it runs.

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** @import { ChildProcess } from 'node:child_process' */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const BINARY = process.env.ENTENTE_SERVER_BINARY ?? join(ROOT, 'target', 'debug', 'entente-server');
const NATS = process.env.ENTENTE_TEST_DATABASE;
const READY = /^Entente is ready at (http:\/\/\S+)\/$/;

/** Settings of which 0 lifts a limit against strangers, which would slow the tests down; a test may want the limit. */
const FREELY = ['--points-per-minute', '--max-rooms-per-address'];

/** Returns the arguments for a new store on NATS. @param {string} cluster */
function onNats(cluster) {
  const replicas = String(cluster.split(',').length);
  const store = `${cluster}/${randomUUID().replaceAll('-', '')}`;
  return ['--database', store, '--nats-replicas', replicas, '--nats-unchecked-sync', 'true'];
}

/** The servers that run: none outlives a process that ends before its tests do. @type {Set<ChildProcess>} */
const running = new Set();
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

export class Server {
  /** The number of servers that tests have killed so far. */
  static kills = 0;
  /** @type {ChildProcess | null} */ #child = null;
  #folder = mkdtempSync(join(tmpdir(), 'entente-browser-'));
  #listen = '127.0.0.1:0';
  #store = NATS ? onNats(NATS) : ['--database', `sqlite:${join(this.#folder, 'entente.db')}`];
  /** The address, without a trailing slash. */
  url = '';

  /** @param {string[]} more arguments */
  constructor(more = []) {
    this.more = more;
  }

  /** @param {string[]} more arguments @returns {Promise<Server>} */
  static async start(...more) {
    const server = new Server(more);
    await server.start();
    return server;
  }

  /** Starts the server, at the address that it had before if there is one. */
  async start() {
    // A server for authors has no store, and others may share one.
    const own = !this.more.some((one) => one === '--database' || one === '--dev');
    const freely = FREELY.filter((one) => !this.more.includes(one)).flatMap((one) => [one, '0']);
    const args = ['--listen', this.#listen, ...(own ? this.#store : []), ...freely, ...this.more];
    const child = spawn(BINARY, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#child = child;
    running.add(child);
    child.once('exit', () => running.delete(child));
    for await (const line of createInterface({ input: /** @type {any} */ (child.stdout) })) {
      const found = READY.exec(line);
      if (!found) continue;
      this.url = found[1];
      this.#listen = new URL(this.url).host;
      child.stdout?.resume();
      return;
    }
    throw new Error(`the server ended with ${child.exitCode}`);
  }

  /** Kills the process as a power cut would; the store stays. */
  async kill() {
    const child = this.#child;
    if (!child) return;
    this.#child = null;
    Server.kills += 1;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
  }

  /** Has the process stand still, as if its machine or the line to it were gone, until it is thawed. */
  freeze() {
    this.#child?.kill('SIGSTOP');
  }

  thaw() {
    this.#child?.kill('SIGCONT');
  }

  /** Stops the server for good. */
  async end() {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /**
   * Sends a request as any client would.
   * @param {string} method @param {string} path after /api/v1/ @param {object} [body] @param {string} [token]
   */
  async ask(method, path, body, token) {
    const response = await fetch(`${this.url}/api/v1/${path}`, {
      method,
      headers: {
        // One that is kept may end while it lies idle, and a busy process hears of it late.
        Connection: 'close',
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text && JSON.parse(text);
  }

  /**
   * Opens a room with all seats taken by people. @param {string} game @param {object} [options]
   * @returns {Promise<{code: string, tokens: string[], links: string[]}>}
   */
  async room(game, options = {}) {
    const first = await this.ask('POST', 'rooms', { game, options, name: 'Ada' });
    const { code, seats } = first.room;
    const tokens = [first.token];
    for (const name of ['Bo', 'Cleo', 'Dan'].slice(0, seats.length - 1)) {
      tokens.push((await this.ask('POST', `rooms/${code}/seats`, { name })).token);
    }
    const links = tokens.map((token) => `${this.url}/r/${code}#seat=${token}`);
    return { code, tokens, links };
  }

  /**
   * Opens a room whose match has begun: all seats are ready, without entropy. A page that comes to it draws no lobby,
   * which has tests of its own. @param {string} game @param {object} [options]
   */
  async match(game, options) {
    const room = await this.room(game, options);
    for (const token of room.tokens) {
      const answer = await this.tell(room.code, token, { type: 'ready' });
      if (answer.type !== 'accepted') throw new Error(JSON.stringify(answer));
    }
    return room;
  }

  /**
   * Sends a message of a seat without a page; returns the answer.
   * @param {string} code @param {string} token @param {object} message
   */
  tell(code, token, message) {
    return this.ask('POST', `rooms/${code}/commands`, { id: randomUUID(), ...message }, token);
  }
}
