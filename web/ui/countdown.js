// The time until the match's next deadline, counted on from what the server said.

import { text } from '../text/index.js';
import { html } from '../vendor/lit/lit.js';
import { Part } from './part.js';

/** @import { Shown } from '../core/play.js' */

/** How often the clock is drawn, in milliseconds. */
const TICK_MS = 250;

export class Countdown extends Part {
  static properties = { session: { attribute: false } };
  /** @type {ReturnType<typeof setInterval> | undefined} */ #timer;

  constructor() {
    super();
    this.session = /** @type {Shown} */ (/** @type {unknown} */ (null));
  }

  connectedCallback() {
    super.connectedCallback();
    this.#timer = setInterval(() => this.requestUpdate(), TICK_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  willUpdate() {
    this.follow(this.session);
  }

  render() {
    const { view, now } = this.session;
    if (view?.deadline_ms == null) return html``;
    if (view.paused) return html`<span class="countdown paused">${text.match.paused}</span>`;
    const left = Math.max(0, Math.ceil((view.deadline_ms - now) / 1_000));
    const shown = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
    return html`<span
      class="countdown ${left <= 10 ? 'soon' : ''}"
      role="timer"
      aria-label="${text.match.timeLeft} ${shown}"
      >${shown}</span
    >`;
  }
}

customElements.define('entente-countdown', Countdown);
