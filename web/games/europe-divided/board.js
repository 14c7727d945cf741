// The board of Europe Divided: map, cards, headlines, turns and both sides, drawn from this viewer's view. It
// knows no rule: only what is offered can be done.

import { standing } from '../../core/standing.js';
import { againButton } from '../../ui/again.js';
import { UNSET, showing } from '../../ui/component.js';
import { Reading } from '../../ui/reading.js';
import { html, nothing } from '../../vendor/lit/lit.js';
import { factsOf } from './facts.js';
import { hand } from './hand.js';
import './map.js';
import { promptBar } from './prompt.js';
import { idsOf } from './motion.js';
import { reader } from './reader.js';
import { reading } from './sheet.js';
import { SIDES, sidePanel, state, wealth } from './sides.js';
import { coming, headlines } from './track.js';
import { emblem } from './pieces.js';
import { draftText, targetsOf } from './targets.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Play } from '../../core/play.js' */
/** @import { Facts } from './facts.js' */
/** @import { EuropeDividedMap } from './map.js' */

/** Selectors of elements to focus next, in order of preference. */
const NEXT = [
  '.ed-callout .ed-choice',
  '.ed-space.legal .ed-reach[tabindex="0"]',
  '.ed-hand .legal',
  '.ed-answers button',
];

/** Scrolls a strip to a card of it that is not in view. @param {Element | null} strip @param {Element} card */
function scrollTo(strip, card) {
  if (!strip) return;
  const [frame, box] = [strip.getBoundingClientRect(), card.getBoundingClientRect()];
  if (box.right > frame.right || box.left < frame.left)
    strip.scrollLeft += box.left - frame.left - 8;
  // Beside the map the groups stand one below the other, each with its title.
  const { top } = (card.closest('.ed-group') ?? card).getBoundingClientRect();
  const high = getComputedStyle(strip).overflowY === 'auto';
  if (high && (box.bottom > frame.bottom || top < frame.top)) strip.scrollTop += top - frame.top;
}

export class EuropeDividedBoard extends showing({ play: /** @type {Play} */ (UNSET) }) {
  /** @type {string | null} the only kind of offer that is highlighted */ kind = null;
  /** @type {string | null} the card or space being read */ peek = null;
  /** `true` if the reader is on the right, so that it does not cover what is pointed at. */
  aside = false;
  /** The card or space that a tap has opened. */
  reading = new Reading(this);
  /** `true` while the table is shown instead of the map, where there is no room for both. */
  table = false;
  /** @type {number | null | undefined} */ #decision;
  /** @type {unknown} the offer or the decision whose cards were scrolled into view */ #shown;
  /** @type {number | null | undefined} the decision in which they were */ #shownDecision;
  /** @type {Play['draft']} the draft that the map was last shown for */ #draft = null;
  /** `true` if the last input on the board was a key. */
  #keys = false;
  #tap = { handleEvent: (/** @type {MouseEvent} */ event) => this.#tapped(event), capture: true };
  #held = false;

  connectedCallback() {
    super.connectedCallback();
    this.follow(this, 'reveal', ({ detail }) => this.#reveal(detail));
  }

  /** Shows the table where these elements are in it, else the map, at their spaces; the first one counts most. @param {Element[]} elements */
  #reveal(elements) {
    this.table = elements.some((element) => element.closest('.ed-info'));
    const map = /** @type {EuropeDividedMap | null} */ (this.querySelector('europe-divided-map'));
    for (const element of elements.toReversed()) {
      const { space } = /** @type {HTMLElement} */ (element).dataset;
      if (space) map?.reveal(space);
    }
    this.requestUpdate();
  }

