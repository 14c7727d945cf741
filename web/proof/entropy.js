/**
 * This browser's part in a deal: the entropy it brings, and the check of everything the server shows.
 *
 * The same three steps as in every client: commit with `ready`, reveal while the room is sealing, and
 * remember everybody's commitments. The deal is the one thing in which the page does not trust the server:
 * after a contradiction it reveals nothing. This module must not know a socket, nor how anything is shown.
 */

import { decode, encode } from './hex.js';
import { seatCommitment } from './scheme.js';
import {
  accusesRightly,
  changed,
  isAttempt,
  isBound,
  lacksEntropy,
  misshapen,
  opens,
  roomBytes,
  shown,
} from './witness.js';

/** @import { Fact, Contradiction } from "./kept.js" */
/** @import { Evidence } from "./evidence.js" */
/** @import { Room } from "./witness.js" */

const ENTROPY_BYTES = 32;

/**
 * The duty of this seat in the deal: nothing; to send this message; to send nothing, because the server
 * contradicted itself; or to reveal entropy that this browser has lost.
 * @typedef {{ duty: "nothing" } | { duty: "reveal", message: { type: "reveal", entropy: string } }
 *   | { duty: "distrust" } | { duty: "lost" }} Duty
 */

/** One viewer in the deal of one room. */
export class Participant {
  /**
   * @param {Evidence} evidence
   * @param {number | null} seat null for a spectator
   */
  constructor(evidence, seat) {
    this.evidence = evidence;
    this.seat = seat;
    /** @type {Set<string>} what was reported already: attempt and contradiction */
    this.reported = new Set();
    /** @type {Map<number, { newest: boolean, all: boolean }>} by attempt: `ready` was sent with a commitment, the newest time or every time */
    this.sent = new Map();
    /** @type {Set<number>} the attempts of which the server took the entropy on this connection */
    this.revealed = new Set();
    /** `true` if this seat is newly listed as not having revealed, which a lost connection explains. */
    this.missed = false;
    /** @type {number | null} the attempt whose duty was returned on this connection */
    this.dutySent = null;
  }

  /**
   * Compares what a room shows of the deal with what was seen before, and keeps what is new, including a
   * contradiction. To be called with every `room` message.
   *
   * @param {Room} room
   * @returns {Contradiction | null} how the server contradicts itself; each way is returned once an attempt
   */
  look(room) {
    this.missed = false;
    const word = this.#contradiction(room);
    if (!word) return null;
    const given = room.fairness?.attempt;
    const attempt = isAttempt(given) ? given : 0;
    this.evidence.learn({ kind: 'contradiction', attempt, seat: null, value: word });
    const report = `${attempt} ${word}`;
    if (this.reported.has(report)) return null;
    this.reported.add(report);
    return word;
  }

  /**
   * Returns the message that says this seat is ready. A server that contradicted itself gets no entropy.
   *
   * @param {Room} room
   * @param {boolean} [bring] `false` for a seat without entropy
   * @returns {{ type: "ready", commitment?: string }}
   */
  ready(room, bring = true) {
    const { attempt } = room.fairness;
    const brings = bring && this.seat !== null && !this.evidence.contradicted;
    const all = (this.sent.get(attempt)?.all ?? true) && brings;
    this.sent.set(attempt, { newest: brings, all });
    if (!brings) return { type: 'ready' };
    // An attempt keeps its entropy, so that sending `ready` twice, or from two tabs, changes nothing.
    let entropy = this.#own(attempt);
    if (entropy === undefined) {
      entropy = encode(crypto.getRandomValues(new Uint8Array(ENTROPY_BYTES)));
      this.evidence.learn({ kind: 'entropy', attempt, seat: this.seat, value: entropy });
    }
    return { type: 'ready', commitment: this.#commitment(room, entropy) };
  }

  /**
   * Returns the duty of this seat in the deal now; each duty is returned once a connection.
   *
   * @param {Room} room the one that was passed to `look`
   * @returns {Duty}
   */
  duty(room) {
    const duty = this.#duty(room);
    if (duty.duty === 'nothing' || this.dutySent === room.fairness.attempt)
      return { duty: 'nothing' };
    this.dutySent = room.fairness.attempt;
    return duty;
  }

  /** Notes that the server has taken what was due: from now on it cannot deny it. */
  noteRevealed() {
    if (this.dutySent !== null) this.revealed.add(this.dutySent);
  }

  /** Notes that the server has not taken what was due: an attempt that is void for it is no lie. */
  noteNotRevealed() {
    if (this.dutySent !== null) this.revealed.delete(this.dutySent);
  }

  /** Has what was refused be due once more on this connection. */
  dueAgain() {
    this.dutySent = null;
  }

  /** Notes a new connection: what is due has to be sent again. */
  reconnected() {
    this.dutySent = null;
    this.revealed.clear();
  }

  /**
   * @param {Room} room
   * @returns {Duty}
   */
  #duty(room) {
    if (room.state !== 'sealing' || this.seat === null) return { duty: 'nothing' };
    // First, because what such a server shows may have any form.
    if (this.evidence.contradicted) return { duty: 'distrust' };
    const { attempt, seats } = room.fairness;
    const { commitment: bound, entropy: revealed } = seats[this.seat] ?? {};
    if (!bound || revealed) return { duty: 'nothing' };
    const entropy = this.#own(attempt);
    if (entropy === undefined) return { duty: 'lost' };
    if (bound !== this.#commitment(room, entropy)) return { duty: 'distrust' };
    return { duty: 'reveal', message: { type: 'reveal', entropy } };
  }

  /**
   * Returns the first way in which a room contradicts itself or what was known of it.
   *
   * @param {Room} room
   * @returns {Contradiction | null}
   */
  #contradiction(room) {
    try {
      if (room.id !== this.evidence.room) return 'server';
      const word = misshapen(room) ?? this.#compared(room, shown(room));
      // A room that never had a proof is not looked at: this one withdraws it.
      return room.unproven != null ? 'unproven' : word;
    } catch {
      // It has another form altogether.
      return room?.unproven != null ? 'unproven' : 'server';
    }
  }

