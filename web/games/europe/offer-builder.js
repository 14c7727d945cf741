// The draft offer as a sentence: its recipients, what for what, and whether it can be sent.

import { holes } from '../../core/offers.js';
import { html, nothing } from '../../vendor/lit/lit.js';
import { lacking, total, goodsText } from './goods.js';
import { goodsIcons } from './icons.js';
import { addressees } from './offer-list.js';
import { words } from './words.js';

/** @import { Desk } from './desk.js' */
/** @import { Bag } from './goods.js' */

/** @param {Desk} desk */
export function offerBuilder(desk) {
  const { trade, me } = desk;
  const { alert } = desk.messages;
  if (!me) return nothing;
  // On a phone the crises are out of view when one comes: what it does is said before anything else.
  const crisis = alert && trade.empty ? desk.names.crisis(alert).text : '';
  const { said } = desk.messages;
  const does = crisis ? html`<span class="does">${crisis}</span>` : nothing;
  const command = desk.tradeCommand;
  const can = desk.acts.can(command);
  const tells = html`<span>${said || hint(desk, !!can)}</span>`;
  const answers = command.type === 'offer_counter' ? trade.counter : null;
  /** @param {SubmitEvent} event */
  const send = (event) => {
    event.preventDefault();
    desk.offer();
  };
  return html`<form
    class="builder ${trade.empty ? 'resting' : ''}"
    aria-label=${words.builder.title}
    @submit=${send}
  >
    <div class="to" role="group" aria-label=${words.builder.to}>
      <span class="faint">${words.builder.to}</span>
      ${desk.partners.length > 1 ? everybody(desk) : nothing}
      ${desk.partners.map((seat) => addressee(desk, seat))}
    </div>
    <div class="terms" aria-live="polite">
      <span><span class="faint">${words.builder.give}</span> ${goodsIcons(trade.give)}</span>
      <span><span class="faint">${words.builder.want}</span> ${goodsIcons(trade.want)}</span>
    </div>
    <p class="hint ${said && !crisis ? 'told' : ''}" role="status">${does}${tells}</p>
    <button
      type="button"
      class="quiet"
      ?disabled=${trade.empty && !trade.to}
      @click=${() => desk.change(() => trade.clear())}
    >
      ${words.builder.clear} <kbd>Bksp</kbd>
    </button>
    <button class="primary send" ?disabled=${!can}>
      ${answers === null ? words.builder.send : words.builder.answer} <kbd>Enter</kbd>
    </button>
  </form>`;
}

/** @param {Desk} desk */
function everybody(desk) {
  return html`<button
    type="button"
    aria-pressed=${desk.trade.to === null ? 'true' : 'false'}
    @click=${() => desk.change(() => desk.trade.toAll())}
  >
    <kbd>0</kbd> ${words.builder.all}
  </button>`;
}

/** @param {Desk} desk @param {number} seat */
function addressee(desk, seat) {
  const { trade } = desk;
  const alone = desk.partners.length === 1;
  const chosen = alone || trade.to?.has(seat);
  return html`<button
    type="button"
    aria-pressed=${chosen ? 'true' : 'false'}
    @click=${() => desk.change(() => alone || trade.toggle(seat, desk.partners))}
  >
    ${alone ? nothing : html`<kbd>${seat + 1}</kbd>`}
    <span class="whom">${desk.names.player(seat)}</span>
  </button>`;
}

/** Checks whether this seat has everything it needs now. @param {Desk} desk */
export const served = (desk) => {
  const { me, seat, citizens } = desk;
  if (!me || seat === null || citizens.length === 0 || me.debts.length > 0) return false;
  return total(lacking(desk.needed(seat), desk.goods(me))) === 0;
};

/** Returns what to do, or what is under way, while nothing is put together. @param {Desk} desk */
function resting(desk) {
  const { me, mine, messages, own } = desk;
  // Until then nobody can be ready, whatever else there is to do.
  if (own?.drawn.length) return words.builder.drawn;
  if (me?.ready) return words.builder.ready;
  const open = mine.slots.flatMap(({ gone, item }) => (gone ? [] : [item]));
  if (open.length === 1) return words.builder.waits(addressees(desk, open[0]));
  if (open.length > 1) return words.builder.open(open.length);
  if (messages.failed) return messages.failed;
  if (served(desk)) return words.builder.served;
  if (!me?.debts.length) return words.builder.empty;
  return desk.acts.of('settle_crisis').length ? words.builder.owing : words.builder.owingMore;
}

/** Returns why the draft cannot be sent, or what to do next. @param {Desk} desk @param {boolean} can */
function hint(desk, can) {
  const { trade, me } = desk;
  if (!me || trade.empty) return resting(desk);
  const short = lacking(trade.give, desk.goods(me));
  if (total(short) > 0) return words.builder.short(goodsText(short));
  if (can) return words.builder.good;
  if (!desk.acts.of('offer_create').some((offer) => holes(offer).length > 0)) {
    return words.builder.full(desk.options.offer_limit);
  }
  if (total(trade.give) === 0) return words.builder.needGive;
  return total(trade.want) === 0 ? words.builder.needWant : words.builder.barred;
}
