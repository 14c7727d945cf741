// Pieces as SVG, each around its own middle and 26 map units large. Every power and side has a shape
// of its own besides its colour: the EU a circle, NATO a square, Russia a diamond.

import { html, nothing, svg } from '../../vendor/lit/lit.js';

/** @typedef {'eu' | 'nato' | 'russia'} Power */

/** @type {Record<string, string>} */
const DIE = {
  eu: 'M-12.5 0a12.5 12.5 0 1 0 25 0a12.5 12.5 0 1 0-25 0Z',
  nato: 'M-9-12h18q3 0 3 3v18q0 3-3 3h-18q-3 0-3-3v-18q0-3 3-3Z',
  russia:
    'M0-14.5Q1.2-14.5 2-13.6L13.6-2Q14.5-1 14.5 0T13.6 2L2 13.6Q1 14.5 0 14.5T-2 13.6L-13.6 2Q-14.5 1-14.5 0T-13.6-2L-2-13.6Q-1.2-14.5 0-14.5Z',
};
/** The star of dominance. */
const STAR = 'M0-5.2 1.5-1.7 5.2-1.5 2.4.9 3.3 4.6 0 2.6-3.3 4.6-2.4.9-5.2-1.5-1.5-1.7Z';

/** Armies: NATO's is a shield with a compass star, Russia's a tower with two chevrons. */
export const ARMY_PATHS = /** @type {Record<string, {body: string, sign: string}>} */ ({
  nato: {
    body: 'M-11-11Q0-8 11-11V1Q10 9 0 13Q-10 9-11 1Z',
    sign: 'M0-7.5 1.7-1.7 7 0 1.7 1.7 0 8-1.7 1.7-7 0-1.7-1.7Z',
  },
  russia: {
    body: 'M-11 12V-4L0-13 11-4V12Z',
    sign: 'M-6.5 1 0-5 6.5 1V4L0-2-6.5 4ZM-6.5 7 0 1 6.5 7V10L0 4-6.5 10Z',
  },
});

/**
 * Renders a die of influence.
 * @param {string} power @param {number | string} value what it shows; a 6 is dominance and starred
 */
export const die = (
  power,
  value,
) => svg`<g class="ed-die ${power} ${value === 6 ? 'dominant' : ''}">
  <path class="ed-face" d=${DIE[power]}></path>
  <text class="ed-pips" y="5.6">${value}</text>
  ${value === 6 ? svg`<path class="ed-star" d=${STAR} transform="translate(10.5 -10.5)"></path>` : nothing}
</g>`;

/** Renders the outline of a die that may be placed. @param {string} power */
export const ghost = (power) => svg`<g class="ed-die ghost ${power}">
  <path class="ed-face" d=${DIE[power]}></path>
  <text class="ed-pips" y="5.6">+</text>
</g>`;

/** Renders the armies of a side in one space. @param {string} side @param {number} count */
export const army = (side, count) => svg`<g class="ed-army ${side}">
  <path class="ed-face" d=${ARMY_PATHS[side].body}></path>
  <path class="ed-sign" d=${ARMY_PATHS[side].sign}></path>
  ${
    count > 1
      ? svg`<circle class="ed-count" cx="9" cy="8" r="8.5"></circle>
        <text class="ed-counted" x="9" y="12.8">${count}</text>`
      : nothing
  }
</g>`;

/** Renders the outline of an army that may be built or moved there. @param {string} side */
export const ghostArmy = (side) => svg`<g class="ed-army ghost ${side}">
  <path class="ed-face" d=${ARMY_PATHS[side].body}></path>
</g>`;

/** Renders money tokens. @param {number | string} count */
export const money = (count) => svg`<g class="ed-money">
  <circle class="ed-face" r="10"></circle>
  <circle class="ed-rim" r="7.6"></circle>
  <text class="ed-pips" y="4.4">${count}</text>
</g>`;

/** Renders the holder of a Sea Card: the shape of its dice, or an empty slot. @param {string | null | undefined} power */
export const control = (power) =>
  power
    ? svg`<g class="ed-die control ${power}">
        <path class="ed-face" d=${DIE[power]}></path>
        <path class="ed-wave" d="M-7.5-1q3.75-4 7.5 0t7.5 0M-7.5 4.5q3.75-4 7.5 0t7.5 0"></path>
      </g>`
    : svg`<g class="ed-control-none">
        <circle r="11"></circle>
        <path class="ed-wave" d="M-7.5 1.5q3.75-4 7.5 0t7.5 0"></path>
      </g>`;

/** Renders the sign of a contested card that is still open: a small card with its side's shape and colour. @param {string} side */
export const openCard = (side) => svg`<g class="ed-open ${side}">
  <rect x="-8" y="-10.5" width="16" height="21" rx="3"></rect>
  ${side === 'europe' ? svg`<circle r="4.8"></circle>` : svg`<path d="M0-6.8 5.4 0 0 6.8-5.4 0Z"></path>`}
</g>`;

/** Renders the EU fracture marker: a broken circle. */
export const fracture = () => svg`<g class="ed-fracture">
  <circle r="8"></circle>
  <path d="M-1.5-9 2-3-2 2 1.5 9"></path>
</g>`;

/** Renders a padlock: a choice that is made and not yet revealed. */
export const lock = () => svg`<g class="ed-lock">
  <path d="M-6-2V-6A6 6 0 0 1 6-6V-2" fill="none"></path>
  <rect x="-9" y="-2" width="18" height="14" rx="2.5"></rect>
</g>`;

/**
 * Renders a piece in a line of text or on a card; its meaning is written beside it.
 * @param {unknown} piece
 */
export const icon = (piece) =>
  html`<svg class="ed-icon" viewBox="-15 -15 30 30" aria-hidden="true">${piece}</svg>`;

/** Renders the signs of a side: the shapes of its dice. @param {string} side */
export const emblem = (side) =>
  side === 'europe'
    ? html`${icon(die('eu', ''))}${icon(die('nato', ''))}`
    : icon(die('russia', ''));
