// Balance of Power in the browser: the module that the shell loads.

import { html } from '../../vendor/lit/lit.js';
import { after } from './after.js';
import './board.js';
import { factsOf } from './facts.js';
import { idsOf } from './motion.js';
import { byChance, commandOf } from './plan.js';
import { points } from './points.js';
import { sketch } from './sketch.js';
import './styles.js';
import { summary } from './summary.js';
import { counter } from './symbols.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */

/** What is heard of events. @type {Record<string, import('../../core/sound.js').Sound>} */
const SOUNDS = {
  rolled: 'die',
  fought: 'die',
  resistance_rolled: 'die',
  card_drawn: 'card',
  handed_in: 'card',
  collected: 'point',
};

/** @type {import('../registry.js').GameModule} */
const balanceOfPower = {
  board: (play) => html`<balance-of-power-board .play=${play}></balance-of-power-board>`,
  group(offer, play) {
    const { type, from, kind } = commandOf(offer);
    const facts = factsOf(play.data);
    if (type === 'support') return facts.support.get(kind)?.name ?? offer.rule;
    return from ? words.group.from(facts.name(from)) : offer.rule;
  },
  ordered: byChance,
  name: (id, play) => factsOf(play.data).name(id),
  summary,
  roles: ({ view }) =>
    /** @type {Wire.BalanceOfPowerPublic} */ (/** @type {any} */ (view).public).colours.map(
      (colour) => colour && words.owners[colour],
    ),
  score: words.sides.objectives,
  figures({ view, session }) {
    const { sides } = /** @type {Wire.BalanceOfPowerPublic} */ (/** @type {any} */ (view).public);
    const seats = session.room?.seats ?? [];
    return /** @type {const} */ (['territories', 'troops', 'cities']).map((key) => [
      words.sides[key],
      ...seats.map(({ seat }) => String(sides.find((side) => side.seat === seat)?.[key] ?? '')),
    ]);
  },
  points: (events, { view, data }) =>
    points(events, factsOf(data), /** @type {any} */ (view).public.colours),
  sketch: ({ view }) => sketch(/** @type {any} */ (view).public),
  after,
  sound: ({ type }) => SOUNDS[type] ?? null,
  chronicle: {
    opens: ({ type, text }) => (type === 'turn_began' ? text : null),
    // An attack names territories: it belongs to the colour whose turn it is.
    sideOf: ({ colour, by }, before) => colour ?? by ?? before,
    sign: (colour) => counter(colour),
  },
  keys: { groups: words.keys },
  places: {
    of: (id) =>
      ['territory', 'objective', 'card', 'region'].map((kind) => `.bp [data-${kind}="${id}"]`),
    parts: {
      charts: ['.bp-charts'],
      choices: ['.bp-act'],
      hand: ['.bp-panel[data-panel="cards"]'],
      headlines: ['.bp-panel[data-panel="objectives"]'],
      map: ['.bp-stage'],
      sides: ['.bp-panel[data-panel="sides"]'],
      support: ['.bp-support'],
    },
  },
  mentions: idsOf,
};

export default balanceOfPower;
