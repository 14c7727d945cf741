// A board for any game: what everybody may know, and what only this seat may know, as it was sent.
// Games without a board of their own are playable with it, for offers say everything.

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
  board: ({ view }) => html`${show(view?.private ?? {})} ${show(view?.public ?? {})}`,
  confirms: () => false,
};

export default plain;
