// Balance of Power in the browser: what the shell needs to know of it.

import { style } from '../../core/style.js';
import { html } from '../../vendor/lit/lit.js';
import './board.js';
import { factsOf } from './facts.js';
import { placesOf } from './motion.js';
import { commandOf } from './plan.js';
import { words } from './words.js';

await Promise.all([
  style(new URL('../../maps/maps.css', import.meta.url)),
  style(new URL('./bar.css', import.meta.url)),
  style(new URL('./board.css', import.meta.url)),
  style(new URL('./signs.css', import.meta.url)),
  style(new URL('./panels.css', import.meta.url)),
]);

/** Chance places the whole map: nothing brings back what was edited. */
const FINAL = new Set(['auto']);

/** @type {import('../registry.js').GameModule} */
const balanceOfPower = {
  board: (play) => html`<balance-of-power-board .play=${play}></balance-of-power-board>`,
  confirms: ({ type }) => FINAL.has(type),
  group(offer, play) {
    const { type, from, kind } = commandOf(offer);
    const facts = factsOf(play.data);
    if (type === 'support') return facts.support.get(kind)?.name ?? offer.rule;
    return from ? words.group.from(facts.name(from)) : offer.rule;
  },
  name: (id, play) => factsOf(play.data).name(id),
  keys: { groups: words.keys },
  places: placesOf,
};

export default balanceOfPower;
