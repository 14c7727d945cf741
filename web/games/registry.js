// The games known to the client. A game's own module is loaded when a match of it is opened.

import { text } from '../text/index.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Play } from '../core/play.js' */

/**
 * The default export of a game's module.
 * @typedef {object} GameModule
 * @property {(play: Play) => unknown} board renders the board with the player's own cards and pieces
 * @property {(id: string, play: Play) => string | undefined} [name] the name of a thing counted in a form
 * @property {(command: any) => string | null} [objection] why the server would refuse a command although its
 *   offer admits it, as far as that follows from the command alone
 * @property {(offer: any, play: Play) => string} [group] the heading under which an offer is listed; without
 *   it, the offer's rule
 * @property {boolean} [ownClock] `true` if the board shows the clock itself
 * @property {boolean} [listed] `true` if it is played by the list of choices, for lack of a board
 * @property {(play: Play) => unknown} [ribbon] renders the progress of the match for the header
 * @property {(play: Play, events: any[]) => unknown} [spotlight] renders large what others have just played
 * @property {(play: Play) => Part[]} [summary] the board in words, place by place
 * @property {(play: Play) => string[][]} [figures] the figures of the end: what, and a value for each seat
 * @property {(play: Play) => import('../ui/keepsake.js').Sketch} [sketch] the map of the end, for a picture
 * @property {Chronicle} [chronicle] the order of its log
 * @property {BoardKeys} [keys] the keys of its board
 * @property {(event: any) => string[]} [mentions] the identifiers that an event is about, to be highlighted
 */

/** A part of a board in words. @typedef {{title: string, lines: string[]}} Part */

/**
 * What a log is ordered by: the title that an event opens, the side that it belongs to (given the side of the event
 * before), and the sign of a side.
 * @typedef {{opens: (event: any) => string | null,
 *   sideOf: (event: any, before: string | null) => string | null, sign: (side: string) => unknown}} Chronicle
 */

/**
 * The keys of a board, in groups.
 * @typedef {{groups: KeyGroup[]}} BoardKeys
 * @typedef {{title: string, keys: string[][]}} KeyGroup each key with what it does
 */

/**
 * What is known of a game before its module is loaded.
 * @typedef {object} KnownGame
 * @property {() => Promise<{default: GameModule}>} load
 * @property {readonly string[]} options the most important options of a new room; the others are behind
 *   "More options"
 * @property {Readonly<Record<string, any>>} [quick] options that differ from their defaults in a match that is
 *   begun with one click
 * @property {(options: any) => readonly string[] | null} [sides] the sides of the seats, where they depend on
 *   the options
 */

/** Every game that has a board. @type {Record<string, KnownGame>} */
const GAMES = {
  'europe-divided': {
    load: () => import('./europe-divided/index.js'),
    options: [],
  },
  'balance-of-power': {
    load: () => import('./balance-of-power/index.js'),
    options: ['version'],
    // The person moves first.
    quick: { first: 'red' },
    sides: ({ version }) => (version === 'basic_training' ? text.sides.redBlue : null),
  },
  europe: {
    load: () => import('./europe/index.js'),
    options: ['players'],
    // Time to read: the clock jumps ahead once all are ready.
    quick: { choose_ms: 300_000, round_ms: 900_000, allocate_ms: 300_000 },
  },
};

/** Returns the most important options of a game's new room. @param {string} id */
export const mainOptions = (id) => GAMES[id]?.options ?? [];

/** Returns the options of a match that is begun with one click. @param {string} id */
export const quickOptions = (id) => ({ ...GAMES[id]?.quick });

/**
 * Returns the sides that the seats play, as far as that is known before the match.
 * @param {Wire.GameInfo | null} info @param {object} options
 * @returns {readonly string[] | null}
 */
export const rolesOf = (info, options) =>
  info?.roles ?? GAMES[info?.id ?? '']?.sides?.(options) ?? null;

/**
 * Loads a game's module; a game that this client does not know is played by its offers alone.
 * @param {string} id @returns {Promise<GameModule>}
 */
export async function loadGame(id) {
  const load = GAMES[id]?.load ?? (() => import('./plain.js'));
  return (await load()).default;
}
