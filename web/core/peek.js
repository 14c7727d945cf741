// One look at a running match without its seat: the room's own page, if one is open, keeps the seat.

import { Connection } from './connection.js';

/** @import * as Wire from '../types/protocol.js' */

/** Time after which a look is given up, in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * Returns the newest update as a spectator is shown it; null where nobody may watch.
 * @param {string} code @param {number | null} after the entry up to which events are known
 * @returns {Promise<Wire.Update | null>}
 */
export function peek(code, after) {
  return new Promise((done) => {
    /** @param {Wire.Update | null} found */
    const end = (found) => {
      clearTimeout(late);
      connection.close();
      done(found);
    };
    const late = setTimeout(() => end(null), PATIENCE_MS);
    const connection = new Connection(
      code,
      () => ({ type: 'hello', ...(after === null ? {} : { after }) }),
      (message) => {
        if (message.type === 'update') end(message);
        else if (message.type === 'welcome' && message.room.state === 'lobby') end(null);
      },
      ({ state }) => {
        if (state === 'ended' || state === 'waiting') end(null);
      },
    );
  });
}
