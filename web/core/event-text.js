// The text of an event, in the server's words.

/** @import * as Wire from '../types/protocol.js' */

/**
 * Returns the text of an event; while the game has no name for a seat, its holder's name replaces "Seat N".
 * @param {any} event @param {Wire.Room | null} room
 */
export function eventText(event, room) {
  const name = room?.seats.find(({ seat }) => seat === event.seat)?.name;
  const beginning = `Seat ${event.seat} `;
  return name && event.text.startsWith(beginning)
    ? `${name} ${event.text.slice(beginning.length)}`
    : event.text;
}
