// The seats that this browser holds, and its person's name. A token is all it takes to play a seat; it is
// kept in this browser and sent to nobody but the server.

/** @import * as Wire from '../types/protocol.js' */

/**
 * @typedef {{code: string, game: string, seat: number, token: string, name: string, seen: number, unlisted?: boolean}} HeldSeat
 *   `seen` is when it was last used, in milliseconds since 1970; `unlisted` leaves it out of the first page.
 */

const SEATS = 'entente/seats';
const NAME = 'entente/name';
/** Prefix of a room's code in the session storage: the choice lasts as long as the tab. */
const CHOSEN = 'entente/seat/';
/** The same of a coach's token. */
const COACH = 'entente/coach/';

/** Maximum number of seats kept; those unused longest go first. */
const SEATS_KEPT = 50;

/**
 * The values of a page whose browser refuses storage: everything works until it is closed.
 * @type {Map<string, string>}
 */
const fallback = new Map();

/** @param {string} key */
export function read(key) {
  try {
    return localStorage.getItem(key) ?? fallback.get(key) ?? null;
  } catch {
    return fallback.get(key) ?? null;
  }
}

/** @param {string} key @param {string} value */
export function write(key, value) {
  fallback.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // Kept in memory.
  }
}

/** @returns {HeldSeat[]} the newest first */
export function heldSeats() {
  try {
    const kept = JSON.parse(read(SEATS) ?? '[]');
    return Array.isArray(kept) ? kept.filter((seat) => seat?.code && seat?.token) : [];
  } catch {
    return [];
  }
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

/** Reads what this tab alone remembers. @param {string} key @returns {string | null} */
export function readHere(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return fallback.get(key) ?? null;
  }
}

/** Remembers something for as long as the tab lasts, or forgets it (null). @param {string} key @param {string | null} value */
export function writeHere(key, value) {
  if (value === null) fallback.delete(key);
  else fallback.set(key, value);
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Kept in memory.
  }
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
  const all = [{ ...seat, seen: Date.now() }, ...others];
  write(SEATS, JSON.stringify(all.slice(0, SEATS_KEPT)));
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
  write(SEATS, JSON.stringify(all));
}

/** Gives a seat up for good: without its token nobody can take it. @param {string} token */
export function forgetSeat(token) {
  write(SEATS, JSON.stringify(heldSeats().filter((seat) => seat.token !== token)));
}

export const personName = () => read(NAME) ?? '';

/** @param {string} name */
export const rememberName = (name) => write(NAME, name);