  /**
   * @param {Room} room
   * @param {Fact[]} facts
   * @returns {Contradiction | null}
   */
  #compared(room, facts) {
    // All facts are kept before the first contradiction is reported.
    const seen = facts.map((fact) => ({ fact, seen: this.evidence.learn(fact) }));
    const other = seen.find((one) => one.seen === 'differs');
    if (other) return changed(other.fact);
    const closed = facts.find((fact) => !opens(this.evidence, room, fact));
    if (closed) return changed(closed);
    const news = seen.filter(({ fact, seen: as }) => fact.kind === 'void' && as === 'new');
    if (!this.#accusations(room, new Set(news.map(({ fact }) => fact.attempt)))) return 'void';
    if (!this.#inOrder(room)) return 'attempt';
    if (!isBound(room)) return null;
    if (lacksEntropy(room, this.evidence)) return 'required';
    return this.#leftOut(room) ? 'seat' : null;
  }

  /**
   * Checks that the abandoned attempts accuse the right seats, and notes whether this one is newly among
   * them.
   *
   * @param {Room} room
   * @param {Set<number | null>} news the attempts not known to be abandoned before
   */
  #accusations({ fairness: { voided } }, news) {
    const ours = voided.filter(({ missing }) => this.seat !== null && missing.includes(this.seat));
    this.missed = ours.some(({ attempt }) => news.has(attempt));
    return voided.every(accusesRightly) && !ours.some(({ attempt }) => this.revealed.has(attempt));
  }

  /**
   * Checks that the deal only moved forward: no return to an earlier attempt, none reopened after it was
   * sealed, and what was dealt stays dealt.
   *
   * @param {Room} room
   */
  #inOrder({ state, fairness: { attempt } }) {
    const { facts } = this.evidence;
    if (facts.some((fact) => fact.kind === 'commitment' && Number(fact.attempt) > attempt)) {
      return false;
    }
    if (state === 'lobby' && this.evidence.of('sealed', attempt, null) !== undefined) return false;
    const dealt = this.evidence.of('dealt', null, null);
    if (dealt === undefined) return true;
    return Number(dealt) === attempt && state !== 'lobby' && state !== 'sealing';
  }

  /** Checks whether the server leaves our commitment out; only this client can notice that. @param {Room} room */
  #leftOut({ fairness: { attempt, seats } }) {
    const sent = this.sent.get(attempt);
    return !!sent?.newest && sent.all && this.seat !== null && !seats[this.seat]?.commitment;
  }

  /**
   * Returns this seat's entropy for an attempt, in hexadecimal.
   *
   * @param {number} attempt
   */
  #own(attempt) {
    return this.evidence.of('entropy', attempt, this.seat);
  }

  /**
   * Returns the commitment to this seat's entropy.
   *
   * @param {Room} room
   * @param {string} entropy
   */
  #commitment(room, entropy) {
    const bytes = decode(entropy);
    return encode(seatCommitment(roomBytes(room), room.fairness.attempt, this.seat ?? 0, bytes));
  }
}
