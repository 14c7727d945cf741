// The static part of the map: everything that stays the same for a whole match. Reconstructed values look
// different: borders and sea-lines are broken, rough terrain has a tilde among its mountains, regions
// have one behind their name and their bonus.

import * as map from '../../maps/balance-of-power.js';
import { TILES } from '../../ui/tiles.js';
import { nothing, svg } from '../../vendor/lit/lit.js';
import { reconstructed, svgMark } from './facts.js';
import { SIGN_HEIGHT, signEdge, signStart, signWidth } from './labels.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Facts } from './facts.js' */

const { SPACES, LAND, BACKDROP, LAKES, LINKS, BARRIERS, SIGNS, border, outline } = map;

/** The line around all territories. */
const COAST = outline(SPACES.map(({ id }) => id));

/** Tiles, and everything below the territories. */
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

/** Renders textures, lines, lakes and the signs of regions above the territories. @param {Facts} facts */
export function above(facts) {
  if (!drawn.has(facts)) drawn.set(facts, draw(facts));
  return drawn.get(facts);
}

/** Returns the class of a line or a texture that is reconstructed. @param {Wire.Source | undefined} source */
const perhaps = (source) => (reconstructed(source) ? 'perhaps' : '');

/** @param {Facts} facts */
function draw(facts) {
  const { territories, regions, edges } = facts;
  return svg`<g class="bp-above">
      ${SPACES.map(({ id, path }) => {
        const { rough, rough_source: source } = territories.get(id) ?? {};
        return rough
          ? svg`<path class="map-texture rough ${perhaps(source)}" d=${path}></path>`
          : nothing;
      })}
      ${SPACES.map(({ inner }) => (inner ? svg`<path class="map-inner" d=${inner}></path>` : nothing))}
      <path class="map-lakes" d=${LAKES}></path>
      <path class="map-bloc" d=${COAST}></path>
      ${edges.filter(({ kind }) => kind === 'land').map((edge) => borderOf(facts, edge))}
      ${LINKS.map((link, at) => seaLine(facts, link, at))}
      ${BARRIERS.map(({ path }) => svg`<path class="map-barrier" d=${path}></path>`)}
    </g>
    <g aria-hidden="true">${[...regions.keys()].map((id) => signOf(facts, id))}</g>`;
}

/** Renders a border on land; between two regions it is thicker. @param {Facts} facts @param {Wire.BalanceOfPowerEdgeRow} edge */
function borderOf({ territories }, { a, b, source }) {
  const inside = territories.get(a)?.region === territories.get(b)?.region;
  return svg`<path
    class="bp-border ${perhaps(source)} ${inside ? '' : 'bloc'}"
    data-border=${`${a} ${b}`}
    d=${border(a, b)}
  ></path>`;
}

/** Renders a sea-line, with a tilde in its middle if it is reconstructed. @param {Facts} facts @param {import('../../maps/space.js').Link} link @param {number} at */
function seaLine(facts, { a, b, path }, at) {
  const source = facts.edge(a, b)?.source;
  const id = `bp-link-${at}`;
  const tilde = svg`<text class="bp-tilde" dy="-4">
    <textPath href=${`#${id}`} startOffset="50%">${svgMark(source)}</textPath>
  </text>`;
  return svg`<path class="bp-link-bed" d=${path}></path>
    <path class="map-link ${perhaps(source)}" id=${id} d=${path}><title>${words.key.sea}</title></path>
    ${reconstructed(source) ? tilde : nothing}`;
}

/** Renders the sign of a region: its name, and the bonus for holding all of it. @param {Facts} facts @param {string} id */
function signOf(facts, id) {
  const row = facts.regions.get(id);
  if (!SIGNS[id] || !row) return nothing;
  const { name, bonus, bonus_source: source } = row;
  const doubtful = facts.inRegion(id).map((one) => facts.territories.get(one)?.region_source);
  const [x, y] = signEdge(id);
  const named = svg`${name}${svgMark(doubtful.find(reconstructed))} `;
  const earned = svg`<tspan class="bp-region-bonus">+${bonus}${svgMark(source)}</tspan>`;
  return svg`<g class="bp-region" data-region=${id} transform="translate(${x} ${y})"><g class="bp-sized">
    <title>${words.map.region(name, bonus)}</title>
    <g class="bp-sign-long">${signBody(id, signText(row, false), [named, earned])}</g>
    <g class="bp-sign-short" aria-hidden="true">${signBody(id, signText(row, true), earned)}</g>
  </g></g>`;
}

/** @param {string} id @param {string} text how long it is @param {unknown} shown */
function signBody(id, text, shown) {
  const width = signWidth(text);
  const [left, top] = signStart(id, width, SIGN_HEIGHT);
  return svg`<rect class="map-shape region-${id}" x=${left} y=${top} width=${width} height=${SIGN_HEIGHT} rx="8"></rect>
    <text class="bp-region-text" x=${left + width / 2} y=${top + SIGN_HEIGHT / 2 + 4.8}>${shown}</text>`;
}

/** Returns what the sign of a region says. @param {{name: string, bonus: number}} row @param {boolean} short only the bonus */
export const signText = ({ name, bonus }, short) => (short ? `+${bonus}` : `${name} +${bonus}`);
