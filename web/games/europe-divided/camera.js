// What part of the map is seen: wheel, drag, pinch and buttons change the viewBox of its SVG. It has
// nothing to do with what is drawn.

/** @typedef {readonly [number, number, number, number]} Box left, top, width, height in map units */

/** How far one can go in, against the whole map. */
const MOST_ZOOM = 6;
/** Pixels after which a press is a drag and no click. */
const DRAG_FROM = 6;
/** What a notch of the wheel, or a button, multiplies by. */
const STEP = 1.25;

/** Fires `change` when the view moved. */
export class Camera extends EventTarget {
  /** @type {SVGSVGElement | null} */ #svg = null;
  /** @type {Map<number, {x: number, y: number}>} fingers that are down */ #down = new Map();
  #moved = 0;

  /** @param {readonly [number, number]} size of the map @param {Box} home what is seen at first */
  constructor(size, home) {
    super();
    this.size = size;
    this.box = home;
  }

  /** Takes care of this element. @param {Element | undefined} element */
  attach(element) {
    if (!element || element === this.#svg) return;
    const svg = /** @type {SVGSVGElement} */ (element);
    this.#svg = svg;
    svg.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    svg.addEventListener('pointerdown', (event) => this.#press(event));
    svg.addEventListener('pointermove', (event) => this.#drag(event));
    for (const end of ['pointerup', 'pointercancel', 'pointerleave']) {
      svg.addEventListener(end, (event) => this.#release(/** @type {PointerEvent} */ (event)));
    }
    this.show(this.box);
  }

  /** Whether the press that just ended moved the map: then it was no click. */
  get dragged() {
    return this.#moved > DRAG_FROM;
  }

  /** @param {Box} box */
  show(box) {
    this.box = this.#within(box);
    this.#svg?.setAttribute('viewBox', this.box.join(' '));
    this.dispatchEvent(new Event('change'));
  }

  /** Closer or farther, around the middle. @param {boolean} closer */
  step(closer) {
    const [x, y, w, h] = this.box;
    this.#zoom(closer ? STEP * STEP : 1 / (STEP * STEP), [x + w / 2, y + h / 2]);
  }

  /** Moves the view so that a place is well inside. @param {readonly [number, number]} place */
  reveal([px, py]) {
    const [x, y, w, h] = this.box;
    const margin = Math.min(w, h) * 0.12;
    const dx = Math.min(0, px - margin - x) + Math.max(0, px + margin - x - w);
    const dy = Math.min(0, py - margin - y) + Math.max(0, py + margin - y - h);
    if (dx !== 0 || dy !== 0) this.show([x + dx, y + dy, w, h]);
  }

  /** From a place on the map to the page. @param {readonly [number, number]} place */
  toPage([x, y]) {
    const matrix = this.#svg?.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix) : new DOMPoint();
  }

  /** @param {{clientX: number, clientY: number}} event @returns {[number, number]} */
  #toMap({ clientX, clientY }) {
    const matrix = this.#svg?.getScreenCTM()?.inverse();
    const at = matrix ? new DOMPoint(clientX, clientY).matrixTransform(matrix) : new DOMPoint();
    return [at.x, at.y];
  }

  /** @param {number} by @param {readonly [number, number]} around */
  #zoom(by, [px, py]) {
    const [x, y, w, h] = this.box;
    const most = Math.max(w / this.size[0], h / this.size[1]) * MOST_ZOOM;
    const least = Math.min(w / this.size[0], h / this.size[1]);
    const factor = Math.max(least, Math.min(most, by));
    this.show([px - (px - x) / factor, py - (py - y) / factor, w / factor, h / factor]);
  }

  /** A box of the same size that does not look beyond the map. @param {Box} box @returns {Box} */
  #within([x, y, w, h]) {
    const [width, height] = this.size;
    const inside = (
      /** @type {number} */ at,
      /** @type {number} */ of,
      /** @type {number} */ all,
    ) => (of >= all ? (all - of) / 2 : Math.max(0, Math.min(all - of, at)));
    return [inside(x, w, width), inside(y, h, height), w, h];
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    this.#zoom(event.deltaY < 0 ? STEP : 1 / STEP, this.#toMap(event));
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (this.#down.size === 0) this.#moved = 0;
    this.#down.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const from = this.#down.get(event.pointerId);
    if (!from) return;
    const to = { x: event.clientX, y: event.clientY };
    this.#moved += Math.hypot(to.x - from.x, to.y - from.y);
    const others = [...this.#down].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    if (this.dragged) this.#follow(from, to, others[0]);
    this.#down.set(event.pointerId, to);
  }

  /**
   * One finger pushes the map; beside another one it also pulls it apart.
   * @param {{x: number, y: number}} from @param {{x: number, y: number}} to
   * @param {{x: number, y: number} | undefined} other
   */
  #follow(from, to, other) {
    const place = (/** @type {{x: number, y: number}} */ at) =>
      this.#toMap({ clientX: at.x, clientY: at.y });
    if (other) {
      const apart = (/** @type {{x: number, y: number}} */ at) =>
        Math.hypot(at.x - other.x, at.y - other.y) || 1;
      this.#zoom(apart(to) / apart(from), place(other));
      return;
    }
    const [a, b] = [place(from), place(to)];
    const [x, y, w, h] = this.box;
    this.show([x + a[0] - b[0], y + a[1] - b[1], w, h]);
  }

  /** @param {PointerEvent} event */
  #release(event) {
    this.#down.delete(event.pointerId);
  }
}
