// What this browser knows of the matches in which it holds seats, for the first page and the badge: what it
// saw itself when it was there last, and what the server says since.

import { lookAtRoom } from './api.js';
import { isRunning, known, learn } from './known.js';
import { heldSeats } from './seats.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Match, Result } from './known.js' */
/** @import { HeldSeat } from './seats.js' */
/** @import { Session } from './session.js' */

/** @typedef {HeldSeat & {match: Match | null}} HeldMatch */

/** The most matches that the first page lists before it is asked for the others. */
export const LISTED = 8;
/** The most among them that are over. */
const OVER_LISTED = 3;

/** @type {Match} */
const NEW = {
  state: 'lobby',
  names: [],
  awaiting: [],
  since: null,
  result: null,
  taught: false,
};

/** Returns what a room shows of its match to anybody. @param {Wire.Room} room @returns {Match} */
const shown = ({ state, seats, unproven }) => ({
  ...NEW,
  state,
  names: seats.map(({ name }) => name ?? null),
  taught: unproven?.kind === 'lesson',
});

/** @param {readonly number[]} winners @param {number} seat @returns {Result} */
const resultOf = (winners, seat) =>
  winners.length === 0 ? 'drawn' : winners.includes(seat) ? 'won' : 'lost';

/** Keeps what the page of a match shows. @param {Session} session */
export function noteMatch(session) {
  const { code, room, view, seat } = session;
  if (!room || seat === null) return;
  const before = known()[code] ?? NEW;
  const awaiting = view && !view.outcome ? view.awaiting : [];
  // The server says since when, as soon as the first page asks it.
  const since = String(awaiting) === String(before.awaiting) ? before.since : null;
  const result = view?.outcome ? resultOf(view.outcome.winners, seat) : null;
  if (learn(code, { ...shown(room), awaiting, since, result })) countTurns();
}

/** Number of rooms that are asked about at a time. */
const AT_ONCE = 2;

/**
 * Asks the server about the matches that are listed, and all that go on or may have begun, and keeps its answers. A
 * code that no room has is dear: after an answer that did not come the others wait for the next time.
 */
export async function renewMatches() {
  const held = heldMatches();
  const asked = held.filter(({ match }, at) => at < LISTED || mayGoOn(match));
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    const answered = await Promise.all(asked.slice(from, from + AT_ONCE).map(renew));
    if (answered.includes(false)) return;
  }
}

/** @param {HeldSeat} held @returns {Promise<boolean>} whether there was an answer */
async function renew({ code, seat }) {
  try {
    const room = await lookAtRoom(code);
    const asked = room.awaiting ?? [];
    // One's own question is what one waits with; else the longest that others have.
    const own = asked.filter((one) => one.seat === seat);
    const longest = Math.max(...(own.length > 0 ? own : asked).map(({ for_ms }) => for_ms));
    learn(code, {
      ...shown(room),
      awaiting: asked.map((one) => one.seat),
      since: asked.length > 0 ? Date.now() - longest : null,
      result: room.winners ? resultOf(room.winners, seat) : null,
    });
    return true;
  } catch (problem) {
    // A room that the server has forgotten does not come back.
    if (/** @type {any} */ (problem).code === 'room_unknown') {
      learn(code, { ...(known()[code] ?? NEW), state: 'abandoned' });
    }
    return false;
  }
}

/** Checks whether a match goes on, or may do so by now. @param {Match | null} match */
const mayGoOn = (match) => !match?.taught && match?.state !== 'finished';

/** Checks whether a match waits for this seat; a lesson never does. @param {HeldMatch} held */
export const myTurn = ({ match, seat }) =>
  match?.state === 'running' && !match.taught && match.awaiting.includes(seat);

/**
 * Orders matches: those that wait for this person, those that go on, those to begin, lessons and puzzles, those that
 * are over.
 * @param {HeldMatch} held
 */
function rank(held) {
  const { match } = held;
  if (myTurn(held)) return 0;
  if (isRunning(match)) return 1;
  if (match?.state === 'finished') return 4;
  return match?.taught ? 3 : 2;
}

/** @returns {HeldMatch[]} in the order in which they are shown, without those that nobody can go on with */
export function heldMatches() {
  const matches = known();
  const held = heldSeats()
    .filter(({ unlisted }) => !unlisted)
    .map((seat) => ({ ...seat, match: matches[seat.code] ?? null }))
    .filter(({ match }) => match?.state !== 'abandoned')
    .sort((a, b) => rank(a) - rank(b));
  const over = held.findIndex(({ match }) => match?.state === 'finished');
  return over < 0 ? held : held.slice(0, over + OVER_LISTED);
}

/** Returns how many matches wait for this person, and shows it on the icon of the installed page. */
export function countTurns() {
  const turns = heldMatches().filter(myTurn).length;
  const badge = turns > 0 ? navigator.setAppBadge?.(turns) : navigator.clearAppBadge?.();
  // Refused where the page is not installed.
  badge?.catch(() => {});
  return turns;
}
