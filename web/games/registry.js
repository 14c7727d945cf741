// The games known to the client. A game's own module is loaded when a match of it is opened.

import { asked, later } from '../core/needed.js';

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
 * @property {(play: Play) => Wire.Offer[]} [ordered] the offers in the order of their list; without it,
 *   as they came
 * @property {boolean} [ownClock] `true` if the board shows the clock itself
 * @property {(seat: number, play: Play) => boolean} [ready] whether nobody waits for a seat, although it may act
 * @property {(play: Play) => (string | null)[]} [roles] what the seats play, where that is drawn in play
 * @property {(play: Play) => (string | null)[]} [called] what the server's words call the seats, where its board
 *   names their holders
 * @property {string} [score] what a score counts
 * @property {string} [inOrder] the title of its points in their order, where they do not come turn by turn
 * @property {boolean} [listed] `true` if it is played by the list of choices, for lack of a board
 * @property {(play: Play) => unknown} [ribbon] renders the progress of the match for the header
 * @property {(play: Play, events: any[]) => unknown} [spotlight] renders large what others have just played
 * @property {(play: Play) => Part[]} [summary] the board in words, place by place
 * @property {(play: Play) => string[][]} [figures] the figures of the end: what, and a value for each seat
 * @property {(events: readonly any[], play: Play) => Point[]} [points] what a match's events say of points
 * @property {(play: Play) => import('../ui/keepsake.js').Sketch} [sketch] the map of the end, for a picture
 * @property {import('../core/paced.js').After} [after] the table after an event, while an update is played out
 * @property {(event: any) => boolean} [notable] whether an event is played out even if one's own act has brought it,
 *   and for longer than others
 * @property {(event: any) => import('../core/sound.js').Sound | null} [sound] what is heard of an event
 * @property {Chronicle} [chronicle] the order of its log
 * @property {BoardKeys} [keys] the keys of its board
 * @property {Places} [places] where its board shows what a lesson points at; the board hears of that by the event
 *   `reveal`, whose detail are the elements, and opens what holds them
 * @property {(event: any) => string[]} [mentions] the identifiers that an event is about, to be highlighted
 */

/** @import { Point } from '../core/points.js' */

/**
 * The selectors of what shows an identifier of the views, and of the parts of the screen, those to be preferred first.
 * @typedef {{of: (id: string) => readonly string[], parts: Readonly<Record<string, readonly string[]>>}} Places
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
 * @property {() => Promise<{default: (name: string) => unknown}>} signs the signs of its board, for its rules
 * @property {Readonly<Record<string, any>>} [quick] options that differ from their defaults in a match that is
 *   begun with one click
 * @property {Readonly<Record<string, Readonly<Record<string, any>>>>} [paces] the paces of its clock that can be
 *   chosen at once, with the options that differ from their defaults
 */

/** The board of every other game. */
const plain = later(() => import('./plain.js'));

/** Every game that has a board. @type {Record<string, KnownGame>} */
const GAMES = {
  'europe-divided': {
    load: later(() => import('./europe-divided/index.js')),
    signs: () => asked(() => import('./europe-divided/signs.js')),
  },
  'balance-of-power': {
    load: later(() => import('./balance-of-power/index.js')),
    signs: () => asked(() => import('./balance-of-power/signs.js')),
    // The person moves first.
    quick: { first: 'red' },
  },
  europe: {
    load: later(() => import('./europe/index.js')),
    signs: () => asked(() => import('./europe/signs.js')),
    // Time to read, for as long as one likes.
    quick: { untimed: true },
    paces: {
      calm: { choose_ms: 300_000, round_ms: 900_000, allocate_ms: 300_000 },
      none: { untimed: true },
    },
  },
};

/** Returns the options of a match that is begun with one click. @param {string} id */
export const quickOptions = (id) => ({ ...GAMES[id]?.quick });

/** Returns the paces of a game's clock; none for a game without one. @param {string} id */
export const pacesOf = (id) => GAMES[id]?.paces ?? {};

/**
 * Returns the sides that the seats play, as far as that is known before the match.
 * @param {Wire.GameInfo | null} info @param {Record<string, unknown>} options
 * @returns {readonly string[] | null}
 */
export const rolesOf = (info, options) =>
  info?.sides?.find(({ when }) =>
    Object.entries(when).every(([option, value]) => options[option] === value),
  )?.seats ?? null;

/**
 * Has everything fetched that a game's module needs, as soon as the game is known: a browser would ask for each layer of
 * imports only when the one before has come. The page names it all, in a template for each game. @param {string} id
 */
export function fetchAhead(id) {
  for (const template of document.head.querySelectorAll('template')) {
    if (template.dataset.game === id) template.replaceWith(template.content);
  }
}

/**
 * Loads a game's module; a game that this client does not know is played by its offers alone.
 * @param {string} id @returns {Promise<GameModule>}
 */
export async function loadGame(id) {
  const load = GAMES[id]?.load ?? plain;
  return (await load()).default;
}

/**
 * Loads what renders the signs in a game's rules; a game that this client does not know has none.
 * @param {string} id @returns {Promise<(name: string) => unknown>}
 */
export async function signsOf(id) {
  return (await GAMES[id]?.signs())?.default ?? (() => null);
}
