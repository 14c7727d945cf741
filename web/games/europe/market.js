// The market: three cards for sale, the top card of the deck, and the sizes of the decks.

import { html, nothing } from '../../vendor/lit/lit.js';
import { resource } from './cards.js';
import { goodIcon, goodsIcons } from './icons.js';
import { words } from './words.js';

/** @import { Desk } from './desk.js' */
/** @import * as Wire from '../../types/protocol.js' */

/**
 * Returns the price of a card: the sum of its printed numbers.
 * @param {Wire.EuropeResourceView} card
 */
export const price = (card) => card.first + card.later;

/** @param {Desk} desk */
export function market(desk) {
  const { at } = desk;
  if (at.phase === 'country') return nothing;
  const { decks } = at;
  // What lies there from the last round is swept away before anybody may buy it.
  const swept =
    at.phase === 'choose' && desk.options.market === 'refresh' && at.market.some((card) => card);
  return html`<section
    class="eu-market ${desk.keys.chord === 'market' ? 'lit' : ''}"
    aria-label=${words.market.title}
  >
    <h3 title=${words.market.decks(decks.citizens, decks.crises)}>
      ${words.market.title} <kbd>T</kbd>
      ${desk.me ? html`<span class="purse">${words.market.purse} ${goodsIcons({ coin: desk.me.coin })}</span>` : nothing}
      ${news(desk) ?? html`<span class="faint numbers">${swept ? words.market.swept : words.market.numbers}</span>`}
    </h3>
    <ul class="slots">
      ${at.market.map((card, slot) => stall(desk, card, slot))} ${blind(desk)}
    </ul>
  </section>`;
}

/** Renders the card that was bought last for a moment, or null. @param {Desk} desk */
function news({ messages: { bought } }) {
  if (!bought) return null;
  return html`<span class="numbers news" role="status"
    >${bought.who} ${resource(bought.card)}</span
  >`;
}

/** @param {Desk} desk @param {Wire.EuropeResourceView | null} card @param {number} slot */
function stall(desk, card, slot) {
  const fresh = desk.settled.fresh(`market ${slot}`, card?.id, performance.now());
  if (!card)
    return html`<li class="eu-card stall empty"><kbd>${slot + 1}</kbd> ${words.market.empty}</li>`;
  const command = { type: 'develop', card_id: card.id, slot };
  const said = words.market.buy(desk.names.card(card), price(card));
  return html`<li class=${desk.lit(card.id)}>
    <button
      class="eu-card stall"
      data-card=${card.id}
      title=${said}
      aria-disabled=${fresh || !desk.acts.can(command) ? 'true' : 'false'}
      @click=${() => take(desk, slot)}
    >
      <kbd>${slot + 1}</kbd> ${resource(card)}
      <span class="price"
        >${price(card)}${goodIcon('coin')}<span class="unseen">${said}</span></span
      >
    </button>
  </li>`;
}

/** @param {Desk} desk */
function blind(desk) {
  const command = { type: 'develop_blind' };
  const [least, most] = desk.names.blindPrices;
  return html`<li>
    <button
      class="eu-card stall blind"
      data-card="top"
      title=${words.market.blindHelp(least, most)}
      aria-disabled=${desk.acts.can(command) ? 'false' : 'true'}
      @click=${() => desk.act(command)}
    >
      <kbd>0</kbd>
      <span class="face">${words.market.blind} <b>${words.market.unseen}</b></span>
      <span class="price">${least}–${most}${goodIcon('coin')}</span>
    </button>
  </li>`;
}

/**
 * Buys the card in a slot, if it has been there long enough to be seen.
 * @param {Desk} desk @param {number} slot
 */
export function take(desk, slot) {
  const card = desk.at.market[slot];
  if (!card || desk.settled.fresh(`market ${slot}`, card.id, performance.now())) return;
  desk.act({ type: 'develop', card_id: card.id, slot });
}
