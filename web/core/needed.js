// Files of this client that a page fetches only once it needs them, from a server that may be away just then.

import { backoff } from './backoff.js';
import { Problem } from './request.js';

/** Returns whether something could not be fetched; a browser says so of a module in a `TypeError`. @param {unknown} problem */
const isAway = (problem) =>
  problem instanceof TypeError || (problem instanceof Problem && problem.code === 'unreachable');

/** Begins the page anew if its server is of another version by now: what it needs is not there any more. */
async function staleOver() {
  const here = await fetch(import.meta.url, { cache: 'no-store' }).catch(() => null);
  if (here?.status === 404) location.reload();
}

/**
 * Resolves to what was fetched, however often that takes; what came and is refused or broken is thrown.
 * @template T @param {() => Promise<T>} load fetches it @returns {Promise<T>}
 */
export async function needed(load) {
  /** @type {unknown} */ let before;
  for (let failures = 1; ; failures += 1) {
    try {
      return await load();
    } catch (problem) {
      // A module that came and is broken throws one and the same error for ever.
      if (!isAway(problem) || problem === before) throw problem;
      before = problem;
      await staleOver();
      await new Promise((done) => setTimeout(done, backoff(failures, null, Math.random())));
    }
  }
}

/**
 * Returns how to fetch a module that is needed, once for all who ask: a page asks again each time that it renders.
 * @template T @param {() => Promise<T>} load fetches it @returns {() => Promise<T>}
 */
export function later(load) {
  /** @type {Promise<T> | undefined} */ let coming;
  return () => (coming ??= needed(load));
}

/**
 * Resolves to what was fetched for a person who waits for it; they learn of it if it does not come.
 * @template T @param {() => Promise<T>} load fetches it @returns {Promise<T>} @throws {Problem}
 */
export async function asked(load) {
  try {
    return await load();
  } catch (problem) {
    if (!(problem instanceof TypeError)) throw problem;
    throw new Problem('unreachable', 'the server does not answer');
  }
}
