// The crises in play, what each one does, what is owed for it, and paying it.

import { admits, holes, initial } from '../../core/offers.js';
import { html, nothing } from '../../vendor/lit/lit.js';
import { goodsIcons, mark, provenance } from './icons.js';
import { words } from './goods.js';
import { text } from './text.js';

/** @import { Desk } from './desk.js' */
/** @import { Bag } from './goods.js' */
/** @import * as Wire from '../../types/protocol.js' */

/** What is owed, shown. @param {Wire.EuropeOwed} owed @returns {unknown} */
export function debt(owed) {
  switch (owed.kind) {
    case 'cubes':
      return goodsIcons(/** @type {Bag} */ (owed.cubes));
    case 'coin':
      return goodsIcons({ coin: owed.coin });
    case 'cubes_or_coin':
      return html`${goodsIcons(/** @type {Bag} */ (owed.cubes))} ${text.crises.or}
      ${goodsIcons({ coin: owed.coin })}`;
    case 'neighbour':
      return text.crises.neighbour(owed.count);
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
      ${at.crises.toReversed().map((crisis) => line(desk, crisis))}
    </ul>
  </section>`;
}

/** @param {Desk} desk @param {Wire.EuropeCrisisView} crisis */
function line(desk, crisis) {
  const { name, text: does, source } = desk.names.crisis(crisis.id);
  const kind = crisis.directive ? text.crises.directive : text.crises.disaster;
  return html`<li
    class="trouble ${crisis.this_round ? 'new' : ''} ${desk.lit(crisis.id)}"
    data-crisis=${crisis.id}
  >
    <span class="title"
      ><b>${name}${provenance(source)}</b>
      <span class="faint" title=${crisis.directive ? text.crises.stays : text.crises.passes}
        >${kind}</span
      >
      ${crisis.this_round ? html`<span class="bonus" title=${text.crises.bonus(crisis.bonus)}>${text.crises.bonusShort(crisis.bonus)}</span>` : nothing}</span
    >
    <span class="does">${does}</span>
    ${desk.me ? owing(desk, crisis.id) : nothing}
  </li>`;
}

/** @param {Desk} desk @param {string} id */
function owing(desk, id) {
  const debts = desk.me?.debts.filter((one) => one.crisis === id) ?? [];
  if (debts.length === 0) return nothing;
  return html`<span class="owing"
    ><span>${text.crises.owe} ${debts.map(({ owed }) => debt(owed))}</span>
    ${payments(desk, id).map((offer) => payment(desk, offer))}</span
  >`;
}

/** The offers to pay for a crisis. @param {Desk} desk @param {string} id */
const payments = (desk, id) =>
  desk.acts
    .of('settle_crisis')
    .filter((offer) => /** @type {any} */ (offer.command).crisis_id === id);

/**
 * The payment that needs no choice: all that is fixed, or the most that can be paid.
 * @param {Wire.Offer} offer
 */
function whole(offer) {
  const command = structuredClone(/** @type {any} */ (offer.command));
  for (const { path, placeholder } of holes(offer)) {
    const most =
      placeholder.kind === 'bag'
        ? placeholder.max
        : placeholder.kind === 'int'
          ? placeholder.max
          : initial(placeholder);
    if (!admits(placeholder, most)) return null;
    const [last] = path.slice(-1);
    const at = path.slice(0, -1).reduce((inner, key) => inner[key], command);
    at[last] = most;
  }
  return command;
}

/** @param {Desk} desk @param {Wire.Offer} offer */
function payment(desk, offer) {
  const command = whole(offer);
  if (!command) {
    return html`<button class="small" @click=${() => desk.play.choose(offer)}>
      ${text.crises.choosePay}
    </button>`;
  }
  const goods = { ...command.cubes, ...(command.coin ? { coin: command.coin } : {}) };
  return html`<button
    class="small primary pay"
    title=${text.crises.payWith(words(goods))}
    ?disabled=${!desk.acts.can(command)}
    aria-disabled=${desk.crisesFresh ? 'true' : 'false'}
    @click=${() => desk.crisesFresh || desk.act(command)}
  >
    ${text.crises.pay} ${goodsIcons(goods)} <kbd>P</kbd>
  </button>`;
}

/** Pays what can be paid without a choice, the newest crisis first. @param {Desk} desk */
export function payFirst(desk) {
  for (const { id } of desk.at.crises.toReversed()) {
    for (const offer of payments(desk, id)) {
      const command = whole(offer);
      if (!command) return desk.play.choose(offer);
      if (desk.acts.can(command)) return desk.act(command);
    }
  }
}
