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
import {
  accusesRightly,
  changed,
  isBound,
  lacksEntropy,
  misshapen,
  opens,
  roomBytes,
  shown,
} from './witness.js';

/** @import { Fact, Word } from "./kept.js" */
/** @import { Keepsake } from "./keepsake.js" */
/** @import { Room } from "./witness.js" */

const ENTROPY_BYTES = 32;

/**
 * What this seat owes the deal: nothing; this message; nothing, because the server contradicted itself;
 * or entropy that this browser does not have.
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
    /** @type {Set<string>} what was told already: attempt and word */
    this.said = new Set();
    /** @type {Map<number, { newest: boolean, all: boolean }>} by attempt, whether `ready` was sent with a commitment */
    this.sent = new Map();
    /** @type {Set<number>} the attempts in which this connection revealed */
    this.revealed = new Set();
    /** Whether this seat was newly said not to have revealed, which a lost connection explains. */
    this.missed = false;
    /** @type {number | null} the attempt whose duty was told to this connection */
    this.told = null;
  }

  /**
   * Compares what a room shows of the deal with what was seen before, and keeps what is new, a
   * contradiction too. For every `room` message.
   *
   * @param {Room} room
   * @returns {Word | null} how the server contradicts itself, each way once an attempt
   */
  look(room) {
    this.missed = false;
    const word = this.#contradiction(room);
    if (!word) return null;
    const given = room.fairness?.attempt;
    const attempt = Number.isSafeInteger(given) && given >= 0 ? given : 0;
    this.keepsake.learn({ kind: 'contradiction', attempt, seat: null, value: word });
    const said = `${attempt} ${word}`;
    if (this.said.has(said)) return null;
    this.said.add(said);
    return word;
  }

  /**
   * The message that this seat is ready. To a server that contradicted itself nothing is brought.
   *
   * @param {Room} room
   * @param {boolean} [bring] whether it brings entropy
   * @returns {{ type: "ready", commitment?: string }}
   */
  ready(room, bring = true) {
    const { attempt } = room.fairness;
    const brings = bring && this.seat !== null && !this.keepsake.contradicted;
    const all = (this.sent.get(attempt)?.all ?? true) && brings;
    this.sent.set(attempt, { newest: brings, all });
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
    if (duty.duty === 'reveal') this.revealed.add(room.fairness.attempt);
    return duty;
  }

  /** The connection is a new one: what is owed is to be sent again. */
  reconnected() {
    this.told = null;
    this.revealed.clear();
  }

  /**
   * @param {Room} room
   * @returns {Duty}
   */
  #duty(room) {
    if (room.state !== 'sealing' || this.seat === null) return { duty: 'nothing' };
    // First, for what such a server shows may have any form.
    if (this.keepsake.contradicted) return { duty: 'distrust' };
    const { attempt, seats } = room.fairness;
    const { commitment: bound, entropy: heard } = seats[this.seat] ?? {};
    if (!bound || heard) return { duty: 'nothing' };
    const entropy = this.#own(attempt);
    if (entropy === undefined) return { duty: 'lost' };
    if (bound !== this.#commitment(room, entropy)) return { duty: 'distrust' };
    return { duty: 'reveal', message: { type: 'reveal', entropy } };
  }

  /**
   * The first way in which a room contradicts itself, or what was known of it.
   *
   * @param {Room} room
   * @returns {Word | null}
   */
  #contradiction(room) {
    try {
      if (room.id !== this.keepsake.room) return 'server';
      const word = misshapen(room);
      return word ?? this.#compared(room, shown(room));
    } catch {
      // What has another form altogether.
      return 'server';
    }
  }

  /**
   * @param {Room} room
   * @param {Fact[]} facts
   * @returns {Word | null}
   */
  #compared(room, facts) {
    // All of them are kept, before anything is said of one.
    const seen = facts.map((fact) => ({ fact, seen: this.keepsake.learn(fact) }));
    const other = seen.find((one) => one.seen === 'differs');
    if (other) return changed(other.fact);
    const closed = facts.find((fact) => !opens(this.keepsake, room, fact));
    if (closed) return changed(closed);
    const news = seen.filter(({ fact, seen: as }) => fact.kind === 'void' && as === 'new');
    if (!this.#accusations(room, new Set(news.map(({ fact }) => fact.attempt)))) return 'void';
    if (!this.#inOrder(room)) return 'attempt';
    if (!isBound(room)) return null;
    if (lacksEntropy(room, this.keepsake)) return 'required';
    return this.#leftOut(room) ? 'seat' : null;
  }

  /**
   * Whether the attempts given up accuse the right seats; and whether this one is newly among them.
   *
   * @param {Room} room
   * @param {Set<number | null>} news the attempts that were not known to be given up
   */
  #accusations({ fairness: { voided } }, news) {
    const ours = voided.filter(({ missing }) => this.seat !== null && missing.includes(this.seat));
    this.missed = ours.some(({ attempt }) => news.has(attempt));
    return voided.every(accusesRightly) && !ours.some(({ attempt }) => this.revealed.has(attempt));
  }

  /**
   * Whether the deal only went on: no attempt comes after a later one, none is opened again that was
   * sealed, and what was dealt stays so.
   *
   * @param {Room} room
   */
  #inOrder({ state, fairness: { attempt } }) {
    const { facts } = this.keepsake;
    if (facts.some((fact) => fact.kind === 'commitment' && Number(fact.attempt) > attempt)) {
      return false;
    }
    if (state === 'lobby' && this.keepsake.of('sealed', attempt, null) !== undefined) return false;
    const dealt = this.keepsake.of('dealt', null, null);
    if (dealt === undefined) return true;
    return Number(dealt) === attempt && state !== 'lobby' && state !== 'sealing';
  }

  /** Whether the server leaves our commitment out, which nobody else could know. @param {Room} room */
  #leftOut({ fairness: { attempt, seats } }) {
    const sent = this.sent.get(attempt);
    return !!sent?.newest && sent.all && this.seat !== null && !seats[this.seat]?.commitment;
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
