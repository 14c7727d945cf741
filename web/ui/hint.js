// What a mind would do, for those who ask where the room allows it: three commands with their chances and
// reasons, each to be taken at once. And how many hints a seat has had, for everybody to see.

import { percent, tenths } from '../core/analysis.js';
import { mayHaveHints } from '../core/hints.js';
import { answersFor } from '../core/offers.js';
import { explain } from '../text/index.js';
import { table } from '../text/table.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { UNSET, showing } from './component.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Hints } from '../core/hints.js' */
/** @import { Play } from '../core/play.js' */
/** @import { Session } from '../core/session.js' */

export class HintPanel extends showing({
  session: /** @type {Session} */ (UNSET),
  play: /** @type {Play} */ (UNSET),
  info: /** @type {Wire.GameInfo | null} */ (null),
  hints: /** @type {Hints} */ (UNSET),
}) {
  render() {
    const { session } = this;
    const { hint, problem, thinking } = this.hints;
    const { room, view, seat } = session;
    if (!room || session.taught || !mayHaveHints(room, seat, this.info)) return nothing;
    // What others did may still be played out: whoever has not seen it is not asked yet.
    const shown = this.play.view?.decision === view?.decision;
    const asked = view?.decision != null && shown && !session.busy && !this.play.unseen;
    return html`<div class="hint">
      <button
        class="ask"
        ?disabled=${!asked || thinking || hint !== null}
        @click=${() => this.hints.ask()}
      >
        ${thinking ? table.hint.thinking : table.hint.ask}
      </button>
      <div aria-live="polite">
        ${problem ? html`<p class="bad">${explain(problem)}</p>` : nothing}
        ${hint && !session.busy ? this.#list(hint) : nothing}
      </div>
    </div>`;
  }

  /** @param {Wire.Hint} hint */
  #list(hint) {
    if (hint.advice.length === 0) return html`<p class="faint">${table.hint.nothing}</p>`;
    return html`<h3>${table.hint.title}</h3>
      <ol>
        ${hint.advice.map((advice) => this.#advice(advice))}
      </ol>`;
  }

  /** @param {Wire.Advice} advice */
  #advice(advice) {
    const { chance, tried, then, reasons } = advice;
    return html`<li>
      <button class="offer" @click=${() => this.#take(advice)}>
        <span>${advice.text}</span>
        <b title=${table.hint.tried(tried)}>${table.hint.win(percent(chance))}</b>
      </button>
      ${then?.map((further) => html`<p class="then">${table.hint.then(further)}</p>`)}
      <ul>
        ${reasons.map(
          ({ text: reason, rule, chance: often }, at) =>
            html`<li>
              ${reason} ${often == null ? nothing : html`<b>${table.hint.often(tenths(often))}</b>`}
              ${reasons[at + 1]?.rule === rule ? nothing : html`<span class="rule">${rule}</span>`}
            </li>`,
        )}
      </ul>
    </li>`;
  }

  /** @param {Wire.Advice} advice */
  #take({ command }) {
    const { play } = this;
    for (const offer of play.offers) {
      const values = answersFor(offer, command);
      // As if it had been chosen below: what is final is confirmed first.
      if (!values) continue;
      play.choose(offer, values);
      return this.emit('hint-taken');
    }
  }
}

/** Renders how many hints a seat has had, to follow its name. @param {Wire.Seat} seat */
export const hintMark = ({ hints }) =>
  hints ? html`<span class="hinted">${table.hint.had(hints)}</span>` : nothing;

customElements.define('entente-hint', HintPanel);
