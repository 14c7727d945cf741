// The seats that this browser holds, and what it remembers of its person. A token is all that a seat
// needs; it is kept in this browser and sent to nobody but the server.

/**
 * @typedef {{code: string, game: string, seat: number, token: string, name: string, seen: number}} HeldSeat
 *   `seen` is when it was last used, in milliseconds since 1970.
 */

const SEATS = 'entente/seats';
const NAME = 'entente/name';

/** The most seats that are kept; the longest unused go first. */
export const SEATS_KEPT = 50;

/**
 * A browser may refuse storage: then everything works until the page is closed.
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

/** @param {string} code */
export function heldSeat(code) {
  return heldSeats().find((seat) => seat.code === code) ?? null;
}

/** @param {Omit<HeldSeat, 'seen'>} seat */
export function holdSeat(seat) {
  const others = heldSeats().filter((other) => other.code !== seat.code);
  const all = [{ ...seat, seen: Date.now() }, ...others];
  write(SEATS, JSON.stringify(all.slice(0, SEATS_KEPT)));
}

/** @param {string} code */
export function forgetSeat(code) {
  write(SEATS, JSON.stringify(heldSeats().filter((seat) => seat.code !== code)));
}

export const personName = () => read(NAME) ?? '';

/** @param {string} name */
export const rememberName = (name) => write(NAME, name);
