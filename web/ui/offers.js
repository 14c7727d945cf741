// Everything this seat may do now, in groups, with a filter; or the form of the offer that was begun. With
// this panel alone every game can be played, whatever its board shows.

import { mentioned } from '../core/offers.js';
import { text } from '../text/index.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { offerForm } from './offer-form.js';
import { UNSET, showing } from './component.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Play } from '../core/play.js' */
/** @import { GameModule } from '../games/registry.js' */

/** Number of offers from which there is a filter. */
const FILTERED_FROM = 9;

export class Offers extends showing({
  play: /** @type {Play} */ (UNSET),
  game: /** @type {GameModule} */ (UNSET),
}) {
  wanted = '';
  /** @type {Wire.Offer[]} */ #shown = [];

  render() {
    const { play } = this;
    if (play.draft) return offerForm(play, this.game);
    // While an answer is on its way the list stays, so that nothing flickers and the focus is kept; and while
    // dice roll, because it would reveal how they fall.
    if (!this.#waits) this.#shown = this.game.ordered?.(play) ?? play.offers;
    if (this.#shown.length === 0) {
      return html`<p class="faint">
        ${play.session.busy ? text.match.sending : play.unseen > 0 ? text.match.rolling : text.match.noChoices}
      </p>`;
    }
    return html`${this.#shown.length >= FILTERED_FROM ? this.#filter() : nothing}
    ${[...this.#groups()].map(([title, group]) => this.#group(title, group))}`;
  }

  /** `true` while the current choices must not be shown yet. */
  get #waits() {
    return this.play.session.busy || this.play.unseen > 0;
  }

  #filter() {
    /** @param {any} event */
    const type = (event) => {
      this.wanted = event.target.value;
      this.requestUpdate();
    };
    return html`<input
      class="filter"
      type="search"
      aria-label=${text.match.filter}
      placeholder=${text.match.filter}
      .value=${this.wanted}
      @input=${type}
    />`;
  }

  #groups() {
    const words = this.wanted.toLowerCase().split(/\s+/).filter(Boolean);
    /** @type {Map<string, Wire.Offer[]>} */
    const groups = new Map();
    for (const offer of this.#shown) {
      const said = offer.text.toLowerCase();
      if (!words.every((word) => said.includes(word))) continue;
      const title = this.game.group?.(offer, this.play) ?? offer.rule;
      groups.set(title, [...(groups.get(title) ?? []), offer]);
    }
    return groups;
  }

  /** @param {string} title @param {Wire.Offer[]} offers */
  #group(title, offers) {
    return html`<section class="offer-group">
      <h3>${title}</h3>
      <ul>
        ${offers.map((offer) => this.#offer(offer))}
      </ul>
    </section>`;
  }

  /** @param {Wire.Offer} offer */
  #offer(offer) {
    const { play } = this;
    const ids = mentioned(offer);
    const lit = [...ids].some((id) => play.focus.has(id));
    const point = () => play.point(ids);
    const leave = () => play.point();
    return html`<li>
      <button
        class="offer ${lit ? 'lit' : ''}"
        .choice=${{ offer, values: [] }}
        aria-disabled=${this.#waits ? 'true' : 'false'}
        @click=${() => this.#waits || play.choose(offer)}
        @mouseenter=${point}
        @mouseleave=${leave}
        @focus=${point}
        @blur=${leave}
      >
        ${offer.text}
      </button>
    </li>`;
  }
}

customElements.define('entente-offers', Offers);
