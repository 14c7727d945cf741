// The crises in play, with their effects and the debts for them.

import { html, nothing } from '../../vendor/lit/lit.js';
import { goodsIcons, mark, provenance } from './icons.js';
import { payments } from './payment.js';
import { text } from './text.js';

/** @import { Desk } from './desk.js' */
/** @import { Bag } from './goods.js' */
/** @import * as Wire from '../../types/protocol.js' */

/**
 * Renders a debt of a seat.
 * @param {Desk} desk @param {number} seat @param {Wire.EuropeOwed} owed @returns {unknown}
 */
export function debt(desk, seat, owed) {
  switch (owed.kind) {
    case 'cubes':
      return goodsIcons(/** @type {Bag} */ (owed.cubes));
    case 'coin':
      return goodsIcons({ coin: owed.coin });
    case 'cubes_or_coin':
      return html`${goodsIcons(/** @type {Bag} */ (owed.cubes))} ${text.crises.or}
      ${goodsIcons({ coin: owed.coin })}`;
    case 'neighbour':
      return text.crises.neighbour(owed.count, desk.names.left(seat));
    default:
      return text.crises.stockpile(owed.count);
  }
}

/** @param {Desk} desk */
export function crises(desk) {
  const { at } = desk;
  if (at.phase === 'country') return nothing;
  return html`<section
    class="eu-crises ${desk.alert ? 'alert' : ''}"
    aria-label=${text.crises.title}
    tabindex="0"
  >
    <h3>${mark('crisis')} ${text.crises.title}</h3>
    <ul>
      ${at.crises.length === 0 ? html`<li class="faint">${text.crises.none}</li>` : nothing}
      ${at.crises.toReversed().map((crisis) => crisisItem(desk, crisis))}
    </ul>
  </section>`;
}

/** @param {Desk} desk @param {Wire.EuropeCrisisView} crisis */
function crisisItem(desk, crisis) {
  const row = desk.names.crisis(crisis.id);
  const { name, text: does, source, kind_source, effect_source } = row;
  const kind = crisis.directive ? text.crises.directive : text.crises.disaster;
  return html`<li
    class="trouble ${crisis.this_round ? 'new' : ''} ${desk.lit(crisis.id)}"
    data-crisis=${crisis.id}
  >
    <span class="title"
      ><b>${name}${provenance(source)}</b>
      <span class="faint" title=${crisis.directive ? text.crises.stays : text.crises.passes}
        >${kind}${provenance(kind_source)}</span
      >
      ${crisis.this_round ? html`<span class="bonus" title=${text.crises.bonus(crisis.bonus)}>${text.crises.bonusShort(crisis.bonus)}</span>` : nothing}</span
    >
    ${desk.me ? owing(desk, crisis.id) : nothing}
    <span class="does">${does}${provenance(effect_source)}</span>
  </li>`;
}

/** @param {Desk} desk @param {string} id */
function owing(desk, id) {
  const debts = desk.me?.debts.filter((one) => one.crisis === id) ?? [];
  if (debts.length === 0) return nothing;
  return html`<span class="owing"
    ><span
      >${text.crises.owe}
      ${debts.map(({ owed }) => debt(desk, /** @type {number} */ (desk.seat), owed))}</span
    >
    ${payments(desk, id)}</span
  >`;
}
