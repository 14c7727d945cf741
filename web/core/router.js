// The page that the address asks for. `#seat=TOKEN` brings a seat from another device, `#coach=TOKEN` a coach; it is removed from
// the address bar, and so from the history, at once.

import { ROOT } from './root.js';

/**
 * @typedef {{page: 'home'} | {page: 'nowhere'} | {page: 'licences'} | {page: 'rules', game: string, rule: string | null} | {page: 'room', code: string | null, token: string | null, coach: string | null}} Route
 *   `code` is null if the address has none of the right form
 */

/** The characters of room codes; case, spaces and hyphens are ignored. */
const CODE = /^[CDFHJKMNPRTVWXY2346789]{6}$/;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * Returns the code in a typed or pasted text, which may be a whole link; null if there is none.
 * @param {string} given
 */
export function codeOf(given) {
  const last = given.trim().split(/[?#]/)[0].replace(/\/+$/, '').split('/').at(-1) ?? '';
  const code = last.replace(/[\s-]/g, '').toUpperCase();
  return CODE.test(code) ? code : null;
}

/** Decodes a part of an address; one that cannot be decoded stays as it is. @param {string} part */
function plain(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** What brings a token with an address: its kind and the token. */
const BRINGS = /^#(seat|coach)=(.*)$/;

/** Checks whether the address brings a token that was not taken out of it yet. */
export const bringsToken = () => BRINGS.test(location.hash);

/** Reads the route from the address bar, and takes a token out of it. @returns {Route} */
export function currentRoute() {
  const path = location.pathname.slice(ROOT.pathname.length);
  if (path === 'licences') return { page: 'licences' };
  if (path.startsWith('rules/')) {
    const [game, rule] = [path.slice('rules/'.length), location.hash.slice(1)].map(plain);
    return { page: 'rules', game, rule: rule || null };
  }
  if (path === '' || path === 'index.html') return { page: 'home' };
  if (!path.startsWith('r/')) return { page: 'nowhere' };
  const [, kind, token] = BRINGS.exec(location.hash) ?? [];
  if (location.hash) history.replaceState(null, '', location.pathname);
  const given = (/** @type {string} */ wanted) =>
    kind === wanted && TOKEN.test(token) ? token : null;
  return { page: 'room', code: codeOf(path), token: given('seat'), coach: given('coach') };
}

/** Shows another page. @param {string} path relative to the root */
export function goTo(path) {
  history.pushState(null, '', new URL(path, ROOT));
  dispatchEvent(new PopStateEvent('popstate'));
  scrollTo(0, 0);
}
