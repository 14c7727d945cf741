// Keeps the end of a growing list in view, until its reader looks further up. The list's own height
// changes too, with what stands beside it: that is no reading, and only a scroll is taken for one.

/** So near to its end a list counts as read to the end, in CSS pixels. */
const NEAR = 40;

export class Tail {
  #follows = true;
  /** @type {Element | null} */ #list = null;
  #frame = 0;
  #put = 0;
  #sized = new ResizeObserver(() => this.#show());

  #moved = () => {
    // Lines that are not shown yet have been added since: what moved was this list's own doing.
    if (this.#frame) return;
    const list = /** @type {Element} */ (this.#list);
    const near = list.scrollTop + list.clientHeight >= list.scrollHeight - NEAR;
    // The same holds where it was put, if its height has changed since.
    this.#follows = near || (this.#follows && list.scrollTop === this.#put);
  };

  /**
   * To be called after every render. The list is measured once a frame, when all has been rendered:
   * sooner, each list would have the whole page laid out again.
   * @param {Element | null} list
   */
  hold(list) {
    if (list !== this.#list) {
      this.release();
      this.#list = list;
      list?.addEventListener('scroll', this.#moved);
      if (list) this.#sized.observe(list);
    }
    this.#frame ||= requestAnimationFrame(() => this.#show());
  }

  /** Lets the list go, which may be the end of its component. */
  release() {
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
