// The list of keys: the shell's, and those of the board that is shown. `?` opens and closes it anywhere but
// in fields.

import { text } from '../text/index.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { showing } from './component.js';

/** @import { GameModule } from '../games/registry.js' */

/** Selector of fields, in which keys keep their usual meaning. */
const FIELDS = 'input:not([type=checkbox], [type=radio], [type=range]), textarea, select';

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
      ${game?.keys?.single ? this.#single(game.keys.single) : nothing}
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
      <form method="dialog"><button>${text.keys.close}</button></form>
    </dialog>`;
  }

  /** @param {NonNullable<NonNullable<GameModule['keys']>['single']>} single */
  #single({ label, wanted, want }) {
    return html`<label class="check"
      ><input
        type="checkbox"
        .checked=${wanted()}
        @change=${(/** @type {any} */ event) => want(event.target.checked)}
      />
      ${label}</label
    >`;
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    if (event.key !== '?' || event.defaultPrevented || event.isComposing) return;
    if (event.target instanceof Element && event.target.closest(FIELDS)) return;
    event.preventDefault();
    this.toggle();
  }
}

customElements.define('entente-keys', Keys);
