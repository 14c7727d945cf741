// What the client knows of each game before it loads it. A game's own module is loaded when a match
// of it is opened.

import { text } from '../text/index.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Play } from '../core/play.js' */

/**
 * What a game's module exports as its default.
 * @typedef {object} GameModule
 * @property {(play: Play) => unknown} board the template of its board with the player's own things,
 *   drawn from `play`
 * @property {(command: any) => boolean} confirms whether a command is asked for twice, because it
 *   can never be taken back or is easily hit by mistake
 * @property {(id: string, play: Play) => string | undefined} [name] of what is counted out in a form
 * @property {(command: any) => string | null} [objection] why a command that its offer admits is refused
 *   all the same, as far as that follows from the command alone
 * @property {(offer: any, play: Play) => string} [group] under which heading an offer is listed;
 *   its rule, if there is none
 * @property {boolean} [ownClock] whether the board shows the clock itself
 * @property {BoardKeys} [keys] what its board does with keys
 * @property {(event: any) => string[]} [places] the identifiers that an event is about, to be lit
 */

/**
 * The keys of a board, in groups. Where single letters act at once there is a way to turn them off, for
 * those whose voice or switch types by accident.
 * @typedef {{groups: KeyGroup[],
 *   single?: {label: string, wanted: () => boolean, want: (on: boolean) => void}}} BoardKeys
 * @typedef {{title: string, keys: string[][]}} KeyGroup each key with what it does
 */

/** The options that matter most when a room is opened; the others stand behind "more". */
export const MAIN_OPTIONS = /** @type {Record<string, string[]>} */ ({
  'europe-divided': ['edition'],
  'balance-of-power': ['version', 'setup'],
  europe: ['players', 'round_ms'],
});

/** Sides that belong to the seats with some options only. */
const SIDES = /** @type {Record<string, (options: any) => readonly string[] | null>} */ ({
  'balance-of-power': ({ version }) => (version === 'basic_training' ? text.sides.redBlue : null),
});

/**
 * Which sides the seats play, as far as it is known before the match.
 * @param {Wire.GameInfo | null} info @param {object} options
 * @returns {readonly string[] | null}
 */
export const rolesOf = (info, options) => info?.roles ?? SIDES[info?.id ?? '']?.(options) ?? null;

/** @type {Record<string, () => Promise<{default: GameModule}>>} */
const MODULES = {
  'europe-divided': () => import('./europe-divided/index.js'),
  'balance-of-power': () => import('./balance-of-power/index.js'),
  europe: () => import('./europe/index.js'),
};

/**
 * A game that this client does not know is played by its offers alone.
 * @param {string} id @returns {Promise<GameModule>}
 */
export async function loadGame(id) {
  const load = MODULES[id];
  return load ? (await load()).default : (await import('./plain.js')).default;
}
