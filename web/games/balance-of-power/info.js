// The texts beside the map: the territory being pointed at, and the key to all signs.

import { html, nothing, svg } from '../../vendor/lit/lit.js';
import { mark } from './facts.js';
import { CITY, SITES, capitalSign, counter, sign } from './symbols.js';
import { words } from './words.js';

/** @import { Facts } from './facts.js' */
/** @import { Territories } from './playback.js' */

/**
 * Renders the facts about a territory. To a screen reader the map says the same.
 * @param {Facts} facts @param {Territories} territories @param {string | null} id the one pointed at
 * @param {string | undefined} cities the source of the positions of cities
 */
export function info(facts, territories, id, cities) {
  const view = id ? territories[id] : null;
  if (!id || !view) return html`<p class="bp-info" aria-hidden="true"></p>`;
  const { map, owners, army, troops, doubts } = words;
  const row = facts.territories.get(id);
  const region = facts.regions.get(view.region);
  const { borders } = facts.doubts(id);
  return html`<p class="bp-info" aria-hidden="true">
    <b>${facts.name(id)}${mark(row?.name_source)}</b> ${army[view.owner]}, ${troops(view.troops)}
    <span
      >${map.regionName(region?.name ?? view.region)}${mark(row?.region_source)}
      ${map.bonus(region?.bonus ?? 0)}${mark(region?.bonus_source)}</span
    >
    ${view.rough ? html`<span>${map.roughHelp}${mark(row?.rough_source)}</span>` : nothing}
    ${view.capital ? html`<span>${map.capital(owners[view.capital])}</span>` : nothing}
    ${view.city ? html`<span>${map.city}${mark(cities)}</span>` : nothing}
    ${view.site ? html`<span>${map.sites[view.site]}${mark(row?.site_source)}</span>` : nothing}
    ${
      borders.length > 0
        ? html`<span class="bp-doubts">${mark('reconstructed')} ${doubts.borders(borders)}</span>`
        : nothing
    }
  </p>`;
}

/** Renders a small piece of the map. @param {unknown} inner */
const sample = (inner) =>
  html`<svg class="map bp-sample" viewBox="0 0 44 26" aria-hidden="true">${inner}</svg>`;

/** Renders a sample of a line. @param {string} kind */
const line = (kind) => sample(svg`<path class=${kind} d="M2 13H42"></path>`);

/** Renders a sample of land, with a texture or a line. @param {string} texture @param {string} [kind] of the line */
const ground = (texture, kind) =>
  sample(
    svg`<rect class="map-shape region-orange" width="44" height="26"></rect>
      <rect class="map-texture ${texture}" width="44" height="26"></rect>
      ${kind ? svg`<path class=${kind} d="M2 13H42"></path>` : nothing}`,
  );

/** Renders the key to the map; the button that opens it is on the map. */
export function key() {
  const { key: said, owners, map } = words;
  /** @param {unknown} picture @param {string} text */
  const row = (picture, text) => html`<li>${picture} <span>${text}</span></li>`;
  return html`<div class="bp-key" id="bp-key" popover>
    <h3>${map.key}</h3>
    <ul>
      ${['red', 'blue', 'neutral'].map((owner) => row(counter(owner, 3), said.troops(owners[owner])))}
      ${row(capitalSign('red'), said.capital)} ${row(sign(CITY, 'inked'), said.city)}
      ${Object.entries(SITES).map(([site, path]) => row(sign(path, 'inked'), map.sites[site]))}
      ${row(ground('rough'), map.roughHelp)} ${row(line('map-link'), said.sea)}
      ${row(line('map-barrier'), said.barrier)} ${row(line('map-ring legal'), said.legal)}
      ${row(line('map-ring chosen'), said.chosen)}
    </ul>
    <h4 class="bp-doubted">${mark('reconstructed')} ${said.doubts}</h4>
    <ul class="bp-doubted">
      ${row(ground('', 'bp-border perhaps'), said.border)}
      ${row(line('map-link perhaps'), said.seaDoubt)} ${row(ground('rough perhaps'), said.rough)}
      ${row(
        sample(
          svg`<rect class="map-shape region-purple" x="2" y="2" width="40" height="22" rx="7"></rect>
            <text class="bp-region-bonus" x="22" y="18">+4<tspan class="bp-mark">~</tspan></text>`,
        ),
        said.region,
      )}
    </ul>
  </div>`;
}
