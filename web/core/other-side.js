// Another match against the same bots, from the other side.

import { createRoom, seatBots } from './api.js';
import { holdSeated } from './seats.js';

/** @import * as Wire from '../types/protocol.js' */

/** Checks whether this seat can change sides at once: all others are bots. @param {Wire.Room} room @param {number | null} seat */
export const canSwap = ({ seats, unproven }, seat) =>
  seat !== null && !unproven && seats.every((one) => one.seat === seat || one.kind === 'bot');

/**
 * Opens a room with the same options, in the next seat, and seats bots of the same levels.
 * @param {Wire.Room} room @param {number} seat that was held
 * @returns {Promise<string>} its code
 */
export async function swapSides({ game, options, seats, hints }, seat) {
  const name = seats[seat].name ?? '';
  const next = (seat + 1) % seats.length;
  const wanted = /** @type {Wire.CreateRoom} */ ({ game, name, options, hints, seat: next });
  const seated = await createRoom(wanted);
  holdSeated(seated, name);
  const { level = null } = seats.find(({ kind }) => kind === 'bot') ?? {};
  await seatBots(seated, level);
  return seated.room.code;
}
