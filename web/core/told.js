// What happened, in the server's words.

/** @import * as Wire from '../types/protocol.js' */

/**
 * The text of an event, in which a seat that the game has no name for yet has its holder's.
 * @param {any} event @param {Wire.Room | null} room
 */
export function told(event, room) {
  const name = room?.seats.find(({ seat }) => seat === event.seat)?.name;
  const beginning = `Seat ${event.seat} `;
  return name && event.text.startsWith(beginning)
    ? `${name} ${event.text.slice(beginning.length)}`
    : event.text;
}
