// The charts of defeated troops, the roll that neutral resistance needs, and the combat support that a player
// buys from the own chart.

import { html, nothing } from '../../vendor/lit/lit.js';
import { mark } from './facts.js';
import { commandOf } from './plan.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Plan } from './plan.js' */
/** @import { Seen } from './sides.js' */

/** @param {Seen} seen @param {Plan} plan */
export function commandRoom(seen, plan) {
  const { table, facts } = seen;
  const room = table.command_room;
  if (!room) return nothing;
  const { charts: said } = words;
  return html`<p class="help">${said.help}</p>
    <div class="bp-charts">
      ${/** @type {const} */ (['red', 'blue', 'neutral']).map((owner) => chart(seen, owner, room.charts[owner]))}
    </div>
    ${
      room.resistance == null
        ? nothing
        : html`<p class="help">
            ${said.resistance(room.resistance)}${mark(facts.resistance.get(room.charts.neutral.troops)?.source)}
          </p>`
    }
    <h4>${said.support}</h4>
    <ul class="bp-support">
      ${room.support.map((one) => support(seen, plan, one))}
    </ul>`;
}

/** @param {Seen} seen @param {'red' | 'blue' | 'neutral'} owner @param {Wire.BalanceOfPowerChartView} view */
function chart({ facts }, owner, { troops, capacity }) {
  const { charts: said, army } = words;
  return html`<div
    class="bp-chart ${owner}"
    role="img"
    aria-label=${said.chart(army[owner], troops, capacity)}
  >
    <span class="bp-chart-name"
      >${army[owner]} ${troops}${mark(facts.charts.get(owner)?.source)}</span
    >
    <ol aria-hidden="true">
      ${Array.from({ length: capacity }, (_, at) => {
        const row = owner === 'neutral' ? facts.resistance.get(at + 1) : null;
        const title = row ? said.needs(at + 1, row.needed) : nothing;
        return html`<li class=${at < troops ? 'full' : ''} title=${title}>
          ${row?.needed ?? nothing}
        </li>`;
      })}
    </ol>
  </div>`;
}

/** @param {Seen} seen @param {Plan} plan @param {Wire.BalanceOfPowerSupportView} view */
function support({ facts, play }, plan, { kind, price, bought, active }) {
  const { charts: said } = words;
  const row = facts.support.get(kind);
  const name = row?.name ?? kind;
  const offers = play.offers.filter(
    (offer) => commandOf(offer).type === 'support' && commandOf(offer).kind === kind,
  );
  const state = active ? said.active : bought ? said.bought : '';
  return html`<li class="${state ? 'on' : ''} ${play.focus.has(kind) ? 'focus' : ''}">
    <button
      data-support=${kind}
      class=${offers.length > 0 ? 'lit' : ''}
      aria-pressed=${plan.kind === kind ? 'true' : 'false'}
      ?disabled=${offers.length === 0}
      @click=${() => plan.buy(kind)}
    >
      <b class="bp-price"
        ><span class="unseen">${said.price}</span> ${price}${mark(row?.price_source)}</b
      >
      <span
        ><b>${name}</b> ${state ? html`<em>${state}</em>` : nothing}<small
          >${row?.text}${mark(row?.text_source)}</small
        ></span
      >
    </button>
  </li>`;
}
