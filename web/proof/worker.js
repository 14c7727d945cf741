/**
 * The check in a worker of its own, so that the page goes on while it runs. One message, one answer.
 */

import { verify } from './verify.js';

addEventListener(
  'message',
  (/** @type {MessageEvent<{ record: Uint8Array, kept: string }>} */ event) => {
    postMessage(verify(event.data.record, event.data.kept));
  },
);
