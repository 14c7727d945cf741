// Why something is asked of this seat and what follows, in the words of the game's rules.

import { reasonOf, reference } from '../core/rules.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { UNSET, showing } from './component.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Play } from '../core/play.js' */

export class Why extends showing({ play: /** @type {Play} */ (UNSET) }) {
  /** @type {Wire.Reference | null} */ #rules = null;

  connectedCallback() {
    super.connectedCallback();
    // Without it the question itself still stands there.
    reference(this.play.session.room?.game ?? '').then(
      (rules) => {
        this.#rules = rules;
        this.requestUpdate();
      },
      () => {},
    );
  }

  render() {
    const reason = this.#rules && reasonOf(this.#rules, this.play.offers);
    return reason ? html`<span title=${reason.text}>${reason.text}</span>` : nothing;
  }
}

customElements.define('entente-why', Why);
