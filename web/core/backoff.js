// The wait before the next attempt to connect. After a restart thousands of clients come back, and they
// must not all come at once.

/** The shortest wait, in milliseconds. */
const SHORTEST_MS = 250;
/** The longest wait without a hint, in milliseconds. */
const LONGEST_MS = 10_000;
/** The longest hint from the server that is honoured, in milliseconds. */
const LONGEST_HINT_MS = 600_000;

/**
 * Returns the wait after a number of failures in a row, in milliseconds: from the upper half of a range
 * that doubles each time. A hint is never undercut; up to a quarter of it is added.
 * @param {number} failures from 1
 * @param {number | null} hintMs
 * @param {number} chance a random number from 0 to 1
 */
export function backoff(failures, hintMs, chance) {
  const top = Math.min(SHORTEST_MS * 2 ** Math.min(failures, 16), LONGEST_MS);
  const own = Math.max(top / 2 + (top / 2) * chance, SHORTEST_MS);
  if (hintMs === null) return own;
  const hint = Math.min(hintMs, LONGEST_HINT_MS);
  return Math.max(own, hint + (hint / 4) * chance);
}
