// The note of a first match: what usually is good where something is asked, in the place that the notes of a lesson
// have. It says nothing that the rules in words do not.

import { useGuide } from '../core/guide.js';
import { reasonOf } from '../core/rules.js';
import { style } from '../core/style.js';
import { en as text } from '../text/guide.en.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { Reasoned } from './reasoned.js';

/** @import * as Wire from '../types/protocol.js' */

await style(new URL('../styles/lesson.css', import.meta.url));

export class Guide extends Reasoned {
  /** @type {Wire.PromptReason | null} what is asked, or was asked last */ #reason = null;

  willUpdate() {
    const { session, offers } = this.play;
    // On the way to the server, and while moves are played out, the answered question stays.
    if (session.busy || this.play.unseen > 0) return;
    this.#reason = this.rules && reasonOf(this.rules, offers);
  }

  render() {
    const reason = this.#reason;
    return html`<section class="lesson-note guide-note" aria-label=${text.label}>
      <p class="lesson-at">
        <b>${text.title}</b>
        ${reason ? this.#rule(reason.section) : nothing}
      </p>
      <div class="lesson-text" aria-live="polite">
        <p class="guide-say">${this.rules && (reason?.more ?? text.waits)}</p>
      </div>
      <div class="lesson-ways">
        <button class="guide-enough" title=${text.enoughHelp} @click=${() => useGuide('never')}>
          ${text.enough}
        </button>
      </div>
    </section>`;
  }

  /** @param {string} section */
  #rule(section) {
    return html`<button class="quiet lesson-rule" @click=${() => this.emit('look-up', section)}>
      ${text.rule}
    </button>`;
  }
}

customElements.define('entente-guide', Guide);
