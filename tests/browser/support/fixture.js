// The fixture of a test file: a server and a browser, started before its first test and stopped after its
// last. The pages of one test are closed before the next, so that it has the machine to itself.

import { after, afterEach, before } from 'node:test';
import { launch } from './browser.js';
import { Server } from './server.js';

/** @import { Browser } from 'playwright-core' */

/** @type {Server} */ export let server;
/** @type {Browser} */ export let browser;

/** Sets the fixture up; to be called once, before the tests. @param {string[]} more arguments of the server */
export function withServer(...more) {
  before(async () => {
    [server, browser] = await Promise.all([Server.start(...more), launch()]);
  });
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  after(async () => {
    await browser?.close();
    await server?.end();
  });
}
