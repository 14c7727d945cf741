/**
 * The worker that runs the check, so that the page stays responsive. It answers its one message with a
 * verdict.
 */

import { verify } from './verify.js';

addEventListener(
  'message',
  (/** @type {MessageEvent<{ record: Uint8Array, kept: string }>} */ event) => {
    postMessage(verify(event.data.record, event.data.kept));
  },
);
