// The time left until a moment of the match; between updates it counts on by itself and redraws nothing else.

import { spanText } from '../core/span.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { UNSET, showing } from './component.js';

/** @import { Shown } from '../core/play.js' */

/** Interval between redraws, in milliseconds. */
const TICK_MS = 250;

/** Formats a duration; a second that has begun counts as a whole one. @param {number} ms */
const shownSpan = (ms) => spanText(Math.ceil(ms / 1_000) * 1_000);

export class Clock extends showing({
  session: /** @type {Shown} */ (UNSET),
  until: 0,
  /** The full time in milliseconds; if set, a bar shows the share that is left. */
  whole: 0,
  /** The time left from which the display urges, in milliseconds. */
  soon: 10_000,
  label: '',
}) {
  /** @type {ReturnType<typeof setInterval> | undefined} */ #timer;

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
