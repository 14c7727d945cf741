// Since when seats are away, and so when an awaited one may be claimed against. A room says who is away
// and not for how long: what this page has not seen itself it knows once a claim was refused.

/** @import * as Wire from '../types/protocol.js' */

export class Absence {
  /** @type {Map<number, number>} by seat, in milliseconds since 1970 */ #since = new Map();
  /** @type {Map<number, boolean>} who was here when the room was last looked at */ #here =
    new Map();
  #told = 0;

  /** @param {Wire.Room} room @param {number} now in milliseconds since 1970 */
  look(room, now) {
    for (const { seat, connected } of room.seats) {
      if (connected) this.#since.delete(seat);
      else if (this.#here.get(seat)) this.#since.set(seat, now);
      if (connected && this.#here.get(seat) === false) this.#told = 0;
      this.#here.set(seat, connected);
    }
  }

  /** A claim was refused for so long. @param {number} ms @param {number} now in milliseconds since 1970 */
  refused(ms, now) {
    this.#told = now + ms;
  }

  /**
   * From when on one may claim, in milliseconds since 1970; 0 where only the server knows, and null if
   * nobody who is awaited is away.
   * @param {Wire.Room} room @param {readonly number[]} awaited @param {number | null} seat one's own
   */
  claimableAt(room, awaited, seat) {
    const away = awaited.filter((one) => one !== seat && room.seats[one]?.connected === false);
    if (away.length === 0) return null;
    const from = away.map((one) => (this.#since.get(one) ?? -Infinity) + room.absence_ms);
    return Math.max(0, this.#told, Math.min(...from));
  }
}
