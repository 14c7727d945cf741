// The commands of the desk: a panel says which command it would send, and an offer must admit it. So no panel
// knows a rule, and a button that would be refused is disabled.

import { answersFor } from '../../core/offers.js';

/** @import { Play } from '../../core/play.js' */

/**
 * Returns the same text for equal values, whatever the order of their fields.
 * @param {any} value @returns {string}
 */
function plain(value) {
  if (Array.isArray(value)) return `[${value.map(plain).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${key}:${plain(value[key])}`).join()}}`;
}

export class Acts {
  /** @type {Set<string>} commands without an answer yet */ #sent = new Set();

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
  }

  /** Returns the offers of this type of command. @param {string} type */
  of(type) {
    return this.play.offers.filter((offer) => offer.command.type === type);
  }

  /** Checks whether the command could be sent now. @param {any} command */
  can(command) {
    return (
      !this.#sent.has(plain(command)) &&
      this.of(command.type).some((offer) => answersFor(offer, command) !== null)
    );
  }

  /** Checks whether the same command is on its way. @param {any} command */
  sending(command) {
    return this.#sent.has(plain(command));
  }

  /**
   * Sends a command if an offer admits it. It bypasses the shell's form, which may hold another offer that is
   * being filled in. The same command is not sent twice before its answer.
   * @param {any} command @returns {Promise<boolean>} `true` if it was accepted
   */
  async send(command) {
    if (!this.can(command)) return false;
    const key = plain(command);
    this.#sent.add(key);
    try {
      return (await this.play.session.command(command)).ok;
    } finally {
      this.#sent.delete(key);
    }
  }
}
