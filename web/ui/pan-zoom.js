// The view of a large SVG: wheel, drag, pinch and buttons change its viewBox, whatever is drawn. The element
// needs `touch-action: none`, or the page handles the touches itself.

/** @typedef {readonly [number, number, number, number]} Box left, top, width, height in the units of the picture */

/** @typedef {{clientX: number, clientY: number, apart: number}} Grip the position and spread of the fingers, in pixels */

/** Maximum zoom, relative to the whole picture. */
const MOST_ZOOM = 6;
/** Distance from which a press counts as a drag and not as a click, in pixels. */
const DRAG_FROM = 6;
/** How far inside a point is that is moved into view, in pixels: clear of the buttons along the edges. */
const CLEAR = 96;
/** Zoom factor of a notch of the wheel; a button zooms by its square. */
const STEP = 1.25;

/** Fires `change` when the view has moved. */
export class Camera extends EventTarget {
  /** @type {SVGSVGElement | null} the picture, once it is shown */ svg = null;
  /** @type {Map<number, {x: number, y: number}>} fingers that are down */ #down = new Map();
  #moved = 0;
  /** The size of the element in pixels, as the browser has told it: asking would make it lay out the page. */
  frame = { width: 0, height: 0 };
  /** The size of what covers the lower left corner, in pixels. */
  corner = { width: 0, height: 0 };

  /** @param {readonly [number, number]} size of the picture @param {Box} home the initial view */
  constructor(size, home) {
    super();
    this.size = size;
    this.home = home;
    this.box = home;
  }

  /** Starts listening to an element. @param {Element | undefined} element */
  attach(element) {
    if (!element || element === this.svg) return;
    const svg = /** @type {SVGSVGElement} */ (element);
    this.svg = svg;
    svg.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    svg.addEventListener('pointerdown', (event) => this.#press(event));
    svg.addEventListener('pointermove', (event) => this.#drag(event));
    for (const end of ['pointerup', 'pointercancel', 'pointerleave']) {
      svg.addEventListener(end, (event) => this.#release(/** @type {PointerEvent} */ (event)));
    }
    new ResizeObserver(([{ contentRect: frame }]) => {
      this.frame = frame;
      this.dispatchEvent(new Event('change'));
    }).observe(svg);
    this.show(this.box);
  }

  /** `true` if the press that just ended moved the picture: then it was no click. */
  get dragged() {
    return this.#moved > DRAG_FROM;
  }

  /** @param {Box} box */
  show(box) {
    this.box = this.#within(box);
    this.svg?.setAttribute('viewBox', this.box.join(' '));
    this.dispatchEvent(new Event('change'));
  }

  /** Returns to the initial view. */
  reset() {
    this.show(this.home);
  }

  /** Zooms in or out around the middle. @param {boolean} closer */
  step(closer) {
    const [x, y, w, h] = this.box;
    this.#zoom(closer ? STEP * STEP : 1 / (STEP * STEP), [x + w / 2, y + h / 2]);
  }

  /** Moves the view so that a point is well inside it. @param {readonly [number, number]} point */
  reveal([px, py]) {
    const [x, y, w, h] = this.box;
    const least = Math.min(w, h);
    // Less than half of what is shown, or it would be moved from one edge to the other.
    const margin = Math.max(least * 0.12, this.scale && Math.min(CLEAR / this.scale, least * 0.45));
    const dx = Math.min(0, px - margin - x) + Math.max(0, px + margin - x - w);
    const sunk = Math.max(0, this.below([px, py]) / this.scale + margin);
    const dy = Math.min(0, py - margin - y) + Math.max(0, py + margin - y - h, this.scale && sunk);
    if (dx !== 0 || dy !== 0) this.show([x + dx, y + dy, w, h]);
  }

  /** Pixels on the screen for a unit of the picture; 0 while it is not shown. */
  get scale() {
    const [, , w, h] = this.box;
    return Math.min(this.frame.width / w, this.frame.height / h);
  }

  /** Converts a point of the picture to one of the element, in pixels. @param {readonly [number, number]} point */
  toFrame([px, py]) {
    const { frame, scale } = this;
    const [x, y, w, h] = this.box;
    // A picture of another shape than its element is in the middle of it.
    return {
      x: frame.width / 2 + (px - x - w / 2) * scale,
      y: frame.height / 2 + (py - y - h / 2) * scale,
    };
  }

  /** Returns how far a point of the picture lies below what is seen of the element, in pixels. @param {readonly [number, number]} point */
  below(point) {
    const { x, y } = this.toFrame(point);
    const { width, height } = this.corner;
    return y - this.frame.height + (x < width ? height : 0);
  }

  /** Converts a point of the picture to one of the page. @param {readonly [number, number]} point */
  toPage([x, y]) {
    const matrix = this.svg?.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix) : new DOMPoint();
  }

  /** @param {{clientX: number, clientY: number}} event @returns {[number, number]} */
  #toPicture({ clientX, clientY }) {
    const matrix = this.svg?.getScreenCTM()?.inverse();
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

  /** Returns a box of the same size within the picture. @param {Box} box @returns {Box} */
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
    // The first finger of a new gesture: fingers still on record were lifted without an event.
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
    // Until this counts as a drag the starting point is kept, so that the picture then catches up.
    if (!this.dragged) return;
    const before = this.#grip();
    this.#down.set(event.pointerId, to);
    this.#follow(before, this.#grip());
  }

  /** Returns the grip of the first two fingers: the middle between them, and their distance. @returns {Grip} */
  #grip() {
    const [one, other = one] = this.#down.values();
    return {
      clientX: (one.x + other.x) / 2,
      clientY: (one.y + other.y) / 2,
      apart: Math.hypot(one.x - other.x, one.y - other.y),
    };
  }

  /** Moves and zooms the picture with the fingers. @param {Grip} before @param {Grip} after */
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
