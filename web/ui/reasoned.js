// What says why something is asked: the rules of the match in words, once they are here.

import { reference } from '../core/rules.js';
import { UNSET, showing } from './component.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Play } from '../core/play.js' */

export class Reasoned extends showing({ play: /** @type {Play} */ (UNSET) }) {
  /** @type {Wire.Reference | null} */ rules = null;

  /** The kind of what is asked, where the game names one. @returns {string | undefined} */
  get prompt() {
    return /** @type {any} */ (this.play.view)?.public.prompt?.kind;
  }

  connectedCallback() {
    super.connectedCallback();
    // Without them the question itself still stands there.
    reference(this.play.session.room?.game ?? '').then(
      (rules) => {
        this.rules = rules;
        this.requestUpdate();
      },
      () => {},
    );
  }
}
