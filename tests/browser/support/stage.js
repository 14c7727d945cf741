// What the tests of a file play on: a server and a browser, there before the first of them and ended
// after the last. The pages of one test are closed before the next, which has the machine for itself.

import { after, afterEach, before } from 'node:test';
import { launch } from './browser.js';
import { Server } from './server.js';

/** @import { Browser } from 'playwright-core' */

/** @type {Server} */ export let server;
/** @type {Browser} */ export let browser;

/** To be called once, before the tests. @param {string[]} more arguments of the server */
export function stage(...more) {
  before(async () => {
    [server, browser] = await Promise.all([Server.start(...more), launch()]);
  });
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  after(async () => {
    await browser?.close();
    await server?.end();
  });
}
