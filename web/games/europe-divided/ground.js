// The static part of the map: everything on it that never changes.

import * as europe from '../../maps/europe-divided.js';
import { TILES } from '../../ui/tiles.js';
import { nothing, svg } from '../../vendor/lit/lit.js';

const { SPACES, LAND, BACKDROP, LAKES, LINKS, BARRIERS, outline } = europe;

/** @param {string} kind */
const ofKind = (kind) => SPACES.filter((space) => space.kind === kind).map(({ id }) => id);

/** Tiles, and everything below the spaces. */
export const BELOW = svg`<defs>
    ${TILES}
  </defs>
  <path class="map-shallows" d=${LAND}></path>
  <path class="map-backdrop" d=${BACKDROP}></path>`;

/** Textures, lines and lakes above the shapes of the spaces; none of it can be pressed. */
export const ABOVE = svg`<g class="ed-above">
  ${SPACES.map(({ kind, path }) =>
    kind === 'contested' || kind === 'money_only'
      ? nothing
      : svg`<path class="map-texture ${kind}" d=${path}></path>`,
  )}
  ${SPACES.map(({ inner }) => (inner ? svg`<path class="map-inner" d=${inner}></path>` : nothing))}
  <path class="map-lakes" d=${LAKES}></path>
  ${['europe', 'russia', 'contested'].map((kind) => svg`<path class="map-bloc" d=${outline(ofKind(kind))}></path>`)}
  ${LINKS.map(({ path }) => svg`<path class="map-link" d=${path}></path>`)}
  ${BARRIERS.map(({ path }) => svg`<path class="map-barrier" d=${path}></path>`)}
</g>`;
