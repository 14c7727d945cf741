// This page's part in the deal of one room: its entropy, what it saw of the deal, and every contradiction
// in what the server showed. The deal is the one thing in which the page does not trust the server. After
// the end the record is checked against what is kept here.

import { Participant } from '../proof/entropy.js';
import { Evidence, isHead, isKept } from '../proof/evidence.js';

/** @import * as Wire from '../types/protocol.js' */

/** @import { Contradiction } from '../proof/kept.js' */
/** @import { Store } from '../proof/evidence.js' */

/** @typedef {Contradiction | 'past' | 'distrust' | 'lost' | 'missed'} Suspicion */

export class Deal {
  /** @type {Evidence | null} */ evidence = null;
  /**
   * Everything an honest server would not have done, now or on an earlier visit of this browser; and
   * entropy that was lost or did not arrive.
   * @type {Suspicion[]}
   */
  suspicions = [];
  /** @type {Participant | null} */ #participant = null;
  #rolledBack = false;
  /** `true` if the room said from the beginning that nothing proves its deal; later it is not believed. */
  unproven = false;

  /** @param {Store | null} store where it is kept; null for in memory only */
  constructor(store) {
    this.store = store;
  }

  /** Starts, or goes on, after a `welcome`. @param {Wire.Room} room @param {number | null} seat */
  enter(room, seat) {
    if (!this.#participant || this.#participant.seat !== seat) {
      // What nothing proves takes no place from what may have to be proved.
      const worth = room.unproven == null || isKept(this.store, room.id, seat);
      this.evidence = new Evidence(worth ? this.store : null, room.id, seat, Date.now());
      this.#participant = new Participant(this.evidence, seat);
      this.unproven = room.unproven != null && this.evidence.facts.length === 0;
    }
    this.#participant.reconnected();
    if (this.evidence?.contradicted) this.#suspect('distrust');
  }

  /**
   * Returns the message that says this seat is ready.
   * @param {Wire.Room} room @param {boolean} [bring] `false` for a seat without entropy
   */
  ready(room, bring = true) {
    if (this.unproven) return { type: 'ready' };
    return this.#participant?.ready(room, bring) ?? { type: 'ready' };
  }

  /**
   * Checks what a room shows of its deal.
   * @param {Wire.Room} room @returns {object | null} a message to send
   */
  look(room) {
    if (this.unproven) return null;
    const word = this.#participant?.look(room);
    if (word) {
      this.#suspect(word);
      this.#suspect('distrust');
    } else if (this.#participant?.missed) this.#suspect('missed');
    const duty = this.#participant?.duty(room);
    if (duty?.duty === 'reveal') return duty.message;
    if (duty?.duty === 'distrust' || duty?.duty === 'lost') this.#suspect(duty.duty);
    return null;
  }

  /** Notes that the server has taken what was revealed: from now on it cannot deny it. */
  noteRevealed() {
    this.#participant?.noteRevealed();
  }

  /** Notes that the server has not taken what was revealed. */
  noteNotRevealed() {
    this.#participant?.noteNotRevealed();
  }

  /** Has what was refused be revealed once more on this connection. */
  revealAgain() {
    this.#participant?.dueAgain();
  }

  /** The newest entry whose head is kept; 0 if there is none. */
  get newest() {
    return Math.max(0, ...(this.evidence?.heads.map(({ seq }) => seq) ?? []));
  }

  /**
   * Notes the head of an update; returns `false` if it is none of an entry that there can be.
   * @param {number} seq @param {string} head
   */
  note(seq, head) {
    if (this.#rolledBack) this.evidence?.rollBack(this.evidence.knows(seq, head) ? seq : 0);
    this.#rolledBack = false;
    if (this.evidence?.note(seq, head) === 'differs') this.#suspect('past');
    return isHead(seq, head);
  }

  /**
   * Notes that the server was restored from older data. If the next update is not one that was seen, others
   * have gone on since, and nobody knows how far back it was.
   */
  rolledBack() {
    this.#rolledBack = true;
  }

  /** Notes component data other than those the room is bound to; the match cannot be shown. */
  otherData() {
    this.#suspect('data');
  }

  /** @param {Suspicion} what */
  #suspect(what) {
    if (!this.suspicions.includes(what)) this.suspicions = [...this.suspicions, what];
  }
}
