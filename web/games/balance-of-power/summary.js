// The board in words: each region of the map with its territories, who holds them and with how many troops.

import { factsOf } from './facts.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Play } from '../../core/play.js' */

/** @param {Play} play @returns {import('../registry.js').Part[]} */
export function summary({ view, data }) {
  const facts = factsOf(data);
  const { territories } = /** @type {Wire.BalanceOfPowerPublic} */ (
    /** @type {any} */ (view).public
  );
  return [...facts.regions.values()].map(({ id, name }) => ({
    title: words.map.regionName(name),
    lines: facts
      .inRegion(id)
      .filter((at) => territories[at])
      .map((at) =>
        words.summaryLine(
          facts.name(at),
          words.army[territories[at].owner],
          words.troops(territories[at].troops),
        ),
      ),
  }));
}
