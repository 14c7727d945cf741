// Who may have hints in a room, as far as its settings say: the server decides. And the hint that was asked for.

/** @import * as Wire from '../types/protocol.js' */
/** @import { Answer, Session } from './session.js' */

/**
 * Checks whether a seat may ask for hints.
 * @param {Wire.Room} room @param {number | null} seat @param {Wire.GameInfo | null} info
 */
export function mayHaveHints(room, seat, info) {
  if (seat === null || !info?.hints) return false;
  const others = room.seats.some(
    (one) => one.seat !== seat && one.kind !== 'bot' && one.name !== null,
  );
  const hints = room.hints ?? 'alone';
  return hints === 'all' || (hints === 'alone' && !others);
}

/** The hint for what is asked now, wherever it is shown: each one counts. Fires `change`. */
export class Hints extends EventTarget {
  /** @type {number | null} the question that was asked about last */ #decision = null;
  /** @type {Answer | 'thinking' | null} */ #answer = null;

  /** @param {Session} session */
  constructor(session) {
    super();
    this.session = session;
  }

  /** What has become of the hint for the question that is open; null if none was asked for. */
  get #current() {
    const open = this.session.view?.decision;
    return open != null && open === this.#decision ? this.#answer : null;
  }

  /** `true` while one is thought about. */
  get thinking() {
    return this.#current === 'thinking';
  }

  /** @returns {Wire.Hint | null} */
  get hint() {
    const answer = this.#current;
    return answer && answer !== 'thinking' && answer.ok ? (answer.hint ?? null) : null;
  }

  /** The refusal, if there was one. */
  get problem() {
    const answer = this.#current;
    return answer && answer !== 'thinking' && !answer.ok ? answer : null;
  }

  /** Asks for a hint, unless there is one or it is under way. */
  async ask() {
    const decision = this.session.view?.decision;
    if (decision == null || this.thinking || this.hint) return;
    this.#decision = decision;
    this.#change('thinking');
    const answer = await this.session.hint();
    if (this.#decision === decision) this.#change(answer);
  }

  /** @param {Answer | 'thinking'} answer */
  #change(answer) {
    this.#answer = answer;
    this.dispatchEvent(new Event('change'));
  }
}
