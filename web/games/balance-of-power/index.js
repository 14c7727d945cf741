// Balance of Power in the browser: the module that the shell loads.

import { style } from '../../core/style.js';
import { html } from '../../vendor/lit/lit.js';
import './board.js';
import { factsOf } from './facts.js';
import { idsOf } from './motion.js';
import { commandOf } from './plan.js';
import { sketch } from './sketch.js';
import { summary } from './summary.js';
import { counter } from './symbols.js';
import { words } from './words.js';

await Promise.all([
  style(new URL('../../maps/maps.css', import.meta.url)),
  style(new URL('./bar.css', import.meta.url)),
  style(new URL('./board.css', import.meta.url)),
  style(new URL('./signs.css', import.meta.url)),
  style(new URL('./panels.css', import.meta.url)),
]);

/** @import * as Wire from '../../types/protocol.js' */

/** @type {import('../registry.js').GameModule} */
const balanceOfPower = {
  board: (play) => html`<balance-of-power-board .play=${play}></balance-of-power-board>`,
  group(offer, play) {
    const { type, from, kind } = commandOf(offer);
    const facts = factsOf(play.data);
    if (type === 'support') return facts.support.get(kind)?.name ?? offer.rule;
    return from ? words.group.from(facts.name(from)) : offer.rule;
  },
  name: (id, play) => factsOf(play.data).name(id),
  summary,
  figures({ view, session }) {
    const { sides } = /** @type {Wire.BalanceOfPowerPublic} */ (/** @type {any} */ (view).public);
    const seats = session.room?.seats ?? [];
    return /** @type {const} */ (['territories', 'troops', 'cities']).map((key) => [
      words.sides[key],
      ...seats.map(({ seat }) => String(sides.find((side) => side.seat === seat)?.[key] ?? '')),
    ]);
  },
  sketch: ({ view }) => sketch(/** @type {any} */ (view).public),
  chronicle: {
    opens: ({ type, text }) => (type === 'turn_began' ? text : null),
    // An attack names territories: it belongs to the colour whose turn it is.
    sideOf: ({ colour, by }, before) => colour ?? by ?? before,
    sign: (colour) => counter(colour),
  },
  keys: { groups: words.keys },
  mentions: idsOf,
};

export default balanceOfPower;
