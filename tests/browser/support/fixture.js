// The fixture of a test file: a server and a browser, started before its first test and stopped after its
// last. The pages of one test are closed before the next, so that it has the machine to itself.

import { after, afterEach, before } from 'node:test';
import { launch } from './browser.js';
import { testEnded } from './patience.js';
import { Server } from './server.js';

/** @import { Browser } from 'playwright-core' */

/** @type {Server} */ export let server;
/** @type {Browser} */ export let browser;

/**
 * Sets the fixture up, once, before the tests of a file: its server deals every match from a seed, so that what
 * happens in a test depends on that and on what the test presses. @param {string[]} more arguments of the server
 */
export function withServer(...more) {
  const seed = process.env.ENTENTE_DEAL ?? '1';
  console.log(`deals from ${seed}`);
  fixture(['--dev', '--seed', seed, ...more]);
}

/**
 * Sets the fixture up with a server as people play on it, for tests of what it keeps and of how it deals: its
 * rooms are in a store, and nobody knows a deal before. @param {string[]} more arguments of the server
 */
export function withStore(...more) {
  fixture(more);
}

/** @param {string[]} args */
function fixture(args) {
  before(async () => {
    [server, browser] = await Promise.all([Server.start(...args), launch()]);
  });
  afterEach(() => {
    testEnded();
    return Promise.all(browser.contexts().map((context) => context.close()));
  });
  after(async () => {
    await browser?.close();
    await server?.end();
  });
}
