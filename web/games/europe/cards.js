// The faces of citizens and resource cards, wherever they lie.

import { html } from '../../vendor/lit/lit.js';
import { entries, sum, goodsText } from './goods.js';
import { goodIcon, mark } from './icons.js';
import { words } from './words.js';

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
      const title = `${words.count(count, words.goods[good])}${short ? `, ${words.cards.missing(String(short))}` : ''}`;
      return html`<span class="need ${missing && (short ? 'short' : 'have')}" title=${title}
        >${Array.from({ length: count }, (_, at) => html`<span class="pip ${at < count - short ? 'on' : ''}">${goodIcon(good)}</span>`)}</span
      >`;
    })}
    <span class="unseen">${words.cards.needs} ${goodsText(needs)}</span>
  </span>`;

/** Renders the reward of a citizen. @param {Wire.EuropeCitizenView} card */
export const pay = (card) =>
  html`<span class="pays" title=${words.cards.pays(card.coin)}
    >${mark('happiness')}<span class="faint">${words.cards.or}</span
    >${card.coin}${goodIcon('coin')}<span class="unseen">${words.cards.pays(card.coin)}</span></span
  >`;

/** Renders a resource card: what it gives now and later. @param {Wire.EuropeResourceView} card */
export const resource = (card) =>
  html`<span
    class="gives"
    title=${`${words.goods[card.resource]}: ${words.cards.gives(card.first, card.later)}`}
    >${goodIcon(card.resource)}<b>${card.first}</b><span class="faint">/${card.later}</span
    ><span class="unseen"
      >${words.goods[card.resource]}: ${words.cards.gives(card.first, card.later)}</span
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
