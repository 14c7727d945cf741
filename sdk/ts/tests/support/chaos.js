// A proxy that cuts sockets: before a client's bytes reach the server, or after, when the answer is lost. In which way
// comes from a seed.

import { connect, createServer } from 'node:net';

/** One in so many reads from clients is cut, and the most cuts. */
const EACH = 4;
const MOST = 10;

export class Chaos {
  /** The number of sockets that it has cut. */
  cuts = 0;
  #reads = 0;
  /** Its address, without a trailing slash. */
  url = '';

  /** @param {string} server @param {import('@entente/client').Rng} rng */
  constructor(server, rng) {
    this.target = new URL(server);
    this.rng = rng;
    this.listener = createServer((client) => this.#serve(client));
  }

  async start() {
    await new Promise((done) => this.listener.listen(0, '127.0.0.1', () => done(undefined)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (this.listener.address());
    this.url = `http://127.0.0.1:${port}`;
  }

  end() {
    this.listener.close();
  }

  /** @param {import('node:net').Socket} client */
  #serve(client) {
    const server = connect(Number(this.target.port), this.target.hostname);
    let [socket, reads] = [false, 0];
    for (const [one, other] of [
      [client, server],
      [server, client],
    ]) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
    server.on('data', (data) => client.write(data));
    client.on('data', (data) => {
      socket ||= data.includes('/socket HTTP/1.1');
      reads += 1;
      // The handshake and `hello` pass, or nobody would ever get anywhere.
      if (socket && reads > 3) this.#reads += 1;
      const cut = socket && reads > 3 && this.cuts < MOST && this.#reads % EACH === 0;
      const before = cut && this.rng.next() < 0.5;
      if (!before) server.write(data);
      if (!cut) return;
      this.cuts += 1;
      client.resetAndDestroy();
      // What was forwarded still arrives.
      server.end();
    });
  }
}
