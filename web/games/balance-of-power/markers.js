// One territory on the map: its shape, its rings, and the block with its name, troops and signs. Keyboard and
// screen readers reach the block; the shape only takes the pointer.

import { rings } from '../../ui/rings.js';
import { nothing, svg } from '../../vendor/lit/lit.js';
import { reconstructed, svgMark } from './facts.js';
import { sideOf } from './labels.js';
import { CAPITAL, CITY, COUNTER, SITES } from './symbols.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Space } from '../../maps/space.js' */
/** @import { Facts } from './facts.js' */
/** @import { Aim } from './plan.js' */

/**
 * Everything that the map shows.
 * @typedef {object} Scene
 * @property {Record<string, Wire.BalanceOfPowerTerritoryView>} territories
 * @property {Facts} facts
 * @property {Aim} aim
 * @property {ReadonlySet<string>} focus identifiers being pointed at elsewhere
 * @property {ReadonlySet<string>} recent territories that have just changed
 * @property {ReadonlySet<string>} traces territories that the other side fought for since this seat acted
 * @property {string | null} reached the territory that the keyboard is on
 * @property {string | undefined} cities the source of the positions of cities
 * @property {ReadonlyMap<string, import('./labels.js').Label | null>} labels where names stand, by territory
 */

/** Renders the shape of a territory, which takes presses. @param {Scene} scene @param {Space} space */
export function shapeOf({ territories, aim }, { id, path }) {
  const { region } = territories[id];
  const can = aim.legal.has(id) || aim.open.has(id);
  return svg`<path
    class="map-shape region-${region} ${can ? 'legal' : ''}"
    d=${path}
    data-at=${id}
  ></path>`;
}

