// Europe Divided in the browser: the module that the shell loads.

import { style } from '../../core/style.js';
import { html } from '../../vendor/lit/lit.js';
import './board.js';
import { factsOf } from './facts.js';
import { idsOf } from './motion.js';
import { emblem } from './pieces.js';
import { whole } from './reader.js';
import { sketch } from './sketch.js';
import { summary } from './summary.js';
import { track } from './track.js';
import { words } from './words.js';

await Promise.all([
  style(new URL('../../maps/maps.css', import.meta.url)),
  style(new URL('./panels.css', import.meta.url)),
  style(new URL('./pieces.css', import.meta.url)),
  style(new URL('./cards.css', import.meta.url)),
  // Last, because it overrides the others on small screens.
  style(new URL('./board.css', import.meta.url)),
]);

/** The events with a card that is shown large. */
const SHOWN = new Set(['card_played', 'advantage_used', 'contested_card_taken']);
/** The events that belong to neither side. */
const COMMON = new Set([
  'turn_began',
  'initiative_revealed',
  'headlines_shifted',
  'advantages_kept',
  'headline_failed',
  'headline_drawn',
  'card_drawn',
  'match_ended',
]);

/** @type {import('../registry.js').GameModule} */
const europeDivided = {
  board: (play) => html`<europe-divided-board .play=${play}></europe-divided-board>`,
  ribbon: ({ view, data }) => track(/** @type {any} */ (view).public, factsOf(data)),
  name: (id, play) => factsOf(play.data).space(id),
  summary,
  figures({ view }) {
    const { sides } = /** @type {any} */ (view).public;
    return words.figures.map(({ key, name }) => [
      name,
      ...sides.map((/** @type {any} */ side) => String(side[key])),
    ]);
  },
  sketch: ({ view }) => sketch(/** @type {any} */ (view).public),
  spotlight(play, events) {
    const played = events.find(({ type }) => SHOWN.has(type));
    return played
      ? html`<div class="ed-spot">${whole(play, factsOf(play.data), played.card)}</div>`
      : null;
  },
  chronicle: {
    opens: ({ type, turn }) => (type === 'turn_began' ? words.track.turn(turn) : null),
    // What a card does names a power, or nobody: it belongs to whoever has played the card.
    sideOf: ({ type, side }, before) => side ?? (COMMON.has(type) ? null : before),
    sign: emblem,
  },
  keys: { groups: words.keys },
  mentions: idsOf,
};

export default europeDivided;
