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
  if (!id || !territories[id]) return html`<p class="bp-info" aria-hidden="true"></p>`;
  const { borders } = facts.doubts(id);
  return html`<p class="bp-info" aria-hidden="true">
    <b>${facts.name(id)}${mark(facts.territories.get(id)?.name_source)}</b>
    ${about(facts, territories, id, cities).map((line) => html`<span>${line}</span> `)}
    ${
      borders.length > 0
        ? html`<span class="bp-doubts"
            >${mark('reconstructed')} ${words.doubts.borders(borders)}</span
          >`
        : nothing
    }
  </p>`;
}

/**
 * Returns everything about a territory, a line each.
 * @param {Facts} facts @param {Territories} territories @param {string} id @param {string | undefined} cities
 * @param {number} [more] troops about to be placed there
 */
export function about(facts, territories, id, cities, more = 0) {
  const view = territories[id];
  const { map, owners, army, troops } = words;
  const row = facts.territories.get(id);
  const region = facts.regions.get(view.region);
  const overSea = facts.overSea(id).map((one) => facts.name(one));
  return [
    [army[view.owner], troops(view.troops), ...(more > 0 ? [map.pending(more)] : [])].join(', '),
    html`${map.regionName(region?.name ?? view.region)}${mark(row?.region_source)}
    ${map.bonus(region?.bonus ?? 0)}${mark(region?.bonus_source)}`,
    view.rough ? html`${map.roughHelp}${mark(row?.rough_source)}` : null,
    view.capital ? map.capitalHelp(owners[view.capital]) : null,
    view.city ? html`${words.key.city}${mark(cities)}` : null,
    view.site ? html`${map.sites[view.site]}${mark(row?.site_source)}` : null,
    overSea.length > 0 ? map.overSea(overSea) : null,
  ].filter((line) => line !== null);
}

/** Renders a small piece of the map. @param {unknown} inner */
const sample = (inner) =>
  html`<svg class="map bp-sample" viewBox="0 0 44 26" aria-hidden="true">${inner}</svg>`;

/** Renders a sample of a line. @param {string} kind */
export const line = (kind) => sample(svg`<path class=${kind} d="M2 13H42"></path>`);

/** Renders a sample of land, with a texture or a line. @param {string} texture @param {string} [kind] of the line */
export const ground = (texture, kind) =>
  sample(
    svg`<rect class="map-shape region-orange" width="44" height="26"></rect>
      <rect class="map-texture ${texture}" width="44" height="26"></rect>
      ${kind ? svg`<path class=${kind} d="M2 13H42"></path>` : nothing}`,
  );

/** Renders a sample of a region with its bonus. */
export const regionSample = () =>
  sample(
    svg`<rect class="map-shape region-purple" x="2" y="2" width="40" height="22" rx="7"></rect>
      <text class="bp-region-bonus" x="22" y="18">+4<tspan class="bp-mark">~</tspan></text>`,
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
      ${row(regionSample(), said.region)}
    </ul>
  </div>`;
}
