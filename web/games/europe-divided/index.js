// Europe Divided in the browser: what the shell needs to know of it.

import { style } from '../../core/style.js';
import { html } from '../../vendor/lit/lit.js';
import './board.js';
import { factsOf } from './facts.js';
import { placesOf } from './motion.js';
import { words } from './words.js';

await Promise.all([
  style(new URL('../../maps/maps.css', import.meta.url)),
  style(new URL('./panels.css', import.meta.url)),
  style(new URL('./pieces.css', import.meta.url)),
  style(new URL('./cards.css', import.meta.url)),
  // Last, for it says what small screens leave out of the others.
  style(new URL('./board.css', import.meta.url)),
]);

/**
 * What is secret, shown to somebody or decided by chance can never be taken back freely.
 */
const FINAL = new Set([
  'keep_advantages',
  'lock_initiative',
  'place_headline',
  'council_meeting',
  'take_cards',
  'cyber_attack',
  'use_advantage',
  'sell_advantage',
  'fracture',
  'play',
]);

/** @type {import('../registry.js').GameModule} */
const europeDivided = {
  board: (play) => html`<europe-divided-board .play=${play}></europe-divided-board>`,
  confirms: ({ type }) => FINAL.has(type),
  name: (id, play) => factsOf(play.data).space(id),
  keys: { groups: words.keys },
  places: placesOf,
};

export default europeDivided;
