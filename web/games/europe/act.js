// The commands of the desk: a panel says which command it would send, and an offer must admit it. So no panel
// knows a rule, and a button that would be refused is disabled.

import { admits, fill, holes } from '../../core/offers.js';

/** @import * as Wire from '../../types/protocol.js' */
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

/**
 * Checks whether an offer yields this command with some answers.
 * @param {Wire.Offer} offer @param {any} command
 */
export function covers(offer, command) {
  if (offer.command.type !== command.type) return false;
  const open = holes(offer);
  const answers = open.map(({ path }) => path.reduce((at, key) => at?.[key], command));
  const fits = open.every(({ placeholder }, at) => admits(placeholder, answers[at]));
  return fits && plain(fill(offer, answers)) === plain(command);
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
      this.of(command.type).some((offer) => covers(offer, command))
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
