// The time left until a moment of the match; between updates it counts on by itself and redraws nothing else.

import { spanText } from '../core/span.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { Component } from './component.js';

/** @import { Shown } from '../core/play.js' */

/** Interval between redraws, in milliseconds. */
const TICK_MS = 250;

/** Formats a duration; a second that has begun counts as a whole one. @param {number} ms */
const shownSpan = (ms) => spanText(Math.ceil(ms / 1_000) * 1_000);

export class Clock extends Component {
  static properties = {
    session: { attribute: false },
    until: { attribute: false },
    whole: { attribute: false },
    soon: { attribute: false },
    label: { attribute: false },
  };
  /** @type {ReturnType<typeof setInterval> | undefined} */ #timer;

  constructor() {
    super();
    this.session = /** @type {Shown} */ (/** @type {unknown} */ (null));
    this.until = 0;
    /** @type {number} the full time in milliseconds; if set, a bar shows the share that is left */
    this.whole = 0;
    /** @type {number} the time left from which the display urges, in milliseconds */
    this.soon = 10_000;
    this.label = '';
  }

  connectedCallback() {
    super.connectedCallback();
    this.#timer = setInterval(() => this.requestUpdate(), TICK_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  render() {
    const left = Math.max(0, this.until - this.session.now);
    const hurry = left <= this.soon ? 'soon' : '';
    const shown = shownSpan(left);
    const part = this.whole ? Math.min(1, left / this.whole) : 0;
    return html`<span class="time ${hurry}" role="timer" aria-label="${this.label} ${shown}"
        >${shown}</span
      >${
        this.whole
          ? html`<svg
              class="left ${hurry}"
              viewBox="0 0 100 4"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <rect class="all" width="100" height="4" />
              <rect class="part" width=${part * 100} height="4" />
            </svg>`
          : nothing
      }`;
  }
}

customElements.define('entente-clock', Clock);
