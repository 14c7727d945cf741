// Where this seat has notices of its turn while nobody has the page open: this device, a mail address or a
// webhook, as far as the server offers them. It is requested when the form is opened, and shown to this seat
// alone.

import { notices, setNotices } from '../core/api.js';
import {
  clearNotices,
  pushBlocked,
  pushHere,
  pushNoMore,
  pushPossible,
  pushedHere,
} from '../core/push.js';
import { explain, text } from '../text/index.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { UNSET, showing } from './component.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Session } from '../core/session.js' */

/** @typedef {'email' | 'webhook'} Way */

/** The ways for which an address is typed. @type {Way[]} */
const ADDRESSES = ['webhook', 'email'];

export class Notices extends showing({ session: /** @type {Session} */ (UNSET) }) {
  /** @type {Wire.Notify | null} */ known = null;
  problem = '';
  /** `true` if notices come to this device. */
  here = false;
  /** `true` while that is being changed. */
  changing = false;

  connectedCallback() {
    super.connectedCallback();
    const look = () => document.hidden || clearNotices(this.session.code);
    this.follow(document, 'visibilitychange', look);
    look();
  }

  render() {
    const open = (/** @type {any} */ event) => event.target.open && this.#do(() => this.#ask());
    return html`<details @toggle=${open}>
      <summary>${text.notices.title}</summary>
      ${this.known?.ways.length === 0 && !this.known.push ? html`<p class="faint">${text.notices.none}</p>` : nothing}
      ${this.known?.push ? this.#device(this.known.push) : nothing}
      ${ADDRESSES.filter((way) => this.known?.ways.includes(way)).map((way) => this.#form(way))}
      ${this.problem ? html`<p class="bad" role="alert">${this.problem}</p>` : nothing}
    </details>`;
  }

  /** Shows the switch for this device. @param {Wire.Push} push */
  #device({ key }) {
    if (!pushPossible()) return html`<p class="faint">${text.notices.pushMissing}</p>`;
    const change = (/** @type {any} */ { target }) => {
      const wanted = target.checked;
      // It is switched once it is so.
      target.checked = this.here;
      this.#push(wanted, key);
    };
    return html`<label class="check">
        <input
          type="checkbox"
          name="push"
          .checked=${this.here}
          ?disabled=${this.changing || (pushBlocked() && !this.here)}
          @change=${change}
        />
        ${text.notices.push}
      </label>
      ${pushBlocked() ? html`<p class="faint">${text.notices.pushBlocked}</p>` : nothing}`;
  }

  /** @param {boolean} wanted @param {string} key */
  async #push(wanted, key) {
    const { code, seat, token } = this.session;
    const place = { code, seat: Number(seat), token: String(token) };
    this.changing = true;
    this.requestUpdate();
    await this.#do(async () => {
      const known = await (wanted ? pushHere(place, key) : pushNoMore(place, key));
      return known ?? this.#ask();
    });
    this.changing = false;
    this.requestUpdate();
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
      this.here = this.known.push ? await pushedHere(this.known.push) : false;
    } catch (problem) {
      this.problem = explain(/** @type {any} */ (problem));
    }
    this.requestUpdate();
  }
}

customElements.define('entente-notices', Notices);
