// The sum that a draft's number of troops is: a third of territories and cities, whole regions, capitals, cards.

import { standing } from '../../core/standing.js';
import { html, nothing } from '../../vendor/lit/lit.js';
import { words } from './words.js';

/** @import { Facts } from './facts.js' */
/** @import { Plan } from './plan.js' */

/** Renders why there are as many new troops as there are. @param {Plan} plan @param {Facts} facts */
export function newTroops({ table, play }, facts) {
  const side = table.sides.find(({ colour }) => colour === table.active);
  if (!side) return nothing;
  const { asked, sides } = words;
  const { draft, territories, cities } = side;
  const cards = handedIn(standing(play.session.events));
  const parts = [
    asked.third(territories, cities, draft.base),
    ...draft.regions.map(({ region, bonus }) =>
      sides.regionBonus(facts.regions.get(region)?.name ?? region, bonus),
    ),
    draft.capitals > 0 ? sides.capitalBonus(draft.capitals) : '',
    cards > 0 ? asked.forCards(cards) : '',
  ].filter(Boolean);
  const text = asked.sum(parts);
  return html`<p class="bp-sum faint" title=${text}>${text}</p>`;
}

/** Returns the troops for the cards of this turn. @param {readonly any[]} events oldest first */
function handedIn(events) {
  const began = events.findLastIndex(({ type }) => type === 'turn_began');
  return events
    .slice(Math.max(0, began))
    .filter(({ type }) => type === 'handed_in')
    .reduce((sum, { troops }) => sum + troops, 0);
}
