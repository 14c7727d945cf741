// Tracks since when seats have been away, and so when a claim against an awaited one becomes possible. A
// room says who is away, not for how long: that the server says to one who joins, and later this page sees
// itself who leaves.

/** @import * as Wire from '../types/protocol.js' */

export class Absence {
  /** @type {Map<number, number>} by seat, in milliseconds since 1970 */ #since = new Map();
  /** @type {Map<number, boolean>} presence at the last update */ #here = new Map();
  /** The earliest moment that the server named, in milliseconds since 1970. */ #refusedUntil = 0;

  /** Compares who is here with the update before. @param {Wire.Room} room @param {number} now in milliseconds since 1970 */
  look(room, now) {
    for (const { seat, connected } of room.seats) {
      if (connected) this.#since.delete(seat);
      else if (this.#here.get(seat)) this.#since.set(seat, now);
      if (connected && this.#here.get(seat) === false) this.#refusedUntil = 0;
      this.#here.set(seat, connected);
    }
  }

  /**
   * Notes for how long seats have been away, as the server says it to one who joins.
   * @param {readonly (number | null)[]} away by seat, in milliseconds @param {number} now in milliseconds since 1970
   */
  joined(away, now) {
    for (const [seat, ms] of away.entries()) if (ms !== null) this.#since.set(seat, now - ms);
  }

  /** Notes that a claim was refused for `ms` more. @param {number} ms @param {number} now in milliseconds since 1970 */
  refused(ms, now) {
    this.#refusedUntil = now + ms;
  }

  /**
   * Returns the moment from which a claim is possible, in milliseconds since 1970; 0 if only the server
   * knows it, null if nobody who is awaited is away.
   * @param {Wire.Room} room @param {readonly number[]} awaited @param {number | null} seat one's own
   */
  claimableAt(room, awaited, seat) {
    const away = awaited.filter((one) => one !== seat && room.seats[one]?.connected === false);
    if (away.length === 0) return null;
    const from = away.map((one) => (this.#since.get(one) ?? -Infinity) + room.absence_ms);
    return Math.max(0, this.#refusedUntil, Math.min(...from));
  }
}
