// Small boards beside the rules: a few territories, drawn by the code of the map.

import { curve } from '../../maps/geometry.js';
import { LINKS, SPACES } from '../../maps/balance-of-power.js';
import { TILES } from '../../ui/tiles.js';
import { html, nothing, svg } from '../../vendor/lit/lit.js';
import { asDrawn } from './labels.js';
import { bandOf, blockOf, chanceOf, shapeOf } from './markers.js';

/** @import { Scene } from './markers.js' */

/** Map units around the territories. */
const AROUND = 14;

/** What stands in a territory. @typedef {{owner: string, troops: number, region: string, rough?: boolean}} Standing */

/** Renders some territories, with an attack from one into another. @param {string} name @param {Record<string, Standing>} standing @param {string} from @param {string} to @param {string} chance */
function board(name, standing, from, to, chance) {
  const drawn = SPACES.filter(({ id }) => id in standing);
  const scene = /** @type {Scene} */ (
    /** @type {unknown} */ ({
      territories: standing,
      facts: { territories: new Map(), regions: new Map(), name: (/** @type {string} */ id) => id },
      aim: {
        ...{ from, to, counts: {}, legal: new Set(), open: new Set(), listed: [] },
        chances: new Map([[to, chance]]),
      },
      ...{ focus: new Set(), recent: new Set(), traces: new Set(), reached: null },
      labels: new Map(drawn.map((space) => [space.id, asDrawn(space)])),
    })
  );
  const spots = drawn.map(({ box }) => box);
  const [left, top] = [0, 1].map((at) => Math.min(...spots.map((box) => box[at])) - AROUND);
  const [right, bottom] = [0, 1].map(
    (at) => Math.max(...spots.map((box) => box[at] + box[at + 2])) + AROUND,
  );
  const middle = (/** @type {string} */ id) =>
    /** @type {readonly [number, number]} */ (
      drawn.find((one) => one.id === id)?.anchors.troops ?? [left, top]
    );
  const link = LINKS.find(({ a, b }) => [a, b].every((end) => end === from || end === to));
  return html`<svg
    class="map scene"
    viewBox=${[left, top - AROUND, right - left, bottom - top + AROUND].join(' ')}
    aria-hidden="true"
  >
    ${svg`<defs>
      ${TILES}
      ${drawn.map(({ id, path }) => svg`<clipPath id=${`bp-clip-${id}`}><path clip-rule="evenodd" d=${path}></path></clipPath>`)}
      <marker id=${`bp-head-${name}`} viewBox="0 0 10 10" refX="7" refY="5" markerWidth="3.4" markerHeight="3.4" orient="auto-start-reverse">
        <path class="bp-head" d="M0 0L10 5L0 10Z"></path>
      </marker>
    </defs>
    ${drawn.map((space) => shapeOf(scene, space))}
    ${drawn.map(({ id, path }) => (standing[id].rough ? svg`<path class="map-texture rough" d=${path}></path>` : nothing))}
    ${drawn.map((space) => bandOf(scene, space))}
    ${link ? svg`<path class="map-link" d=${link.path}></path>` : nothing}
    <path class="bp-arrow" d=${curve(middle(from), middle(to), 0.12)} marker-end=${`url(#bp-head-${name})`}></path>
    ${drawn.map((space) => blockOf(scene, space))}
    ${drawn.map((space) => chanceOf(scene, space))}`}
  </svg>`;
}

/** The boards by name. @type {Record<string, () => unknown>} */
export const scenes = {
  'attack-by-land': () =>
    board(
      'land',
      {
        belgium: { owner: 'red', troops: 8, region: 'green' },
        netherlands: { owner: 'red', troops: 2, region: 'green' },
        germany: { owner: 'neutral', troops: 5, region: 'green' },
        switzerland: { owner: 'neutral', troops: 8, region: 'yellow', rough: true },
      },
      .../** @type {const} */ (['belgium', 'germany', '74 %']),
    ),
  'attack-by-sea': () =>
    board(
      'sea',
      {
        northern_france: { owner: 'red', troops: 6, region: 'green' },
        united_kingdom: { owner: 'blue', troops: 3, region: 'purple' },
      },
      .../** @type {const} */ (['northern_france', 'united_kingdom', '77 %']),
    ),
};
