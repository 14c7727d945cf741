// The text of an event, in the server's words.

/** @import * as Wire from '../types/protocol.js' */

/**
 * Returns the text of an event. The name of a seat's holder replaces what the game calls the seat, which is "Seat N"
 * while it has no name for it.
 * @param {any} event @param {Wire.Room | null} room
 * @param {readonly (string | null)[]} [called] what the game calls the seats, where the board names their holders
 * @returns {string}
 */
export function eventText(event, room, called = []) {
  const nameOf = (/** @type {number} */ seat) => room?.seats[seat]?.name;
  const name = nameOf(event.seat);
  const beginning = `Seat ${event.seat} `;
  // It says what the seat is called from now on.
  if (name && event.text.startsWith(beginning))
    return `${name} ${event.text.slice(beginning.length)}`;
  const words = called.filter((word) => word !== null);
  if (words.length === 0) return event.text;
  return event.text.replace(
    new RegExp(`\\b(?:${words.join('|')})\\b`, 'g'),
    (/** @type {string} */ word) => nameOf(called.indexOf(word)) ?? word,
  );
}
