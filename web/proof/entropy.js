/**
 * This browser's part in a deal, and its distrust: what it brings, what it saw of the others.
 *
 * The same three steps as in every client: commit with `ready`, reveal while the room is sealing, and
 * remember what everybody was bound to. It is the one thing in which the page does not take the
 * server's word: after a contradiction it reveals nothing. It must not know a socket, nor how anything
 * is shown.
 */

import { decode, encode } from './hex.js';
import { seatCommitment } from './scheme.js';
import { isHash, opens, roomBytes, shown } from './witness.js';

/** @import { Fact } from "./kept.js" */
/** @import { Keepsake } from "./keepsake.js" */
/** @import { Room } from "./witness.js" */

const ENTROPY_BYTES = 32;

/**
 * How a server contradicts itself: what it shows is no hash, is another than before, or is not what
 * was committed to.
 *
 * @typedef {{ how: "no_hash" | "changed" | "not_committed", fact: Fact }} Contradiction
 *
 * What this seat owes the deal: nothing; this message; nothing, because the server changed what it or
 * somebody was bound to; or entropy that this browser does not have.
 * @typedef {{ duty: "nothing" } | { duty: "reveal", message: { type: "reveal", entropy: string } }
 *   | { duty: "distrust" } | { duty: "lost" }} Duty
 */

/** One viewer's part in the deal of one room. */
export class Part {
  /**
   * @param {Keepsake} keepsake
   * @param {number | null} seat null for somebody who watches
   */
  constructor(keepsake, seat) {
    this.keepsake = keepsake;
    this.seat = seat;
    /** @type {Set<number>} the attempts in which the server contradicted itself */
    this.distrusted = new Set();
    /** @type {number | null} the attempt for which this page sent a commitment */
    this.committed = null;
    /** @type {number | null} the attempt whose duty was told to this connection */
    this.told = null;
  }

  /**
   * Compares what a room shows of the deal with what was seen before, and keeps what is new. For every
   * `room` message.
   *
   * @param {Room} room
   * @returns {Contradiction | null} the first of an attempt, once
   */
  look(room) {
    const contradiction = this.#contradiction(room);
    const { attempt } = room.fairness;
    if (!contradiction || this.distrusted.has(attempt)) return null;
    this.distrusted.add(attempt);
    return contradiction;
  }

  /**
   * The message that this seat is ready.
   *
   * @param {Room} room
   * @param {boolean} [bring] whether it brings entropy
   * @returns {{ type: "ready", commitment?: string }}
   */
  ready(room, bring = true) {
    const { attempt } = room.fairness;
    const brings = bring && this.seat !== null;
    this.committed = brings ? attempt : null;
    if (!brings) return { type: 'ready' };
    // The same attempt keeps its entropy, so that saying it twice, or in two tabs, changes nothing.
    let entropy = this.#own(attempt);
    if (entropy === undefined) {
      entropy = encode(crypto.getRandomValues(new Uint8Array(ENTROPY_BYTES)));
      this.keepsake.learn({ kind: 'entropy', attempt, seat: this.seat, value: entropy });
    }
    return { type: 'ready', commitment: this.#commitment(room, entropy) };
  }

  /**
   * What this seat owes the deal now; each duty is told once a connection.
   *
   * @param {Room} room that was looked at
   * @returns {Duty}
   */
  duty(room) {
    const duty = this.#duty(room);
    if (duty.duty === 'nothing' || this.told === room.fairness.attempt) return { duty: 'nothing' };
    this.told = room.fairness.attempt;
    return duty;
  }

  /** The connection is a new one: what is owed is to be sent again. */
  reconnected() {
    this.told = null;
  }

  /**
   * @param {Room} room
   * @returns {Duty}
   */
  #duty(room) {
    const { attempt, seats } = room.fairness;
    const shownOfUs = this.seat === null ? undefined : seats[this.seat];
    if (room.state !== 'sealing' || !shownOfUs || shownOfUs.entropy) return { duty: 'nothing' };
    const bound = shownOfUs.commitment ?? null;
    // Without a commitment this seat owes nothing; but it may be the server that left it out.
    if (bound === null) return { duty: this.committed === attempt ? 'distrust' : 'nothing' };
    const entropy = this.#own(attempt);
    if (entropy === undefined) return { duty: 'lost' };
    if (bound !== this.#commitment(room, entropy) || this.distrusted.has(attempt)) {
      return { duty: 'distrust' };
    }
    return { duty: 'reveal', message: { type: 'reveal', entropy } };
  }

  /**
   * @param {Room} room
   * @returns {Contradiction | null}
   */
  #contradiction(room) {
    const facts = shown(room);
    const noHash = facts.find((fact) => !isHash(fact));
    if (noHash) return { how: 'no_hash', fact: noHash };
    // All of them are kept, before anything is said of one.
    const changed = facts.filter((fact) => this.keepsake.learn(fact) === 'differs');
    if (changed.length > 0) return { how: 'changed', fact: changed[0] };
    const closed = facts.find((fact) => !opens(this.keepsake, room, fact));
    return closed ? { how: 'not_committed', fact: closed } : null;
  }

  /**
   * This seat's entropy of an attempt, in hexadecimal.
   *
   * @param {number} attempt
   */
  #own(attempt) {
    return this.keepsake.of('entropy', attempt, this.seat);
  }

  /**
   * The commitment to this seat's entropy.
   *
   * @param {Room} room
   * @param {string} entropy
   */
  #commitment(room, entropy) {
    const bytes = decode(entropy);
    return encode(seatCommitment(roomBytes(room), room.fairness.attempt, this.seat ?? 0, bytes));
  }
}
