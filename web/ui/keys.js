// The list of keys: the shell's, and those of the board that is shown. `?` opens and closes it anywhere but
// in fields.

import { keysWanted, typed, wantKeys } from '../core/single-keys.js';
import { text } from '../text/index.js';
import { html } from '../vendor/lit/lit.js';
import { showing } from './component.js';

/** @import { GameModule } from '../games/registry.js' */

export class Keys extends showing({
  /** The board that is shown. */ game: /** @type {GameModule | null} */ (null),
}) {
  connectedCallback() {
    super.connectedCallback();
    this.follow(document, 'keydown', (event) => this.#handleKey(event));
  }

  /** Shows or hides the list. */
  toggle() {
    const dialog = this.querySelector('dialog');
    if (dialog?.open) dialog.close();
    else dialog?.showModal();
  }

  render() {
    const { game } = this;
    const groups = [...text.keys.groups, ...(game?.keys?.groups ?? [])];
    return html`<dialog class="sheet keys" aria-labelledby="keys-title">
      <h2 id="keys-title">${text.keys.title}</h2>
      <label class="check"
        ><input
          type="checkbox"
          .checked=${keysWanted()}
          @change=${(/** @type {any} */ event) => wantKeys(event.target.checked)}
        />
        ${text.keys.single}</label
      >
      <div class="keys-text" tabindex="0" role="region" aria-labelledby="keys-title">
        ${groups.map(
          ({ title, keys }) =>
            html`<section>
              <h3>${title}</h3>
              <dl>
                ${keys.map(
                  ([key, does]) =>
                    html`<div>
                      <dt><kbd>${key}</kbd></dt>
                      <dd>${does}</dd>
                    </div>`,
                )}
              </dl>
            </section>`,
        )}
      </div>
      <form method="dialog"><button>${text.keys.close}</button></form>
    </dialog>`;
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    if (event.key !== '?' || typed(event)) return;
    const open = this.querySelector('dialog')?.open;
    if (event.defaultPrevented || event.isComposing || !(open || keysWanted())) return;
    event.preventDefault();
    this.toggle();
  }
}

customElements.define('entente-keys', Keys);
