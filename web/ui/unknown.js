// The page for an address or a code that leads nowhere.

import { text } from '../text/index.js';
import { html } from '../vendor/lit/lit.js';
import { showing } from './component.js';
import { link } from './link.js';

/** @param {string} what @param {string} help */
const unknown = (what, help) =>
  html`<main class="page" role="alert">
    <h1>${what}</h1>
    <p>${help}</p>
    <div class="row">${link('', text.app.home, 'button')}</div>
  </main>`;

export const unknownRoom = () => unknown(text.room.unknown, text.room.unknownHelp);

/** `room` is true if the address is that of a room. */
class Unknown extends showing({ room: false }) {
  render() {
    return this.room ? unknownRoom() : unknown(text.app.nowhere, text.app.nowhereHelp);
  }
}

customElements.define('entente-unknown', Unknown);
