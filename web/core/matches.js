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
 * @property {number | null} since when that began, in milliseconds since 1970; null if this browser did not see it
 * @property {number | null} seq the newest entry that was seen
 * @property {boolean} timed `true` if the match has a clock
 * @property {Result | null} result once the match is over
 */
/** @typedef {HeldSeat & {match: Match | null}} HeldMatch */

const MATCHES = 'entente/matches';
/** The most matches that the first page lists. */
const LISTED = 8;
/** The most among them that are over. */
const OVER_LISTED = 3;

/** @type {Match} */
const NEW = {
  ...{ state: 'lobby', names: [], awaiting: [], since: null, seq: null },
  ...{ timed: false, result: null },
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

/**
 * Returns what is known once the server has shown a room, and perhaps its match.
 * @param {Match} before @param {Wire.Room} room @param {Wire.Update | null} view @param {number} seat one's own
 * @param {number | null} now when the match was seen to change; null if it changed unseen
 * @returns {Match}
 */
function after(before, { state, seats }, view, seat, now) {
  const match = { ...before, state, names: seats.map(({ name }) => name ?? null) };
  if (!view) return match;
  const { awaiting, outcome, seq } = view;
  const asked = outcome ? [] : awaiting;
  const since = String(asked) === String(before.awaiting) ? before.since : now;
  const result = outcome ? resultOf(outcome.winners, seat) : null;
  return { ...match, awaiting: asked, since, seq, timed: view.deadline_ms != null, result };
}

/** @param {readonly number[]} winners @param {number} seat @returns {Result} */
const resultOf = (winners, seat) =>
  winners.length === 0 ? 'drawn' : winners.includes(seat) ? 'won' : 'lost';

/** Sessions that have shown a match: what changes in them now was seen. @type {WeakSet<Session>} */
const seen = new WeakSet();

/** Keeps what the page of a match shows. @param {Session} session */
export function noteMatch(session) {
  const { code, room, view, seat } = session;
  if (!room || seat === null) return;
  const before = known()[code] ?? NEW;
  const now = seen.has(session) || !view ? Date.now() : null;
  // A page that was in the lobby saw the match begin.
  if (view || room.state === 'lobby') seen.add(session);
  if (keep(code, after(before, room, view, seat, now))) countTurns();
}

/** Asks the server about the newest seats, and keeps its answers. @returns {Promise<unknown>} */
export const renewMatches = () => Promise.allSettled(heldSeats().slice(0, LISTED).map(renew));

/** @param {HeldSeat} held */
async function renew({ code, seat }) {
  const before = known()[code] ?? NEW;
  try {
    const room = await lookAtRoom(code);
    const open = room.state === 'running' ? !before.awaiting.includes(seat) : !before.result;
    // A look could set a clock going that stands still while nobody is there.
    const looks = open && room.state !== 'lobby' && !before.timed;
    const view = looks ? await (await import('./peek.js')).peek(code, before.seq) : null;
    keep(code, after(before, room, view, seat, null));
  } catch (problem) {
    // A room that the server has forgotten does not come back.
    if (/** @type {any} */ (problem).code === 'room_unknown') {
      keep(code, { ...before, state: 'abandoned' });
    }
  }
}

/** Checks whether a match waits for this seat. @param {HeldMatch} held */
export const myTurn = ({ match, seat }) =>
  match?.state === 'running' && match.awaiting.includes(seat);

/** Orders matches: those that wait for this person, those that go on, those that are over. @param {HeldMatch} held */
const rank = (held) => (myTurn(held) ? 0 : held.match?.state === 'finished' ? 2 : 1);

/** @returns {HeldMatch[]} in the order in which they are shown, without those that nobody can go on with */
export function heldMatches() {
  const matches = known();
  const held = heldSeats()
    .slice(0, LISTED)
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
