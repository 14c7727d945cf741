// Opens rooms from the first page: with bots on all other seats, or for friends.

import { addBot, createRoom } from './api.js';
import { botLevel } from './bot-level.js';
import { holdSeated } from './seats.js';

/** @import * as Wire from '../types/protocol.js' */

/**
 * Opens a room, keeps its seat in this browser, and lets bots take all other seats if they are to.
 * @param {Wire.GameInfo} game @param {Wire.CreateRoom} wanted @param {boolean} bots
 * @returns {Promise<string>} the room's code
 */
export async function openRoom(game, wanted, bots) {
  const seated = await createRoom(wanted);
  const { room, token } = seated;
  holdSeated(seated, wanted.name);
  const free = bots ? room.seats.filter(({ name }) => name === null) : [];
  for (const { seat } of free) await addBot(room.code, seat, token, botLevel(game));
  return room.code;
}
