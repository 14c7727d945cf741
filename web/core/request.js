// One request to a server's HTTP API: its answer, or a `Problem`. Pages use it, and programs without one.

/**
 * @typedef {{method?: string, body?: object, token?: string | null, signal?: AbortSignal}} How
 */

/** The codes of what passes: asking again may help. */
const PASSING = new Set([
  'unreachable',
  'not_over',
  'busy',
  'too_many_requests',
  'storage_unavailable',
  'draining',
  'room_unavailable',
]);

/** A request that the server refused, or that did not reach it (`unreachable`). */
export class Problem extends Error {
  /**
   * @param {string} code one of the protocol's codes, or `unreachable`
   * @param {string} detail for people, in the server's words
   * @param {number | null} retryAfterMs when trying again may help, in milliseconds
   */
  constructor(code, detail, retryAfterMs = null) {
    super(detail);
    this.name = 'Problem';
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }

  /** `true` if asking again may help. */
  get passes() {
    return PASSING.has(this.code);
  }
}

/**
 * Returns an answer that is no refusal.
 * @param {URL} url @param {How} [how] @throws {Problem}
 */
export async function answerTo(url, { method = 'GET', body, token, signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) headers['Content-Type'] = 'application/json';
  let response;
  try {
    response = await fetch(url, { method, headers, body: body && JSON.stringify(body), signal });
  } catch {
    throw new Problem('unreachable', 'the server does not answer');
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

/**
 * Returns what an answer of JSON stands for; null where there is none.
 * @param {URL} url @param {How} [how] @returns {Promise<any>} @throws {Problem}
 */
export async function jsonFrom(url, how) {
  const response = await answerTo(url, how);
  return response.status === 204 ? null : bodyOf(response.json());
}

/**
 * Returns what a body is read as.
 * @template T @param {Promise<T>} reading @returns {Promise<T>} @throws {Problem} if it breaks off, or is something else
 */
export async function bodyOf(reading) {
  try {
    return await reading;
  } catch {
    throw new Problem('unreachable', 'the answer broke off, or is not from this server');
  }
}

/** @param {Response} response */
async function problemOf(response) {
  try {
    const { code, detail, retry_after_ms: wait } = await response.json();
    return new Problem(String(code), String(detail), wait ?? null);
  } catch {
    return new Problem('unreachable', `the server answers ${response.status}`);
  }
}
