// A lobby that this page has left for something else, a lesson say: its session goes on, and calls back when the
// others have come.

/** @import { Session } from './session.js' */

/** Fires `change` when anything about the lobby changed, and `waiting` on the document once there is one. */
class Waiting extends EventTarget {
  /** @type {Session | null} the session of the lobby */ session = null;
  #left = new AbortController();

  /** Takes a lobby's session over from its page; one that waited before is closed. @param {Session} session */
  take(session) {
    this.end();
    this.session = session;
    this.#left = new AbortController();
    const { signal } = this.#left;
    session.addEventListener('change', () => this.#changed(), { signal });
    document.dispatchEvent(new Event('waiting'));
    this.#changed();
  }

  /** Hands the session back to its room's page; null if it is not this one that waits. @param {string} code @param {string | null} token */
  handBack(code, token) {
    const { session } = this;
    if (session?.code !== code || session.token !== token) return null;
    this.#forget();
    return session;
  }

  /** Waits no longer. */
  end() {
    this.session?.close();
    this.#forget();
  }

  /** `true` once the others have come: all seats are taken, or the match has begun. */
  get calls() {
    const room = this.session?.room;
    return !!room && (room.state !== 'lobby' || room.seats.every(({ name }) => name != null));
  }

  #forget() {
    this.#left.abort();
    this.session = null;
    this.dispatchEvent(new Event('change'));
  }

  #changed() {
    const { connection, room } = /** @type {Session} */ (this.session);
    // Removed from the seat, or given up: nobody comes any more.
    if (connection.state === 'ended' || room?.state === 'abandoned') return this.end();
    this.dispatchEvent(new Event('change'));
  }
}

export const waiting = new Waiting();
