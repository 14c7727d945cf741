// The panels of the desk, of which a phone shows one at a time, and the buttons that switch between them.

import { html, nothing } from '../../vendor/lit/lit.js';
import { mark } from './icons.js';
import { words } from './words.js';

/** @import { Desk } from './desk.js' */

/** @typedef {'table' | 'mine' | 'market' | 'players'} Panel */

const PANELS = /** @type {Panel[]} */ (['table', 'mine', 'market', 'players']);

/** The selector of what each panel holds. */
const HELD = Object.entries({
  mine: '.eu-mine',
  market: '.eu-market, .eu-crises',
  players: '.eu-players',
});

/** Turns to the panel that holds one of these elements. @param {Desk} desk @param {Element[]} elements */
export function turnTo(desk, elements) {
  const held = HELD.find(([, css]) => elements.some((element) => element.closest(css)));
  desk.panel = /** @type {Panel} */ (held?.[0] ?? 'table');
}

/** @param {Desk} desk */
export function panels(desk) {
  const { phase } = desk.at;
  if (phase === 'country') return nothing;
  const shown = PANELS.filter((panel) => panel !== 'mine' || (phase === 'play' && desk.me));
  return html`<nav class="eu-panels" aria-label=${words.panels.label}>
    ${shown.map(
      (panel) =>
        html`<button
          aria-pressed=${desk.panel === panel ? 'true' : 'false'}
          @click=${() => desk.change(() => (desk.panel = panel))}
        >
          ${panel === 'table' ? words.panels.first[phase] : words.panels[panel]}
          ${phase === 'play' && desk.me ? waiting(desk, panel) : nothing}
        </button>`,
    )}
  </nav>`;
}

/** Renders a sign of what waits in a panel: it may be out of view. @param {Desk} desk @param {Panel} panel */
function waiting(desk, panel) {
  const { toMe, own, me, at } = desk;
  const offers = toMe.slots.filter(({ gone }) => !gone).length;
  const { offered, drawn, owed, crisis } = words.panels.waiting;
  if (panel === 'table' && offers > 0)
    return html`<span class="waits"
      ><b aria-hidden="true">${offers}</b><span class="unseen">${offered(offers)}</span></span
    >`;
  if (panel === 'mine' && own?.drawn.length)
    return html`<span class="waits"
      ><b aria-hidden="true">!</b><span class="unseen">${drawn}</span></span
    >`;
  if (panel === 'market' && at.crises.some((one) => one.this_round))
    return html`<span class="waits"
      >${mark('crisis')}<span class="unseen">${me?.debts.length ? owed : crisis}</span></span
    >`;
  return nothing;
}