  willUpdate() {
    this.play.nameOf = draftText;
    const decision = this.play.view?.decision;
    if (decision !== this.#decision) this.kind = null;
    // What is asked on the map is not hidden behind the table.
    const asks =
      decision !== this.#decision || (this.play.draft && this.play.draft !== this.#draft);
    if (asks && this.#asksOnMap()) this.table = false;
    this.#decision = decision;
    this.#draft = this.play.draft;
    this.#held ||= this.#keys && this.contains(document.activeElement);
  }

  /** Checks whether the question has answers on the map. */
  #asksOnMap() {
    const { destinations, spaces } = targetsOf(this.play, factsOf(this.play.data), this.kind);
    return destinations !== null || spaces.size > 0;
  }

  async updated() {
    this.#showAsked();
    const map = /** @type {EuropeDividedMap | null} */ (this.querySelector('europe-divided-map'));
    await map?.updateComplete;
    if (this.#held && this.play.offers.length > 0) this.#holdFocus();
  }

  /** Scrolls the cards in question into view, or the one that was played: they may be beyond the edge of their strip. */
  #showAsked() {
    const card =
      this.querySelector('.ed-hand :is(.legal, .ed-usable)') ??
      this.querySelector('.ed-hand .asked');
    // What a card does may ask for other cards.
    const asks = this.play.draft?.offer ?? this.#decision;
    if (!card || this.#shown === asks) return;
    const goesOn = this.#shownDecision === this.#decision;
    this.#shown = asks;
    this.#shownDecision = this.#decision;
    // Once everything is drawn: to ask earlier would have the page laid out twice.
    requestAnimationFrame(() => {
      if (goesOn && this.#showsLegal()) return;
      for (const css of ['.ed-open-hand', '.ed-hand']) scrollTo(card.closest(css), card);
    });
  }

  /** Checks whether a card that can be chosen is in view, and whole. */
  #showsLegal() {
    const frame = this.querySelector('.ed-hand')?.getBoundingClientRect() ?? new DOMRect();
    return [...this.querySelectorAll('.ed-hand .legal')].some((card) => {
      const box = card.getBoundingClientRect();
      return box.left >= frame.left && box.right <= frame.right && box.top < frame.bottom;
    });
  }

  /** Moves the focus to the current question, if the element that had it is gone. */
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
    const { open } = this.reading;
    if (!play.view) return nothing;
    const facts = factsOf(play.data);
    const view = /** @type {Wire.EuropeDividedPublic} */ (/** @type {any} */ (play.view).public);
    return html`<div
      class="ed ${this.table ? 'table' : ''}"
      @pointermove=${this.#read}
      @mouseover=${this.#leave}
      @mouseleave=${() => this.#peekAt(null)}
      @focusin=${this.#read}
      @focusout=${() => this.#peekAt(null)}
      @keydown=${this.#key}
      @pointerdown=${this.#pressed}
      @click=${this.#tap}
    >
      ${this.#strip(view, facts)}
      <div class="ed-info">
        ${SIDES.map((_, seat) => sidePanel(play, facts, seat))} ${headlines(play, facts, view)}
        ${coming(view, facts)}
      </div>
      <div class="ed-map">
        <europe-divided-map .play=${play} .facts=${facts} .kind=${this.kind}></europe-divided-map>
        ${this.#news(facts)} ${reader(play, facts, this.peek, this.aside)} ${againButton(play)}
      </div>
      ${promptBar(play, facts, this.kind, (kind) => this.#only(kind))} ${hand(play, facts)}
      ${open ? reading(play, facts, open, () => this.#openSheet(null)) : nothing}
    </div>`;
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    this.#keys = false;
    this.reading.note(event);
  }

  /** Opens what a finger has tapped, before anything acts on it. @param {MouseEvent} event */
  #tapped(event) {
    const at = /** @type {Element} */ (event.target);
    if (!this.reading.finger || at.closest('.reading, .ed-use, .ed-callout, .ed-answers')) return;
    const map = /** @type {EuropeDividedMap | null} */ (at.closest('europe-divided-map'));
    if (map?.camera.dragged) return;
    const found = /** @type {HTMLElement | SVGElement | null} */ (
      at.closest('[data-card], [data-space]')
    );
    if (!found && !this.reading.open) return;
    if (found || map) event.stopPropagation();
    this.#openSheet(found?.dataset.card ?? found?.dataset.space ?? null);
  }

