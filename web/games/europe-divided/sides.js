// The two sides: their resources, their progress in a secret choice, and their open cards.

import { html, nothing } from '../../vendor/lit/lit.js';
import { chip } from './cards.js';
import { emblem, icon, lock, money } from './pieces.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Play } from '../../core/play.js' */
/** @import { Facts } from './facts.js' */

/** Sides by their seats. */
export const SIDES = /** @type {const} */ (['europe', 'russia']);

/** Stages in which both sides choose at once, in secret. */
const SECRET = ['advantages', 'initiative', 'place_headlines'];

/**
 * Returns whether a side is choosing, has locked its choice, or acts alone; null if none of these.
 * @param {Play} play @param {number} seat @returns {'choosing' | 'locked' | 'acts' | null}
 */
function progress(play, seat) {
  const { view } = play;
  if (!view || view.outcome) return null;
  const { stage, prompt } = /** @type {any} */ (view).public;
  const awaited = view.awaiting.includes(seat);
  if (!SECRET.includes(stage) || prompt.side) return awaited ? 'acts' : null;
  return awaited ? 'choosing' : 'locked';
}

/** @param {Play} play @param {Facts} facts @param {number} seat */
export function sidePanel(play, facts, seat) {
  const view = /** @type {Wire.EuropeDividedPublic} */ (/** @type {any} */ (play.view).public);
  const name = SIDES[seat];
  const side = view.sides[seat];
  const own = play.seat === seat;
  return html`<section class="ed-side ${name}" aria-label=${words.panel.label(name)}>
    <header>
      <span class="ed-emblem">${emblem(name)}</span>
      <h3>${words.sides[name]}${own ? html` <small>${words.you}</small>` : nothing}</h3>
      ${wealth(side, facts.turns.length, view.projection.sides[seat])}
    </header>
    <div class="ed-main">
      ${state(play, seat)} ${SECRET.includes(view.stage) ? nothing : initiative(view, name)}
    </div>
    ${figures(side)}
    ${view.sanctions && name === 'russia' ? html`<p class="ed-sanctions">${words.panel.sanctions}</p>` : nothing}
    ${lists(play, facts, seat)}
  </section>`;
}

/**
 * Renders money and prestige, which players check all the time, and the prestige to come.
 * @param {Wire.EuropeDividedSideView} side @param {number} turns of the match
 * @param {Wire.EuropeDividedSideProjection} projected
 */
export function wealth({ money: has, prestige, prestige_pending: pending }, turns, projected) {
  return html`<span class="ed-wealth" title=${words.panel.money}>
      ${icon(money(''))}<b>${has}</b><span class="unseen">${words.panel.money}</span>
    </span>
    <span class="ed-wealth" title=${words.panel.aim(turns)}>
      <i class="ed-prestige" aria-hidden="true">★</i><b>${prestige}</b
      ><span class="unseen">${words.panel.prestige}</span>
      ${pending > 0 ? html`<small title=${words.panel.pending(pending)}>+${pending}</small>` : nothing}
    </span>
    ${toCome(projected)}`;
}

/** Renders the prestige that a side would end with if nothing changed. @param {Wire.EuropeDividedSideProjection} projected */
function toCome({ scored, headlines, dominance, advantages, total }) {
  if (total === scored) return nothing;
  const text = words.panel.projected(total, headlines, dominance, advantages);
  return html`<span class="ed-to-come" title=${text}
    ><i aria-hidden="true">→${total}</i><span class="unseen">${text}</span></span
  >`;
}

/** Renders the state of a side as a small badge. @param {Play} play @param {number} seat */
export function state(play, seat) {
  const how = progress(play, seat);
  if (!how) return html`<span class="ed-state"></span>`;
  const text =
    how === 'locked'
      ? words.panel.locked
      : how === 'acts'
        ? words.panel.acts
        : words.panel.choosing;
  return html`<span class="ed-state ${how}"
    >${how === 'locked' ? html`${icon(lock())} ` : nothing}${text}</span
  >`;
}

/** @param {Wire.EuropeDividedPublic} view @param {'europe' | 'russia'} name */
function initiative(view, name) {
  const sums = view.initiative;
  if (!sums) return nothing;
  return html`<span class="ed-sum">
    ${words.panel.initiative(sums[name])}${sums.first === name ? html` · <b>${words.panel.first}</b>` : nothing}
  </span>`;
}

/** @param {Wire.EuropeDividedSideView} side */
function figures(side) {
  const shown = /** @type {const} */ ([
    ['hand', side.hand + side.locked],
    ['deck', side.deck],
    ['discards', side.discards.length + side.discards_face_down],
    ['taken', side.contested_taken],
    ['advantages', side.advantages],
    ['headlines', side.headlines],
    ['supply', side.supply],
  ]);
  return html`<dl class="ed-figures">
    ${shown.map(
      ([key, count]) =>
        html`<div title=${words.panel.help[key]}>
          <dt>${words.panel[key]}</dt>
          <dd>${count}</dd>
        </div>`,
    )}
  </dl>`;
}

/** Renders the lists of open cards, and of those that only this seat knows. @param {Play} play @param {Facts} facts @param {number} seat */
function lists(play, facts, seat) {
  const { public: view, private: known } = /** @type {any} */ (play.view);
  const failed = view.headlines.failed.filter(
    (/** @type {string} */ id) => facts.side(id) === SIDES[seat],
  );
  const own = play.seat === seat ? known : { discards_face_down: [] };
  const all = /** @type {Record<string, string[]>} */ ({
    ...own,
    ...view.sides[seat],
    ...hiddenOf(own),
    failed,
  });
  const shown = Object.entries(words.panel.lists).filter(([key]) => all[key]?.length > 0);
  return html`<details class="ed-lists">
    <summary>${words.panel.more}</summary>
    ${shown.map(
      ([key, title]) =>
        html`<h4>${title}</h4>
          <ul>
            ${all[key].map((id) => chip(facts, id))}
          </ul>`,
    )}
  </details>`;
}

/** Returns the cards that the public view only counts under the same name. @param {Partial<Wire.EuropeDividedPrivate>} own */
const hiddenOf = (own) => ({ discards_face_down: own?.discards_face_down ?? [] });
