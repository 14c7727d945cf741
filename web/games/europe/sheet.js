// What a tap reads on the desk: a card, a crisis or a good with its whole text, and what can be done with it.

import { sheet } from '../../ui/reading.js';
import { html, nothing } from '../../vendor/lit/lit.js';
import { expected } from './cards.js';
import { citizensOnly, debt, owed, unpaid } from './crises.js';
import { held } from './changes.js';
import { entries, lackingOf, total } from './goods.js';
import { goodIcon, mark, provenance } from './icons.js';
import { price } from './market.js';
import { payments } from './payment.js';
import { words } from './words.js';

/** @import { Action } from '../../ui/reading.js' */
/** @import { Choice } from './choose.js' */
/** @import { Desk } from './desk.js' */
/** @import { Bag } from './goods.js' */
/** @import * as Wire from '../../types/protocol.js' */

/** What is read: its name, its text, and what can be done. @typedef {{name: string, inner: unknown, actions: Action[]}} Page */

/** The card that lies on top of the deck. */
const TOP = 'top';

/**
 * Returns what a tap reads, or null if it presses something: a button on a card acts, a card that is a button
 * is read first.
 * @param {Element} at
 */
export function readable(at) {
  const thing = /** @type {HTMLElement | null} */ (
    at.closest('[data-card], [data-crisis], tbody th.goods')
  );
  if (!thing) return null;
  const pressed = at.closest('button, .verdict');
  if (pressed && pressed !== thing && !pressed.matches('.keep')) return null;
  const { card, crisis } = thing.dataset;
  if (card) return `card ${card}`;
  return crisis ? `crisis ${crisis}` : `good ${thing.parentElement?.dataset.good}`;
}

/** @param {Desk} desk @param {string} what as `readable` names it @param {() => void} close */
export function reading(desk, what, close) {
  const [kind, id] = what.split(' ');
  const page =
    kind === 'good' ? good(desk, id) : kind === 'crisis' ? crisis(desk, id) : card(desk, id);
  if (!page) return nothing;
  const { name, inner, actions } = page;
  return html`<div class="eu-reading">
    ${sheet(
      name,
      html`<h3>${name}</h3>
        ${inner}`,
      actions,
      close,
    )}
  </div>`;
}

/** @param {Desk} desk @param {string} id @returns {Page | null} */
function card(desk, id) {
  if (id === TOP) return top(desk);
  const { at, own } = desk;
  const mine = [...(own?.dealt ?? []), ...(own?.drawn ?? []), ...desk.citizens];
  const others = at.players.flatMap(({ citizens }) => citizens);
  const found = [...mine, ...others].find((one) => one.id === id);
  if (found) return citizen(desk, found);
  const resources = [
    ...at.market,
    own?.hidden_resource,
    ...at.players.flatMap(({ cards }) => cards),
    ...(at.bank?.cards ?? []),
  ];
  const produced = resources.find((one) => one?.id === id);
  return produced ? resource(desk, produced) : null;
}

/** @param {Desk} desk @param {Wire.EuropeCitizenView} card @returns {Page} */
function citizen(desk, card) {
  const { name, source } = desk.names.citizen(card.id);
  const owner = desk.at.players.findIndex(({ citizens }) =>
    citizens.some(({ id }) => id === card.id),
  );
  const seat = owner < 0 ? desk.seat : owner;
  const who = seat === null ? null : desk.at.players[seat];
  // Of a citizen to choose the card on the desk tells what comes before it must be served; so does its text.
  const coming = seat === desk.seat && desk.at.phase === 'choose';
  /** @type {Bag} */
  const has = coming
    ? expected(desk, desk.choice.reveal)
    : who
      ? Object.fromEntries(entries(card.needs).map(([one]) => [one, held(who, one)]))
      : {};
  // Nobody's is one that may still be chosen.
  const kept = owner >= 0 || desk.citizens.some(({ id }) => id === card.id);
  const inner = html`${kept ? whose(desk, seat) : nothing}
    <p>${words.cards.pays(card.coin)}${provenance(source)}</p>
    ${coming && !kept ? html`<p class="faint">${words.sheet.coming}</p>` : nothing}
    <ul>
      ${entries(card.needs).map(
        ([one, count]) =>
          html`<li>
            ${goodIcon(one)} ${words.sheet.needs(count, words.goods[one], has[one] ?? 0)}
          </li>`,
      )}
    </ul>
    ${choiceFor(desk, card.id)?.mayHide ? html`<p class="faint">${words.choose.faceDownHelp}</p>` : nothing}`;
  return { name, inner, actions: withCitizen(desk, card) };
}

