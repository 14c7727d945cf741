// The player's hand: cards with their stars, the choice of a set to hand in, and what it earns.

import { admits, holes } from '../../core/offers.js';
import { html, nothing } from '../../vendor/lit/lit.js';
import { mark } from './facts.js';
import { commandOf } from './plan.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Facts } from './facts.js' */
/** @import { Play } from '../../core/play.js' */
/** @import { Seen } from './sides.js' */

/** The set of cards being chosen. */
export class Hand {
  /** @type {string[]} */ #chosen = [];
  /** `true` while the bar asks which cards. */ asked = false;

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
  }

  /** Returns the chosen cards that are still in the hand. @param {readonly string[]} hand */
  chosen(hand) {
    return this.#chosen.filter((id) => hand.includes(id));
  }

  /** @param {string} id */
  toggle(id) {
    this.#chosen = this.#chosen.includes(id)
      ? this.#chosen.filter((other) => other !== id)
      : [...this.#chosen, id];
    this.changed();
  }

  /** Asks in the bar, with cards chosen to begin with. @param {string[]} cards */
  ask(cards) {
    this.asked = true;
    this.#chosen = cards;
    this.changed();
  }

  /** Stops asking. */
  leave() {
    this.asked = false;
    this.#chosen = [];
    this.changed();
  }
}

/**
 * Returns the offer that takes exactly this set, with its answers.
 * @param {Wire.Offer[]} offers @param {string[]} set
 */
function handingIn(offers, set) {
  for (const offer of offers) {
    const open = holes(offer);
    if (commandOf(offer).type !== 'hand_in' || open.length !== 1) continue;
    const [{ placeholder }] = open;
    const value = placeholder.kind === 'one' ? (set.length === 1 ? set[0] : undefined) : set;
    if (admits(placeholder, value)) return { offer, values: [value] };
  }
  return null;
}

/** @param {number} count */
const stars = (count) => '★'.repeat(count);

/** @param {Seen} seen @param {Hand} hand */
export function cards({ play, table, facts }, hand) {
  const { cards: said } = words;
  const own = /** @type {Wire.BalanceOfPowerPrivate | undefined} */ (
    /** @type {any} */ (play.view)?.private
  );
  if (!own?.colour) return nothing;
  const may = play.offers.some((offer) => commandOf(offer).type === 'hand_in');
  const chosen = may ? hand.chosen(own.hand) : [];
  // What was conquered earns a card at the end of the turn, unless an objective was collected.
  const earned = table.conquered && !table.collected && own.colour === table.active;
  const none = earned ? said.earned : said.none;
  return html`<p class="help">${own.hand.length === 0 ? none : said.use}</p>
    <ul class="bp-hand">
      ${own.hand.map((id) => card(play, facts, id, may, chosen.includes(id), () => hand.toggle(id)))}
    </ul>
    ${may ? handIn(play, facts, hand, chosen) : nothing}
    ${table.handed_in && own.colour === table.active ? html`<p class="help">${said.handedIn}</p>` : nothing}`;
}

/** @param {Seen['play']} play @param {Facts} facts @param {string} id @param {boolean} may @param {boolean} on @param {() => void} toggle */
function card(play, facts, id, may, on, toggle) {
  const {
    territory,
    stars: count = 0,
    stars_source: source,
    territory_source: where,
  } = facts.cards.get(id) ?? {};
  const name = facts.card(id);
  const point = () => play.point(territory ? [id, territory] : [id]);
  return html`<li>
    <button
      class="bp-card ${play.focus.has(id) ? 'focus' : ''}"
      data-card=${id}
      aria-pressed=${on ? 'true' : 'false'}
      aria-label=${`${name}, ${words.cards.stars(count)}`}
      ?disabled=${!may}
      @click=${toggle}
      @mouseenter=${point}
      @mouseleave=${() => play.point()}
    >
      <span>${name}${mark(where)}</span><span class="bp-stars">${stars(count)}${mark(source)}</span>
    </button>
  </li>`;
}

