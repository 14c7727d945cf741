// The symbols of Action Cards: actions as small pictures, with words for screen readers.

import { html } from '../../vendor/lit/lit.js';
import { mark } from './facts.js';
import { army, die, icon, money } from './pieces.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Facts } from './facts.js' */

/** Describes an action in words. @param {Wire.EuropeDividedSymbolRow} action @param {string} [where] the space of a built army */
function actionText({ action, power, amount = 0 }, where) {
  switch (action) {
    case 'place_influence':
      return words.card.place(power);
    case 'increase_influence':
      return words.card.increase(power, amount);
    case 'gain_money':
      return words.card.gain(amount);
    case 'build_army':
      return words.card.build(where);
    default:
      return words.card.move;
  }
}

/** Renders an action as a picture. @param {Wire.EuropeDividedSymbolRow} action */
function picture({ action, power }) {
  switch (action) {
    case 'place_influence':
    case 'increase_influence':
      return icon(die(power, ''));
    case 'gain_money':
      return icon(money(''));
    default:
      return icon(army(power === 'russia' ? 'russia' : 'nato', 1));
  }
}

/** Returns the text beside the picture on a small card. @param {Wire.EuropeDividedSymbolRow} action */
const short = ({ action, amount }) =>
  words.card.short[action] ?? (action === 'increase_influence' ? `+${amount}` : amount);

/**
 * Renders an action on a small card. @param {Wire.EuropeDividedSymbolRow} action @param {string} [where]
 * @param {boolean} [barred] `true` if the card is being used, and this action cannot be taken
 */
export function symbol(action, where, barred = false) {
  const what = actionText(action, where);
  const text = barred ? words.card.barred(what) : what;
  return html`<span class="ed-symbol ${barred ? 'barred' : ''}" title=${text}>
    ${picture(action)}<span aria-hidden="true">${short(action)}</span
    ><span class="unseen">${text}</span>${mark(action.source)}
  </span>`;
}

/** Renders an action with its words, for a card shown in full. @param {Wire.EuropeDividedSymbolRow} action @param {string} [where] */
export function symbolLine(action, where) {
  return html`<li>${picture(action)} ${actionText(action, where)}${mark(action.source)}</li>`;
}

/** Returns the name of the space in which a card builds. @param {{build_in?: string | null}} card @param {Facts} facts */
export const builtIn = (card, facts) => (card.build_in ? facts.space(card.build_in) : undefined);
