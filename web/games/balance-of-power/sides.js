// The two sides and the neutral army side by side, and how much of each region they hold.

import { html, nothing } from '../../vendor/lit/lit.js';
import { mark } from './facts.js';
import { capitalSign, counter } from './symbols.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Facts } from './facts.js' */
/** @import { Play } from '../../core/play.js' */

/** @typedef {{play: Play, table: Wire.BalanceOfPowerPublic, facts: Facts, own: string | null}} Seen */

/** Returns the parts of a draft, in words. @param {Wire.BalanceOfPowerSideView} side @param {Facts} facts */
function draftOf({ draft }, facts) {
  const { sides } = words;
  return [
    sides.base(draft.base),
    ...draft.regions.map(({ region, bonus }) =>
      sides.regionBonus(facts.regions.get(region)?.name ?? region, bonus),
    ),
    draft.capitals > 0 ? sides.capitalBonus(draft.capitals) : '',
  ]
    .filter(Boolean)
    .join(' + ');
}

/** @param {Seen} seen */
export function sidesTable({ play, table, facts, own }) {
  const { sides: said, owners } = words;
  const { sides, neutral } = table;
  /** @param {string} name @param {(side: Wire.BalanceOfPowerSideView) => unknown} of @param {unknown} [rest] */
  const row = (name, of, rest = '') =>
    html`<tr>
      <th scope="row">${name}</th>
      ${sides.map((side) => html`<td>${of(side)}</td>`)}
      <td>${rest}</td>
    </tr>`;
  return html`<table class="bp-sides">
    <thead>
      <tr>
        <td></td>
        ${sides.map(
          ({ colour, seat }) =>
            html`<th scope="col" class=${colour === table.active ? 'active' : ''}>
              ${counter(colour)} ${owners[colour]}
              <small
                >${colour === own ? words.you : seat == null ? '' : play.session.room?.seats[seat]?.name}</small
              >
            </th>`,
        )}
        <th scope="col">${counter('neutral')} <span class="unseen">${owners.neutral}</span></th>
      </tr>
    </thead>
    <tbody>
      ${row(said.objectives, (side) => tokens(side, facts))}
      ${row(said.troops, (side) => side.troops, neutral.troops)}
      ${row(said.territories, (side) => side.territories, neutral.territories)}
      ${row(said.cities, (side) => side.cities, neutralCities(table))}
      ${row(said.capitals, (side) => side.capitals.map((colour) => html`<span title=${words.map.capital(owners[colour])}>${capitalSign(colour)}</span>`))}
      ${row(said.draft, (side) => html`<span class="bp-told" title=${draftOf(side, facts)}>${side.draft.total}</span>`)}
      ${row(said.cards, (side) => side.hand)}
    </tbody>
  </table>`;
}

/** Renders the collected objectives, a filled sign for each. @param {Wire.BalanceOfPowerSideView} side @param {Facts} facts */
export function tokens({ collected }, facts) {
  const { sides } = words;
  const names = collected.map((id) => facts.objectives.get(id)?.name ?? id);
  return html`<span
    role="img"
    aria-label=${sides.collected(collected.length)}
    title=${names.join(', ')}
  >
    ${[0, 1, 2].map((at) => html`<span class="bp-token ${at < collected.length ? 'full' : ''}"></span>`)}
  </span>`;
}

/** @param {Wire.BalanceOfPowerPublic} table */
const neutralCities = ({ territories }) =>
  Object.values(territories).filter(({ city, owner }) => city && owner === 'neutral').length;

/** Renders the regions: the bonus of each, and how much of it each side holds. @param {Seen} seen */
export function regions({ play, table, facts }) {
  const { map, objectives } = words;
  return html`<ul class="bp-regions">
    ${[...facts.regions.values()].map(({ id, name, bonus, bonus_source: source }) => {
      const territories = facts.inRegion(id);
      const held = (/** @type {string} */ owner) =>
        territories.filter((at) => table.territories[at].owner === owner).length;
      return html`<li
        @mouseenter=${() => play.point(territories)}
        @mouseleave=${() => play.point()}
      >
        <svg class="bp-swatch" viewBox="0 0 10 10" aria-hidden="true">
          <rect class="map-shape region-${id}" width="10" height="10"></rect>
        </svg>
        <span>${name} <small class="faint">${map.bonus(bonus)}${mark(source)}</small></span>
        ${['red', 'blue'].map(
          (owner) =>
            html`<span
              class="bp-held ${owner} ${held(owner) === territories.length ? 'whole' : ''}"
              title=${objectives.held(words.owners[owner], held(owner), territories.length)}
              >${held(owner)}/${territories.length}</span
            >`,
        )}
      </li>`;
    })}
  </ul>`;
}

/** Renders the sizes of the deck and of the discards. @param {Seen} seen */
export function deck({ table, facts }) {
  const { cards } = words;
  const names = table.discards.map((id) => facts.card(id)).join(', ');
  return html`<p class="help">
    ${cards.deck(table.deck)},
    <span title=${names || nothing}>${cards.discards(table.discards.length)}</span>
  </p>`;
}
