// What a browser's socket costs in bytes. The browser itself shows messages as they were before they were
// compressed, so the bytes are counted where they pass: by a proxy between page and server.

import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { answer } from './support/answer.js';
import { nobodyComplained, person } from './support/browser.js';
import { begin, random, seedOf } from './support/play.js';
import { browser, server, withServer } from './support/fixture.js';
import { rotated } from './support/rotation.js';

/** @import { AddressInfo } from 'node:net' */

/** Moves after which the bytes are compared. */
const MOVES = 30;
/** The most of the messages' bytes that may be sent, in percent. */
const MOST = 35;

withServer();

/** Bytes that the server has sent over sockets, their handshakes without. */
let sent = 0;

const proxy = createServer((page) => {
  const { hostname, port } = new URL(server.url);
  const upstream = connect(Number(port), hostname);
  let begun = '';
  let socket = false;
  upstream.on('data', (bytes) => {
    if (socket) sent += bytes.length;
    else if (begun.length < 12) {
      begun += bytes.toString('latin1');
      socket = begun.startsWith('HTTP/1.1 101');
      if (socket) sent += begun.length - begun.indexOf('\r\n\r\n') - 4;
    }
  });
  for (const [from, to] of [
    [page, upstream],
    [upstream, page],
  ]) {
    from.on('error', () => to.destroy());
    from.pipe(to);
  }
});

before(() => new Promise((done) => proxy.listen(0, '127.0.0.1', () => done(undefined))));
after(() => proxy.close());

for (const game of rotated(['europe-divided', 'balance-of-power'])) {
  test(`${game}: a page agrees on compression, and is sent a fraction of what it reads`, async () => {
    const { links } = await server.room(game, {});
    const people = await Promise.all(links.map(() => person(browser)));
    const pages = people.map(({ page }) => page);
    /** @type {string[]} */ const agreed = [];
    for (const page of pages) {
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Network.enable');
      devtools.on('Network.webSocketHandshakeResponseReceived', ({ response }) => {
        const { headers } = response;
        const name = Object.keys(headers).find((key) => /^sec-websocket-extensions$/i.test(key));
        agreed.push(name ? headers[name] : 'nothing');
      });
    }
    const at = new URL(server.url);
    at.port = String(/** @type {AddressInfo} */ (proxy.address()).port);
    sent = 0;
    await Promise.all(
      pages.map((page, seat) => page.goto(links[seat].replace(server.url, at.origin))),
    );
    await begin(pages);
    const pick = random(seedOf(35));
    for (let moves = 0; moves < MOVES;) {
      let acted = false;
      for (const page of pages) if (await answer(page, pick)) acted = Boolean((moves += 1));
      if (!acted) await pages[0].evaluate(() => new Promise((done) => setTimeout(done)));
    }
    const terms = 'permessage-deflate; client_no_context_takeover';
    assert.deepEqual(agreed, [terms, terms]);
    const read = people
      .flatMap(({ frames }) => frames)
      .reduce((sum, frame) => sum + Buffer.byteLength(frame), 0);
    const share = Math.round((1000 * sent) / read) / 10;
    console.log(`${game}: ${sent} bytes for ${read}, ${share} %`);
    assert.ok(read > 100_000, `${read} bytes were read`);
    assert.ok(share <= MOST, `${share} % of ${read} bytes`);
    nobodyComplained(people);
  });
}
