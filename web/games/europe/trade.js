// The draft offer: one number for each good, negative if given, positive if wanted, so that no good is on
// both sides. Other players' actions never change it.

import { GOODS } from './goods.js';

/** @import { Bag } from './goods.js' */

/** The most of a good that can be wanted: all there is. */
const MOST_CUBES = 25;
const MOST_COIN = 100;

export class Trade {
  /** @type {Record<string, number>} */ amounts = {};
  /** @type {ReadonlySet<number> | null} the seats that may accept; null for all */ to = null;
  /** @type {number | null} the offer being answered */ counter = null;

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
   * Changes a good by one step towards wanting (1) or giving (-1). No more is given than is held.
   * @param {string} good @param {1 | -1} by @param {number} held
   * @returns {boolean} `true` if it changed
   */
  step(good, by, held) {
    const now = this.amounts[good] ?? 0;
    const most = good === 'coin' ? MOST_COIN : MOST_CUBES;
    if (by < 0 ? now <= Math.min(0, -held) : now >= most) return false;
    this.amounts[good] = now + by;
    return true;
  }

  /** Adds a seat to the recipients, or removes it. @param {number} seat @param {number[]} others */
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

  /** Ensures that a seat is among the recipients; a new offer is for it alone. @param {number} seat */
  include(seat) {
    if (this.empty) this.to = new Set([seat]);
    else if (this.to && !this.to.has(seat)) this.to = new Set([...this.to, seat]);
  }

  /**
   * Starts a counter-offer with the terms of an offer, seen from this side.
   * @param {{id: number, from: number, give: Bag, want: Bag}} offer
   */
  answer(offer) {
    this.amounts = { ...offer.give };
    for (const [good, count] of Object.entries(offer.want)) this.amounts[good] = -count;
    this.to = new Set([offer.from]);
    this.counter = offer.id;
  }

  /** Asks for these goods; what is given stays. @param {Bag} goods */
  ask(goods) {
    for (const [good, count] of Object.entries(goods)) this.amounts[good] = count;
  }

  clear() {
    this.amounts = {};
    this.to = null;
    this.counter = null;
  }

  /**
   * Returns the command of this offer. A counter-offer to a closed offer becomes a new offer to its player.
   * @param {number[]} others the possible recipients @param {Set<number>} open open offers
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
