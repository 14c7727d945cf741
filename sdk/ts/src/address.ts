// Addresses of a server and of a room, as people copy them.

import { EntenteError } from './errors.ts';

/** The form of the code of a room. */
const CODE = /^[CDFHJKMNPRTVWXY2346789]{6}$/;

/** A room, where it is, and the token of a seat, as far as a link says so. */
export interface RoomAddress {
  server: string | null;
  code: string;
  token: string | null;
}

/** Returns a server's address with a slash at its end. @throws EntenteError if it is none */
export function serverUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new EntenteError(`a server's address begins with http:// or https://, not ${JSON.stringify(text)}`);
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** Returns the address of an HTTP request. */
export const apiUrl = (server: string, path: string): URL => new URL(`api/v1/${path}`, serverUrl(server));

/** Returns the address of a room's WebSocket. */
export function socketUrl(server: string, code: string): URL {
  const url = apiUrl(server, `rooms/${encodeURIComponent(code)}/socket`);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url;
}

/** Returns the link that invites people to a room. */
export const roomLink = (server: string, code: string): string =>
  new URL(`r/${encodeURIComponent(code)}`, serverUrl(server)).href;

/**
 * Returns what a code, or a link such as `https://host/r/K7P2XR#seat=TOKEN`, names. Case, spaces and hyphens of a
 * code do not matter.
 * @throws EntenteError if it is neither
 */
export function roomAddress(text: string): RoomAddress {
  const link = /^(https?:\/\/[^#?]*?)\/r\/([^/#?]*)\/?(?:#seat=(.*))?$/.exec(text);
  const code = (link?.[2] ?? text).replace(/[\s-]/g, '').toUpperCase();
  if (!CODE.test(code)) {
    throw new EntenteError('a room has a code of 6 letters and digits, or a link with one');
  }
  return { server: link?.[1] ?? null, code, token: link?.[3] ?? null };
}