/** @param {Desk} desk @param {number | null} seat */
const whose = (desk, seat) =>
  seat === null
    ? nothing
    : html`<p class="faint">${seat === desk.seat ? words.table.you : desk.names.player(seat)}</p>`;

/**
 * Returns the choice that a citizen is part of, and whether it may be kept face down; null if there is nothing to choose.
 * @param {Desk} desk @param {string} card @returns {{choice: Choice, mayHide: boolean} | null}
 */
function choiceFor({ own, at, draw, choice }, card) {
  const is = (/** @type {{id: string}} */ { id }) => id === card;
  if (own?.drawn.some(is)) return { choice: draw, mayHide: !own.hidden_citizen };
  const choosing = own?.dealt.some(is) && at.phase === 'choose' && !own.chosen;
  return choosing ? { choice, mayHide: true } : null;
}

/** Returns what this seat can do with a citizen. @param {Desk} desk @param {Wire.EuropeCitizenView} card @returns {Action[]} */
function withCitizen(desk, card) {
  const { at } = desk;
  const is = (/** @type {{id: string}} */ { id }) => id === card.id;
  const choosing = choiceFor(desk, card.id);
  if (choosing) return keeping(desk, choosing.choice, card.id, choosing.mayHide);
  if (!desk.citizens.some(is) || at.phase !== 'play') return [];
  const missing = lackingOf(desk.own?.missing ?? []).get(card.id) ?? {};
  const reveal = { type: 'reveal_citizen', id: card.id };
  return [
    ...(total(missing) > 0 ? [{ text: words.cards.askHelp, act: () => desk.ask(missing) }] : []),
    ...(desk.acts.can(reveal) ? [{ text: words.cards.reveal, act: () => desk.act(reveal) }] : []),
  ];
}

/** @param {Desk} desk @param {Choice} choice @param {string} id @param {boolean} mayHide @returns {Action[]} */
function keeping(desk, choice, id, mayHide) {
  const kept = choice.keep.has(id);
  const hidden = choice.hidden === id;
  const toggle = {
    text: kept ? words.sheet.discard : words.sheet.keep,
    act: () => desk.change(() => choice.toggle(id)),
  };
  const hide = {
    text: hidden ? words.sheet.faceUp : words.choose.faceDown,
    act: () => desk.change(() => choice.hide(id)),
  };
  return mayHide ? [toggle, hide] : [toggle];
}

/** @param {Desk} desk @param {Wire.EuropeResourceView} card @returns {Page} */
function resource(desk, card) {
  const slot = desk.at.market.findIndex((one) => one?.id === card.id);
  const owner = desk.at.players.findIndex(({ cards }) => cards.some(({ id }) => id === card.id));
  const own = desk.own?.hidden_resource?.id === card.id;
  const buy = { type: 'develop', card_id: card.id, slot };
  const reveal = { type: 'reveal_resource' };
  /** @type {Action[]} */
  const actions = [];
  if (slot >= 0 && desk.acts.can(buy))
    actions.push({ text: words.sheet.buy(price(card)), act: () => desk.act(buy) });
  if (own && desk.acts.can(reveal))
    actions.push({ text: words.cards.reveal, act: () => desk.act(reveal) });
  // One that lies open has given its first number, perhaps long ago.
  const gives = owner >= 0 ? words.cards.gave : words.cards.gives;
  const inner = html`${owner >= 0 || own ? whose(desk, own ? desk.seat : owner) : nothing}
    <p>${goodIcon(card.resource)} ${gives(card.first, card.later)}</p>
    ${slot >= 0 ? html`<p>${words.sheet.costs(price(card), desk.me?.coin ?? null)}</p>` : nothing}`;
  return { name: words.sheet.produces(words.goods[card.resource]), inner, actions };
}

