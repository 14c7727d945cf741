// What a headline's condition lacks as the board stands, as the view says it.

import { html, nothing } from '../../vendor/lit/lit.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Play } from '../../core/play.js' */
/** @import { Facts } from './facts.js' */

/**
 * Returns a headline's condition as the board stands; undefined if the view says nothing of it.
 * @param {Play} play @param {string} id @returns {Wire.EuropeDividedConditionState | undefined}
 */
function conditionOf(play, id) {
  const { public: view, private: own } = /** @type {any} */ (play.view);
  return view.headlines.conditions[id] ?? own?.conditions?.[id];
}

/** @param {Facts} facts @param {string} region @param {Wire.EuropeDividedRegionLack} lack */
function lackText(facts, region, lack) {
  const { lacks } = words.headlines;
  const text = amountText(facts, region, lack);
  return lack.barred ? lacks.barred(text) : text;
}

/** @param {Facts} facts @param {string} region @param {Wire.EuropeDividedRegionLack} lack */
function amountText(facts, region, { power, influence, armies }) {
  const { lacks } = words.headlines;
  const [who, where] = [words.powers[power], facts.space(region)];
  if (armies === 0) return lacks.influence(who, influence, where);
  if (influence === 0) return lacks.armies(who, armies, where);
  return lacks.both(who, influence, armies, where);
}

/** Renders whether a headline would come true now, and else what is missing. @param {Play} play @param {Facts} facts @param {string} id */
export function conditionLine(play, facts, id) {
  const state = conditionOf(play, id);
  if (!state) return nothing;
  if (state.holds) {
    return html`<span class="ed-holds yes"
      ><i aria-hidden="true">✓</i> ${words.headlines.holds}</span
    >`;
  }
  const lacks = Object.entries(state.lacks ?? {});
  const text = lacks.map(([region, lack]) => lackText(facts, region, lack)).join('; ');
  return html`<span class="ed-holds" title=${text}><i aria-hidden="true">✗</i> ${text}</span>`;
}
