// A session as it is shown: what others do comes one event after the other, each for as long as it takes to see it.
// Board, log and live region follow this one, so none of them runs ahead. What this seat does is shown at once, up to
// the first event that its game calls notable: what a turn's end decides, whoever ended it.

import { mentioned } from './offers.js';
import { stepMs } from './pace.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { GameModule } from '../games/registry.js' */
/** @import { Session } from './session.js' */

/** Maximum number of steps kept for being shown again. */
const STEPS_KEPT = 60;
/** Interval between looks whether the board has shown what it holds back, in milliseconds. */
const HELD_MS = 80;
/** Longest time for one update, as a multiple of a step: of more events each gets less. */
const MOST_EVENTS = 10;
/** Time for a notable event, as a multiple of a step: long enough to read a sentence. */
const NOTABLE_STEPS = 3;

/**
 * What one update has shown: the views before and after it.
 * @typedef {{before: Wire.Update, view: Wire.Update, events: any[], fresh: any[], news: boolean}} Step
 */

/** Most things that a coach points at together, and the form of their identifiers. */
const POINTED_MOST = 8;
const POINTED = /^[A-Za-z0-9_.:-]{1,64}$/;

/** Returns a game's public view after an event, as far as the event's values say. @typedef {(table: any, event: any) => any} After */

/** Fires what a session fires, later. */
export class Paced extends EventTarget {
  /** @type {Wire.Update | null} */ view = null;
  /** @type {any[]} */ events = [];
  /** @type {any[]} the events of an update so far, while it is played out */ current = [];
  /** @type {Step[]} what others have done since this seat acted */ since = [];
  /** @type {Step[]} */ #queue = [];
  /** @type {Step | null} the update that is being played out */ #playing = null;
  /** @type {Wire.Update | null} the newest update that is shown or waits */ #newest = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #arrived = { news: false };
  #own = 0;
  #closed = new AbortController();

