// Notices on this device while no page is open: this browser's subscription at its push service. There is one
// for all matches; the server is named it for each seat that wants notices here.

import { encode as hex } from '../proof/hex.js';
import { addDevice, removeDevice } from './api.js';
import { ROOT } from './root.js';
import { heldSeats } from './seats.js';
import { read, write } from './storage.js';

/** @import * as Wire from '../types/protocol.js' */
/** @typedef {{code: string, seat: number, token: string}} Place a seat that is held */

/** Codes of the rooms whose notices come here. */
const ROOMS = 'entente/push';
/** Number of characters of a device's id. */
const ID_CHARS = 32;

const WORKER = new URL('push-worker.js', ROOT).href;

/** The one script that is registered; the server's script policy allows no other. */
const scripts = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('entente-push', {
  createScriptURL: () => WORKER,
});

/** Checks whether this browser can show notices of a page that is closed. */
export const pushPossible = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** Checks whether this person has forbidden it, so that asking again is of no use. */
export const pushBlocked = () => Notification.permission === 'denied';

/** Returns the worker that is registered here; none where a browser forbids workers along with storage. */
const registered = () => navigator.serviceWorker.getRegistration(ROOT.href).catch(() => undefined);

/** Returns the subscription that this server's key belongs to. @param {string} key */
async function subscribed(key) {
  const subscription = await (await registered())?.pushManager.getSubscription();
  const own = subscription?.options.applicationServerKey;
  return subscription && own && base64url(own) === key ? subscription : null;
}

/** @param {string} endpoint */
async function idOf(endpoint) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return hex(new Uint8Array(digest)).slice(0, ID_CHARS);
}

/** Checks whether a seat's notices come to this device. @param {Wire.Push} push */
export async function pushedHere({ key, devices }) {
  const subscription = pushPossible() ? await subscribed(key) : null;
  return subscription !== null && devices.includes(await idOf(subscription.endpoint));
}

/**
 * Asks this person, subscribes, and has a seat's notices sent here. Called by a click, for browsers ask
 * nobody who did not want to be asked.
 * @param {Place} place @param {string} key the server's @returns {Promise<Wire.Notify | null>} null if refused
 */
export async function pushHere({ code, seat, token }, key) {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const registration = await navigator.serviceWorker.register(
    scripts?.createScriptURL('') ?? WORKER,
  );
  await navigator.serviceWorker.ready;
  // One with another key is of no use: the server's database was replaced.
  const other = await registration.pushManager.getSubscription();
  if (other && !(await subscribed(key))) await other.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const part = (/** @type {PushEncryptionKeyName} */ name) =>
    base64url(subscription.getKey(name) ?? new ArrayBuffer(0));
  const { endpoint } = subscription;
  const device = { endpoint, p256dh: part('p256dh'), auth: part('auth') };
  const known = await addDevice(code, seat, token, device);
  rememberRooms([...pushedRooms(), code]);
  return known;
}

/**
 * Has a seat's notices sent here no longer; the last one takes the subscription along.
 * @param {Place} place @param {string} key the server's @returns {Promise<Wire.Notify | null>}
 */
export async function pushNoMore({ code, seat, token }, key) {
  const subscription = await subscribed(key);
  if (!subscription) return null;
  const known = await removeDevice(code, seat, token, await idOf(subscription.endpoint));
  const left = pushedRooms().filter((one) => one !== code);
  rememberRooms(left);
  if (left.length === 0) {
    await subscription.unsubscribe();
    await (await registered())?.unregister();
  }
  return known;
}

/** Takes the notices of a match away, which is being looked at now. @param {string} code */
export async function clearNotices(code) {
  if (!pushPossible()) return;
  const shown = await (await registered())?.getNotifications({ tag: code });
  shown?.forEach((notice) => notice.close());
}

/** @returns {string[]} codes of rooms in which a seat is held still */
function pushedRooms() {
  const held = new Set(heldSeats().map(({ code }) => code));
  return (read(ROOMS) ?? '').split(' ').filter((code) => held.has(code));
}

/** @param {string[]} codes */
const rememberRooms = (codes) => write(ROOMS, [...new Set(codes)].join(' '));

/** @param {ArrayBuffer} bytes */
function base64url(bytes) {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
