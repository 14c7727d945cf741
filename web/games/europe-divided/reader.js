// A card shown in full: everything printed on it, and which values are reconstructed.

import { eventText } from '../../core/event-text.js';
import { SPACES } from '../../maps/europe-divided.js';
import { html, nothing } from '../../vendor/lit/lit.js';
import { sold } from './cards.js';
import { conditionLine } from './condition.js';
import { mark } from './facts.js';
import { idsOf } from './motion.js';
import { emblem } from './pieces.js';
import { contentText } from './spaces.js';
import { builtIn, symbol, symbolLine } from './symbols.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Play } from '../../core/play.js' */
/** @import { Facts } from './facts.js' */

/**
 * Renders what is pointed at, for the eye; screen readers have the same on the cards and on the map.
 * @param {Play} play @param {Facts} facts @param {string | null} id a card or a space
 * @param {boolean} aside `true` if it is on the right, because what is pointed at is on the left
 */
export function reader(play, facts, id, aside) {
  const inner = id ? whole(play, facts, id) : nothing;
  if (inner === nothing) return nothing;
  return html`<section class="ed-reader ${aside ? 'aside' : ''}" aria-hidden="true">
    ${inner}
  </section>`;
}

/** Renders everything about a card or a space; nothing if it is neither. @param {Play} play @param {Facts} facts @param {string} id */
export function whole(play, facts, id) {
  const kind = facts.kind(id) ?? (facts.spaces.has(id) ? 'space' : null);
  if (!kind) return nothing;
  const inner = {
    action: () => drawn(facts.actions.get(id), (card) => action(facts, card)),
    advantage: () => drawn(facts.advantages.get(id), (card) => advantage(play, card)),
    headline: () => drawn(facts.headlines.get(id), (card) => headline(play, facts, card)),
    sea: () => drawn(facts.seas.get(id), (card) => sea(play, facts, card)),
    space: () => space(play, facts, id),
  }[kind]();
  const reconstructed = JSON.stringify(facts.card(id)).includes('"reconstructed"');
  return html`${inner}
  ${reconstructed ? html`<p class="faint ed-doubt">~ ${words.mark}</p>` : nothing}`;
}

/** @template Row @param {Row | undefined} row @param {(row: Row) => unknown} draw */
const drawn = (row, draw) => (row ? draw(row) : nothing);

/** @param {Facts} facts @param {Wire.EuropeDividedActionRow} card */
function action(facts, card) {
  const contested = card.group === 'contested';
  const kind = contested ? words.card.contested(card.side) : words.card.action(card.side);
  return html`<h3>${emblem(card.side)} ${card.name}${mark(card.name_source)}</h3>
    <p class="faint">
      ${kind} · ${words.hand.initiative} ${card.initiative}${mark(card.initiative_source)}
    </p>
    <ul class="ed-lines">
      ${card.actions.map((one) => symbolLine(one, builtIn(card, facts)))}
    </ul>
    ${card.text ? html`<p class="ed-sentence">${card.text}${mark(card.text_source)}</p>` : nothing}
    ${
      contested && card.side === 'europe'
        ? html`<p class="faint">${words.card.needs(facts.space(card.region ?? ''))}</p>`
        : nothing
    }`;
}

/** @param {Play} play @param {Wire.EuropeDividedAdvantageRow} card */
function advantage(play, card) {
  const { edition } = /** @type {any} */ (play.view).public;
  return html`<h3>${emblem(card.side)} ${card.name}${mark(card.name_source)}</h3>
    <p class="faint">${words.card.advantage(card.side)}</p>
    <p class="ed-sentence">${card.text}${mark(card.text_source)}</p>
    <p>
      ${/** @type {any} */ (words.card)[card.when]},
      ${words.card.sell(sold(card, play))}${mark(card.money_source?.[edition])}.
    </p>`;
}