/** @param {Seen['play']} play @param {Facts} facts @param {Hand} hand @param {string[]} chosen */
function handIn(play, facts, hand, chosen) {
  const { cards: said } = words;
  const row = setOf(facts, chosen);
  const set = row ? handingIn(play.offers, chosen) : null;
  const send = () => {
    if (!set) return;
    hand.leave();
    play.choose(set.offer, set.values);
  };
  return html`<div class="row">
    <button class="primary" ?disabled=${!set} .choice=${set} @click=${send}>
      ${row ? html`${said.handIn(row.stars, row.troops)}${mark(row.source)}` : said.choose}
    </button>
  </div>`;
}

/** Returns the cards that all can be handed in together; none if there are too many. @param {Facts} facts @param {string[]} hand */
const whole = (facts, hand) => (setOf(facts, hand) ? hand : []);

/** Returns what a set of cards earns, if it is one. @param {Facts} facts @param {string[]} cards */
export const setOf = (facts, cards) => facts.stars.get(starsOf(facts, cards));

/** @param {Facts} facts @param {string[]} cards */
const starsOf = (facts, cards) =>
  cards.reduce((sum, id) => sum + (facts.cards.get(id)?.stars ?? 0), 0);

/** Renders the button that asks in the bar which cards are handed in; nothing if none can be. @param {Play} play @param {Facts} facts @param {Hand} hand */
export function handButton(play, facts, hand) {
  if (!play.offers.some((offer) => commandOf(offer).type === 'hand_in')) return nothing;
  const own = /** @type {any} */ (play.view)?.private?.hand ?? [];
  return html`<button class="bp-open" @click=${() => hand.ask(whole(facts, own))}>
    ${words.act.cards}
  </button>`;
}

/** Renders the question in the bar which cards are handed in. @param {Play} play @param {Facts} facts @param {Hand} hand */
export function handBar(play, facts, hand) {
  /** @type {string[]} */ const own = /** @type {any} */ (play.view)?.private?.hand ?? [];
  const chosen = hand.chosen(own);
  return html`<p class="bp-pair">
      <b>${words.asked.handIn}</b>
      <button class="quiet" @click=${() => hand.leave()}>${words.back}</button>
    </p>
    <div class="bp-bag">
      ${handIn(play, facts, hand, chosen)}
      <span class="bp-chips"
        >${own.map(
          (id) =>
            html`<button
              class="bp-chip"
              aria-pressed=${chosen.includes(id) ? 'true' : 'false'}
              @click=${() => hand.toggle(id)}
            >
              ${facts.card(id)}
              <span class="bp-stars">${stars(facts.cards.get(id)?.stars ?? 0)}</span>
            </button>`,
        )}</span
      >
    </div>
    ${better(facts, starsOf(facts, own))}`;
}

/** Number of larger sets that the bar names. */
const LARGER = 3;

/** Renders what more stars than these would earn: it may pay to wait. @param {Facts} facts @param {number} stars */
function better(facts, stars) {
  const larger = [...facts.stars.values()].filter(({ stars: count }) => count > stars);
  const rows = larger
    .slice(0, LARGER)
    .map(({ stars: count, troops }) => /** @type {[number, number]} */ ([count, troops]));
  return rows.length > 0 ? html`<p class="bp-sum faint">${words.cards.next(rows)}</p>` : nothing;
}

/** Renders the table of what sets of stars earn. @param {Facts} facts */
export function starTable(facts) {
  return html`<details>
    <summary class="help">${words.cards.table}</summary>
    <ul class="bp-startable">
      ${[...facts.stars.values()].map(
        ({ stars: count, troops, source }) =>
          html`<li><b>${count}★</b> ${troops}${mark(source)}</li>`,
      )}
    </ul>
  </details>`;
}
