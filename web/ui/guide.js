// The note of a first match: what usually is good where something is asked, in the place that the notes of a lesson
// have. It says nothing that the rules in words do not.

import { useGuide } from '../core/guide.js';
import { mayHaveHints } from '../core/hints.js';
import { reasonOf } from '../core/rules.js';
import { style } from '../core/style.js';
import { en as text } from '../text/guide.en.js';
import { table } from '../text/table.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { Reasoned } from './reasoned.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Hints } from '../core/hints.js' */

await style(new URL('../styles/lesson.css', import.meta.url));

export class Guide extends Reasoned {
  static properties = { info: { attribute: false }, hints: { attribute: false } };

  /** @type {Wire.PromptReason | null} what is asked, or was asked last */ #reason = null;
  /** `true` while a phone shows the whole of it, over the board. */ open = false;

  constructor() {
    super();
    /** @type {Wire.GameInfo | null} */ this.info = null;
    /** @type {Hints | null} */ this.hints = null;
  }

  willUpdate() {
    const { session, offers } = this.play;
    // On the way to the server, and while moves are played out, the answered question stays.
    if (session.busy || this.play.unseen > 0) return;
    const reason = this.rules && reasonOf(this.rules, this.prompt, offers);
    if (reason?.more !== this.#reason?.more) this.open = false;
    this.#reason = reason;
  }

  render() {
    const reason = this.#reason;
    return html`<section
      class="lesson-note guide-note ${this.open ? 'open' : ''}"
      aria-label=${text.label}
    >
      <p class="lesson-at">
        <b>${text.title}</b>
        ${reason ? this.#rule(reason.section) : nothing}
      </p>
      <div class="lesson-text" aria-live="polite">
        <p class="guide-say">${this.rules && (reason?.more ?? this.#waits)}</p>
      </div>
      <div class="lesson-ways">
        ${this.#hint()}
        <button
          class="guide-more"
          aria-expanded=${this.open ? 'true' : 'false'}
          @click=${() => this.#turn()}
        >
          ${this.open ? text.less : text.more}
        </button>
        <button class="guide-enough" title=${text.enoughHelp} @click=${() => useGuide('never')}>
          ${text.enough}
        </button>
      </div>
    </section>`;
  }

  /** Who acts while nothing is asked: what comes before a question to this seat may still be played out. */
  get #waits() {
    const { session, view } = this.play;
    return view?.awaiting.some((seat) => seat === session.seat) ? text.follows : text.waits;
  }

  /** A way to the hints, which stand in the drawer: it need not be open for somebody who asks for none. */
  #hint() {
    const { session, unseen } = this.play;
    const { room, view, seat, busy } = session;
    if (!room || !mayHaveHints(room, seat, this.info)) return nothing;
    const ready = view?.decision != null && !busy && !unseen && !this.hints?.thinking;
    return html`<button
      class="guide-hint"
      ?disabled=${!ready}
      @click=${() => this.emit('hint', null)}
    >
      ${table.hint.ask}
    </button>`;
  }

  #turn() {
    this.open = !this.open;
    this.requestUpdate();
  }

  /** @param {string} section */
  #rule(section) {
    return html`<button class="quiet lesson-rule" @click=${() => this.emit('look-up', section)}>
      ${text.rule}
    </button>`;
  }
}

customElements.define('entente-guide', Guide);
