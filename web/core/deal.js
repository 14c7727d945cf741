// This page's part in the deal of one room: what it brings to it, what it saw of it, and whether the
// server ever showed something else than before. It is the one thing in which the server's word is not
// taken. What it keeps is what a record is checked against after the end.

import { Part } from '../proof/entropy.js';
import { browserStore, Keepsake } from '../proof/keepsake.js';

/** @import * as Wire from '../types/protocol.js' */

/** @import { Word } from '../proof/kept.js' */

/** @typedef {Word | 'past' | 'distrust' | 'lost' | 'missed'} Suspicion */

export class Deal {
  /** @type {Keepsake | null} */ keepsake = null;
  /**
   * What the server did that an honest one does not, now or when this browser was here before; and
   * entropy that is gone or did not arrive.
   * @type {Suspicion[]}
   */
  suspicions = [];
  /** @type {Part | null} */ #part = null;
  #rolledBack = false;

  /** A connection was welcomed. @param {Wire.Room} room @param {number | null} seat */
  enter(room, seat) {
    if (!this.#part || this.#part.seat !== seat) {
      this.keepsake = new Keepsake(browserStore(), room.id, seat, Date.now());
      this.#part = new Part(this.keepsake, seat);
    }
    this.#part.reconnected();
    if (this.keepsake?.contradicted) this.#suspect('distrust');
  }

  /** The message that this seat is ready. @param {Wire.Room} room */
  ready(room) {
    return this.#part?.ready(room) ?? { type: 'ready' };
  }

  /**
   * Looks at what a room shows of its deal.
   * @param {Wire.Room} room @returns {object | null} what is to be sent
   */
  look(room) {
    const word = this.#part?.look(room);
    if (word) {
      this.#suspect(word);
      this.#suspect('distrust');
    } else if (this.#part?.missed) this.#suspect('missed');
    const duty = this.#part?.duty(room);
    if (duty?.duty === 'reveal') return duty.message;
    if (duty?.duty === 'distrust' || duty?.duty === 'lost') this.#suspect(duty.duty);
    return null;
  }

  /** The head of an update. @param {number} seq @param {string} head */
  note(seq, head) {
    if (this.#rolledBack) this.keepsake?.rollBack(seq);
    this.#rolledBack = false;
    if (this.keepsake?.note(seq, head) === 'differs') this.#suspect('past');
  }

  /** The server said that it was restored from older data: the next update is where it stands. */
  rolledBack() {
    this.#rolledBack = true;
  }

  /** The server sent other component data than the room is bound to, and the match cannot be shown. */
  otherData() {
    this.#suspect('data');
  }

  /** @param {Suspicion} what */
  #suspect(what) {
    if (!this.suspicions.includes(what)) this.suspicions = [...this.suspicions, what];
  }
}
