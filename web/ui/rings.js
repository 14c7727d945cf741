// Rings around a space of a map, and around its plate.

import { nothing, svg } from '../vendor/lit/lit.js';

/** Renders a ring of each kind, the first below the others. @param {Pick<import('../maps/space.js').Space, 'path' | 'plate'>} space @param {readonly string[]} kinds */
export const rings = ({ path, plate }, kinds) =>
  kinds.map(
    (kind) => svg`<path class="map-ring ${kind}" d=${path}></path>
      ${plate ? svg`<path class="map-ring ${kind}" d=${plate}></path>` : nothing}`,
  );
