// The cards of this seat, and those played this turn, in one strip below the map.

import { Replay } from '../../core/replay.js';
import { html, nothing } from '../../vendor/lit/lit.js';
import { actionCard, advantageCard, chip, headlineCard } from './cards.js';
import { commandOf, items } from './targets.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Play } from '../../core/play.js' */
/** @import { Facts } from './facts.js' */

/** @typedef {Wire.EuropeDividedPublic} Public */
/** @typedef {Wire.EuropeDividedPrivate} Private */

/** @param {Play} play @param {Facts} facts */
export function hand(play, facts) {
  const view = /** @type {{public: Public, private?: Private | null}} */ (
    /** @type {unknown} */ (play.view)
  );
  const own = view.private ?? null;
  return html`<section class="ed-hand" aria-label=${words.hand.label}>
    <div class="ed-open-hand">
      ${own ? actions(play, facts, own) : nothing} ${table(play, facts, view.public, own)}
    </div>
    ${own ? html`<div class="ed-kept">${secrets(play, facts, own)}</div>` : nothing}
  </section>`;
}

/** @param {string} title @param {unknown} inner @param {string} [kind] */
const group = (title, inner, kind = '') =>
  html`<div class="ed-group ${kind}">
    <h3>${title}</h3>
    <div class="ed-cards">${inner}</div>
  </div>`;

/** Renders Action Cards: those that may be taken, then the locked ones and the hand. @param {Play} play @param {Facts} facts @param {Private} own */
function actions(play, facts, own) {
  const take = play.offers.find((offer) => commandOf(offer).type === 'take_cards');
  const fromDeck = take
    ? group(
        words.hand.deck,
        items(take).map((item) => actionCard(play, facts, item.value)),
      )
    : nothing;
  const cards = [
    ...own.locked.map((id) => actionCard(play, facts, id, { locked: true })),
    ...own.hand.map((id) => actionCard(play, facts, id)),
  ];
  return html`${fromDeck} ${group(words.hand.actions, cards.length > 0 ? cards : empty())}`;
}

const empty = () => html`<p class="faint">${words.hand.nothing}</p>`;

/** Renders the cards that both sides have played this turn. @param {Play} play @param {Facts} facts @param {Public} view @param {Private | null} own */
function table(play, facts, view, own) {
  const played = view.sides.flatMap((side) => side.played);
  const { card: asked } = view.prompt;
  if (played.length === 0) {
    return own
      ? nothing
      : group(words.hand.table, html`<p class="faint">${words.hand.watching}</p>`);
  }
  const cards = played.map(({ card, passed }) =>
    actionCard(play, facts, card, { passed, asked: card === asked }),
  );
  return group(words.hand.table, cards, 'table');
}

/** Renders cards in rows, if there are any. @param {string} title @param {string[]} ids @param {(id: string) => unknown} card @param {string} [kind] */
const rows = (title, ids, card, kind = '') =>
  ids.length > 0 ? group(title, ids.map(card), `rows ${kind}`) : nothing;

/** Renders Advantage Cards, headlines, and whatever else only this seat knows. @param {Play} play @param {Facts} facts @param {Private} own */
function secrets(play, facts, own) {
  const { drawn, keeping, advantages, headlines, intelligence: seen } = own;
  const advantage = (/** @type {string} */ id) => advantageCard(play, facts, id);
  // Until the other side has chosen too they are not in hand yet.
  const title =
    own.chosen || play.session instanceof Replay ? words.hand.advantages : words.hand.drawn;
  const choice = (/** @type {string} */ id) =>
    advantageCard(play, facts, id, { kept: keeping?.some((one) => one === id) });
  return html`${rows(title, drawn ?? [], choice, 'drawn')}
  ${rows(words.hand.advantages, advantages, advantage)}
  ${rows(words.hand.headlines, headlines, (id) => headlineCard(play, facts, id))}
  ${
    seen
      ? group(
          words.hand.seen(seen.turn),
          html`<ul>
            ${seen.cards.map((id) => chip(facts, id))}
          </ul>`,
          'seen',
        )
      : nothing
  }`;
}
