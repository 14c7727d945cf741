// The panels of the desk, of which a phone shows one at a time, and the buttons that switch between them.

import { html, nothing } from '../../vendor/lit/lit.js';
import { text } from './text.js';

/** @import { Desk } from './desk.js' */

/** @typedef {'table' | 'mine' | 'market' | 'players'} Panel */

const PANELS = /** @type {Panel[]} */ (['table', 'mine', 'market', 'players']);

/** @param {Desk} desk */
export function panels(desk) {
  const { phase } = desk.at;
  if (phase === 'country') return nothing;
  const shown = PANELS.filter((panel) => panel !== 'mine' || (phase === 'play' && desk.me));
  return html`<nav class="eu-panels" aria-label=${text.panels.label}>
    ${shown.map(
      (panel) =>
        html`<button
          aria-pressed=${desk.panel === panel ? 'true' : 'false'}
          @click=${() => desk.change(() => (desk.panel = panel))}
        >
          ${panel === 'table' ? text.panels.first[phase] : text.panels[panel]}
        </button>`,
    )}
  </nav>`;
}