/** @param {Desk} desk @returns {Page} */
function top(desk) {
  const buy = { type: 'develop_blind' };
  return {
    name: words.market.top,
    inner: html`<p>${words.market.blindHelp(...desk.names.blindPrices)}</p>
      <p class="faint">${words.market.deck(desk.at.decks.resources)}</p>`,
    actions: desk.acts.can(buy) ? [{ text: words.sheet.buyBlind, act: () => desk.act(buy) }] : [],
  };
}

/** @param {Desk} desk @param {string} id @returns {Page | null} */
function crisis(desk, id) {
  const view = desk.at.crises.find((one) => one.id === id);
  if (!view) return null;
  const { name, text: does, source, effect_source: how } = desk.names.crisis(id);
  const { directive, disaster, stays, passes, bonus } = words.crises;
  const inner = html`<p class="faint">
      ${mark('crisis')}
      ${view.directive ? words.sheet.kind(directive, stays) : words.sheet.kind(disaster, passes)}${provenance(source)}
    </p>
    <p>${does}${provenance(how)}</p>
    ${owed(desk, id) ? html`<p>${unpaid(desk)}</p>` : nothing}
    ${view.this_round ? html`<p>${bonus(view.bonus, citizensOnly(desk))}</p>` : nothing}
    ${desk.at.players.map((player, seat) =>
      player.debts
        .filter((one) => one.crisis === id)
        .map(
          ({ owed }) =>
            html`<p>
              ${seat === desk.seat ? words.crises.owe : words.sheet.owes(desk.names.player(seat))}
              ${debt(desk, seat, owed)} ${seat === desk.seat ? payments(desk, id) : nothing}
            </p>`,
        ),
    )}`;
  return { name, inner, actions: [] };
}

/** @param {Desk} desk @param {string} id @returns {Page} */
function good(desk, id) {
  const name = words.goods[id];
  const { at, me } = desk;
  const price = at.bank?.price ?? 0;
  const buy = { type: 'bank_buy', cubes: { [id]: 1 } };
  const holders = at.players.map((player, seat) => {
    const who = seat === desk.seat ? words.table.you : desk.names.player(seat);
    const locked = /** @type {Record<string, number>} */ (player.locked)[id] ?? 0;
    return words.table.held(who, held(player, id), name, desk.needed(seat)[id] ?? 0, locked);
  });
  const stock = /** @type {Record<string, number>} */ (at.bank?.stock ?? {})[id] ?? 0;
  const rest = /** @type {Record<string, number>} */ (at.supply)[id] ?? 0;
  const lines =
    id === 'coin'
      ? [words.table.coinBank(at.bank_coin)]
      : [words.sheet.inBank(stock, price), words.table.inSupply(rest, name)];
  const trading = at.phase === 'play' && me !== null;
  const step = (/** @type {1 | -1} */ by) => () => desk.step(id, by);
  /** @type {Action[]} */
  const actions = trading
    ? [
        { text: words.sheet.want(name), act: step(1), stays: true },
        { text: words.sheet.give(name), act: step(-1), stays: true },
      ]
    : [];
  if (trading && id !== 'coin' && at.bank)
    actions.push({
      ...{ text: words.table.buyOne(name, price), act: () => desk.act(buy) },
      ...{ stays: true, off: !desk.acts.can(buy) },
    });
  const amount = desk.trade.amounts[id] ?? 0;
  const draft =
    amount === 0 ? '' : amount > 0 ? words.builder.wanting(amount) : words.builder.giving(-amount);
  const inner = html`<ul>
      ${[...holders, ...lines].map((line) => html`<li>${line}</li>`)}
    </ul>
    ${trading ? html`<p role="status"><b>${draft ? words.sheet.draft(draft) : nothing}</b></p>` : nothing}`;
  return { name, inner, actions };
}
