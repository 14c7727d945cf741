// Small boards beside the rules: a space of the map before and after, drawn by the code of the map.

import { SPACES } from '../../maps/europe-divided.js';
import { html, svg } from '../../vendor/lit/lit.js';
import { blockOf, shapeOf } from './spaces.js';

/** @import { Facts } from './facts.js' */
/** @import { Scene } from './spaces.js' */

/** Map units around a space. */
const AROUND = 16;

/** What stands in the spaces. @typedef {{dice?: Record<string, Record<string, number>>, armies?: Record<string, Record<string, number>>, seas?: Record<string, string>}} Standing */

/** @param {Standing} standing @returns {Scene} */
const sceneOf = ({ dice = {}, armies = {}, seas = {} }) => ({
  public: /** @type {any} */ ({
    ...{ dice, armies, seas, money_tokens: {}, fracture: null },
    sides: [{ contested_open: [] }, { contested_open: [] }],
  }),
  facts: /** @type {Facts} */ (
    /** @type {unknown} */ ({
      space: (/** @type {string} */ id) => SPACES.find((one) => one.id === id)?.name ?? id,
    })
  ),
  targets: /** @type {any} */ ({ spaces: new Map(), slots: new Map(), destinations: null }),
  ...{ focus: new Set(), recent: new Set(), traces: new Set() },
  ...{ side: 'nato', reached: null },
});

/** Renders some spaces, the view around the first ones. @param {string[]} seen @param {string[]} beside @param {Standing} standing */
function board(seen, beside, standing) {
  const scene = sceneOf(standing);
  const drawn = SPACES.filter(({ id }) => [...seen, ...beside].includes(id));
  const shown = SPACES.filter(({ id }) => seen.includes(id));
  const boxes = shown.map(({ box }) => box);
  const [left, top] = [0, 1].map((at) => Math.min(...boxes.map((box) => box[at])) - AROUND);
  const [right, bottom] = [0, 1].map(
    (at) => Math.max(...boxes.map((box) => box[at] + box[at + 2])) + AROUND,
  );
  const view = [left, top, right - left, bottom - top].join(' ');
  return html`<svg class="map scene" viewBox=${view} aria-hidden="true">
    ${drawn.map((space) => shapeOf(scene, space))}
    ${svg`<g>${shown.map((space) => blockOf(scene, space))}</g>`}
    ${shown.map(({ kind, lines, label: [x, y] }) => svg`<text class="map-label ${kind}" x=${x} y=${y}>${lines}</text>`)}
  </svg>`;
}

/** Renders two boards and an arrow between them. @param {unknown} before @param {unknown} after */
const then = (before, after) =>
  html`<span class="scenes">${before}<b aria-hidden="true">→</b>${after}</span>`;

const AROUND_UKRAINE = ['southern_fd', 'central_fd', 'belarus', 'poland', 'moldova'];

/** The boards by name. @type {Record<string, () => unknown>} */
export const scenes = {
  'army-at-six': () =>
    then(
      board(['ukraine'], AROUND_UKRAINE, {
        dice: { ukraine: { eu: 6 } },
        armies: { russia: { ukraine: 1 } },
      }),
      board(['ukraine'], AROUND_UKRAINE, { dice: { ukraine: { eu: 5 } } }),
    ),
  'shores-of-the-sea': () =>
    board(['baltics', 'poland', 'baltic_sea'], ['kaliningrad', 'belarus', 'germany'], {
      dice: { baltics: { nato: 1, russia: 2 }, poland: { nato: 4, eu: 3 } },
      seas: { baltic_sea: 'nato' },
    }),
};
