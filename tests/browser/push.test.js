// Notices on a device: the switch in the settings of a match, the worker that shows what arrives, and the end of
// both. Headless Chromium has neither a push service nor notifications: a service on a real port receives what
// the server sends, and what the browser would keep and show is written down. The worker is Chromium's own.

import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { nobodyComplained, person } from './support/browser.js';
import { begin } from './support/play.js';
import { browser, server, withServer } from './support/fixture.js';

/** @import { BrowserContext, Page, Worker } from 'playwright-core' */

withServer('--push', 'any', '--notify-after-ms', '20');

/** Keys of the browser's subscription. */
const keys = createECDH('prime256v1');
keys.generateKeys();
const auth = randomBytes(16);

/** What arrived at the push service, decrypted. @type {any[]} */
const arrived = [];
/** @type {(() => void)[]} */
const waiting = [];

const service = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  arrived.push(JSON.parse(decrypted(Buffer.concat(parts))));
  response.writeHead(201).end();
  waiting.splice(0).forEach((go) => go());
});

/** Decrypts a message as RFC 8291 has it. @param {Buffer} body */
function decrypted(body) {
  const [salt, own] = [body.subarray(0, 16), keys.getPublicKey()];
  const theirs = body.subarray(21, 21 + body[20]);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, theirs]);
  const derive = (
    /** @type {any} */ key,
    /** @type {any} */ with_,
    /** @type {any} */ about,
    /** @type {number} */ n,
  ) => Buffer.from(hkdfSync('sha256', key, with_, about, n));
  const secret = derive(keys.computeSecret(theirs), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const sealed = body.subarray(21 + body[20]);
  const open = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]);
  return text.subarray(0, text.lastIndexOf(2)).toString();
}

/** The next message. */
async function next() {
  while (arrived.length === 0) await new Promise((go) => waiting.push(() => go(null)));
  return arrived.shift();
}

before(async () => {
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
});

after(() => service.close());

const endpoint = () => `http://127.0.0.1:${/** @type {any} */ (service.address()).port}/phone`;
const idOf = () => createHash('sha256').update(endpoint()).digest('hex').slice(0, 32);

/** Puts a push service into a context, whose subscription is kept as a browser keeps it. @param {BrowserContext} context */
async function subscribing(context) {
  const given = {
    endpoint: endpoint(),
    keys: { p256dh: keys.getPublicKey('base64'), auth: auth.toString('base64') },
  };
  await context.addInitScript(({ endpoint: at, keys: known }) => {
    const bytes = (/** @type {string} */ text) =>
      Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)).buffer;
    const key = (/** @type {string} */ text) =>
      bytes(text.replaceAll('-', '+').replaceAll('_', '/'));
    const subscription = (/** @type {string} */ own) => ({
      endpoint: at,
      options: { applicationServerKey: key(own), userVisibleOnly: true },
      getKey: (/** @type {'p256dh' | 'auth'} */ name) => bytes(known[name]),
      unsubscribe: async () => (localStorage.removeItem('stub'), true),
    });
    const permission = () => localStorage.getItem('permission') ?? 'default';
    Object.defineProperty(Notification, 'permission', { get: permission });
    Notification.requestPermission = async () => {
      localStorage.setItem('asked', String(1 + Number(localStorage.getItem('asked'))));
      if (permission() === 'default') localStorage.setItem('permission', 'granted');
      return /** @type {NotificationPermission} */ (permission());
    };
    const manager = /** @type {any} */ (PushManager.prototype);
    manager.subscribe = async (/** @type {any} */ { applicationServerKey, userVisibleOnly }) => {
      if (!userVisibleOnly) throw new DOMException('silent', 'NotAllowedError');
      localStorage.setItem('stub', applicationServerKey);
      return subscription(applicationServerKey);
    };
    manager.getSubscription = async () => {
      const own = localStorage.getItem('stub');
      return own ? subscription(own) : null;
    };
  }, given);
}

