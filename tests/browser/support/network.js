// What a page transfers.

import { drawn } from './browser.js';

/** @import { Page } from 'playwright-core' */

/** How often in a row a page must be seen without an open request until it has all that it needs. */
const STILL = 10;

/**
 * Counts the bytes that a page transfers, from now on.
 * @param {Page} page
 * @returns {Promise<() => Promise<number>>} waits until the page asks for nothing more, and returns their number since
 *   it was called last
 */
export async function transfers(page) {
  const network = await page.context().newCDPSession(page);
  /** @type {Set<string>} */ const open = new Set();
  let bytes = 0;
  network.on('Network.requestWillBeSent', ({ requestId }) => open.add(requestId));
  network.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    open.delete(requestId);
    bytes += encodedDataLength;
  });
  await network.send('Network.enable');
  return async () => {
    // What has come may ask for more as soon as it runs or is shown.
    for (let still = 0, before = -1; still < STILL; before = bytes) {
      await drawn(page);
      still = open.size === 0 && bytes === before ? still + 1 : 0;
    }
    const all = bytes;
    bytes = 0;
    return all;
  };
}
