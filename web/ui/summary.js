// The board in words, place by place, and what others have done since this seat acted: one key and one button each,
// for whoever does not see the board, or wants it in order.

import { eventText } from '../core/event-text.js';
import { isFree, keysWanted } from '../core/single-keys.js';
import { text } from '../text/index.js';
import { table } from '../text/table.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { UNSET, showing } from './component.js';

/** @import { Play } from '../core/play.js' */
/** @import { Component } from './component.js' */
/** @import { GameModule } from '../games/registry.js' */

/** @typedef {'board' | 'news'} About */

const KEYS = /** @type {Record<string, About>} */ ({ b: 'board', n: 'news' });
const ABOUTS = /** @type {const} */ (['board', 'news']);

/**
 * Renders the buttons that open the board in words and what is new.
 * @param {Component} from where they stand
 */
export const summaryButtons = (from) =>
  ABOUTS.map(
    (about) =>
      html`<button @click=${() => from.emit('show-summary', about)}>
        ${table.summary.titles[about]}
      </button>`,
  );

export class Summary extends showing({
  play: /** @type {Play} */ (UNSET),
  game: /** @type {GameModule} */ (UNSET),
}) {
  /** @type {About | null} what is open */ about = null;

  connectedCallback() {
    super.connectedCallback();
    // On the window: whatever board is shown uses its keys first.
    this.follow(window, 'keydown', (event) => this.#handleKey(event));
    this.follow(window, 'show-summary', ({ detail }) => this.open(detail));
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    const about = KEYS[event.key.toLowerCase()];
    if (about && keysWanted() && isFree(event)) {
      event.preventDefault();
      this.open(about);
    }
  }

  /** Opens the sheet. @param {About} about */
  async open(about) {
    this.about = about;
    this.requestUpdate();
    await this.updateComplete;
    const dialog = this.querySelector('dialog');
    if (!dialog?.open) dialog?.showModal();
  }

  render() {
    const { about } = this;
    const close = () => {
      this.about = null;
      this.requestUpdate();
    };
    return html`<dialog class="sheet summary" aria-labelledby="summary-title" @close=${close}>
      ${about ? this.#sheet(about) : nothing}
    </dialog>`;
  }

  /** @param {About} about */
  #sheet(about) {
    return html`<h2 id="summary-title">${table.summary.titles[about]}</h2>
      <div class="row">
        ${ABOUTS.filter((one) => one !== about).map(
          (one) =>
            html`<button @click=${() => this.open(one)}>${table.summary.titles[one]}</button>`,
        )}
      </div>
      <div class="summary-text" tabindex="0" role="region" aria-labelledby="summary-title">
        ${about === 'board' ? this.#board() : this.#news()}
      </div>
      <form method="dialog"><button>${text.keys.close}</button></form>`;
  }

  #board() {
    const { play, game } = this;
    const parts = (play.view && game.summary?.(play)) ?? [];
    if (parts.length === 0) return html`<p>${table.summary.noBoard}</p>`;
    return parts.map(
      ({ title, lines }) =>
        html`<h3>${title}</h3>
          <ul>
            ${lines.map((line) => html`<li>${line}</li>`)}
          </ul>`,
    );
  }

  /** Returns what others have done since this seat acted; where all act at once, since the round began if it has not. */
  get #since() {
    const { play, game } = this;
    /** @type {any[]} */ const traces = play.traces;
    if (!game.ownClock) return traces;
    const { events, acted } = /** @type {any} */ (play.session);
    const opening = events.findLast((/** @type {any} */ event) => game.chronicle?.opens(event));
    const after = acted ?? opening?.seq ?? 0;
    return /** @type {any[]} */ (events.filter((/** @type {any} */ { seq }) => seq > after));
  }

  #news() {
    const { play, game } = this;
    const called = game.called?.(play);
    const since = this.#since;
    if (since.length === 0) return html`<p>${table.summary.noNews}</p>`;
    return html`<ol>
      ${since.map((event) => (event.text ? html`<li>${eventText(event, play.session.room, called)}</li>` : nothing))}
    </ol>`;
  }
}

customElements.define('entente-summary', Summary);