/** A match in which Ada is awaited, and her page with a push service. */
async function match() {
  const { code, links, tokens } = await server.room('balance-of-power', { first: 'red' });
  const people = [await person(browser), await person(browser)];
  const [ada] = people;
  await subscribing(ada.page.context());
  await Promise.all(people.map(({ page }, seat) => page.goto(links[seat])));
  await begin(people.map(({ page }) => page));
  return { code, people, page: ada.page, token: tokens[0] };
}

/** Opens the notices of the match. @param {Page} page */
async function opened(page) {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText('Tell me when it is my turn').click();
  return page.getByLabel('On this device');
}

/** The devices that the server knows of Ada's seat. @param {string} code @param {string} token */
const devices = async (code, token) =>
  (await server.ask('GET', `rooms/${code}/seats/0/notify`, undefined, token)).push.devices;

/** Returns what a page has kept. @param {Page} page @param {string} key */
const kept = (page, key) => page.evaluate((one) => localStorage.getItem(one), key);

/** Sets what the browser answers when it is asked for the permission. @param {Page} page @param {string} answer */
const permit = (page, answer) =>
  page.evaluate((one) => localStorage.setItem('permission', one), answer);

/** Writes down what a worker shows. @param {Worker} worker */
const watch = (worker) =>
  worker.evaluate(() => {
    const own = /** @type {any} */ (globalThis);
    Object.assign(own, { badges: [], opened: [], shown: [] });
    const { registration } = own;
    registration.showNotification = async (
      /** @type {string} */ title,
      /** @type {any} */ options,
    ) => {
      const close = () =>
        (own.shown = own.shown.filter((/** @type {any} */ one) => one !== notice));
      const notice = { title, ...options, close };
      own.shown = own.shown.filter((/** @type {any} */ { tag }) => tag !== options.tag);
      own.shown.push(notice);
    };
    registration.getNotifications = async () => own.shown;
    navigator.setAppBadge = async (count) => void own.badges.push(count);
    navigator.clearAppBadge = async () => void own.badges.push(0);
    own.clients.openWindow = async (/** @type {string} */ url) => void own.opened.push(url);
    own.WindowClient.prototype.focus = async function () {
      own.opened.push(`there is ${this.url}`);
    };
    /** Dispatches an event, and waits for what its handlers begin. @param {any} event */
    own.happens = async (event) => {
      /** @type {Promise<unknown>[]} */ const begun = [];
      event.waitUntil = (/** @type {Promise<unknown>} */ work) => begun.push(work);
      own.dispatchEvent(event);
      await Promise.all(begun);
    };
  });

/** Returns what a worker has shown and done. @param {Worker} worker */
const seen = (worker) =>
  worker.evaluate(() => {
    const { badges, opened, shown } = /** @type {any} */ (globalThis);
    const notices = shown.map((/** @type {any} */ { title, body, tag }) => ({ title, body, tag }));
    return { badges, opened, notices };
  });

/** Delivers a message to a worker. @param {Worker} worker @param {object} message */
const deliver = (worker, message) =>
  worker.evaluate((data) => {
    const own = /** @type {any} */ (globalThis);
    return own.happens(new own.PushEvent('push', { data }));
  }, JSON.stringify(message));

/** Clicks on the first notice. @param {Worker} worker */
const click = (worker) =>
  worker.evaluate(() => {
    const own = /** @type {any} */ (globalThis);
    const event = Object.assign(new Event('notificationclick'), { notification: own.shown[0] });
    return own.happens(event);
  });

