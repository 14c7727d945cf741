// The signs of Balance of Power beside the text of its rules: the same as on the map.

import { TILES } from '../../ui/tiles.js';
import { html, svg } from '../../vendor/lit/lit.js';
import { ground, line, regionSample } from './info.js';
import { scenes } from './scenes.js';
import './styles.js';
import { CITY, SITES, capitalSign, counter, sign } from './symbols.js';

/** The textures, which are beside the map only where there is one. */
const textures = () =>
  html`<svg class="unseen" aria-hidden="true">${svg`<defs>${TILES}</defs>`}</svg>`;

/** @type {Record<string, () => unknown>} */
const signs = {
  red: () => counter('red', 3),
  blue: () => counter('blue', 3),
  neutral: () => counter('neutral', 3),
  capital: () => capitalSign('red'),
  city: () => sign(CITY, 'inked'),
  'swiss-vault': () => sign(SITES.swiss_vault, 'inked'),
  'naval-base': () => sign(SITES.naval_base, 'inked'),
  'satellite-centre': () => sign(SITES.satellite_centre, 'inked'),
  rough: () => html`${textures()}${ground('rough')}`,
  'sea-line': () => line('map-link'),
  barrier: () => line('map-barrier'),
  'region-bonus': () => regionSample(),
  star: () => html`<b class="bp-stars">★</b>`,
  legal: () => line('map-ring legal'),
  chosen: () => line('map-ring chosen'),
  chance: () => html`<b>66 %</b>`,
  made: () => html`<b>~</b>`,
  ...scenes,
};

/** Renders a sign; its meaning is beside it. @param {string} name */
export default (name) => signs[name]?.() ?? null;
