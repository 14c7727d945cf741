// What the desk says for a while: a message, how an own offer ended, and the crisis that has just come.

/** Time for which a message is shown, in milliseconds. */
const SAID_MS = 3_000;
/** Time for which a crisis is announced, in milliseconds. */
const ALERT_MS = 6_000;

export class Messages {
  /** A message that is shown for a moment. */ said = '';
  /** How the last own offer failed, until this seat does something. */ failed = '';
  /** @type {string | null} the crisis being announced */ alert = null;
  #saidUntil = 0;
  #alertUntil = 0;

  /** @param {string} words */
  say(words) {
    this.said = words;
    this.#saidUntil = performance.now() + SAID_MS;
  }

  /** @param {string} crisis */
  announce(crisis) {
    this.alert = crisis;
    this.#alertUntil = performance.now() + ALERT_MS;
  }

  /** Forgets what belongs to a phase. */
  clear() {
    this.alert = null;
    this.failed = '';
  }

  /** @param {number} now */
  update(now) {
    if (now >= this.#saidUntil) this.said = '';
    if (now >= this.#alertUntil) this.alert = null;
  }

  /** Returns the milliseconds until the next of them ends, or null. @param {number} now */
  next(now) {
    const times = [
      ...(this.said ? [this.#saidUntil - now] : []),
      ...(this.alert ? [this.#alertUntil - now] : []),
    ];
    return times.length ? Math.min(...times) : null;
  }
}
