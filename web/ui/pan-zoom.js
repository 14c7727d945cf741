// What part of a large SVG is seen: wheel, drag, pinch and buttons change its viewBox. It has nothing to
// do with what is drawn. The element needs `touch-action: none`, or the page takes the fingers.

/** @typedef {readonly [number, number, number, number]} Box left, top, width, height in the units of the picture */

/** @typedef {{clientX: number, clientY: number, apart: number}} Grip how fingers hold the picture, in pixels */

/** How far one can go in, against the whole picture. */
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

  /** @param {readonly [number, number]} size of the picture @param {Box} home what is seen at first */
  constructor(size, home) {
    super();
    this.size = size;
    this.home = home;
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

  /** Whether the press that just ended moved the picture: then it was no click. */
  get dragged() {
    return this.#moved > DRAG_FROM;
  }

  /** @param {Box} box */
  show(box) {
    this.box = this.#within(box);
    this.#svg?.setAttribute('viewBox', this.box.join(' '));
    this.dispatchEvent(new Event('change'));
  }

  /** Back to what was seen at first. */
  reset() {
    this.show(this.home);
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

  /** From a place of the picture to the page. @param {readonly [number, number]} place */
  toPage([x, y]) {
    const matrix = this.#svg?.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix) : new DOMPoint();
  }

  /** @param {{clientX: number, clientY: number}} event @returns {[number, number]} */
  #toPicture({ clientX, clientY }) {
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

  /** A box of the same size that does not look beyond the picture. @param {Box} box @returns {Box} */
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
    this.#zoom(event.deltaY < 0 ? STEP : 1 / STEP, this.#toPicture(event));
  }

  /** @param {PointerEvent} event */
  #press(event) {
    // The first finger of a hand: what is still thought to be down was lost.
    if (event.isPrimary) this.#down.clear();
    if (this.#down.size === 0) this.#moved = 0;
    this.#down.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const from = this.#down.get(event.pointerId);
    if (!from) return;
    const to = { x: event.clientX, y: event.clientY };
    this.#moved = Math.max(this.#moved, Math.hypot(to.x - from.x, to.y - from.y));
    // Until it is a drag the finger holds what it was put on, so that nothing is lost of the way.
    if (!this.dragged) return;
    const before = this.#grip();
    this.#down.set(event.pointerId, to);
    this.#follow(before, this.#grip());
  }

  /** What the first two fingers hold: the middle between them, and how far they are apart. @returns {Grip} */
  #grip() {
    const [one, other = one] = this.#down.values();
    return {
      clientX: (one.x + other.x) / 2,
      clientY: (one.y + other.y) / 2,
      apart: Math.hypot(one.x - other.x, one.y - other.y),
    };
  }

  /** The picture goes with what holds it, and is pulled apart with it. @param {Grip} before @param {Grip} after */
  #follow(before, after) {
    if (before.apart > 0 && after.apart > 0)
      this.#zoom(after.apart / before.apart, this.#toPicture(before));
    const [a, b] = [this.#toPicture(before), this.#toPicture(after)];
    const [x, y, w, h] = this.box;
    this.show([x + a[0] - b[0], y + a[1] - b[1], w, h]);
  }

  /** @param {PointerEvent} event */
  #release(event) {
    this.#down.delete(event.pointerId);
  }
}
