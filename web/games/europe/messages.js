// What the desk says for a while: a message, how an own offer ended, which card was bought, and the crisis that has
// just come.

/** @import * as Wire from '../../types/protocol.js' */

/** Time for which a message is shown, in milliseconds. */
const SAID_MS = 3_000;
/** Time for which it is said who has bought a card, in milliseconds. */
const BOUGHT_MS = 6_000;
/** Time for which a crisis is announced, in milliseconds. */
const ALERT_MS = 6_000;

/** Who has bought a card, in words, and the card. @typedef {{who: string, card: Wire.EuropeResourceView}} Bought */

export class Messages {
  /** A message that is shown for a moment. */ said = '';
  /** How the last own offer failed, until this seat does something. */ failed = '';
  /** @type {string | null} the crisis being announced */ alert = null;
  /** @type {Bought | null} the card that was bought last */ bought = null;
  #saidUntil = 0;
  #boughtUntil = 0;
  #alertUntil = 0;

  /** @param {string} words */
  say(words) {
    this.said = words;
    this.#saidUntil = performance.now() + SAID_MS;
  }

  /** @param {Bought} bought */
  sayBought(bought) {
    this.bought = bought;
    this.#boughtUntil = performance.now() + BOUGHT_MS;
  }

  /** @param {string} crisis */
  announce(crisis) {
    this.alert = crisis;
    this.#alertUntil = performance.now() + ALERT_MS;
  }

  /** Forgets what belongs to a phase. */
  clear() {
    this.alert = null;
    this.bought = null;
    this.failed = '';
  }

  /** @param {number} now */
  update(now) {
    if (now >= this.#saidUntil) this.said = '';
    if (now >= this.#boughtUntil) this.bought = null;
    if (now >= this.#alertUntil) this.alert = null;
  }

  /** Returns the milliseconds until the next of them ends, or null. @param {number} now */
  next(now) {
    const times = [
      ...(this.said ? [this.#saidUntil - now] : []),
      ...(this.bought ? [this.#boughtUntil - now] : []),
      ...(this.alert ? [this.#alertUntil - now] : []),
    ];
    return times.length ? Math.min(...times) : null;
  }
}