/** Renders the owner as a band along the borders; the land keeps the colour of its region. @param {Scene} scene @param {Space} space */
export function bandOf({ territories }, { id, path }) {
  const { owner, troops } = territories[id];
  if (owner === 'neutral' || troops === 0) return nothing;
  return svg`<path class="bp-band ${owner}" d=${path} clip-path=${`url(#bp-clip-${id})`}></path>`;
}

/** Renders the rings of a territory that has just changed, may be chosen, is chosen or is pointed at. @param {Scene} scene @param {Space} space */
export function ringsOf({ aim, focus, reached, recent, traces }, space) {
  const { id } = space;
  const kinds = [
    recent.has(id) ? 'recent' : '',
    aim.legal.has(id) && id !== aim.to ? 'legal' : '',
    id === aim.from || id === aim.to || aim.counts[id] ? 'chosen' : '',
    focus.has(id) ? 'focus' : '',
    reached === id ? 'reached' : '',
    traces.has(id) ? 'trace' : '',
  ].filter(Boolean);
  return rings(space, kinds);
}

/**
 * Renders name, troops and signs; a button if it can be pressed.
 * @param {Scene} scene @param {Space} space
 */
export function blockOf(scene, space) {
  const { aim, reached, recent, territories } = scene;
  const { id, leader, plate, anchors } = space;
  const view = territories[id];
  const can = aim.legal.has(id) || aim.open.has(id);
  return svg`<g
    class="bp-block ${can ? 'can' : ''} ${recent.has(id) ? 'recent' : ''}"
    data-territory=${id}
    data-at=${id}
    role="button"
    tabindex=${reached === id ? 0 : -1}
    aria-label=${nameOf(scene, id)}
    aria-describedby=${reached === id ? 'bp-doubts' : nothing}
    aria-disabled=${can ? 'false' : 'true'}
    aria-pressed=${id === aim.from || id === aim.to ? 'true' : 'false'}
  >
    <g aria-hidden="true">
    ${
      plate
        ? svg`<path class="map-leader" d=${leader}></path>
          <path class="map-plate ${view.owner} ${can ? 'legal' : ''}" d=${plate}></path>`
        : nothing
    }
    ${labelOf(scene, id)} ${troopsOf(scene, id, anchors.troops)} ${signsOf(scene, id, anchors)}
    </g>
  </g>`;
}

/** Renders the name, if the map has room for it. @param {Scene} scene @param {string} id */
function labelOf({ facts, labels }, id) {
  const label = labels.get(id);
  if (!label) return nothing;
  const { lines, x, y, step } = label;
  const mark = svgMark(facts.territories.get(id)?.name_source);
  return lines.map(
    (line, at) =>
      svg`<text class="map-label" x=${x} y=${y + at * step}>${line}${at === lines.length - 1 ? mark : ' '}</text>`,
  );
}

/** @param {Scene} scene @param {string} id @param {readonly [number, number]} at */
function troopsOf({ territories }, id, [x, y]) {
  const { owner, troops } = territories[id];
  return svg`<g transform="translate(${x} ${y})"><g class="bp-piece troops">
    <path class="bp-counter ${owner}" d=${COUNTER[owner]}></path>
    <text class="bp-number ${owner}" y="6">${troops || nothing}</text>
  </g></g>`;
}

/** @param {Scene} scene @param {string} id @param {Readonly<Record<string, readonly [number, number]>>} anchors */
function signsOf({ territories, facts, cities }, id, anchors) {
  const { city, capital, site } = territories[id];
  /** @param {string} slot @param {string} path @param {string} kind @param {string} title @param {string | null} [source] */
  const one = (slot, path, kind, title, source) => {
    const [x, y] = anchors[slot];
    const side = sideOf(anchors, slot) < 0 ? 'left' : 'right';
    return svg`<g transform="translate(${x} ${y})"><g class="bp-piece ${slot} ${side}">
      <rect class="bp-tile ${kind}" x="-11" y="-12" width="22" height="24" rx=${kind === 'capital red' ? 9 : 3}></rect>
      <path class="bp-sign ${kind}" transform="scale(0.8)" d=${path}><title>${title}</title></path>
      <text class="bp-corner" x="11" y="-6">${svgMark(source)}</text></g></g>`;
  };
  return [
    capital
      ? one('capital', CAPITAL, `capital ${capital}`, words.map.capital(words.owners[capital]))
      : nothing,
    city ? one('city', CITY, 'city', words.map.city, cities) : nothing,
    site
      ? one(
          'site',
          SITES[site],
          'site',
          words.map.sites[site],
          facts.territories.get(id)?.site_source,
        )
      : nothing,
  ];
}

/** Describes a territory in words. @param {Scene} scene @param {string} id */
function nameOf({ territories, facts, aim }, id) {
  const { owner, troops, rough, city, capital, site, region } = territories[id];
  const { map } = words;
  const row = facts.regions.get(region);
  const chance = aim.chances.get(id);
  return [
    map.territory(facts.name(id), words.owners[owner], troops),
    map.regionName(row?.name ?? region),
    rough ? map.rough : '',
    city ? map.city : '',
    capital ? map.capital(words.owners[capital]) : '',
    site ? map.sites[site] : '',
    aim.counts[id] ? map.pending(aim.counts[id]) : '',
    id === aim.from || id === aim.to ? map.chosen : '',
    aim.legal.has(id) ? map.legal : '',
    chance ? map.chance(chance) : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** Returns what is reconstructed about a territory, in words; empty if nothing is. @param {Scene} scene @param {string} id */
export function doubtsOf({ territories, facts, cities }, id) {
  const { name, region, rough, borders } = facts.doubts(id);
  const { doubts } = words;
  const parts = [
    name ? doubts.name : '',
    region ? doubts.region : '',
    rough ? doubts.terrain : '',
    territories[id].city && reconstructed(cities) ? doubts.city : '',
    borders.length > 0 ? doubts.borders(borders) : '',
  ].filter(Boolean);
  return parts.length > 0 ? doubts.list(parts) : '';
}

/** Renders the troops to be placed, beside those already there. @param {Scene} scene @param {Space} space */
export function moreOf({ aim }, { id, anchors }) {
  const more = aim.counts[id];
  if (!more) return nothing;
  const [x, y] = anchors.troops;
  return svg`<g transform="translate(${x} ${y})"><g class="bp-added">
    <circle class="bp-more" r="11"></circle><text class="bp-more-number" y="4">+${more}</text></g></g>`;
}

/** Renders the chance to conquer, beside the name of a territory. @param {Scene} scene @param {Space} space */
export function chanceOf({ aim, labels }, { id }) {
  const chance = aim.chances.get(id);
  const label = labels.get(id);
  if (!chance || !label?.chance) return nothing;
  return svg`<g class="bp-chance ${id === aim.to ? 'chosen' : ''}" transform="translate(${label.chance.join(' ')})">
    <g class="bp-sized"><title>${words.map.chance(chance)}</title>
    <rect x="-22" y="-9.5" width="44" height="19" rx="9"></rect><text y="4.5">${chance}</text></g></g>`;
}
