// A table that is played by hand.

import { once } from 'node:events';

import { WebSocketServer } from 'ws';

import { Course } from '../../../../tests/browser/support/course.js';
import { Client } from '@entente/client';
import { CODE } from './liar.js';

export const course = new Course(CODE, 7);

/** One seat at a table where nothing proves the deal, and the server's end of its socket. */
export async function seated() {
  const listening = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(listening, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (listening.address());
  const room = { ...course.room('welcome'), state: 'running', unproven: { kind: 'lesson', lesson: 'x' } };
  const welcome = { type: 'welcome', protocol: 1, you: { seat: 0 }, room, limits: {} };
  listening.on('connection', (peer) =>
    peer.on('message', (text) => {
      const message = JSON.parse(String(text));
      if (message.type === 'hello') peer.send(JSON.stringify(welcome));
      else listening.emit('act', message);
    }),
  );
  const client = await Client.connect(`http://127.0.0.1:${port}`, CODE, { token: 'x'.repeat(43) });
  const say = (/** @type {object} */ message) => {
    for (const peer of listening.clients) peer.send(JSON.stringify(message));
  };
  const leave = () => {
    client.close();
    for (const peer of listening.clients) peer.terminate();
    listening.close();
  };
  return { client, listening, room, say, leave };
}