  /** @param {string | null} id */
  #openSheet(id) {
    this.#peekAt(null);
    this.play.point(id ? [id] : []);
    this.reading.show(id);
  }

  /** Renders both sides in one line, where there is no room for panels. @param {Wire.EuropeDividedPublic} view @param {Facts} facts */
  #strip(view, facts) {
    const { play } = this;
    const turn =
      view.turn > 0
        ? html`${words.track.turn(view.turn)}<span class="ed-turns"
              >${words.track.of(facts.turns.length)}</span
            >`
        : words.track.start;
    return html`<div class="ed-strip">
      <b>${turn}</b>
      ${SIDES.map(
        (name, seat) =>
          html`<span class="ed-brief"
            >${emblem(name)}${play.seat === seat ? html`<small>${words.you}</small>` : nothing}${wealth(view.sides[seat], facts.turns.length, view.projection.sides[seat])}${state(play, seat)}</span
          >`,
      )}
      <button aria-expanded=${this.table ? 'true' : 'false'} @click=${this.#toggle}>
        ${this.table ? words.table.close : words.table.open}
      </button>
    </div>`;
  }

  /** Renders the latest event on the map, where there is no room for the log; one of an earlier turn is no news. @param {Facts} facts */
  #news(facts) {
    const events = standing(this.play.session.events);
    const began = events.findLastIndex(({ type }) => type === 'turn_began');
    const last = events
      .slice(began + 1)
      .findLast((event) => idsOf(event).some((id) => facts.spaces.has(id)));
    return last ? html`<p class="ed-news" aria-hidden="true">${last.text}</p>` : nothing;
  }

  #toggle() {
    this.table = !this.table;
    this.requestUpdate();
  }

  /** @param {string | null} kind */
  #only(kind) {
    this.kind = kind;
    this.table = false;
    this.requestUpdate();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    this.#keys = true;
    if (event.key === 'Escape' && this.play.draft) this.play.cancel();
  }

  /** Reads what the pointer has gone to, not what has come to lie under one that rests. @param {Event} event */
  #read(event) {
    const at = /** @type {Element} */ (event.target).closest('[data-card], [data-space]');
    const { card, space } = /** @type {HTMLElement | SVGElement | null} */ (at)?.dataset ?? {};
    // A finger opens the sheet instead; and the reader may not cover the spaces while one of them is being chosen.
    const choosing = space && this.play.draft;
    const id = this.reading.finger || choosing ? null : (card ?? space ?? null);
    if (id === this.peek) return;
    if (space && at) this.aside = this.#onTheLeft(at);
    this.#peekAt(id);
  }

  /** Ends reading where the pointer is over something else, perhaps because that has come to lie under it. @param {Event} event */
  #leave({ target }) {
    const at = /** @type {Element} */ (target).closest('[data-card], [data-space]');
    const { card, space } = /** @type {HTMLElement | SVGElement | null} */ (at)?.dataset ?? {};
    if ((card ?? space) !== this.peek) this.#peekAt(null);
  }

  /** Checks whether an element is in the left half of the map. @param {Element} element */
  #onTheLeft(element) {
    const frame = this.querySelector('.ed-map')?.getBoundingClientRect() ?? new DOMRect();
    const { left, width } = element.getBoundingClientRect();
    return left + width / 2 < frame.left + frame.width / 2;
  }

  /** @param {string | null} id */
  #peekAt(id) {
    if (this.peek === id) return;
    this.peek = id;
    const { regions = [] } = id ? factsOf(this.play.data).headline(id) : {};
    this.play.point(id ? [id, ...regions] : []);
    this.requestUpdate();
  }
}

customElements.define('europe-divided-board', EuropeDividedBoard);
