// A session as it is shown: what others do comes one update after the other, each for as long as it takes to see it.
// Board, log and live region follow this one, so none of them runs ahead. What this seat does is shown at once.

import { stepMs } from './pace.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Session } from './session.js' */

/** Maximum number of steps kept for being shown again. */
const STEPS_KEPT = 60;
/** Interval between looks whether the board has shown what it holds back, in milliseconds. */
const HELD_MS = 80;
/** Longest time for one update, as a multiple of a step. */
const MOST_EVENTS = 3;

/** What one update has shown. @typedef {{view: Wire.Update, events: any[], fresh: any[], news: boolean}} Step */

/** Fires what a session fires, later. */
export class Paced extends EventTarget {
  /** @type {Wire.Update | null} */ view = null;
  /** @type {any[]} */ events = [];
  /** @type {any[]} the events of the update that is shown, while it is played out */ current = [];
  /** @type {Step[]} what others have done since this seat acted */ since = [];
  /** @type {Step[]} */ #queue = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #arrived = { news: false };
  #own = 0;
  #closed = new AbortController();

  /** @param {Session} session @param {() => boolean} held `true` while the board holds events back */
  constructor(session, held) {
    super();
    this.session = session;
    this.held = held;
    const { signal } = this.#closed;
    this.#show(this.#stepOf(), false);
    session.addEventListener(
      'events',
      (event) => (this.#arrived = /** @type {CustomEvent} */ (event).detail),
      { signal },
    );
    session.addEventListener('change', () => this.#changed(), { signal });
  }

  close() {
    clearTimeout(this.#timer);
    this.#closed.abort();
  }

  get room() {
    return this.session.room;
  }

  get seat() {
    return this.session.seat;
  }

  get token() {
    return this.session.token;
  }

  get connection() {
    return this.session.connection;
  }

  get rolledBack() {
    return this.session.rolledBack;
  }

  get now() {
    return this.session.now;
  }

  get busy() {
    return this.session.busy;
  }

  /** `true` while updates wait to be shown. */
  get behind() {
    return this.view !== this.session.view;
  }

  get offers() {
    return this.behind ? [] : this.session.offers;
  }

  get asked() {
    return !this.behind && this.session.asked;
  }

  /** Sends a command; what comes of it is shown at once. @param {object} command */
  async command(command) {
    this.#own += 1;
    this.since = [];
    const answer = this.session.command(command);
    this.skip();
    try {
      return await answer;
    } finally {
      this.#own -= 1;
    }
  }

  /** Shows everything that waits. */
  skip() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#queue.length === 0 && this.current.length === 0) return;
    this.current = [];
    for (const step of this.#queue.splice(0)) this.#show(step, true);
    this.#fire();
  }

  /** Shows again what others have done since this seat acted. */
  again() {
    if (this.behind || this.since.length === 0) return;
    this.#queue = [...this.since];
    this.#next();
  }

  /** @returns {Step} */
  #stepOf() {
    const { view, events } = this.session;
    const fresh = view?.events ?? [];
    return { view: /** @type {Wire.Update} */ (view), events, fresh, news: this.#arrived.news };
  }

  #changed() {
    const newest = this.#queue.at(-1)?.view ?? this.view;
    if (this.session.view === newest) {
      if (!this.behind) this.events = this.session.events;
      return this.#fire();
    }
    const step = this.#stepOf();
    // With a clock nothing may wait.
    const timed = step.view.deadline_ms != null;
    if (this.#own === 0 && !timed) this.since = [...this.since, step].slice(-STEPS_KEPT);
    this.#queue.push(step);
    if (timed || this.#own > 0 || !step.news || stepMs() === 0) this.skip();
    else if (this.#timer === undefined) this.#next();
  }

  /** Shows the next step, and after its time the one after it. */
  #next() {
    const step = this.#queue.shift();
    if (!step) {
      this.#timer = undefined;
      this.current = [];
      return this.#fire();
    }
    this.current = step.fresh;
    this.#timer = setTimeout(
      () => this.#wait(),
      stepMs() * Math.max(1, Math.min(step.fresh.length, MOST_EVENTS)),
    );
    this.#show(step, true);
    this.#fire();
  }

  /** Goes on as soon as the board has shown everything. */
  #wait() {
    if (this.held()) this.#timer = setTimeout(() => this.#wait(), HELD_MS);
    else this.#next();
  }

  /** @param {Step} step @param {boolean} tell whether boards learn of its events */
  #show({ view, events, fresh, news }, tell) {
    this.view = view;
    this.events = events;
    if (!tell || fresh.length === 0) return;
    this.dispatchEvent(new CustomEvent('events', { detail: { events: fresh, news } }));
  }

  #fire() {
    this.dispatchEvent(new Event('change'));
  }
}
