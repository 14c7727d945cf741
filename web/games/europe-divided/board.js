// The board of Europe Divided: map, cards, headlines, turns and both sides, drawn from what the server
// shows this viewer. It knows no rule: what can be done is what is offered.

import { standing } from '../../core/standing.js';
import { Part } from '../../ui/part.js';
import { html, nothing } from '../../vendor/lit/lit.js';
import { factsOf } from './facts.js';
import { hand } from './hand.js';
import './map.js';
import { promptBar } from './prompt.js';
import { placesOf } from './motion.js';
import { reader } from './reader.js';
import { SIDES, sidePanel, state, wealth } from './sides.js';
import { coming, headlines, track } from './track.js';
import { emblem } from './pieces.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Play } from '../../core/play.js' */
/** @import { Facts } from './facts.js' */

/** Where the focus goes on, the most wanted first. */
const NEXT = [
  '.ed-callout .ed-choice',
  '.ed-space.legal[tabindex="0"]',
  '.ed-hand .legal',
  '.ed-answers button',
];

export class EuropeDividedBoard extends Part {
  static properties = { play: { attribute: false } };

  /** @type {string | null} the kind of offer that alone is lit */ kind = null;
  /** @type {string | null} the card that is being read */ peek = null;
  /** Whether it is read on the right, out of the way of what is pointed at. */
  aside = false;
  /** Whether the table is shown over the map, where there is no room for both. */
  table = false;
  /** @type {number | null | undefined} */ #decision;
  /** @type {number | null | undefined} the question whose cards were brought into view */ #shown;
  /** Whether the keyboard was used last, and was on the board. */
  #keys = false;
  #held = false;

  constructor() {
    super();
    this.play = /** @type {Play} */ (/** @type {unknown} */ (null));
  }

  willUpdate() {
    const { play } = this;
    this.follow(play);
    this.follow(play.session);
    const decision = play.view?.decision;
    if (decision !== this.#decision) this.kind = null;
    this.#decision = decision;
    this.#held ||= this.#keys && this.contains(document.activeElement);
  }

  async updated() {
    this.#showAsked();
    const map = /** @type {Part | null} */ (this.querySelector('europe-divided-map'));
    await map?.updateComplete;
    if (this.#held && this.play.offers.length > 0) this.#holdFocus();
  }

  /** Cards that are asked about may lie beyond the edge of a narrow strip. */
  #showAsked() {
    const strip = this.querySelector('.ed-hand');
    const card = strip?.querySelector('.legal');
    if (!strip || !card || this.#shown === this.#decision) return;
    this.#shown = this.#decision;
    const [frame, box] = [strip.getBoundingClientRect(), card.getBoundingClientRect()];
    if (box.right > frame.right || box.left < frame.left)
      strip.scrollLeft += box.left - frame.left - 8;
  }

  /** What had the focus may be gone with its question: then it goes on to what is asked now. */
  #holdFocus() {
    this.#held = false;
    if (document.activeElement !== document.body) return;
    for (const css of NEXT) {
      const next = /** @type {HTMLElement | null} */ (this.querySelector(css));
      if (next) return next.focus();
    }
  }

  render() {
    const { play } = this;
    if (!play.view) return nothing;
    const facts = factsOf(play.data);
    const view = /** @type {Wire.EuropeDividedPublic} */ (/** @type {any} */ (play.view).public);
    return html`<div
      class="ed ${this.table ? 'table' : ''}"
      @mouseover=${this.#read}
      @mouseleave=${() => this.#reading(null)}
      @focusin=${this.#read}
      @focusout=${() => this.#reading(null)}
      @keydown=${this.#key}
      @pointerdown=${() => (this.#keys = false)}
    >
      ${this.#strip(view, facts)} ${track(view, facts)}
      <div class="ed-info">
        ${headlines(play, facts, view)} ${coming(view, facts)}
        ${SIDES.map((_, seat) => sidePanel(play, facts, seat))}
      </div>
      <div class="ed-map">
        <europe-divided-map .play=${play} .facts=${facts} .kind=${this.kind}></europe-divided-map>
        ${this.#news(facts)} ${reader(play, facts, this.peek, this.aside)}
      </div>
      ${promptBar(play, facts, this.kind, (kind) => this.#only(kind))} ${hand(play, facts)}
    </div>`;
  }

  /** Both sides in a line, where the panels have no room. @param {Wire.EuropeDividedPublic} view @param {Facts} facts */
  #strip(view, facts) {
    const { play } = this;
    const turn = view.turn > 0 ? words.track.of(view.turn, facts.turns.length) : words.track.setUp;
    return html`<div class="ed-strip">
      <b>${turn}</b>
      ${SIDES.map(
        (name, seat) =>
          html`<span class="ed-brief"
            >${emblem(name)}${wealth(view.sides[seat])}${state(play, seat)}</span
          >`,
      )}
      <button aria-expanded=${this.table ? 'true' : 'false'} @click=${this.#toggle}>
        ${this.table ? words.table.close : words.table.open}
      </button>
    </div>`;
  }

  /** What happened on the map last, where there is no room for the log. @param {Facts} facts */
  #news(facts) {
    const last = standing(this.play.session.events).findLast((event) =>
      placesOf(event).some((id) => facts.spaces.has(id)),
    );
    return last ? html`<p class="ed-news" aria-hidden="true">${last.text}</p>` : nothing;
  }

  #toggle() {
    this.table = !this.table;
    this.requestUpdate();
  }

  /** @param {string | null} kind */
  #only(kind) {
    this.kind = kind;
    this.requestUpdate();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    this.#keys = true;
    if (event.key === 'Escape' && this.play.draft) this.play.cancel();
  }

  /** @param {Event} event */
  #read(event) {
    const at = /** @type {Element} */ (event.target).closest('[data-card], [data-space]');
    const { card, space } = /** @type {HTMLElement | SVGElement | null} */ (at)?.dataset ?? {};
    // A finger presses a place to choose it, and would cover what it reads.
    const touched = space && matchMedia('(hover: none)').matches && this.play.offers.length > 0;
    // Nor may it cover the places among which one is being chosen.
    const choosing = space && this.play.draft;
    if (space && at) this.aside = this.#onTheLeft(at);
    this.#reading(touched || choosing ? null : (card ?? space ?? null));
  }

  /** Whether something is in the left half of the map. @param {Element} element */
  #onTheLeft(element) {
    const frame = this.querySelector('.ed-map')?.getBoundingClientRect() ?? new DOMRect();
    const { left, width } = element.getBoundingClientRect();
    return left + width / 2 < frame.left + frame.width / 2;
  }

  /** @param {string | null} id */
  #reading(id) {
    if (this.peek === id) return;
    this.peek = id;
    const { regions = [] } = id ? factsOf(this.play.data).headline(id) : {};
    this.play.point(id ? [id, ...regions] : []);
    this.requestUpdate();
  }
}

customElements.define('europe-divided-board', EuropeDividedBoard);
