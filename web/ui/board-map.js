// The map of a board: its frame and its view, and how the pointer and the keys come to its places. Arrow keys go to the
// next place that can be chosen, or to any if there is none; with Shift always to any. What is drawn, and what a press
// does, says the map of each board, by the fields and methods at the end.

import { table } from '../text/table.js';
import { html, nothing, ref } from '../vendor/lit/lit.js';
import { Component, UNSET } from './component.js';
import './edges.js';

/** @import { Point } from '../maps/geometry.js' */
/** @import { Space } from '../maps/space.js' */
/** @import { Box, Camera } from './pan-zoom.js' */

/** The directions of the arrow keys: right, down. */
const ARROWS = /** @type {Record<string, Point>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

/** How much more a distance aside counts than one ahead, for the target of an arrow key. */
const ASIDE = 2.2;
/** Ratio of the distance ahead to that aside below which a place is almost beside: it counts if there is no other. */
const STEEP = 0.45;

/** Renders a button with a sign for a face. @param {string} sign @param {string} label @param {() => void} act */
const button = (sign, label, act) =>
  html`<button aria-label=${label} title=${label} @click=${act}>${sign}</button>`;

export class BoardMap extends Component {
  /** @type {string | null} the place that the keyboard is on */ reached = null;

  connectedCallback() {
    super.connectedCallback();
    this.follow(this.camera, 'change', () => this.moved());
  }

  render() {
    const lit = this.lit();
    const away = !this.contains(document.activeElement);
    if (!this.reached || (away && !this.#stops(lit).includes(this.reached)))
      this.reached = this.#stops(lit)[0] ?? null;
    return html`<svg
        class="map"
        role="group"
        aria-label=${this.label}
        preserveAspectRatio="xMidYMid meet"
        ${ref((element) => this.camera.attach(element))}
        @click=${this.#click}
        @keydown=${this.#key}
        @mouseover=${(/** @type {MouseEvent} */ event) => this.point(this.at(event), event)}
        @mouseleave=${() => this.point(null)}
        @focusin=${this.#focused}
        @focusout=${() => this.point(null)}
      >
        ${this.layers()}
      </svg>
      <entente-edges
        .camera=${this.camera}
        .places=${lit.map((id) => ({ id, at: this.middle(id) }))}
        @beyond=${(/** @type {CustomEvent<string>} */ { detail }) => this.#goBeyond(detail)}
      ></entente-edges>
      ${this.over()}`;
  }

  /**
   * Renders the buttons over the map: nearer and farther, the views that it has, the board in words.
   * @param {string} css @param {[sign: string, label: string, view: Box][]} views @param {unknown} [more]
   */
  buttons(css, views, more = nothing) {
    const { camera } = this;
    return html`<div class=${css}>
      ${button('+', table.map.closer, () => camera.step(true))}
      ${button('−', table.map.farther, () => camera.step(false))}
      ${views.map(([sign, label, view]) => button(sign, label, () => camera.show(view)))}
      ${button('¶', table.summary.open, () => this.emit('show-summary', 'board'))} ${more}
    </div>`;
  }

  /** Returns the place that an event is at. @param {Event} event @returns {string | null} */
  at(event) {
    const element = /** @type {Element} */ (event.target).closest(`[${this.attribute}]`);
    return element?.getAttribute(this.attribute) ?? null;
  }

  /** Moves the view to a place. @param {string} id */
  reveal(id) {
    this.camera.reveal(this.middle(id));
  }

  /** Moves the focus to a place. @param {string} id */
  async focusOn(id) {
    this.reached = id;
    this.requestUpdate();
    await this.updateComplete;
    const own = `[${this.attribute}="${id}"]`;
    /** @type {SVGElement | null} */ (
      this.querySelector(`${own}[tabindex], ${own} [tabindex]`)
    )?.focus();
  }

  /** Moves the view, and the focus, to a place that is out of it. @param {string} id */
  #goBeyond(id) {
    this.reveal(id);
    this.focusOn(id);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (!this.camera.dragged) this.pressed(event);
  }

  /** @param {Event} event */
  #focused(event) {
    const id = this.at(event);
    if (!id) return;
    this.reached = id;
    // A map that moved under a finger or a pointer would make the press miss.
    if (/** @type {Element} */ (event.target).matches(':focus-visible')) this.reveal(id);
    this.point(id);
    this.requestUpdate();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const id = this.at(event);
    if (!id || event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = ARROWS[event.key];
    if (direction) this.#go(id, direction, event.shiftKey);
    else if (event.key === 'Enter' || event.key === ' ') this.choose(id);
    else if (event.key === 'Escape') this.back();
    else if (!this.key(id, event.key)) return;
    event.preventDefault();
  }

  /** Moves the focus to the nearest place in a direction. @param {string} from @param {Point} direction @param {boolean} anywhere */
  #go(from, [right, down], anywhere) {
    const [x, y] = this.middle(from);
    const far = this.camera.size[0] * 4;
    let [next, least] = [/** @type {string | null} */ (null), Infinity];
    for (const id of this.#stops(anywhere ? [] : this.lit())) {
      const [dx, dy] = [this.middle(id)[0] - x, this.middle(id)[1] - y];
      const ahead = dx * right + dy * down;
      const aside = Math.abs(dx * down) + Math.abs(dy * right);
      const cost = ahead + ASIDE * aside + (ahead < STEEP * aside ? far : 0);
      if (id !== from && ahead > 1 && cost < least) [next, least] = [id, cost];
    }
    if (next) this.focusOn(next);
  }

  /** Returns the targets of the arrow keys: what can be chosen, or else everything. @param {string[]} lit */
  #stops(lit) {
    return lit.length > 0 ? lit : this.spaces.map(({ id }) => id);
  }

  /** The view of the map. */ camera = /** @type {Camera} */ (UNSET);
  /** The places. */ spaces = /** @type {readonly Space[]} */ (UNSET);
  /** What the map is called. */ label = '';
  /** The attribute with which elements name the place that they belong to. */ attribute = '';

  /** Returns the point that stands for a place. @param {string} id @returns {Point} */
  middle(id) {
    const [x, y, w, h] = this.spaces.find((one) => one.id === id)?.box ?? [
      0,
      0,
      ...this.camera.size,
    ];
    return [x + w / 2, y + h / 2];
  }

  /** Returns the places that can be chosen now. @returns {string[]} */
  lit() {
    return [];
  }

  /** Renders what is drawn, as SVG. @returns {unknown} */
  layers() {
    return nothing;
  }

  /** Renders what lies over the map. @returns {unknown} */
  over() {
    return nothing;
  }

  /** Follows the view. */
  moved() {}

  /** Acts by what a press has hit. @param {MouseEvent} _event */
  pressed(_event) {}

  /** Chooses a place with the keyboard. @param {string} _id */
  choose(_id) {}

  /** Goes a step back. */
  back() {}

  /** Acts by a key of the board's own; returns whether there was anything to do. @param {string} _id @param {string} _key */
  key(_id, _key) {
    return false;
  }

  /** Points at a place, or at none. @param {string | null} _id @param {MouseEvent} [_event] what a mouse has gone to */
  point(_id, _event) {}
}