test('a switch asks, subscribes, and hears of one turn; switched off, nothing is left', async () => {
  const { code, people, page, token } = await match();
  let onDevice = await opened(page);
  await onDevice.waitFor();
  assert.equal(await onDevice.isChecked(), false);
  assert.equal(await kept(page, 'asked'), null, 'nobody is asked who did not want to be');
  await onDevice.click();
  await page.locator('[name=push]:checked:enabled').waitFor();
  assert.equal(await kept(page, 'asked'), '1');
  assert.deepEqual(await devices(code, token), [idOf()]);

  // Away, Ada has a notice; the worker shows it, with the count on the icon.
  await page.goto(server.url);
  const notice = await next();
  assert.deepEqual([notice.type, notice.room, notice.seat], ['your_turn', code, 0]);
  assert.ok(!JSON.stringify(notice).includes(token));
  const [worker] = page.context().serviceWorkers();
  await watch(worker);
  await deliver(worker, notice);
  await deliver(worker, notice);
  const shown = {
    title: 'Entente',
    body: `It is your turn in Balance of Power, room ${code}`,
    tag: code,
  };
  assert.deepEqual((await seen(worker)).notices, [shown], 'one room has one notice');
  await deliver(worker, { type: 'match_over', room: '../../elsewhere', text: 'Over' });
  assert.deepEqual((await seen(worker)).badges, [1, 1, 1]);
  await click(worker);
  await click(worker);
  const { badges, opened: urls, notices } = await seen(worker);
  assert.deepEqual([badges.at(-1), notices], [0, []]);
  assert.deepEqual(urls, [`${server.url}/r/${code}`, `there is ${server.url}/`]);

  // Back in the match the switch is on, and off it takes everything along.
  await page.goto(`${server.url}/r/${code}`);
  onDevice = await opened(page);
  await page.locator('[name=push]:checked:enabled').waitFor();
  await onDevice.click();
  await page.locator('[name=push]:not(:checked):enabled').waitFor();
  assert.deepEqual(await devices(code, token), []);
  assert.equal(await kept(page, 'stub'), null);
  const left = () => page.evaluate(() => navigator.serviceWorker.getRegistrations());
  assert.equal((await left()).length, 0);
  nobodyComplained(people);
});

test('who refuses stays unsubscribed, and is not asked again', async () => {
  const { code, people, page, token } = await match();
  await permit(page, 'denied');
  await page.reload();
  const onDevice = await opened(page);
  await page.getByText('Your browser blocks notifications').waitFor();
  assert.ok(await onDevice.isDisabled());
  // Refused while it asks.
  await page.evaluate(() => {
    localStorage.removeItem('permission');
    Notification.requestPermission = async () => 'denied';
    /** @type {any} */ (document.querySelector('entente-notices')).requestUpdate();
  });
  await onDevice.click();
  await page.locator('[name=push]:not(:checked):enabled').waitFor();
  assert.deepEqual(await devices(code, token), []);
  assert.equal(await kept(page, 'stub'), null);
  nobodyComplained(people);
});

test('a browser without a push service says so, and a server without one offers no switch', async () => {
  const { people, page } = await match();
  await page.addInitScript(() => delete (/** @type {any} */ (window).PushManager));
  await page.reload();
  assert.equal(await (await opened(page)).count(), 0);
  await page.getByText('on the home screen').waitFor();
  nobodyComplained(people);
});

test('a browser that forbids workers along with storage has notices all the same', async () => {
  const { people, page } = await match();
  await page.addInitScript(() => {
    ServiceWorkerContainer.prototype.getRegistration = async () => {
      throw new DOMException('denied', 'SecurityError');
    };
  });
  await page.reload();
  assert.equal(await (await opened(page)).isChecked(), false);
  assert.equal(await page.locator('entente-notices [role=alert]').count(), 0);
  nobodyComplained(people);
});

test('the worker is a script of its own that asks nobody and is asked for nothing', async () => {
  const response = await fetch(`${server.url}/push-worker.js`);
  const header = (/** @type {string} */ name) => response.headers.get(name);
  assert.equal(response.status, 200);
  assert.equal(header('content-type'), 'text/javascript; charset=utf-8');
  assert.equal(header('content-security-policy'), "default-src 'none'");
  assert.equal(header('cache-control'), 'no-cache');
  assert.equal(header('x-content-type-options'), 'nosniff');
  const script = await response.text();
  for (const word of ["'fetch'", 'caches', 'respondWith']) assert.ok(!script.includes(word), word);
});
