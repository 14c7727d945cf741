// A finished match, step by step as a viewer saw it. It has the interface of a session, so the same board
// shows it; nothing can be done in it.

import { replayPage } from './api.js';

/** @import * as Wire from '../types/protocol.js' */

/** Fires `change` when another step is shown or more steps have arrived. */
export class Replay extends EventTarget {
  /** @type {Wire.Update[]} */ steps = [];
  at = 0;
  /** `true` once all steps have arrived. */
  whole = false;
  /** @type {unknown} why the others do not arrive; null while they do */ problem = null;
  /** @type {Wire.Offer[]} */ offers = [];
  asked = false;
  busy = false;
  /** Returns the step to show of those that have arrived; whoever goes to one while others arrive stays there. */
  #wanted = /** @type {((steps: Wire.Update[]) => number) | null} */ (null);
  /** @type {number | null} where the next page begins; null after the last one */ #next = 0;
  /** @type {AbortController | null} set while pages are fetched */ #fetching = null;

  /** @param {Wire.Room} room @param {number | null} seat whose view; null for the public one */
  constructor(room, seat) {
    super();
    this.room = room;
    this.seat = seat;
  }

  /** @returns {Wire.Update | null} */
  get view() {
    return this.steps[this.at] ?? null;
  }

  /** The events up to this step. */
  get events() {
    return this.steps.slice(0, this.at + 1).flatMap((step) => step.events);
  }

  get now() {
    return this.view?.now_ms ?? 0;
  }

  /**
   * Fetches the pages that are not here; steps can be viewed as they arrive.
   * @param {(steps: Wire.Update[]) => number} first the step to begin at, unless somebody goes to another meanwhile
   */
  open(first) {
    this.#wanted = first;
    this.#show();
    return this.load();
  }

  /** Goes on with the pages that are not here, after whatever prevented that. */
  async load() {
    if (this.#fetching) return;
    const { signal } = (this.#fetching = new AbortController());
    this.problem = null;
    try {
      while (this.#next !== null) this.#take(await this.#page(this.#next, signal));
    } catch (problem) {
      if (signal.aborted) return;
      this.problem = problem;
    }
    this.#fetching = null;
    this.#show();
  }

  /** Fetches nothing more: nobody looks any longer. */
  leave() {
    this.#fetching?.abort();
    this.#fetching = null;
  }

  /** @param {number} from @param {AbortSignal} signal */
  async #page(from, signal) {
    const page = await replayPage(this.room.code, this.seat ?? 'public', from, signal);
    // It may have come before it was known that nobody looks.
    signal.throwIfAborted();
    return page;
  }

  /** @param {{updates: Wire.Update[], next: number | null}} page */
  #take({ updates, next }) {
    this.steps = [...this.steps, ...updates];
    this.#next = next;
    this.whole = next === null;
    this.#show();
  }

  #show() {
    const at = this.#wanted?.(this.steps) ?? 0;
    this.at = Math.max(0, Math.min(at, this.steps.length - 1));
    this.dispatchEvent(new Event('change'));
  }

  /** Shows a step. @param {number} at clamped to the steps that there are, as long as more arrive */
  go(at) {
    const before = this.at;
    this.#wanted = () => at;
    this.#show();
    if (this.at === before + 1) {
      const detail = { events: this.view?.events ?? [], news: true };
      this.dispatchEvent(new CustomEvent('events', { detail }));
    }
  }

  /** Refuses every command: the match is over. @returns {Promise<import('./session.js').Answer>} */
  async command() {
    return { ok: false, code: 'over', detail: 'the match is over' };
  }

  /** Refuses as well. */
  preview() {
    return this.command();
  }
}
