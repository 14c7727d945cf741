// A button over a map, with a sign for a face.

import { html } from '../vendor/lit/lit.js';

/** @param {string} sign @param {string} label @param {() => void} act */
export const mapButton = (sign, label, act) =>
  html`<button aria-label=${label} title=${label} @click=${act}>${sign}</button>`;
