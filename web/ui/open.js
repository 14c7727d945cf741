// Opens rooms from the first page, and goes there: with bots on all other seats, or for a friend. It is loaded
// when it is needed, because a first visitor only looks.

import { addBot, createRoom } from '../core/api.js';
import { botLevel } from '../core/bot-level.js';
import { roomLink } from '../core/root.js';
import { goTo } from '../core/router.js';
import { holdSeated, personName } from '../core/seats.js';
import { handOverRoom } from '../core/share.js';
import { quickOptions } from '../games/registry.js';
import { text } from '../text/index.js';

/** @import * as Wire from '../types/protocol.js' */

/** The name among bots: they know nobody by name, so nobody is asked for one. */
export const nameAmongBots = () => personName() || text.home.guest;

/**
 * Opens a room, and keeps its seat in this browser.
 * @param {Wire.GameInfo} game @param {Wire.CreateRoom} wanted
 * @param {boolean} bots whether they take all other seats @returns {Promise<string>} the room's code
 */
async function open(game, wanted, bots) {
  const seated = await createRoom(wanted);
  const { room, token } = seated;
  holdSeated(seated, wanted.name);
  const free = bots ? room.seats.filter(({ name }) => name === null) : [];
  for (const { seat } of free) await addBot(room.code, seat, token, botLevel(game));
  return room.code;
}

/** Opens a room and goes there. @param {Wire.GameInfo} game @param {Wire.CreateRoom} wanted @param {boolean} bots */
export async function openRoom(game, wanted, bots) {
  goTo(`r/${await open(game, wanted, bots)}`);
}

/** Begins a match against bots. @param {Wire.GameInfo} game */
export async function playNow(game) {
  const wanted = { game: game.id, name: nameAmongBots(), options: quickOptions(game.id) };
  await openRoom(game, wanted, true);
}

/** Opens a room for a friend, hands its link over and goes there. @param {Wire.GameInfo} game */
export async function inviteFriend(game) {
  const code = await open(game, { game: game.id, name: personName() }, false);
  await handOverRoom(code, roomLink(code), text.home.inviteText(game.name));
  goTo(`r/${code}`);
}
