// The way that a button leads once the server agrees: one at a time, and whoever pressed it learns why it leads
// nowhere.

import { explain } from '../text/index.js';

/** @import { Component } from './component.js' */

export class Way {
  /** `true` until the one that was chosen has led somewhere, or nowhere. */ busy = false;
  /** Why the last one led nowhere, in words. */ problem = '';
  #shown;

  /** @param {Component} shown renders again whenever this changes */
  constructor(shown) {
    this.#shown = shown;
  }

  /** @param {() => Promise<unknown>} way */
  async go(way) {
    if (this.busy) return;
    this.busy = true;
    this.problem = '';
    this.#shown.requestUpdate();
    try {
      await way();
    } catch (problem) {
      this.problem = explain(/** @type {any} */ (problem));
    }
    this.busy = false;
    this.#shown.requestUpdate();
  }
}
