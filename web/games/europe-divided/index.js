// Europe Divided in the browser: the module that the shell loads.

import { html } from '../../vendor/lit/lit.js';
import { after } from './after.js';
import './board.js';
import { factsOf } from './facts.js';
import { idsOf } from './motion.js';
import { emblem } from './pieces.js';
import { points } from './points.js';
import { whole } from './reader.js';
import { sketch } from './sketch.js';
import './styles.js';
import { summary } from './summary.js';
import { track } from './track.js';
import { words } from './words.js';

/** The events with a card that is shown large. */
const SHOWN = new Set([
  'card_played',
  'advantage_used',
  'contested_card_taken',
  'headline_placed',
  'headline_awarded',
  'headline_failed',
]);
/** The events after which no card is shown large any longer: they tell of something else. */
const ELSE = new Set([
  'turn_began',
  'headlines_shifted',
  'headline_drawn',
  'headlines_drawn',
  'card_drawn',
  'cards_drawn',
  'deck_shuffled',
  'dominance_scored',
  'advantages_scored',
  'advantages_drawn',
]);
/**
 * What the cards decide by themselves, and what the other side has chosen in secret: whoever has played the last card,
 * or chosen last, is to see it as well.
 */
const NOTABLE = new Set([
  'headline_placed',
  'initiative_revealed',
  'contested_card_taken',
  'headline_awarded',
  'headline_failed',
  'dominance_scored',
  'advantages_scored',
]);
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

/** What is heard of events. @type {Record<string, import('../../core/sound.js').Sound>} */
const SOUNDS = {
  card_played: 'card',
  advantage_used: 'card',
  influence_placed: 'die',
  influence_changed: 'die',
  headline_awarded: 'point',
  dominance_scored: 'point',
  advantages_scored: 'point',
};

/** @type {import('../registry.js').GameModule} */
const europeDivided = {
  board: (play) => html`<europe-divided-board .play=${play}></europe-divided-board>`,
  ribbon: ({ view, data }) => track(/** @type {any} */ (view).public, factsOf(data)),
  name: (id, play) => factsOf(play.data).space(id),
  summary,
  score: words.panel.prestige,
  figures({ view }) {
    const { sides } = /** @type {any} */ (view).public;
    return words.figures.map(({ key, name }) => [
      name,
      ...sides.map((/** @type {any} */ side) => String(side[key])),
    ]);
  },
  points: (events, { data }) => points(events, factsOf(data)),
  sketch: ({ view }) => sketch(/** @type {any} */ (view).public),
  spotlight(play, events) {
    const shown = events.findLast(({ type }) => SHOWN.has(type));
    if (!shown || ELSE.has(events.at(-1)?.type)) return null;
    const card = whole(play, factsOf(play.data), shown.card ?? shown.headline);
    return html`<div class="ed-spot">${card}</div>`;
  },
  after,
  notable: ({ type }) => NOTABLE.has(type),
  // A side that scores nothing is not heard.
  sound: ({ type, prestige }) => (prestige === 0 ? null : (SOUNDS[type] ?? null)),
  chronicle: {
    opens: ({ type, turn }) => (type === 'turn_began' ? words.track.turn(turn) : null),
    // What a card does names a power, or nobody: it belongs to whoever has played the card.
    sideOf: ({ type, side }, before) => side ?? (COMMON.has(type) ? null : before),
    sign: emblem,
  },
  keys: { groups: words.keys },
  places: {
    of: (id) => [
      `.ed-usable:has([data-card="${id}"])`,
      `.ed [data-card="${id}"]`,
      `.ed .ed-space[data-space="${id}"]`,
    ],
    parts: {
      choices: ['.ed-answers', '.ed-prompt'],
      hand: ['.ed-hand'],
      headlines: ['.ed-headlines'],
      map: ['.ed-map'],
      sides: ['.ed-side', '.ed-strip'],
    },
  },
  mentions: idsOf,
};

export default europeDivided;
