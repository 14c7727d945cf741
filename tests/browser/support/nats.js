// A real NATS server in a folder of its own, on ports that were free.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const INSTALLED = fileURLToPath(new URL('../../../target/nats/bin/nats-server', import.meta.url));
const PROGRAM =
  process.env.ENTENTE_TEST_NATS_SERVER ?? (existsSync(INSTALLED) ? INSTALLED : 'nats-server');

/** @param {number} count @returns {Promise<number[]>} ports that are free; all are held until all are known */
async function freePorts(count) {
  const held = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
      return server;
    }),
  );
  const ports = held.map(
    (server) => /** @type {import('node:net').AddressInfo} */ (server.address()).port,
  );
  await Promise.all(held.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

export class Nats {
  #folder = mkdtempSync(join(tmpdir(), 'entente-nats-'));
  /** @type {import('node:child_process').ChildProcess | null} */ #child = null;
  /** @type {string[]} what a server needs whose store is here */
  settings = [];

  /** @returns {Promise<Nats>} */
  static async start() {
    const nats = new Nats();
    const [client, monitor] = await freePorts(2);
    const file = join(nats.#folder, 'nats.conf');
    const store = join(nats.#folder, 'store');
    writeFileSync(
      file,
      `server_name: n1\nlisten: 127.0.0.1:${client}\nhttp: 127.0.0.1:${monitor}\n` +
        `jetstream { store_dir: "${store}", sync_interval: always }\n`,
    );
    // A server waits until NATS answers.
    nats.#child = spawn(PROGRAM, ['-c', file], { stdio: 'ignore' });
    nats.settings = [
      ...['--database', `nats://127.0.0.1:${client}/browsers`, '--nats-replicas', '1'],
      ...['--nats-monitors', `http://127.0.0.1:${monitor}`],
    ];
    return nats;
  }

  /** Ends it, and forgets what it kept. */
  async end() {
    const child = this.#child;
    if (child) {
      const gone = new Promise((done) => child.once('exit', done));
      child.kill('SIGKILL');
      await gone;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
