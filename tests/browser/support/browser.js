// A real browser, and people at it. Each person is a context of their own: other storage, no shared
// seat. What a page complains about fails the test that looks.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { bePatient } from './patience.js';

/** @import { Browser, Page } from 'playwright-core' */

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** @returns {Promise<Browser>} */
export function launch() {
  const executablePath = process.env.CHROMIUM ?? PLACES.find((path) => existsSync(path));
  assert.ok(executablePath, 'Chromium is missing: `make tools` installs it where it can');
  return chromium.launch({ executablePath, args: ['--no-sandbox'], timeout: 0 });
}

/**
 * @typedef {{page: Page, frames: string[], complaints: string[]}} Person
 *   `frames` is every message that came over a socket, `complaints` errors of the page
 */

/** What a page may complain about while a server is down or a room unknown. */
const EXPECTED = /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket connection|status of 4\d\d/;

/**
 * Somebody who waits as long as anything goes on: for tests.
 * @param {Browser} browser
 * @param {import('playwright-core').BrowserContextOptions} [options]
 * @returns {Promise<Person>}
 */
export async function person(browser, options) {
  const visitor = await anyone(browser, options);
  await bePatient(visitor.page);
  return visitor;
}

/**
 * Somebody whose page nothing watches: for measuring.
 * @param {Browser} browser
 * @param {import('playwright-core').BrowserContextOptions} [options]
 * @returns {Promise<Person>}
 */
export async function anyone(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  /** @type {string[]} */ const frames = [];
  /** @type {string[]} */ const complaints = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => frames.push(String(payload))),
  );
  page.on('pageerror', (error) => complaints.push(String(error.stack)));
  page.on('console', (message) => {
    const said = message.text();
    if (message.type() === 'error' && !EXPECTED.test(said)) complaints.push(said);
  });
  return { page, frames, complaints };
}

/** @param {Person[]} people */
export function nobodyComplained(people) {
  for (const { complaints } of people) assert.deepEqual(complaints, []);
}
