// What this browser knows of the matches in which it holds seats, for the first page and the badge: what it
// saw itself when it was there last, and what the server says since.

import { lookAtRoom } from './api.js';
import { heldSeats, read, write } from './seats.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { HeldSeat } from './seats.js' */
/** @import { Session } from './session.js' */

/**
 * @typedef {'won' | 'lost' | 'drawn'} Result for one's own seat
 * @typedef {object} Match
 * @property {Wire.RoomState} state
 * @property {(string | null)[]} names of all seats; null where one is free
 * @property {number[]} awaiting the seats that must act
 * @property {number | null} since when that began, in milliseconds since 1970; null until the server has said it
 * @property {Result | null} result once the match is over
 * @property {boolean} taught whether a lesson or a puzzle is given there
 */
/** @typedef {HeldSeat & {match: Match | null}} HeldMatch */

const MATCHES = 'entente/matches';
/** The most matches that the first page lists. */
const LISTED = 8;
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

/** @returns {Record<string, Match>} by code */
function known() {
  try {
    return JSON.parse(read(MATCHES) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

/**
 * Keeps what is known of a match, and forgets those in which no seat is held.
 * @param {string} code @param {Match} match @returns {boolean} whether it is new
 */
function keep(code, match) {
  const before = known();
  if (JSON.stringify(before[code]) === JSON.stringify(match)) return false;
  const held = new Set(heldSeats().map((seat) => seat.code));
  const all = Object.entries({ ...before, [code]: match }).filter(([one]) => held.has(one));
  write(MATCHES, JSON.stringify(Object.fromEntries(all)));
  return true;
}

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
  if (keep(code, { ...shown(room), awaiting, since, result })) countTurns();
}

/** Returns the newest seats that the first page may list. */
const newest = () =>
  heldSeats()
    .filter(({ unlisted }) => !unlisted)
    .slice(0, LISTED);

/** Asks the server about the newest seats, and keeps its answers. @returns {Promise<unknown>} */
export const renewMatches = () => Promise.allSettled(newest().map(renew));

/** @param {HeldSeat} held */
async function renew({ code, seat }) {
  try {
    const room = await lookAtRoom(code);
    const asked = room.awaiting ?? [];
    // One's own question is what one waits with; else the longest that others have.
    const own = asked.filter((one) => one.seat === seat);
    const longest = Math.max(...(own.length > 0 ? own : asked).map(({ for_ms }) => for_ms));
    keep(code, {
      ...shown(room),
      awaiting: asked.map((one) => one.seat),
      since: asked.length > 0 ? Date.now() - longest : null,
      result: room.winners ? resultOf(room.winners, seat) : null,
    });
  } catch (problem) {
    // A room that the server has forgotten does not come back.
    if (/** @type {any} */ (problem).code === 'room_unknown') {
      keep(code, { ...(known()[code] ?? NEW), state: 'abandoned' });
    }
  }
}

/** Checks whether a match waits for this seat; a lesson never does. @param {HeldMatch} held */
export const myTurn = ({ match, seat }) =>
  match?.state === 'running' && !match.taught && match.awaiting.includes(seat);

/** Orders matches: those that wait for this person, those that go on, those that are over. @param {HeldMatch} held */
const rank = (held) => (myTurn(held) ? 0 : held.match?.state === 'finished' ? 2 : 1);

/** @returns {HeldMatch[]} in the order in which they are shown, without those that nobody can go on with */
export function heldMatches() {
  const matches = known();
  const held = newest()
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
