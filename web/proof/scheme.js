/**
 * The formulas of the scheme `vd1`, as docs/FAIRNESS.md gives them.
 *
 * This module must not know what a record looks like, nor any game.
 */

import { Message } from './message.js';

/** The scheme, as headers and records name it. */
export const SCHEME = 'vd1';

/** Number of 64-bit words in a block of a stream. */
const BLOCK_WORDS = 4;
const WORDS = 2n ** 64n;

/** A seat's contribution to the deal; both parts are null if it brought nothing.
 *
 * @typedef {{ commitment: Uint8Array | null, entropy: Uint8Array | null }} Brought
 */

/**
 * Returns C, the commitment that binds the server before any seat is bound.
 *
 * @param {Uint8Array} room 16 bytes
 * @param {string} rules `<game id>/<rules version>`
 * @param {number} attempt from 0
 * @param {Uint8Array} secret 32 bytes
 */
export function serverCommitment(room, rules, attempt, secret) {
  return Message.of('vd1/commit').field(room).text(rules).u32(attempt).field(secret).digest();
}

/**
 * Returns K, the commitment that binds a seat.
 *
 * @param {Uint8Array} room 16 bytes
 * @param {number} attempt from 0
 * @param {number} seat from 0
 * @param {Uint8Array} entropy 32 bytes
 */
export function seatCommitment(room, attempt, seat, entropy) {
  return Message.of('vd1/seat').field(room).u32(attempt).u8(seat).field(entropy).digest();
}

/**
 * Returns P, the key that all draws and salts follow from.
 *
 * @param {Uint8Array} secret S
 * @param {Uint8Array} commitment C
 * @param {Brought[]} seats all seats in their order
 */
export function matchKey(secret, commitment, seats) {
  const nothing = new Uint8Array();
  const seed = Message.keyed(secret, 'vd1/seed').field(commitment).u8(seats.length);
  seats.forEach((seat, index) => {
    seed
      .u8(index)
      .field(seat.commitment ?? nothing)
      .field(seat.entropy ?? nothing);
  });
  return seed.digest();
}

/** The draws of one label. */
export class Stream {
  /**
   * @param {Uint8Array} key P
   * @param {string} label
   * @param {number} [position] number of words drawn before
   */
  constructor(key, label, position = 0) {
    /** Number of words drawn so far, including rejected ones. */
    this.position = position;
    this.blocks = Message.keyed(key, 'vd1/draw').text(label);
    this.number = -1;
    /** @type {DataView} */
    this.block = new DataView(new ArrayBuffer(0));
  }

  /** Draws the next 64 bits. */
  word() {
    const number = Math.floor(this.position / BLOCK_WORDS);
    if (number !== this.number) {
      this.number = number;
      this.block = new DataView(this.blocks.copy().u64(number).digest().buffer);
    }
    const word = this.block.getBigUint64(8 * (this.position % BLOCK_WORDS));
    this.position += 1;
    return word;
  }

  /**
   * Draws a number from 0 to `m` - 1, each with equal probability.
   *
   * @param {number} m not 0
   */
  below(m) {
    const results = BigInt(m);
    const limit = (WORDS / results) * results;
    for (;;) {
      const word = this.word();
      if (word < limit) return Number(word % results);
    }
  }

  /**
   * Returns the numbers from 0 to `n` - 1 in the order of a shuffled deck.
   *
   * @param {number} n
   */
  shuffled(n) {
    const cards = Array.from({ length: n }, (_, index) => index);
    for (let at = n - 1; at > 0; at -= 1) {
      const other = this.below(at + 1);
      const card = cards[at];
      cards[at] = cards[other];
      cards[other] = card;
    }
    return cards;
  }
}

/** The hash chain over the header and all entries of a log. */
export class Chain {
  /**
   * @param {Uint8Array} key P
   * @param {string} header its canonical text
   */
  constructor(key, header) {
    this.salts = Message.keyed(key, 'vd1/salt');
    /** The number of the last entry; 0 is the header. */
    this.seq = 0;
    /** The head after it. */
    this.head = Message.of('vd1/log').text(header).digest();
  }

  /**
   * Appends the next entry and returns the head after it.
   *
   * @param {string} entry its canonical text
   */
  append(entry) {
    this.seq += 1;
    const salt = this.salts.copy().u64(this.seq).digest();
    const field = Message.of('vd1/field').raw(salt).text(entry).digest();
    this.head = Message.of('vd1/entry').raw(this.head).raw(field).digest();
    return this.head;
  }
}
