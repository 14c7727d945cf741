// The ground of the map: everything on it that stays as it is for a whole match.

import * as map from '../../maps/balance-of-power.js';
import { TILES } from '../../ui/tiles.js';
import { nothing, svg } from '../../vendor/lit/lit.js';

/** @import { Facts } from './facts.js' */

const { SPACES, LAND, BACKDROP, LAKES, LINKS, BARRIERS, outline } = map;

/** Tiles, and what lies below all territories. */
export const BELOW = svg`<defs>
    ${TILES}
    ${SPACES.map(({ id, path }) => svg`<clipPath id=${`bp-clip-${id}`}><path clip-rule="evenodd" d=${path}></path></clipPath>`)}
    <marker id="bp-head" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="3.4" markerHeight="3.4" orient="auto-start-reverse">
      <path class="bp-head" d="M0 0L10 5L0 10Z"></path>
    </marker>
  </defs>
  <path class="map-shallows" d=${LAND}></path>
  <path class="map-backdrop" d=${BACKDROP}></path>`;

/** @type {WeakMap<Facts, unknown>} */
const drawn = new WeakMap();

/** Textures, lines and lakes above the territories; nothing of it can be pressed. @param {Facts} facts */
export function above(facts) {
  if (!drawn.has(facts)) drawn.set(facts, draw(facts));
  return drawn.get(facts);
}

/** @param {Facts} facts */
function draw(facts) {
  return svg`<g class="bp-above">
    ${SPACES.map(({ id, path }) =>
      facts.territories.get(id)?.rough
        ? svg`<path class="map-texture rough" d=${path}></path>`
        : nothing,
    )}
    ${SPACES.map(({ inner }) => (inner ? svg`<path class="map-inner" d=${inner}></path>` : nothing))}
    <path class="map-lakes" d=${LAKES}></path>
    ${[...facts.regions.keys()].map((id) => svg`<path class="map-bloc" d=${outline(facts.inRegion(id))}></path>`)}
    ${LINKS.map(({ path }) => svg`<path class="map-link" d=${path}></path>`)}
    ${BARRIERS.map(({ path }) => svg`<path class="map-barrier" d=${path}></path>`)}
  </g>`;
}
