// The messages by which a seat takes part in the deal: `ready` and `reveal`. Either may be refused for now, or
// be lost on the way between servers. It is then sent again as the room is by then, and nothing counts as
// revealed that the server has not taken.

import { backoff } from './backoff.js';
import { newId } from './ids.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Deal } from './deal.js' */

/** Temporary refusals: the same message is sent again. */
export const AGAIN = new Set(['busy', 'storage_unavailable', 'draining']);

export class Part {
  /** @type {Wire.Room | null} */ #room = null;
  /** @type {Map<string, string | undefined>} the ids of the newest messages that may be answered, by type */ #ids =
    new Map();
  /** @type {{bring: boolean, lobby: string} | null} the newest `ready`, and where it was said */ #said =
    null;
  /** `true` if the server answers what has an id. */
  #answers = false;
  #refusals = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #deal;
  #send;

  /** @param {Deal} deal @param {(message: object) => unknown} send */
  constructor(deal, send) {
    this.#deal = deal;
    this.#send = send;
  }

  /** Starts, or goes on, after a `welcome`. @param {readonly string[]} [features] those of the server */
  enter(features = []) {
    this.leave();
    this.#ids.clear();
    this.#answers = features.includes('answers');
  }

  /** Sends nothing more. */
  leave() {
    clearTimeout(this.#timer);
  }

  /** Checks what a room shows of its deal, and sends what is due. @param {Wire.Room} room */
  look(room) {
    this.#room = room;
    const owed = this.#deal.look(room);
    if (!owed) return;
    this.#say(owed);
    // Only a refusal would be answered.
    if (!this.#answers) this.#deal.noteRevealed();
  }

  /** Says that this seat is ready. @param {boolean} bring `false` for a seat without entropy */
  ready(bring) {
    if (!this.#room) return;
    this.#said = { bring, lobby: lobbyOf(this.#room) };
    this.#say(this.#deal.ready(this.#room, bring));
  }

  /** Takes an answer that may be to one of these messages. @param {Wire.ServerMessage} message */
  accepted(message) {
    if (this.#about(message) === 'reveal') this.#deal.noteRevealed();
  }

  /**
   * Takes a refusal that may be of one of these messages.
   * @param {any} message `rejected` or `error` @returns {boolean} `true` if it is sent again
   */
  refused(message) {
    const type = this.#about(message);
    if (type === 'reveal') this.#deal.noteNotRevealed();
    if (!type || !AGAIN.has(message.code)) return false;
    this.#refusals += 1;
    this.leave();
    const wait = backoff(this.#refusals, message.retry_after_ms ?? null, Math.random());
    this.#timer = setTimeout(() => this.#again(type), wait);
    return true;
  }

  /** @param {string} type */
  #again(type) {
    if (!this.#room) return;
    if (type === 'reveal') {
      this.#deal.revealAgain();
      this.look(this.#room);
    } else if (this.#said?.lobby === lobbyOf(this.#room)) this.ready(this.#said.bring);
  }

  /** @param {any} message */
  #say(message) {
    const id = this.#answers ? newId() : undefined;
    this.#ids.set(message.type, id);
    this.#send(id ? { ...message, id } : message);
  }

  /** Returns the type of the message that this one answers, once. @param {any} message */
  #about({ id, re }) {
    const given = id ?? re?.id;
    for (const [type, known] of this.#ids) {
      if (given !== known || (given === undefined && type !== re?.type)) continue;
      this.#ids.delete(type);
      return type;
    }
    return undefined;
  }
}

/** Returns what a `ready` holds for: a lobby as it stands. @param {Wire.Room} room */
function lobbyOf({ state, seats, fairness }) {
  return JSON.stringify([state, fairness?.attempt, seats.map(({ name }) => name ?? null)]);
}
