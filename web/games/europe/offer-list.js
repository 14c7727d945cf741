// The open offers: those to this seat first, with one key or click to accept or refuse; then one's own
// and those among the others, each in a list of its own. An offer keeps its slot while it is open, see
// slots.js.

import { html, nothing } from '../../vendor/lit/lit.js';
import '../../ui/clock.js';
import { total } from './goods.js';
import { goodsIcons, mark } from './icons.js';
import { words } from './words.js';

/** @import { Desk } from './desk.js' */
/** @import { Slot } from './slots.js' */
/** @import { Slots } from './slots.js' */
/** @import * as Wire from '../../types/protocol.js' */

/** @typedef {Wire.EuropeTradeOffer} Offer */

/** Time before its end from which an offer's clock urges, in milliseconds. */
const SOON_MS = 5_000;

/** @param {Desk} desk */
export function offerList(desk) {
  const aim = (/** @type {boolean} */ aimed) => () => {
    // An offer that has gone is removed as soon as the pointer has left the list, and then never hears of it.
    if (!aimed) desk.play.point();
    desk.change(() => (desk.aimed = aimed));
  };
  return html`<section
    class="eu-offers"
    aria-label=${words.offers.all}
    @pointerenter=${aim(true)}
    @pointerleave=${aim(false)}
  >
    ${desk.me ? list(desk, words.offers.title, 'to-me', desk.toMe, toMe) : nothing}
    ${desk.me ? list(desk, words.offers.mine, 'mine', desk.mine, own) : nothing}
    ${
      desk.me && desk.at.players.length === 2
        ? nothing
        : list(desk, desk.me ? words.offers.others : words.offers.all, 'among', desk.among, among)
    }
  </section>`;
}

/**
 * @param {Desk} desk @param {string} title @param {string} kind @param {Slots<Offer>} open
 * @param {(desk: Desk, slot: Slot<Offer>) => unknown} show
 */
function list(desk, title, kind, open, show) {
  const many = open.slots.filter(({ gone }) => !gone).length;
  return html`<div class="offers ${kind}" role="group" aria-label=${title} tabindex="0">
    <h3>${kind === 'to-me' && many > 1 ? words.offers.many(many) : title}</h3>
    <ul aria-live=${kind === 'to-me' ? 'polite' : 'off'}>
      ${open.slots.length === 0 ? html`<li class="none faint">${words.offers.none}</li>` : nothing}
      ${open.slots.map((slot) => show(desk, slot))}
    </ul>
  </div>`;
}

/** @param {Desk} desk @param {Offer} offer */
function time(desk, offer) {
  if (offer.expires_ms == null) return html`<span class="due"></span>`;
  return html`<span class="due"
    ><entente-clock
      .session=${desk.play.session}
      .until=${offer.expires_ms}
      .whole=${desk.options.offer_ttl_ms}
      .soon=${SOON_MS}
      .label=${words.offers.left}
    ></entente-clock
  ></span>`;
}

/** Returns how an offer ended, in words. @param {Desk} desk @param {number} id */
function ended(desk, id) {
  const event = desk.play.session.events.findLast(
    (one) => one.offer_id === id && (one.type === 'offer_closed' || one.type === 'swapped'),
  );
  if (event?.type === 'swapped') return words.offers.closed.accepted;
  return words.offers.closed[event?.because] ?? words.offers.gone;
}

/** @param {Desk} desk @param {Slot<Offer>} slot @param {unknown} terms @param {unknown} acts */
function offerItem(desk, slot, terms, acts) {
  const { empty, gone, item: offer } = slot;
  const ids = [`seat-${offer.from}`, ...Object.keys(offer.give), ...Object.keys(offer.want)];
  return html`<li
    class="deal ${gone ? 'gone' : ''} ${empty ? 'empty' : ''} ${desk.armed?.id === offer.id ? 'armed' : ''}"
    data-offer=${offer.id}
    @pointerenter=${() => desk.play.point(ids)}
    @pointerleave=${() => desk.play.point()}
  >
    ${terms} ${time(desk, offer)}
    <span class="acts" ?inert=${gone}>${acts}</span>
    ${gone && !empty ? html`<span class="ended">${ended(desk, offer.id)}</span>` : nothing}
  </li>`;
}

