// The page for a link or a code that leads nowhere.

import { text } from '../text/index.js';
import { html } from '../vendor/lit/lit.js';
import { Component } from './component.js';
import { link } from './link.js';

export const unknownRoom = () =>
  html`<main class="page" role="alert">
    <h1>${text.room.unknown}</h1>
    <p>${text.room.unknownHelp}</p>
    <div class="row">${link('', text.app.home, 'button')}</div>
  </main>`;

class Unknown extends Component {
  render() {
    return unknownRoom();
  }
}

customElements.define('entente-unknown', Unknown);
