// Which page the address asks for. `#seat=TOKEN` hands a seat over from another device; it is taken
// out of the address bar, and so out of the history, at once.

import { ROOT } from './root.js';

/**
 * @typedef {{page: 'home'} | {page: 'licences'} | {page: 'room', code: string | null, token: string | null}} Place
 *   `code` is null where the address names none that could exist
 */

/** Signs of room codes; case, spaces and hyphens do not matter. */
const CODE = /^[CDFHJKMNPRTVWXY2346789]{6}$/;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * The code that somebody typed or pasted, a whole link perhaps; null if it is none.
 * @param {string} given
 */
export function codeOf(given) {
  const last = given.trim().split(/[?#]/)[0].replace(/\/+$/, '').split('/').at(-1) ?? '';
  const code = last.replace(/[\s-]/g, '').toUpperCase();
  return CODE.test(code) ? code : null;
}

/** @returns {Place} */
export function place() {
  const path = location.pathname.slice(ROOT.pathname.length);
  if (path === 'licences') return { page: 'licences' };
  if (!path.startsWith('r/')) return { page: 'home' };
  const token = location.hash.startsWith('#seat=') ? location.hash.slice('#seat='.length) : '';
  if (location.hash) history.replaceState(null, '', location.pathname);
  return { page: 'room', code: codeOf(path), token: TOKEN.test(token) ? token : null };
}

/** @param {string} path relative to the root */
export function goTo(path) {
  history.pushState(null, '', new URL(path, ROOT));
  dispatchEvent(new PopStateEvent('popstate'));
  scrollTo(0, 0);
}
