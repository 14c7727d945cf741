// A real browser, and people using it. Each person has a context of their own: separate storage, no shared
// seat. Errors on a page fail the tests that check for them.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { bePatient } from './patience.js';
import { Server } from './server.js';

/** @import { Browser, ConsoleMessage, Page } from 'playwright-core' */

// The shell is Chromium without what a window needs, and a quarter faster for it.
const PATHS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);

/** Starts a browser. @param {string[]} more arguments of it @returns {Promise<Browser>} */
export function launch(...more) {
  const executablePath = process.env.CHROMIUM ?? PATHS.find((path) => existsSync(path));
  assert.ok(executablePath, 'Chromium is missing: `make web-tools` installs it where it can');
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...more], timeout: 0 });
}

/**
 * @typedef {{page: Page, frames: string[], complaints: string[]}} Person
 *   `frames` are all messages received over a socket, `complaints` the page's errors
 */

/** Errors that a page may have while a server is down or a room unknown. */
const EXPECTED =
  /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|SOCKET_NOT_CONNECTED)|WebSocket connection|status of 4\d\d/;

/**
 * Errors that a page may have as well once a server was killed: an answer that broke off, and that of a server which
 * listens again and waits for its store.
 */
const BROKEN_OFF =
  /ERR_(EMPTY_RESPONSE|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING|CONNECTION_CLOSED)|status of 503/;

/** Returns whether a page was told to ask for an analysis again: too many wait. @param {ConsoleMessage} message */
const queues = (message) =>
  /status of 503/.test(message.text()) && message.location().url.endsWith('/analysis');

/**
 * Opens a page for a test; its waits last as long as anything changes.
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
 * Opens another page in the same browser as one, as patient.
 * @param {Page} page @returns {Promise<Page>}
 */
export async function another(page) {
  const later = await page.context().newPage();
  await bePatient(later);
  return later;
}

/**
 * Opens a page that nothing watches, for measurements.
 * @param {Browser} browser
 * @param {import('playwright-core').BrowserContextOptions} [options]
 * @returns {Promise<Person>}
 */
export async function anyone(browser, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    // A test of what moves says so: the others need not wait until dice have come to rest.
    reducedMotion: 'reduce',
    ...options,
  });
  // A test says itself where it wants to see moves played out, and what is asked explained at length.
  await context.addInitScript(() => {
    const stores = location.protocol.startsWith('http');
    if (!stores) return;
    for (const [key, value] of [
      ['pace', 'off'],
      ['guide', 'never'],
    ])
      if (!localStorage.getItem(`entente/${key}`)) localStorage.setItem(`entente/${key}`, value);
  });
  const page = await context.newPage();
  const { kills } = Server;
  /** @type {string[]} */ const frames = [];
  /** @type {string[]} */ const complaints = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => frames.push(String(payload))),
  );
  page.on('pageerror', (error) => complaints.push(error.stack || String(error)));
  page.on('console', (message) => {
    const said = message.text();
    const away = Server.kills > kills && BROKEN_OFF.test(said);
    const expected = EXPECTED.test(said) || away || queues(message);
    if (message.type() === 'error' && !expected) complaints.push(said);
  });
  return { page, frames, complaints };
}

/** Frames for which something must not change until it counts as standing still. */
const STILL = 10;

/**
 * Waits until a function of the page returns the same for some frames, and returns that.
 * @template Arg, Result
 * @param {Page} page @param {(arg: Arg) => Result} measure taken to the page: it may use nothing from outside
 * @param {Arg} [arg]
 * @returns {Promise<Result>}
 */
export const atRest = (page, measure, arg) =>
  page.evaluate(`(${unchanged})(${measure}, ${JSON.stringify(arg)}, ${STILL})`);

/**
 * Does the same in the page.
 * @param {(arg: any) => unknown} measure @param {unknown} arg @param {number} frames
 */
async function unchanged(measure, arg, frames) {
  // A clock that a test has stopped has frames of its own, which do not come.
  const { requestAnimationFrame: frame } =
    /** @type {any} */ (window).__pwClock?.builtins ?? window;
  let before = '';
  for (let same = 0; ;) {
    const now = measure(arg);
    const said = JSON.stringify(now);
    same = said === before ? same + 1 : 0;
    if (same === frames) return now;
    before = said;
    await new Promise((done) => frame(done));
  }
}

/**
 * Gives a page another size, and waits until it is laid out for it: what depends on the size of a container
 * follows some frames later. Clocks are left out, because their bars never stand still: where frames are slow, none
 * of them would be like those before it; and what moves for ever, such as dice that roll.
 * @param {Page} page @param {number} width @param {number} height
 */
export async function resize(page, width, height) {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(
    ([wide, high]) => innerWidth === wide && innerHeight === high,
    [width, height],
  );
  await atRest(page, () => {
    const endless = document
      .getAnimations()
      .map(({ effect }) => /** @type {KeyframeEffect} */ (effect))
      .filter((effect) => effect.getComputedTiming().iterations === Infinity)
      .map(({ target }) => target);
    return [...document.querySelectorAll('main, main *:not(entente-clock *)')]
      .filter((one) => !endless.some((moving) => moving?.contains(one)))
      .map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return `${x} ${y} ${width} ${height}`;
      })
      .join();
  });
}

/** Waits until a page has drawn what had changed by now. @param {Page} page */
export const drawn = (page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

/** @param {Person[]} people */
export function nobodyComplained(people) {
  for (const { complaints } of people) assert.deepEqual(complaints, []);
}
