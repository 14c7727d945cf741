// The signs of the drawer's buttons, where there is no room for words.

import { svg } from '../vendor/lit/lit.js';

/** @param {string} path the strokes, in a square of 20 */
const icon = (path) =>
  svg`<svg class="tab-icon" viewBox="0 0 20 20" aria-hidden="true"><path d=${path}></path></svg>`;

/** The signs by their tabs: a list, a clock, a bubble, an open book. */
export const DRAWER_ICONS = {
  choices: icon('M3 5h1M7 5h10M3 10h1M7 10h10M3 15h1M7 15h10'),
  log: icon('M10 2.5a7.5 7.5 0 1 1-.1 0M10 6v4.5l3 2'),
  chat: icon('M3 4h14v9.5h-8l-4 3.5v-3.5h-2z'),
  rules: icon(
    'M10 5c-2-1.5-4.5-1.5-7-1v11c2.5-.5 5-.5 7 1c2-1.5 4.5-1.5 7-1v-11c-2.5-.5-5-.5-7 1v11',
  ),
};
