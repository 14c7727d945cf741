// The tiles of the maps' textures, for the `<defs>` of an SVG.

import { PATTERNS } from '../maps/patterns.js';
import { svg } from '../vendor/lit/lit.js';

export const TILES = PATTERNS.map(
  ({ id, size: [width, height], path }) =>
    svg`<pattern id=${id} width=${width} height=${height} patternUnits="userSpaceOnUse">
      <path class="map-mark" d=${path}></path>
    </pattern>`,
);
