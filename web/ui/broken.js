// The notice of something that could not be loaded.

import { text } from '../text/index.js';
import { html } from '../vendor/lit/lit.js';

/** @param {string} problem in words @param {() => void} again */
export const broken = (problem, again) =>
  html`<div class="notice bad row" role="alert">
    ${problem}
    <button @click=${again}>${text.room.tryAgain}</button>
  </div>`;
