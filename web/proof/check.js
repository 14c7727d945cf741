/**
 * The check of a finished match's record, for a page to call.
 *
 * It runs in a worker where there is one. A record takes some tens of milliseconds, so without workers the
 * page itself can do it.
 */

import { NOTHING } from './kept.js';

/** @import { Verdict } from "./verify.js" */

const WORKER = new URL('./worker.js', import.meta.url).href;

/** The one script that is not imported; the server's script policy allows no other. */
const scripts = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('entente', {
  createScriptURL: () => WORKER,
});

/**
 * A verdict; or a refusal because the record is of another room.
 *
 * @typedef {Verdict | { verdict: "refused", fault: "other_room", pointer: string, why: string }} Checked
 */

/**
 * Checks a record against the room that it was requested from and what was kept of it.
 *
 * @param {Uint8Array} record its bytes as they arrived: neither parsed nor rewritten
 * @param {{ room?: string, kept?: string }} [against] the room's id; the lines of `Evidence`
 * @returns {Promise<Checked>}
 */
export async function check(record, { room, kept = NOTHING } = {}) {
  const verdict = await (inWorker(record, kept) ?? inPage(record, kept));
  if (verdict.verdict === 'refused' || room === undefined || verdict.report.room === room) {
    return verdict;
  }
  const why = 'it is the record of another room';
  return { verdict: 'refused', fault: 'other_room', pointer: '/header/room', why };
}

/**
 * The check in a worker; undefined where there are none.
 *
 * @param {Uint8Array} record
 * @param {string} kept
 * @returns {Promise<Verdict> | undefined}
 */
function inWorker(record, kept) {
  if (typeof Worker === 'undefined') return undefined;
  const worker = new Worker(scripts?.createScriptURL('') ?? WORKER, { type: 'module' });
  /** @type {Promise<Verdict>} */
  const answer = new Promise((resolve) => {
    worker.addEventListener('message', (event) => resolve(event.data));
    // A browser that knows no module workers, or a fault: the page tries, and says what it was.
    worker.addEventListener('error', () => resolve(inPage(record, kept)));
    worker.postMessage({ record, kept });
  });
  return answer.finally(() => worker.terminate());
}

/**
 * @param {Uint8Array} record
 * @param {string} kept
 */
async function inPage(record, kept) {
  const { verify } = await import('./verify.js');
  return verify(record, kept);
}
