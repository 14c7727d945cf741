// The base of all components: they render into the page itself, so that one set of styles, labels and live
// regions serves all, and they follow the objects that they show.

import { LitElement } from '../vendor/lit/lit.js';

export class Component extends LitElement {
  /** @type {Map<EventTarget, Set<string>>} the types of events that are followed */ #followed =
    new Map();
  #left = new AbortController();

  createRenderRoot() {
    return this;
  }

  /** Follows the properties that fire `change`. @param {Map<string, unknown>} changed */
  update(changed) {
    const { elementProperties } = /** @type {typeof LitElement} */ (this.constructor);
    for (const key of elementProperties.keys()) this.follow(/** @type {any} */ (this)[key]);
    super.update(changed);
  }

  /**
   * Acts whenever `target` fires such an event, until the component leaves the page. One that has left follows nothing:
   * an update may still be due when it leaves.
   * @param {unknown} target anything that fires no events is ignored
   * @param {string} [type]
   * @param {(event: any) => unknown} [act] without it, the component renders again
   */
  follow(target, type = 'change', act = () => this.requestUpdate()) {
    if (!(target instanceof EventTarget) || !this.isConnected) return;
    const types = this.#followed.get(target) ?? new Set();
    if (types.has(type)) return;
    this.#followed.set(target, types.add(type));
    target.addEventListener(type, act, { signal: this.#left.signal });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#left.abort();
    this.#left = new AbortController();
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

/** The value of a property before it is set. @type {any} */
export const UNSET = null;

/**
 * Returns the base of a component with these properties, which whoever shows it sets.
 * @template {object} Shown
 * @template {Component} [Base=Component]
 * @param {Shown} initial
 * @param {new () => Base} [base] what the component is beside
 * @returns {new () => Base & Shown}
 */
export const showing = (initial, base = /** @type {any} */ (Component)) =>
  /** @type {any} */ (
    class extends /** @type {new () => Component} */ (base) {
      static properties = Object.fromEntries(
        Object.keys(initial).map((key) => [key, { attribute: false }]),
      );

      constructor() {
        super();
        Object.assign(this, initial);
      }
    }
  );
