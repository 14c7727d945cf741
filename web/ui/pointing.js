// Marks what a lesson points at, on any board: a frame with an arrow around each thing, over the page, that follows it
// wherever it goes. What is closed is opened first, and what lies beyond an edge is scrolled into view.

import { html, nothing } from '../vendor/lit/lit.js';
import { UNSET, showing } from './component.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { GameModule } from '../games/registry.js' */
/** @import { DrawerState } from './drawer.js' */

/** The parts of the page itself, before those of the board. @type {Record<string, readonly string[]>} */
const PARTS = {
  choices: ['.drawer-panel[data-tab="choices"]'],
  log: ['.drawer-panel[data-tab="log"]', '.drawer-buttons [data-tab="log"]'],
};
/** Space between a thing and its frame, in pixels. */
const GAP = 3;
/** Number of times that what a board has pushed out of view is brought back, until its learner moves something. */
const MOST_BROUGHT = 5;

/** A frame: what it points at, and where. @typedef {{point: string, left: number, top: number, width: number, height: number}} Frame */

export class Pointing extends showing({
  /** What is pointed at; null for nothing. */ step: /** @type {Wire.LessonStep | null} */ (null),
  game: /** @type {GameModule} */ (UNSET),
  drawer: /** @type {DrawerState} */ (UNSET),
}) {
  /** @type {Frame[]} */ frames = [];
  /** @type {string | null} the step that is shown */ #step = null;
  /** @type {Set<string>} what of it has been brought into view */ #brought = new Set();
  /** How often more it may be brought back. */ #left = MOST_BROUGHT;
  #picture = 0;

  connectedCallback() {
    super.connectedCallback();
    // Things move for many reasons: cameras, scrolling, other sizes. Each picture asks where they are.
    const look = () => {
      this.#look();
      this.#picture = requestAnimationFrame(look);
    };
    this.#picture = requestAnimationFrame(look);
    for (const moves of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
      this.follow(window, moves, () => (this.#left = 0));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    cancelAnimationFrame(this.#picture);
  }

  #look() {
    const { step } = this;
    const found = (step?.points ?? []).map(
      (point) => /** @type {const} */ ([point, this.#find(point)]),
    );
    if (step && step.id !== this.#step) {
      this.#step = step.id;
      this.#brought = new Set();
      this.#left = MOST_BROUGHT;
    }
    // A board may draw some of it only after the step has come.
    const fresh = found.filter(([point, element]) => element && !this.#brought.has(point));
    if (fresh.length > 0) {
      for (const [point] of fresh) this.#brought.add(point);
      this.#bring(found.flatMap(([, element]) => element ?? []));
    }
    const frames = found.flatMap(([point, element]) => frameOf(point, element));
    // A board that still grows may push it out again.
    const there = found.filter(([, element]) => element && isShown(element));
    if (fresh.length === 0 && frames.length < there.length && this.#left > 0) {
      this.#left -= 1;
      this.#bring(there.flatMap(([, element]) => element ?? []));
    }
    if (JSON.stringify(frames) === JSON.stringify(this.frames)) return;
    this.frames = frames;
    this.requestUpdate();
  }

  /** Returns what shows a thing: what can be seen before what is closed. @param {string} point @returns {Element | null} */
  #find(point) {
    const { of = () => [], parts = {} } = this.game.places ?? {};
    const selectors = [...(PARTS[point] ?? []), ...(parts[point] ?? []), ...of(CSS.escape(point))];
    const all = selectors.flatMap((css) => [...document.querySelectorAll(css)]);
    return all.find(isShown) ?? all[0] ?? null;
  }

  /** Opens what holds these things, and scrolls to them; the first one counts most. @param {Element[]} elements */
  async #bring(elements) {
    const { drawer } = this;
    document
      .querySelector('.board > *')
      ?.dispatchEvent(new CustomEvent('reveal', { detail: elements }));
    await new Promise((done) => requestAnimationFrame(done));
    if (elements.some((element) => liesUnder(element, 'entente-drawer'))) drawer.turnTo(null);
    for (const element of elements.toReversed())
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  updated() {
    for (const [at, { left, top, width, height }] of this.frames.entries()) {
      const { style } = /** @type {HTMLElement} */ (this.children[at]);
      Object.assign(style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${width}px`,
        height: `${height}px`,
      });
    }
  }

  render() {
    if (this.frames.length === 0) return nothing;
    return this.frames.map(
      ({ point }) => html`<i class="pointed" data-point=${point} aria-hidden="true"></i>`,
    );
  }
}

/** @param {Element} element */
function isShown(element) {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && element.checkVisibility();
}

/** Checks whether something else lies over the middle of an element. @param {Element} element @param {string} css */
function liesUnder(element, css) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const over = document.elementFromPoint(left + width / 2, top + height / 2)?.closest(css);
  return !!over && !over.contains(element);
}

/** Returns the frame around what can be seen of an element. @param {string} point @param {Element | null} element @returns {Frame[]} */
function frameOf(point, element) {
  if (!element || !isShown(element)) return [];
  let { left, top, right, bottom } = element.getBoundingClientRect();
  for (let at = element.parentElement; at; at = at.parentElement) {
    const { overflow, display } = getComputedStyle(at);
    if (overflow === 'visible' || display === 'contents') continue;
    const box = at.getBoundingClientRect();
    left = Math.max(left, box.left);
    top = Math.max(top, box.top);
    right = Math.min(right, box.right);
    bottom = Math.min(bottom, box.bottom);
  }
  if (right <= left || bottom <= top) return [];
  const [x, y] = [Math.max(0, left - GAP), Math.max(0, top - GAP)];
  const width = Math.min(innerWidth, right + GAP) - x;
  const height = Math.min(innerHeight, bottom + GAP) - y;
  return [{ point, left: x, top: y, width, height }];
}

customElements.define('entente-pointing', Pointing);
