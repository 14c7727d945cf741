// The address for notices of this seat's turn while nobody has the page open: a mail address or a webhook, as
// far as the server offers them. It is requested when the form is opened, and shown to this seat alone.

import { notices, setNotices } from '../core/api.js';
import { explain, text } from '../text/index.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { UNSET, showing } from './component.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Session } from '../core/session.js' */

/** @typedef {'email' | 'webhook'} Way */

export class Notices extends showing({ session: /** @type {Session} */ (UNSET) }) {
  /** @type {Wire.Notify | null} */ known = null;
  problem = '';

  render() {
    const open = (/** @type {any} */ event) => event.target.open && this.#do(() => this.#ask());
    return html`<details @toggle=${open}>
      <summary>${text.notices.title}</summary>
      ${this.known?.ways.length === 0 ? html`<p class="faint">${text.notices.none}</p>` : nothing}
      ${this.known?.ways.map((way) => this.#form(way))}
      ${this.problem ? html`<p class="bad" role="alert">${this.problem}</p>` : nothing}
    </details>`;
  }

  /** @param {Way} way */
  #form(way) {
    const kept = this.known?.[way] ?? '';
    /** @param {SubmitEvent} event */
    const set = (event) => {
      event.preventDefault();
      const given = new FormData(/** @type {HTMLFormElement} */ (event.target)).get('address');
      this.#do(() => this.#set({ [way]: String(given) }));
    };
    const waits = way === 'email' && kept && this.known?.confirmed === false;
    return html`<form class="notice-form" @submit=${set}>
      <label class="field"
        >${text.notices[way]}
        <input
          name="address"
          required
          type=${way === 'email' ? 'email' : 'url'}
          autocomplete=${way === 'email' ? 'email' : 'off'}
          .value=${kept}
        />
      </label>
      ${waits ? html`<p class="faint">${text.notices.confirm}</p>` : nothing}
      <div class="row">
        <button>${text.notices.set}</button>
        ${
          kept
            ? html`<button type="button" @click=${() => this.#do(() => this.#set({}))}>
                ${text.notices.stop}
              </button>`
            : nothing
        }
      </div>
    </form>`;
  }

  #ask() {
    const { code, seat, token } = this.session;
    return notices(code, Number(seat), String(token));
  }

  /** @param {Wire.SetNotify} wanted */
  #set(wanted) {
    const { code, seat, token } = this.session;
    return setNotices(code, Number(seat), String(token), wanted);
  }

  /** @param {() => Promise<Wire.Notify>} what */
  async #do(what) {
    try {
      this.problem = '';
      this.known = await what();
    } catch (problem) {
      this.problem = explain(/** @type {any} */ (problem));
    }
    this.requestUpdate();
  }
}

customElements.define('entente-notices', Notices);
