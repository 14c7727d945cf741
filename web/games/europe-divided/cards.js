// Cards in a hand or on the table: small, with what matters during play. Pointing at one shows it in full
// (reader.js).

import { classMap, html, nothing } from '../../vendor/lit/lit.js';
import { conditionLine } from './condition.js';
import { mark } from './facts.js';
import { emblem, icon, lock } from './pieces.js';
import { buttonsOf, choiceOn, chosen, press, pressable } from './select.js';
import { builtIn, symbol } from './symbols.js';
import { commandOf, isOffered } from './targets.js';
import { words } from './words.js';

/** @import { Play } from '../../core/play.js' */
/** @import * as Wire from '../../types/protocol.js' */
/** @import { Facts } from './facts.js' */

/** The state shown on a card. @typedef {{locked?: boolean, passed?: boolean, asked?: boolean, kept?: boolean}} State */

/**
 * Renders the frame of a small card: a button if it can be pressed, else a readable element.
 * @param {Play} play @param {string} id @param {Record<string, boolean>} kind @param {State} state @param {unknown} inner
 */
function frame(play, id, kind, state, inner) {
  const picked = chosen(play, id) || !!state.kept;
  const legal = pressable(play, id);
  const classes = classMap({
    'ed-card': true,
    ...kind,
    legal,
    chosen: picked,
    locked: !!state.locked,
    passed: !!state.passed,
    asked: !!state.asked,
    focus: play.focus.has(id),
  });
  // One sign has room beside the name: only a locked card can be chosen while others are locked.
  const signs = html`${state.locked && !picked ? badge(icon(lock()), words.hand.locked) : nothing}
  ${state.passed ? badge('∅', words.hand.passed) : nothing}
  ${picked ? badge('✓', words.hand.chosen) : nothing}`;
  if (!legal) {
    return html`<article class=${classes} data-card=${id} tabindex="0">${inner}${signs}</article>`;
  }
  return html`<button
    class=${classes}
    data-card=${id}
    .choice=${choiceOn(play, id)}
    aria-pressed=${picked ? 'true' : 'false'}
    @click=${() => press(play, id)}
  >
    ${inner}${signs}
  </button>`;
}

/** @param {unknown} sign @param {string} text */
const badge = (sign, text) =>
  html`<span class="ed-badge" title=${text}
    ><i aria-hidden="true">${sign}</i><span class="unseen">${text}</span></span
  >`;

/** Renders an Action Card. @param {Play} play @param {Facts} facts @param {string} id @param {State} [state] */
export function actionCard(play, facts, id, state = {}) {
  const card = facts.action(id);
  const where = builtIn(card, facts);
  // An Effect or a Reaction comes after the action.
  const { kind } = /** @type {any} */ (play.view).public.prompt;
  const acts = !!state.asked && kind === 'action' && play.offers.length > 0;
  return frame(
    play,
    id,
    { action: true, [card.side ?? '']: true, contested: card.group === 'contested' },
    state,
    html`
      <span class="ed-card-head">
        <b class="ed-initiative" title=${words.hand.initiative}>
          <span class="unseen">${words.hand.initiative} </span
          >${card.initiative}${mark(card.initiative_source)}
        </b>
        <span class="ed-name">${card.name}${mark(card.name_source)}</span>
      </span>
      <span class="ed-symbols"
        >${(card.actions ?? []).map((one) => symbol(one, where, acts && !isOffered(play, one)))}</span
      >
      ${card.text ? html`<span class="ed-text">${card.text}${mark(card.text_source)}</span>` : nothing}
    `,
  );
}

/** Renders an Advantage Card, with buttons if it can be used. @param {Play} play @param {Facts} facts @param {string} id @param {State} [state] */
export function advantageCard(play, facts, id, state = {}) {
  const card = facts.advantage(id);
  const kind = { advantage: true, [card.side ?? '']: true };
  const inner = html`<span class="ed-card-head"
      ><span class="ed-name">${card.name}${mark(card.name_source)}</span></span
    >
    <span class="ed-text">${card.text}${mark(card.text_source)}</span>`;
  const buttons = buttonsOf(play, id);
  if (buttons.length === 0) return frame(play, id, kind, state, inner);
  return html`<div class="ed-usable">
    ${frame(play, id, kind, state, inner)}
    <div class="ed-uses">
      ${buttons.map(
        (offer) =>
          html`<button
            class="ed-use"
            title=${offer.text}
            .choice=${{ offer }}
            @click=${() => play.choose(offer)}
          >
            ${commandOf(offer).type === 'sell_advantage' ? words.hand.sell(sold(card, play)) : words.hand.use}
          </button>`,
      )}
    </div>
  </div>`;
}

/** Returns the money for discarding an Advantage Card. @param {{money?: Record<string, number>}} card @param {Play} play */
export function sold(card, play) {
  const { edition } = /** @type {any} */ (play.view).public;
  return card.money?.[edition] ?? '?';
}

/** Renders a headline, in a hand or on the table. @param {Play} play @param {Facts} facts @param {string} id */
export function headlineCard(play, facts, id) {
  const headline = facts.headline(id);
  const { name, banner = '', prestige = '?', regions, source } = headline;
  return frame(
    play,
    id,
    { headline: true, [banner]: true },
    { locked: placing(play) === id },
    html`
      <span class="ed-card-head">
        <span class="ed-banner" title=${words.headlines.banner(banner)}
          >${emblem(banner)} <span class="unseen">${words.headlines.banner(banner)}</span></span
        >
        <span class="ed-name">${name}${mark(source?.name)}</span>
        <b class="ed-worth" title=${words.headlines.prestige(prestige)}
          >★${prestige}${mark(source?.prestige)}</b
        >
      </span>
      <span class="ed-text"
        ><b>${facts.list(regions)}</b>${mark(source?.regions)}:
        ${facts.condition(headline)}${mark(source?.condition)}</span
      >
      ${conditionLine(play, facts, id)}
    `,
  );
}

/** Returns the headline that this seat has chosen to place, if it has. @param {Play} play @returns {string | undefined} */
const placing = (play) => /** @type {any} */ (play.view)?.private?.placing;

/** Renders the name of a card. @param {Facts} facts @param {string} id */
export const chip = (facts, id) =>
  html`<li>
    <span class="ed-chip ${facts.side(id) ?? ''}" data-card=${id} tabindex="0"
      >${facts.card(id).name}</span
    >
  </li>`;
