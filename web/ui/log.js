// The log of events in chapters, newest last. Pointing at a line highlights what it is about on the board.

import { chapters } from '../core/chapters.js';
import { eventText } from '../core/event-text.js';
import { ROOT } from '../core/root.js';
import { text } from '../text/index.js';
import { table } from '../text/table.js';
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
  /** The entry after which lines are shown. */ since: -1,
}) {
  constructor() {
    super();
    this.addController(new Tail(this));
  }

  render() {
    const { since } = this;
    const events = this.play.events.filter(({ seq }) => seq > since);
    const shown = events.slice(-SHOWN);
    const { opens = () => null, sideOf = () => null } = this.game.chronicle ?? {};
    return html`<ol
      class="lines log"
      tabindex="0"
      aria-label=${text.match.log}
      @keydown=${this.#key}
    >
      ${events.length === 0 ? html`<li class="faint">${text.match.logEmpty}</li>` : nothing}
      ${
        since < 0 && shown.length > 0 && shown[0].seq > 0
          ? html`<li class="faint">${text.match.earlier}</li>`
          : nothing
      }
      ${chapters(shown, opens, sideOf).map((one) => ('title' in one ? this.#title(one) : this.#line(one)))}
    </ol>`;
  }

  /** @param {import('../core/chapters.js').Title} chapter */
  #title({ title }) {
    return html`<li class="chapter"><h3>${title}</h3></li>`;
  }

  /**
   * Renders the rule of an event as a small link to its section: its name is no part of what is read at a
   * glance. Arrow keys go from one to the next: hundreds of them would be in the way of whoever goes on with Tab.
   * @param {any} event
   */
  #rule({ rule }) {
    const game = this.play.session.room?.game;
    if (!rule || !game) return nothing;
    /** @param {MouseEvent} press */
    const go = (press) => {
      if (press.button !== 0 || press.metaKey || press.ctrlKey || press.shiftKey) return;
      press.preventDefault();
      this.emit('look-up', rule);
    };
    const { href } = new URL(`rules/${game}#${encodeURIComponent(rule)}`, ROOT);
    const name = table.drawer.rule(rule);
    return html`<a
      class="rule"
      href=${href}
      tabindex="-1"
      title=${name}
      aria-label=${name}
      data-rule=${rule}
      @click=${go}
      >§</a
    >`;
  }

  /** Only the newest rule is reached with Tab, the others from it. */
  updated() {
    const all = rulesIn(this);
    for (const [at, one] of all.entries()) one.tabIndex = at === all.length - 1 ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const all = rulesIn(this);
    const at = all.indexOf(/** @type {HTMLElement} */ (event.target));
    if (!step || at < 0) return;
    event.preventDefault();
    all[at + step]?.focus();
  }

  /** @param {import('../core/chapters.js').Line} line */
  #line({ event, times, side, first }) {
    const { play, game } = this;
    const point = () => play.point(game.mentions?.(event) ?? idsOf(event));
    const sign = first && side !== null ? game.chronicle?.sign(side) : nothing;
    return html`<li
      class=${side === null ? '' : `of ${side}`}
      @mouseenter=${point}
      @mouseleave=${() => play.point()}
    >
      ${sign}
      ${eventText(event, play.session.room, game.called?.(play))}${
        times > 1 ? html` <b>${text.match.times(times)}</b>` : nothing
      }&nbsp;${this.#rule(event)}
    </li>`;
  }
}

/** @param {HTMLElement} host the log */
const rulesIn = (host) => /** @type {HTMLElement[]} */ ([...host.querySelectorAll('a.rule')]);

/** Returns every short text of an event: any of them may be an identifier of the board. @param {any} event */
function idsOf({ text: _text, rule: _rule, type: _type, ...fields }) {
  return Object.values(fields).filter((value) => typeof value === 'string');
}

customElements.define('entente-log', Log);
