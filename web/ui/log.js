// The log of events, newest last. Pointing at a line highlights what it is about on the board.

import { eventText } from '../core/event-text.js';
import { text } from '../text/index.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { UNSET, showing } from './component.js';
import { Tail } from './tail.js';

/** @import { Play } from '../core/play.js' */
/** @import { GameModule } from '../games/registry.js' */

/** Maximum number of events shown at once. */
const SHOWN = 300;

export class Log extends showing({
  play: /** @type {Play} */ (UNSET),
  game: /** @type {GameModule} */ (UNSET),
}) {
  constructor() {
    super();
    this.addController(new Tail(this));
  }

  render() {
    const { events } = this.play;
    const shown = events.slice(-SHOWN);
    return html`<ol class="lines log" tabindex="0" aria-label=${text.match.log}>
      ${events.length === 0 ? html`<li class="faint">${text.match.logEmpty}</li>` : nothing}
      ${
        shown.length > 0 && shown[0].seq > 0
          ? html`<li class="faint">${text.match.earlier}</li>`
          : nothing
      }
      ${shown.map((event) => this.#line(event))}
    </ol>`;
  }

  /** @param {any} event */
  #line(event) {
    const point = () => this.play.point(this.game.mentions?.(event) ?? idsOf(event));
    return html`<li @mouseenter=${point} @mouseleave=${() => this.play.point()}>
      ${eventText(event, this.play.session.room)}
      ${event.rule ? html`<span class="rule">${event.rule}</span>` : nothing}
    </li>`;
  }
}

/** Returns every short text of an event: any of them may be an identifier of the board. @param {any} event */
function idsOf({ text: _text, rule: _rule, type: _type, ...fields }) {
  return Object.values(fields).filter((value) => typeof value === 'string');
}

customElements.define('entente-log', Log);
