// A line below any page while a lobby waits for others: the way back to it, and the call when they have come.

import { goTo } from '../core/router.js';
import { play as sound } from '../core/sound.js';
import { style } from '../core/style.js';
import { waiting } from '../core/waiting.js';
import { en as text } from '../text/waiting.en.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { Component } from './component.js';

await style(new URL('../styles/waiting.css', import.meta.url));

export class Called extends Component {
  /** `true` once it has called: it sounds once. */ #called = false;

  connectedCallback() {
    super.connectedCallback();
    this.follow(waiting);
  }

  willUpdate() {
    const { calls } = waiting;
    if (calls && !this.#called) {
      sound(['turn']);
      document.title = text.calledTitle;
    }
    this.#called = calls;
  }

  render() {
    const { session, calls } = waiting;
    if (!session) return nothing;
    const others = session.room?.seats.filter(({ seat }) => seat !== session.seat) ?? [];
    const names = others.flatMap(({ name }) => name ?? []).join(', ');
    return html`<aside class="called ${calls ? 'calling' : ''}">
      <p role=${calls ? 'alert' : 'status'}>
        ${calls ? text.calls(names) : text.waits(session.code)}
      </p>
      <button class=${calls ? 'primary' : ''} @click=${() => goTo(`r/${session.code}`)}>
        ${calls ? text.go : text.back}
      </button>
    </aside>`;
  }
}

customElements.define('entente-called', Called);
