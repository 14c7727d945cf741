// Marks what a lesson points at, on any board: a frame with an arrow around each thing, over the page, that follows it
// wherever it goes. What is closed is opened first, and what lies beyond an edge is scrolled into view; what lies under
// something else, as a map does under what is opened over it, has no frame.

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
  /** Whether the drawer was opened or closed since the step came: then it stays so. */ #turned = false;
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

  /** Begins with another step, before whoever learns can do anything in it. */
  willUpdate() {
    const { drawer, step } = this;
    this.follow(drawer, 'change', () => (this.#turned = true));
    if (!step || step.id === this.#step) return;
    this.#step = step.id;
    this.#brought = new Set();
    this.#left = MOST_BROUGHT;
    this.#turned = false;
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
    // A board may draw some of it only after the step has come.
    const fresh = found.filter(([point, element]) => element && !this.#brought.has(point));
    if (fresh.length > 0) {
      for (const [point] of fresh) this.#brought.add(point);
      this.#bring(found.flatMap(([, element]) => element ?? []));
    }
    const inView = found.flatMap(([point, element]) => frameOf(point, element));
    // A board that still grows may push it out again.
    const there = found.filter(([, element]) => element && isShown(element));
    if (fresh.length === 0 && inView.length < there.length && this.#left > 0) {
      this.#left -= 1;
      this.#bring(there.flatMap(([, element]) => element ?? []));
    }
    // What somebody has opened over it stays open.
    const things = new Map(found);
    const frames = inView.filter((frame) => !isHidden(things.get(frame.point) ?? null, frame));
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
    for (const element of elements.toReversed())
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // A board may take its time: what its learner has opened meanwhile stays open.
    const closes = !this.#turned && elements.some((one) => liesUnder(one, 'entente-drawer'));
    if (closes) drawer.turnTo(null);
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

/** Checks whether something else lies over the middle of what can be seen of an element. @param {Element} element @param {string} css */
function liesUnder(element, css) {
  const [{ left, top, width, height } = element.getBoundingClientRect()] = frameOf('', element);
  const over = document.elementFromPoint(left + width / 2, top + height / 2)?.closest(css);
  return !!over && !over.contains(element);
}

/** Where something is looked for on a thing, as shares of its width and height. */
const PROBES = /** @type {const} */ ([
  [0.5, 0.5],
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
]);

/**
 * Checks whether something else lies over all of an element in its frame. Pieces of the same picture do not hide it.
 * @param {Element | null} element @param {Frame} frame
 */
function isHidden(element, { left, top, width, height }) {
  if (!element) return false;
  const picture = element.closest('svg') ?? element;
  // What no press reaches is found nowhere.
  if (getComputedStyle(picture).pointerEvents === 'none') return false;
  return PROBES.every(([across, down]) => {
    const over = document.elementFromPoint(left + width * across, top + height * down);
    return !!over && !picture.contains(over) && !over.contains(element);
  });
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
