// The interface between a board and the shell: the session to show, what is lit, and a way to choose. What
// an offer needs before it can be sent (answers, a confirmation) is handled here and shown by the panel of
// offers.

import { fill, holes, initial, mentioned, admits } from './offers.js';
import { Preview } from './preview.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Answer } from './session.js' */

/**
 * The common interface of a session and a replay.
 * @typedef {EventTarget & {
 *   room: Wire.Room | null, view: Wire.Update | null, seat: number | null, offers: Wire.Offer[],
 *   events: any[], asked: boolean, busy: boolean, now: number,
 *   command: (command: object, name?: string) => Promise<Answer>,
 *   preview: (command: object) => Promise<Answer>,
 *   pause?: (want: boolean) => Promise<Answer>}} Shown   `pause` only while a match is played
 */

/**
 * An offer being filled in.
 * @typedef {{offer: Wire.Offer, values: any[], confirm: boolean}} Draft
 */

/**
 * A choice that is pointed at: an offer, perhaps with answers, perhaps under a name of its own.
 * @typedef {{offer: Wire.Offer, values?: any[], text?: string}} Pointed
 */

/** @returns {Pointed | null} */
const NONE = () => null;

/** Fires `change` when the session, the draft or the focus changed. */
export class Play extends EventTarget {
  /** @type {Draft | null} */ draft = null;
  /** @type {ReadonlySet<string>} the identifiers being pointed at */ focus = new Set();
  /** Number of the newest events that the board has yet to show; until then nothing else reveals them. */
  unseen = 0;
  /** @type {(draft: Draft) => string | null} names what a draft holds, where its offer's text would be wrong by now */
  nameOf = () => null;
  /** `true` if the server can say what a choice would change. */
  foresees = false;
  preview;
  /** @type {() => Pointed | null} the choice that is pointed at, by what shows it now */ #pointed =
    NONE;
  #decision;

  /**
   * @param {Shown} session
   * @param {Wire.ComponentData | null} data the match's component data
   */
  constructor(session, data) {
    super();
    this.session = session;
    this.data = data;
    this.preview = new Preview(
      () => this.#considered(),
      (command) => session.preview(command),
    );
    this.#decision = session.view?.decision;
    session.addEventListener('change', () => this.#sessionChanged());
  }

  get view() {
    return this.session.view;
  }

  get seat() {
    return this.session.seat;
  }

  get offers() {
    return this.session.offers;
  }

  /** The events so far, without those that the board has yet to show. */
  get events() {
    const { events } = this.session;
    return this.unseen > 0 ? events.slice(0, -this.unseen) : events;
  }

  /** Holds the newest events back until the board has shown them. @param {number} events how many */
  withhold(events) {
    if (events === this.unseen) return;
    this.unseen = events;
    this.#changed();
  }

  /**
   * The event that is being played out; then the events of others since this seat acted, once all have been shown.
   * @returns {any[]}
   */
  get traces() {
    const { since = [], behind = true, current = [] } = /** @type {any} */ (this.session);
    if (current.length > 0) return current.slice(-1);
    return behind ? [] : since.flatMap((/** @type {any} */ { fresh }) => fresh);
  }

  /** Returns the offers that name this identifier. @param {string} id */
  about(id) {
    return this.offers.filter((offer) => mentioned(offer).has(id));
  }

  /**
   * Chooses an offer, perhaps with answers to what it leaves open. It is sent at once if nothing is left
   * open and it needs no confirmation.
   * @param {Wire.Offer} offer
   * @param {any[]} [values] answers in the order of its holes; `undefined` where there is none yet
   */
  choose(offer, values = []) {
    const open = holes(offer);
    const filled = open.map(({ placeholder }, at) => values[at] ?? initial(placeholder));
    const complete = open.every(({ placeholder }, at) => admits(placeholder, filled[at]));
    const certain = open.length === 0 || (values.length === open.length && complete);
    const confirm = offer.final ?? false;
    if (certain && !confirm) return this.send(offer, filled);
    this.propose(offer, filled, confirm);
  }

  /**
   * Makes an offer the draft, which is not sent before it is complete and confirmed.
   * @param {Wire.Offer} offer
   * @param {any[]} values answers in the order of its holes
   */
  propose(offer, values, confirm = true) {
    this.draft = { offer, values, confirm };
    this.#changed();
  }

  /** Changes one answer of the draft. @param {number} at @param {any} value */
  answer(at, value) {
    if (!this.draft) return;
    const values = this.draft.values.with(at, value);
    this.draft = { ...this.draft, values };
    this.#changed();
  }

  /** `true` if the draft can be sent. */
  get complete() {
    const { draft } = this;
    return (
      !!draft && holes(draft.offer).every((hole, at) => admits(hole.placeholder, draft.values[at]))
    );
  }

  /** Sends the draft. */
  submit() {
    if (this.draft && this.complete) this.send(this.draft.offer, this.draft.values);
  }

  cancel() {
    this.draft = null;
    this.#changed();
  }

  /** @param {Wire.Offer} offer @param {any[]} values */
  send(offer, values) {
    const name = (this.draft && this.nameOf(this.draft)) ?? offer.text;
    this.draft = null;
    this.session.command(fill(offer, values), name);
    this.#changed();
  }

  /** Highlights these identifiers, or none. @param {Iterable<string>} ids */
  point(ids = []) {
    const next = new Set(ids);
    if (next.size === 0 && this.focus.size === 0) return;
    this.focus = next;
    this.#changed();
  }

  /** Points at a choice, or at none: what it would change is shown beside the board. @param {() => Pointed | null} [choice] */
  consider(choice = NONE) {
    this.#pointed = choice;
    if (this.foresees) this.preview.look();
  }

  /** Returns what is pointed at, or else the draft, if it is a whole command that may be given now. */
  #considered() {
    const pointed = this.#pointed();
    if (pointed) return this.whole(pointed);
    return this.draft && this.whole({ ...this.draft, text: this.nameOf(this.draft) ?? undefined });
  }

  /** Returns a choice as a command, if it is whole and may be given now. @param {Pointed} choice */
  whole({ offer, values = [], text = offer.text }) {
    if (this.unseen > 0 || !this.offers.includes(offer)) return null;
    const open = holes(offer);
    const filled = open.map(({ placeholder }, at) => values[at] ?? initial(placeholder));
    if (!open.every(({ placeholder }, at) => admits(placeholder, filled[at]))) return null;
    return { text, command: fill(offer, filled) };
  }

  /** Drops the draft when another question is asked: it belonged to the one before. */
  #sessionChanged() {
    const decision = this.session.view?.decision;
    if (decision !== this.#decision) {
      this.draft = null;
      this.preview.forget();
    }
    this.#decision = decision;
    this.#changed();
  }

  #changed() {
    if (this.foresees) this.preview.look();
    this.dispatchEvent(new Event('change'));
  }
}
