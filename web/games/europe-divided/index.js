// Europe Divided in the browser: the module that the shell loads.

import { style } from '../../core/style.js';
import { html } from '../../vendor/lit/lit.js';
import './board.js';
import { factsOf } from './facts.js';
import { idsOf } from './motion.js';
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

/** @type {import('../registry.js').GameModule} */
const europeDivided = {
  board: (play) => html`<europe-divided-board .play=${play}></europe-divided-board>`,
  ribbon: ({ view, data }) => track(/** @type {any} */ (view).public, factsOf(data)),
  name: (id, play) => factsOf(play.data).space(id),
  keys: { groups: words.keys },
  mentions: idsOf,
};

export default europeDivided;
