// The signs on the map and in the panels, as paths around their middle. Owners differ in shape, not only
// in colour.

import { html } from '../../vendor/lit/lit.js';

/** Outlines of a troop counter, 40 by 30: Red a hexagon, Blue a box, the neutral army round. */
export const COUNTER = /** @type {Readonly<Record<string, string>>} */ (
  Object.freeze({
    red: 'M-20 0L-13-14H13L20 0L13 14H-13Z',
    blue: 'M-18-14H18V14H-18Z',
    neutral: 'M-7-14H7A14 14 0 0 1 7 14H-7A14 14 0 0 1 -7-14Z',
  })
);

/** A city: houses and a tower. */
export const CITY =
  'M-9 10V-2H-4V-8L0-12L4-8V10ZM4 0H9V10H4ZM-6.5 2H-4.5M-6.5 6H-4.5M0-4H.1M0 1H.1M0 6H.1';

/** A capital: a star. */
export const CAPITAL =
  'M0-11L2.8-3.6L10.5-3.4L4.4 1.4L6.5 9L0 4.6L-6.5 9L-4.4 1.4L-10.5-3.4L-2.8-3.6Z';

/** The signs of the sites. */
export const SITES = /** @type {Readonly<Record<string, string>>} */ (
  Object.freeze({
    swiss_vault: 'M-8-8H8V8H-8ZM4 0A4 4 0 1 1 -4 0A4 4 0 1 1 4 0M0-4V-2M0 4V2M-4 0H-2M4 0H2',
    naval_base:
      'M0-6V9M-4-3H4M-8 3C-7 7-4 9 0 9C4 9 7 7 8 3M1.8-8A1.8 1.8 0 1 1 -1.8-8A1.8 1.8 0 1 1 1.8-8',
    satellite_centre:
      'M-8-6C-8 3-3 8 6 8ZM-1 1L5-5M6-9A6 6 0 0 1 9-5M4 -6A1 1 0 1 1 6-6M-4 8L-6 10H2L0 8',
  })
);

/**
 * Renders a counter in a panel, beside text, with or without a number.
 * @param {string} owner @param {number | string} [count]
 */
export const counter = (owner, count = '') =>
  html`<svg class="bp-icon" viewBox="-22 -16 44 32" aria-hidden="true">
    <path class="bp-counter ${owner}" d=${COUNTER[owner]}></path>
    <text class="bp-number ${owner}" y="6">${count}</text>
  </svg>`;

/** Renders a sign in a panel. @param {string} path @param {string} [kind] */
export const sign = (path, kind = '') =>
  html`<svg class="bp-icon ${kind}" viewBox="-13 -13 26 26" aria-hidden="true">
    <path class="bp-sign ${kind}" d=${path}></path>
  </svg>`;

/** Renders the capital of a colour in a panel. @param {string} colour */
export const capitalSign = (colour) =>
  html`<svg class="bp-icon" viewBox="-13 -13 26 26" aria-hidden="true">
    <rect
      class="bp-tile capital ${colour}"
      x="-13"
      y="-13"
      width="26"
      height="26"
      rx=${colour === 'red' ? 9 : 2}
    ></rect>
    <path class="bp-sign capital ${colour}" transform="scale(0.95)" d=${CAPITAL}></path>
  </svg>`;
