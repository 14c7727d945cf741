// A text with a button that copies it; where the clipboard is not available (plain http), the text is
// selected so that the person can copy it.

import { text } from '../text/index.js';
import { html } from '../vendor/lit/lit.js';
import { showing } from './component.js';

/** Time for which "copied" is shown, in milliseconds. */
const COPIED_MS = 2_000;

export class Copy extends showing({ value: '', label: '' }) {
  copied = false;

  render() {
    return html`<div class="copy">
      <input readonly aria-label=${this.label} .value=${this.value} @focus=${this.#select} />
      <button type="button" class="primary" @click=${this.#copy}>
        ${this.copied ? text.lobby.copied : text.lobby.copy}
      </button>
    </div>`;
  }

  #select() {
    this.querySelector('input')?.select();
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.value);
    } catch {
      // Deprecated, but the only way on plain http.
      this.#select();
      // The text is selected, for whoever copies it by hand.
      if (!document.execCommand('copy')) return;
    }
    this.copied = true;
    this.requestUpdate();
    setTimeout(() => {
      this.copied = false;
      this.requestUpdate();
    }, COPIED_MS);
  }
}

customElements.define('entente-copy', Copy);
