// Keeps the end of a growing list in view until its reader scrolls up. The list's height changes too, with
// what is beside it; that is not mistaken for scrolling.

/** Distance from the end within which a list counts as read to the end, in CSS pixels. */
const NEAR = 40;

export class Tail {
  #follows = true;
  /** @type {Element | null} */ #list = null;
  #frame = 0;
  #put = 0;
  #sized = new ResizeObserver(() => this.#show());

  #moved = () => {
    // New lines are waiting to be shown: the scroll event came from this list itself.
    if (this.#frame) return;
    const list = /** @type {Element} */ (this.#list);
    const near = list.scrollTop + list.clientHeight >= list.scrollHeight - NEAR;
    // Nor did the reader scroll if the list is still where it was put; its height may have changed.
    this.#follows = near || (this.#follows && list.scrollTop === this.#put);
  };

  /** @param {Element} host the component that shows the list */
  constructor(host) {
    this.host = host;
  }

  /**
   * Keeps hold of the list after every render. It is measured once a frame, when everything has
   * been rendered: earlier, each list would force a layout of the whole page.
   */
  hostUpdated() {
    const list = this.host.querySelector('.lines');
    if (list !== this.#list) {
      this.hostDisconnected();
      this.#list = list;
      list?.addEventListener('scroll', this.#moved);
      if (list) this.#sized.observe(list);
    }
    this.#frame ||= requestAnimationFrame(() => this.#show());
  }

  /** Lets go of the list, when another one comes or the component leaves. */
  hostDisconnected() {
    this.#list?.removeEventListener('scroll', this.#moved);
    this.#sized.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#list = null;
  }

  #show() {
    this.#frame = 0;
    if (!this.#list || !this.#follows) return;
    this.#list.scrollTop = this.#list.scrollHeight;
    this.#put = this.#list.scrollTop;
  }
}
