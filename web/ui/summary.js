// The board in words, place by place, and what others have done since this seat acted: one key each, for whoever
// does not see the board, or wants it in order.

import { eventText } from '../core/event-text.js';
import { isFree, keysWanted } from '../core/single-keys.js';
import { text } from '../text/index.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { UNSET, showing } from './component.js';

/** @import { Play } from '../core/play.js' */
/** @import { GameModule } from '../games/registry.js' */

/** @typedef {'board' | 'news'} About */

const KEYS = /** @type {Record<string, About>} */ ({ b: 'board', n: 'news' });

export class Summary extends showing({
  play: /** @type {Play} */ (UNSET),
  game: /** @type {GameModule} */ (UNSET),
}) {
  /** @type {About} */ about = 'board';

  connectedCallback() {
    super.connectedCallback();
    // On the window: whatever board is shown uses its keys first.
    this.follow(window, 'keydown', (event) => this.#handleKey(event));
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
    this.querySelector('dialog')?.showModal();
  }

  render() {
    const { about } = this;
    return html`<dialog class="sheet summary" aria-labelledby="summary-title">
      <h2 id="summary-title">${text.summary.titles[about]}</h2>
      <div class="summary-text" tabindex="0" role="region" aria-labelledby="summary-title">
        ${about === 'board' ? this.#board() : this.#news()}
      </div>
      <form method="dialog"><button>${text.keys.close}</button></form>
    </dialog>`;
  }

  #board() {
    const { play, game } = this;
    const parts = (play.view && game.summary?.(play)) ?? [];
    if (parts.length === 0) return html`<p>${text.summary.noBoard}</p>`;
    return parts.map(
      ({ title, lines }) =>
        html`<h3>${title}</h3>
          <ul>
            ${lines.map((line) => html`<li>${line}</li>`)}
          </ul>`,
    );
  }

  #news() {
    const { traces, session } = this.play;
    if (traces.length === 0) return html`<p>${text.summary.noNews}</p>`;
    return html`<ol>
      ${traces.map((event) => (event.text ? html`<li>${eventText(event, session.room)}</li>` : nothing))}
    </ol>`;
  }
}

customElements.define('entente-summary', Summary);