/** @param {Play} play @param {Facts} facts @param {Wire.EuropeDividedHeadlineRow} card */
function headline(play, facts, card) {
  const { source, money_tokens: tokens } = card;
  return html`<h3>${emblem(card.banner)} ${card.name}${mark(source.name)}</h3>
    <p class="faint">
      ${words.headlines.banner(card.banner)}${mark(source.banner)} ·
      ${words.headlines.prestige(card.prestige)}${mark(source.prestige)} ·
      ${words.card.headline(card.period)}
    </p>
    <p>
      ${facts.condition(card)}${mark(source.condition)}:
      <b>${facts.list(card.regions)}</b>${mark(source.regions)}
    </p>
    <p>${conditionLine(play, facts, card.id)}</p>
    ${
      tokens.length > 0
        ? html`<p>${words.headlines.tokens(facts.list(tokens))}${mark(source.money_tokens)}</p>`
        : nothing
    }
    <p class="faint ed-fact">${card.fact}</p>`;
}

/** @param {Play} play @param {Facts} facts @param {Wire.EuropeDividedSeaRow} card */
function sea(play, facts, card) {
  const view = /** @type {Wire.EuropeDividedPublic} */ (/** @type {any} */ (play.view).public);
  const power = /** @type {any} */ (view.seas)[card.id];
  return html`<h3>${words.sea.title(card.name)}</h3>
    <p>
      ${power ? words.map.controls(power) : words.map.noControl}${spent(view, card.id, power) ? html` · ${words.sea.spent}` : nothing}
    </p>
    <p class="faint">${words.sea.minimum(card.minimum, facts.list(card.regions))}</p>
    <ul class="ed-benefits">
      ${card.ties.map((one) => html`<li><b>${words.powers[one]}</b>: ${card[`${one}_text`]}</li>`)}
    </ul>`;
}

/** Checks whether the holder of a Sea Card has used it this turn, as the view says. @param {Wire.EuropeDividedPublic} view @param {string} id @param {string | null} power */
function spent({ sides: [europe, russia] }, id, power) {
  if (power === 'russia') return id === 'baltic_sea' ? russia.baltic_used : russia.black_used;
  return power === 'nato' && id === 'baltic_sea' && europe.baltic_used;
}

/** Renders what the other side has done in a space since this seat acted: why it is outlined. @param {Play} play @param {string} id */
function tracesOf({ traces, session }, id) {
  const here = traces.filter((event) => idsOf(event).includes(id));
  if (here.length === 0) return nothing;
  return html`<p class="ed-since">
    <b>${words.map.since}</b> ${here.map((event) => eventText(event, session.room)).join('; ')}
  </p>`;
}

/** Renders a space with the Action Cards that belong to it. @param {Play} play @param {Facts} facts @param {string} id */
function space(play, facts, id) {
  const view = /** @type {Wire.EuropeDividedPublic} */ (/** @type {any} */ (play.view).public);
  const cards = [...facts.actions.values()].filter(
    (card) => card.region === id || (card.group === 'home' && card.build_in === id),
  );
  const place = SPACES.find((one) => one.id === id);
  return html`<h3>${facts.space(id)}</h3>
    ${place ? html`<p class="ed-sentence">${contentText({ public: view, facts }, place, false)}</p>` : nothing}
    ${tracesOf(play, id)}
    ${cards.map((card) => {
      const seat = card.side === 'europe' ? 0 : 1;
      const open = view.sides[seat].contested_open.some((one) => one === card.id);
      const where = open ? words.card.open : words.card.taken(card.side);
      const state = card.group === 'contested' ? where : words.card.action(card.side);
      return html`<div class="ed-of">
        <p>${emblem(card.side)} <b>${card.name}</b> <span class="faint">${state}</span></p>
        <p class="ed-symbols">${card.actions.map((one) => symbol(one, builtIn(card, facts)))}</p>
        ${card.text ? html`<p class="ed-small ed-sentence">${card.text}${mark(card.text_source)}</p>` : nothing}
      </div>`;
    })}`;
}
