// Who may have hints in a room, as far as its settings say: the server decides.

/** @import * as Wire from '../types/protocol.js' */

/**
 * Checks whether a seat may ask for hints.
 * @param {Wire.Room} room @param {number | null} seat @param {Wire.GameInfo | null} info
 */
export function mayHaveHints(room, seat, info) {
  if (seat === null || !info?.hints) return false;
  const others = room.seats.some(
    (one) => one.seat !== seat && one.kind !== 'bot' && one.name !== null,
  );
  const hints = room.hints ?? 'alone';
  return hints === 'all' || (hints === 'alone' && !others);
}
