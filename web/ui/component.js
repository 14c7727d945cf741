// The base of all components: they render into the page itself, so that one set of styles, labels and live
// regions serves all, and they follow the objects that they show.

import { LitElement } from '../vendor/lit/lit.js';

export class Component extends LitElement {
  /** @type {Map<EventTarget, () => void>} */ #followed = new Map();

  createRenderRoot() {
    return this;
  }

  /**
   * Renders again whenever `target` fires `change`, until the component leaves the page.
   * @param {EventTarget | null | undefined} target
   */
  follow(target) {
    if (!target || this.#followed.has(target)) return;
    const again = () => this.requestUpdate();
    target.addEventListener('change', again);
    this.#followed.set(target, () => target.removeEventListener('change', again));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    for (const letGo of this.#followed.values()) letGo();
    this.#followed.clear();
  }

  /**
   * Dispatches an event to the components above.
   * @param {string} type @param {any} [detail]
   */
  emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }
}
