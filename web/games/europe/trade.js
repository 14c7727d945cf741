// The offer that is being put together: one number for each good, below zero given, above zero wanted,
// so that no good stands on both sides. It is never changed by what others do.

import { GOODS } from './goods.js';

/** @import { Bag } from './goods.js' */

/** The most of a good that is wanted: all that there is. */
const MOST_CUBES = 25;
const MOST_COIN = 100;

export class Trade {
  /** @type {Record<string, number>} */ amounts = {};
  /** @type {ReadonlySet<number> | null} who may accept; null is everybody */ to = null;
  /** @type {number | null} the offer that this answers */ counter = null;

  /** @returns {Bag} */
  get give() {
    return this.#side(-1);
  }

  /** @returns {Bag} */
  get want() {
    return this.#side(1);
  }

  get empty() {
    return GOODS.every((good) => !this.amounts[good]);
  }

  /** @param {1 | -1} sign @returns {Bag} */
  #side(sign) {
    const chosen = GOODS.filter((good) => Math.sign(this.amounts[good] ?? 0) === sign);
    return Object.fromEntries(chosen.map((good) => [good, Math.abs(this.amounts[good])]));
  }

  /**
   * One step towards wanting (1) or giving (-1). What is given stops at what is held.
   * @param {string} good @param {1 | -1} by @param {number} held
   * @returns {boolean} whether it changed
   */
  step(good, by, held) {
    const now = this.amounts[good] ?? 0;
    const most = good === 'coin' ? MOST_COIN : MOST_CUBES;
    if (by < 0 ? now <= Math.min(0, -held) : now >= most) return false;
    this.amounts[good] = now + by;
    return true;
  }

  /** Addresses a seat too, or no longer. @param {number} seat @param {number[]} others */
  toggle(seat, others) {
    const now = new Set(this.to ?? []);
    if (!now.delete(seat)) now.add(seat);
    this.to = now.size === 0 || now.size === others.length ? null : now;
    this.counter = null;
  }

  toAll() {
    this.to = null;
    this.counter = null;
  }

  /** Makes sure that a seat is addressed. A new offer is for it alone. @param {number} seat */
  include(seat) {
    if (this.empty) this.to = new Set([seat]);
    else if (this.to && !this.to.has(seat)) this.to = new Set([...this.to, seat]);
  }

  /**
   * Begins an answer to an offer: its terms, seen from here.
   * @param {{id: number, from: number, give: Bag, want: Bag}} offer
   */
  answer(offer) {
    this.amounts = { ...offer.give };
    for (const [good, count] of Object.entries(offer.want)) this.amounts[good] = -count;
    this.to = new Set([offer.from]);
    this.counter = offer.id;
  }

  /** Wants these and gives what was given. @param {Bag} goods */
  ask(goods) {
    for (const [good, count] of Object.entries(goods)) this.amounts[good] = count;
  }

  clear() {
    this.amounts = {};
    this.to = null;
    this.counter = null;
  }

  /**
   * The command that makes this offer. An answer whose offer has closed is an offer to its player.
   * @param {number[]} others the seats that may be addressed @param {Set<number>} open open offers
   */
  command(others, open) {
    const { give, want } = this;
    if (this.counter !== null && open.has(this.counter)) {
      return { type: 'offer_counter', offer_id: this.counter, give, want };
    }
    const to = others.filter((seat) => this.to === null || this.to.has(seat));
    return { type: 'offer_create', to, give, want };
  }
}
