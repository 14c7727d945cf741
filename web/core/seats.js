// The seats that this browser holds. A token is all it takes to play a seat; it is kept in this browser and sent to
// nobody but the server.

import { forgetOthers, isRunning, known } from './known.js';
import { SEATS } from './person.js';
import { prune, read, readHere, write, writeHere } from './storage.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Match } from './known.js' */

/**
 * @typedef {{code: string, game: string, seat: number, token: string, name: string, seen: number, unlisted?: boolean}} HeldSeat
 *   `seen` is when it was last used, in milliseconds since 1970; `unlisted` leaves it out of the first page.
 */

/** Prefix of a room's code: how much of its match has been shown. */
export const SHOWN = 'entente/seen/';
/** Prefix of a room's code in the session storage: the choice lasts as long as the tab. */
const CHOSEN = 'entente/seat/';
/** The same of a coach's token. */
const COACH = 'entente/coach/';

/** Maximum number of seats kept; of those that can be spared, the ones unused longest go first. */
const SEATS_KEPT = 50;

/** @returns {HeldSeat[]} those used last first */
export function heldSeats() {
  try {
    const kept = JSON.parse(read(SEATS) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.filter((seat) => seat?.code && seat?.token).sort(byUse);
  } catch {
    return [];
  }
}

/** @param {HeldSeat} a @param {HeldSeat} b */
const byUse = (a, b) => (b.seen ?? 0) - (a.seen ?? 0);

/** Keeps these seats, and nothing of rooms in which none is held. @param {HeldSeat[]} seats */
function keepSeats(seats) {
  write(SEATS, JSON.stringify(seats));
  const codes = new Set(seats.map(({ code }) => code));
  forgetOthers(codes);
  prune(SHOWN, codes);
}

/** Returns how much would be lost with the seat in a match. @param {Match | undefined} match */
function worth(match) {
  if (!match) return 1;
  if (isRunning(match)) return 2;
  return match.taught || match.state === 'finished' || match.state === 'abandoned' ? 0 : 1;
}

/** Returns as many seats as are kept. @param {HeldSeat[]} seats those used last first */
function spared(seats) {
  const matches = known();
  const worthOf = (/** @type {HeldSeat} */ { code }) => worth(matches[code]);
  // What one has just sat down in stays, whatever is known of it.
  const [first, ...others] = seats;
  const kept = others.sort((a, b) => worthOf(b) - worthOf(a)).slice(0, SEATS_KEPT - 1);
  return [first, ...kept];
}

/**
 * Returns the seats held in a room; a link for one never replaces another.
 * @param {string} code
 */
export const heldSeatsOf = (code) => heldSeats().filter((seat) => seat.code === code);

/**
 * Returns the seat that this tab takes without asking: the only one, or the one that was chosen here.
 * @param {string} code
 */
export function heldSeat(code) {
  const held = heldSeatsOf(code);
  const chosen = held.find(({ token }) => token === readHere(CHOSEN + code));
  return chosen ?? (held.length === 1 ? held[0] : null);
}

/** Remembers for this tab which of several seats to take. @param {string} code @param {string} token */
export const chooseSeat = (code, token) => writeHere(CHOSEN + code, token);

/** Returns the token with which this tab coaches in a room. @param {string} code */
export const coachHere = (code) => readHere(COACH + code);

/** Remembers for this tab the token with which it coaches, or that it does so no longer (null). @param {string} code @param {string | null} token */
export const noteCoach = (code, token) => writeHere(COACH + code, token);

/** Keeps a seat, and lists it again; it replaces an older token of the same seat. @param {Omit<HeldSeat, 'seen' | 'unlisted'>} seat */
export function holdSeat(seat) {
  const same = (/** @type {HeldSeat} */ other) =>
    other.token === seat.token ||
    (other.code === seat.code && other.seat === seat.seat && !!other.game && !!seat.game);
  const others = heldSeats().filter((other) => !same(other));
  keepSeats(spared([{ ...seat, seen: Date.now() }, ...others]));
}

/** Notes that a seat is used now, if it is held. @param {string} token */
export function useSeat(token) {
  const all = heldSeats();
  const used = all.find((seat) => seat.token === token);
  if (!used) return;
  used.seen = Date.now();
  keepSeats(all);
}

/**
 * Keeps the seat that the server gave to a person of this name.
 * @param {Wire.Seated} seated @param {string} name
 */
export const holdSeated = ({ room, seat, token }, name) =>
  holdSeat({ code: room.code, game: room.game, seat, token, name });

/** Leaves a seat out of the first page. It is kept: whoever opens the room takes it. @param {string} token */
export function unlistSeat(token) {
  const all = heldSeats().map((seat) =>
    seat.token === token ? { ...seat, unlisted: true } : seat,
  );
  keepSeats(all);
}

/** Gives a seat up for good: without its token nobody can take it. @param {string} token */
export function forgetSeat(token) {
  keepSeats(heldSeats().filter((seat) => seat.token !== token));
}
