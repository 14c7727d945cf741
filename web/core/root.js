// The addresses of the server. They are relative to the page's base, so the same files work under any base
// path and behind any proxy.

/** The server's root, with a slash at its end; `index.html` says it relative to itself. */
export const ROOT = new URL(document.baseURI);

/**
 * Returns the address of an HTTP request.
 * @param {string} path without a leading slash
 */
export function apiUrl(path) {
  return new URL(`api/v1/${path}`, ROOT);
}

/**
 * Returns the address of a room's socket.
 * @param {string} code
 */
export function socketUrl(code) {
  const url = apiUrl(`rooms/${encodeURIComponent(code)}/socket`);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url;
}

/**
 * Returns the link that invites to a room.
 * @param {string} code
 */
export function roomLink(code) {
  return new URL(`r/${encodeURIComponent(code)}`, ROOT).href;
}