  /**
   * @param {Session} session
   * @param {() => boolean} held `true` while the board holds events back
   * @param {Pick<GameModule, 'after' | 'notable'>} [game] without `after` a board shows what was before until the
   *   last event of an update
   */
  constructor(session, held, { after = (table) => table, notable = () => false } = {}) {
    super();
    this.session = session;
    this.held = held;
    this.after = after;
    this.notable = notable;
    const { signal } = this.#closed;
    this.#newest = this.view = session.view;
    this.events = session.events;
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

  /** The seat whose table this is: one's own, or the pupil's. */
  get seat() {
    return this.session.seat ?? this.session.pupil;
  }

  get acted() {
    return this.session.acted;
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

  /** `true` if the game waits for the seat whose table this is. */
  get asked() {
    const { session, behind } = this;
    if (session.pupil === null) return !behind && session.asked;
    return !behind && !this.view?.outcome && !!this.view?.awaiting.includes(session.pupil);
  }

  /** Asks what a command would change. @param {object} command */
  preview(command) {
    return this.session.preview(command);
  }

  /** Pauses the clock, or resumes it. @param {boolean} want */
  pause(want) {
    return this.session.pause(want);
  }

  /**
   * Sends a command; what comes of it is shown at once. A coach's is shown to the pupil instead.
   * @param {object} command @param {string} [name] the command in words
   */
  async command(command, name) {
    if (this.session.pupil !== null) {
      const ids = [...mentioned(/** @type {any} */ ({ command }))].filter((id) => POINTED.test(id));
      this.session.point(ids.slice(0, POINTED_MOST), name);
      return /** @type {const} */ ({ ok: true, seq: this.view?.seq ?? 0 });
    }
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
    if (this.#playing) this.#show(this.#playing, this.current.length);
    this.#playing = null;
    this.current = [];
    for (const step of this.#queue.splice(0)) this.#show(step, 0);
    this.#fire();
  }

  /** `true` if what others have done since this seat acted can be shown again; in a lesson one goes back. */
  get repeatable() {
    if (this.session.taught) return false;
    const resting = this.current.length === 0 && !this.behind;
    // Of a choice that is still secret an update brings no event: there is nothing to show.
    const seen = this.since.some(({ fresh }) => fresh.length > 0);
    return resting && seen && !this.view?.outcome;
  }

  /** Shows again what others have done since this seat acted. */
  again() {
    if (!this.repeatable) return;
    this.#queue = [...this.since];
    this.#next();
  }

  #changed() {
    const { view, events } = this.session;
    if (view === this.#newest) {
      if (!this.behind) this.events = events;
      return this.#fire();
    }
    const before = /** @type {Wire.Update} */ (this.#newest ?? view);
    const fresh = view?.events ?? [];
    const { news } = this.#arrived;
    const step = { before, view: /** @type {Wire.Update} */ (view), events, fresh, news };
    this.#newest = view;
    // With a clock, or where all act at once, nothing may wait.
    const timed = this.session.atOnce || step.view.deadline_ms != null;
    if (this.#own === 0 && !timed) this.since = [...this.since, step].slice(-STEPS_KEPT);
    this.#queue.push(step);
    const own = this.#own > 0;
    const first = own ? fresh.findIndex((event) => this.notable(event)) : 0;
    if (timed || first < 0 || !step.news || stepMs() === 0) this.skip();
    else if (this.#timer === undefined) this.#next(first);
  }

  /** Plays the next update out, or rests where there is none. @param {number} [first] the event that it begins with */
  #next(first = 0) {
    this.#timer = undefined;
    this.#playing = this.#queue.shift() ?? null;
    this.current = [];
    if (!this.#playing) return this.#fire();
    if (first > 0) this.#pass(this.#playing, first);
    this.#advance(this.#playing);
  }

  /** Shows the first events of an update at once. @param {Step} step @param {number} count */
  #pass({ before, fresh, news }, count) {
    this.current = fresh.slice(0, count);
    const table = /** @type {any} */ (before).public;
    this.view = { ...before, public: this.current.reduce(this.after, table) };
    this.#tell(this.current, news);
  }

  /** Shows the next event of an update, and the one after it in its time. @param {Step} step */
  #advance(step) {
    const { before, view, events, fresh } = step;
    const shown = this.current.length;
    const steps = this.notable(fresh[shown] ?? {}) ? NOTABLE_STEPS : 1;
    const ms = stepMs() * steps * Math.min(1, MOST_EVENTS / Math.max(1, fresh.length));
    const left = fresh.length - shown - 1;
    if (left <= 0) this.#show(step, shown, ms);
    else {
      const table = /** @type {any} */ (shown === 0 ? before : this.view).public;
      this.view = { ...before, public: this.after(table, fresh[shown]) };
      this.events = events.slice(0, -left);
      this.#tell([fresh[shown]], step.news, ms);
    }
    this.current = fresh.slice(0, shown + 1);
    this.#timer = setTimeout(() => this.#wait(), ms);
    this.#fire();
  }

  /** Goes on as soon as the board has shown everything. */
  #wait() {
    if (this.held()) this.#timer = setTimeout(() => this.#wait(), HELD_MS);
    else if (this.#playing && this.current.length < this.#playing.fresh.length)
      this.#advance(this.#playing);
    else this.#next();
  }

  /** Shows all of an update. @param {Step} step @param {number} from the first event that is yet to be told @param {number} [ms] */
  #show({ view, events, fresh, news }, from, ms) {
    this.view = view;
    this.events = events;
    this.#tell(fresh.slice(from), news, ms);
  }

  /** Has boards learn of events. @param {any[]} events @param {boolean} news @param {number} [ms] the time that they have */
  #tell(events, news, ms) {
    if (events.length === 0) return;
    this.dispatchEvent(new CustomEvent('events', { detail: { events, news, ms } }));
  }

  #fire() {
    this.dispatchEvent(new Event('change'));
  }
}
