// The faces of citizens and resource cards, wherever they lie.

import { html } from '../../vendor/lit/lit.js';
import { entries, sum, words } from './goods.js';
import { goodIcon, mark } from './icons.js';
import { text } from './text.js';

/** @import { Desk } from './desk.js' */
/** @import { Bag } from './goods.js' */
/** @import * as Wire from '../../types/protocol.js' */

/**
 * Renders the goods that a citizen asks for, and how much of each is there.
 * @param {Bag} needs @param {Bag | null} missing null to leave that out
 */
export const needsList = (needs, missing) =>
  html`<span class="needs">
    ${entries(needs).map(([good, count]) => {
      const short = missing?.[good] ?? 0;
      const title = `${text.count(count, text.goods[good])}${short ? `, ${text.cards.missing(String(short))}` : ''}`;
      return html`<span class="need ${missing && (short ? 'short' : 'have')}" title=${title}
        >${Array.from({ length: count }, (_, at) => html`<span class="pip ${at < count - short ? 'on' : ''}">${goodIcon(good)}</span>`)}</span
      >`;
    })}
    <span class="unseen">${text.cards.needs} ${words(needs)}</span>
  </span>`;

/** Renders the reward of a citizen. @param {Wire.EuropeCitizenView} card */
export const pay = (card) =>
  html`<span class="pays" title=${text.cards.pays(card.coin)}
    >${mark('happiness')}<span class="faint">${text.cards.or}</span
    >${card.coin}${goodIcon('coin')}<span class="unseen">${text.cards.pays(card.coin)}</span></span
  >`;

/** Renders a resource card: what it gives now and later. @param {Wire.EuropeResourceView} card */
export const resource = (card) =>
  html`<span
    class="gives"
    title=${`${text.goods[card.resource]}: ${text.cards.gives(card.first, card.later)}`}
    >${goodIcon(card.resource)}<b>${card.first}</b><span class="faint">/${card.later}</span
    ><span class="unseen"
      >${text.goods[card.resource]}: ${text.cards.gives(card.first, card.later)}</span
    ></span
  >`;

/**
 * Returns this seat's goods after the coming production.
 * @param {Desk} desk @param {boolean} revealing @returns {Bag}
 */
export function expected(desk, revealing) {
  const { me, own } = desk;
  if (!me) return {};
  const later = me.cards.map((card) => ({ [card.resource]: card.later }));
  const hidden = own?.hidden_resource;
  const first = hidden && revealing ? [{ [hidden.resource]: hidden.first }] : [];
  return sum([me.cubes, ...later, ...first]);
}
