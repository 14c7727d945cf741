// Why something is asked of this seat and what follows, in the words of the game's rules.

import { reasonOf } from '../core/rules.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { Reasoned } from './reasoned.js';

export class Why extends Reasoned {
  render() {
    const reason = this.rules && reasonOf(this.rules, this.prompt, this.play.offers);
    return reason ? html`<span title=${reason.text}>${reason.text}</span>` : nothing;
  }
}

customElements.define('entente-why', Why);
