// A server that lies once: each lie is noticed, nothing is revealed after it, and the record is refused. The lies are
// those that the page in a browser is tried with.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import ws from 'ws';

import { STEPS } from '../../../tests/browser/support/course.js';
import { LIES } from '../../../tests/browser/support/lies.js';
import { Client, Distrusted, RecordRefused } from '@entente/client';
import { CODE, Liar } from './support/liar.js';

/** @import { Lie } from '../../../tests/browser/support/lies.js' */

/** Plays with a liar; returns the word that the record is refused with, if it came to that. @param {Lie | null} lie @param {boolean} [refuses] the record */
async function meets(lie, refuses = false) {
  const liar = new Liar(lie);
  liar.refuses = refuses;
  await liar.start();
  // A class of sockets from elsewhere serves as well as the platform's.
  const WebSocket = /** @type {any} */ (ws);
  const client = await Client.connect(liar.url, CODE, { token: 'x'.repeat(43), WebSocket });
  try {
    if (!client.distrusted) client.ready();
    await client.when(() => client.over || client.chat.length > 0);
    if (client.chat.length > 0) {
      client.say('read');
      await liar.tempted;
      return { liar, client, fault: null };
    }
    await client.checkRecord();
    return { liar, client, fault: null };
  } catch (error) {
    assert.ok(error instanceof RecordRefused, String(error));
    return { liar, client, fault: error.fault };
  } finally {
    client.close();
    liar.end();
  }
}

test('without a lie nothing is suspected, and the record holds', async () => {
  const { liar, client, fault } = await meets(null);
  assert.equal(fault, null);
  assert.deepEqual(client.suspicions, []);
  const types = liar.received.map(({ type }) => type);
  assert.deepEqual(types, ['ready', 'reveal', 'ready', 'reveal']);
});

test('noticed: a record that was promised is refused', async () => {
  const { client, fault } = await meets(null, true);
  assert.equal(fault, 'withheld');
  assert.deepEqual(client.suspicions, []);
});

for (const lie of LIES.filter(({ step }) => step !== 'data')) {
  test(`noticed: ${lie.name}`, async () => {
    const { liar, client, fault } = await meets(lie);
    const at = STEPS.indexOf(lie.step);
    if (at <= STEPS.indexOf('running')) {
      assert.ok(client.suspicions.includes(lie.word), String(client.suspicions));
      assert.ok(client.distrusted);
      assert.match(client.kept, new RegExp(`^# contradiction \\d ${lie.word}$`, 'm'));
    }
    if (lie.step === 'update') assert.deepEqual(client.suspicions, ['past']);
    if (at < STEPS.indexOf('running')) {
      assert.deepEqual(liar.after, [], 'nothing more is revealed');
      assert.throws(() => client.ready(), Distrusted);
    } else {
      assert.equal(fault, `kept_${lie.word}`);
    }
  });
}