/** Renders the player who makes an offer, and the offer that it answers. @param {Desk} desk @param {Offer} offer */
const author = (desk, offer) =>
  html`<b class="author">${desk.names.player(offer.from)}</b>
    ${offer.counter_to == null ? nothing : html`<span class="faint">${words.offers.counterTo}</span>`}`;

/** @param {Desk} desk @param {Slot<Offer>} slot */
function toMe(desk, slot) {
  const offer = slot.item;
  const accept = { type: 'offer_accept', offer_id: offer.id };
  const decline = { type: 'offer_decline', offer_id: offer.id };
  const short = desk.short(offer);
  const off = slot.fresh || desk.toMeFresh;
  const key = desk.armed?.id === offer.id;
  // The letter takes its space even when hidden, so that no button moves.
  const letter = (/** @type {string} */ of) => html`<kbd class=${key ? '' : 'off'}>${of}</kbd>`;
  const terms = html`<span class="terms">
    ${author(desk, offer)}
    <span><span class="faint">${words.offers.get}</span> ${goodsIcons(offer.give)}</span>
    <span><span class="faint">${words.offers.give}</span> ${goodsIcons(offer.want)}</span>
  </span>`;
  /** @param {() => void} act */
  const hit = (act) => () => off || act();
  const acts = html`<button
      class="primary accept"
      ?disabled=${!desk.acts.can(accept)}
      aria-disabled=${off ? 'true' : 'false'}
      @click=${hit(() => desk.act(accept))}
    >
      ${total(short) ? html`<span class="lack">${words.offers.short} ${goodsIcons(short)}</span>` : html`${words.offers.accept} ${letter('A')}`}
    </button>
    <button
      class="refuse"
      ?disabled=${!desk.acts.can(decline)}
      aria-disabled=${off ? 'true' : 'false'}
      @click=${hit(() => desk.act(decline))}
    >
      ${words.offers.refuse} ${letter('X')}
    </button>
    <button
      class="counter"
      title=${words.offers.counter}
      aria-label=${words.offers.counter}
      aria-disabled=${off ? 'true' : 'false'}
      @click=${hit(() => desk.counter(offer))}
    >
      ${mark('swap')} ${letter('Q')}
    </button>`;
  return offerItem(desk, slot, terms, acts);
}

/** Names the players that an offer is made to. @param {Desk} desk @param {Offer} offer */
export function addressees(desk, offer) {
  const all = offer.to.length > 1 && offer.to.length === desk.at.players.length - 1;
  return all ? words.offers.everybody : offer.to.map((seat) => desk.names.player(seat)).join(', ');
}

/** @param {Desk} desk @param {Slot<Offer>} slot */
function own(desk, slot) {
  const offer = slot.item;
  const cancel = { type: 'offer_cancel', offer_id: offer.id };
  const off = slot.fresh;
  const terms = html`<span class="terms">
    <span><span class="faint">${words.offers.give}</span> ${goodsIcons(offer.give)}</span>
    <span><span class="faint">${words.offers.get}</span> ${goodsIcons(offer.want)}</span>
    <span class="faint">${words.offers.to} ${addressees(desk, offer)}</span>
  </span>`;
  const acts = html`<button
    class="withdraw"
    title=${words.offers.withdraw}
    aria-label=${words.offers.withdraw}
    ?disabled=${!desk.acts.can(cancel)}
    aria-disabled=${off ? 'true' : 'false'}
    @click=${() => off || desk.act(cancel)}
  >
    ${mark('cross')}
  </button>`;
  return offerItem(desk, slot, terms, acts);
}

/** @param {Desk} desk @param {Slot<Offer>} slot */
function among(desk, slot) {
  const offer = slot.item;
  return offerItem(
    desk,
    slot,
    html`<span class="terms">
      ${author(desk, offer)}
      <span class="faint">${words.offers.to} ${addressees(desk, offer)}</span>
      <span><span class="faint">${words.offers.gives}</span> ${goodsIcons(offer.give)}</span>
      <span><span class="faint">${words.offers.wants}</span> ${goodsIcons(offer.want)}</span>
    </span>`,
    nothing,
  );
}
