// The chat. Its lines are strangers' words: text, never markup.

import { text } from '../text/index.js';
import { html } from '../vendor/lit/lit.js';
import { UNSET, showing } from './component.js';
import { Tail } from './tail.js';

/** @import { Session } from '../core/session.js' */

export class Chat extends showing({ session: /** @type {Session} */ (UNSET) }) {
  constructor() {
    super();
    this.addController(new Tail(this));
  }

  render() {
    const { chat, limits } = this.session;
    return html`<div class="chat">
      <div class="lines" role="log" aria-label=${text.match.chat} tabindex="0">
        ${chat.length === 0 ? html`<p class="faint">${text.match.chatEmpty}</p>` : ''}
        ${chat.map((line) => html`<p><b>${line.name}</b> ${line.text}</p>`)}
      </div>
      <form @submit=${this.#say}>
        <input
          name="text"
          aria-label=${text.match.chatLabel}
          placeholder=${text.match.chatLabel}
          autocomplete="off"
          maxlength=${limits?.chat_chars ?? 500}
        />
        <button>${text.match.send}</button>
      </form>
    </div>`;
  }

  /** @param {SubmitEvent} event */
  #say(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const said = String(new FormData(form).get('text')).trim();
    if (said && this.session.sendChat(said)) form.reset();
  }
}

customElements.define('entente-chat', Chat);
