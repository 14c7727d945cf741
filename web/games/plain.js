// A board for any game: the private and the public view, as they were sent. A game without a board of its
// own is playable with it, because the offers contain everything.

import { againButton } from '../ui/again.js';
import { html } from '../vendor/lit/lit.js';

/** @param {any} value @returns {unknown} */
function show(value) {
  if (value === null || typeof value !== 'object') return String(value);
  const entries = Object.entries(value);
  return html`<dl class="plain-view">
    ${entries.map(
      ([key, inner]) =>
        html`<dt>${key}</dt>
          <dd>${show(inner)}</dd>`,
    )}
  </dl>`;
}

/** @type {import('./registry.js').GameModule} */
const plain = {
  listed: true,
  board: (play) =>
    html`${againButton(play)} ${show(play.view?.private ?? {})} ${show(play.view?.public ?? {})}`,
};

export default plain;
