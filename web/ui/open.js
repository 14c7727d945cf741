// Opens rooms and goes there: with bots on all other seats, for a friend, or for a lesson. It is loaded when it is
// needed, because a first visitor only looks.

import { createRoom, openLesson, seatBots } from '../core/api.js';
import { botLevel } from '../core/bot-level.js';
import { roomLink } from '../core/root.js';
import { goTo } from '../core/router.js';
import { personName } from '../core/person.js';
import { holdSeated } from '../core/seats.js';
import { handOverRoom } from '../core/share.js';
import { quickOptions } from '../games/registry.js';
import { text } from '../text/index.js';

/** @import * as Wire from '../types/protocol.js' */

/** The name among bots: they know nobody by name, so nobody is asked for one. */
export const nameAmongBots = () => personName() || text.home.guest;

/**
 * Opens a room, and keeps its seat in this browser.
 * @param {Wire.GameInfo} game @param {Wire.CreateRoom} wanted
 * @param {boolean} bots whether they take all other seats @param {Wire.BotLevel | null} [level]
 * @returns {Promise<string>} the room's code
 */
async function open(game, wanted, bots, level = botLevel(game)) {
  const seated = await createRoom(wanted);
  holdSeated(seated, wanted.name);
  if (bots) await seatBots(seated, level);
  return seated.room.code;
}

/** Opens a room and goes there. @param {Wire.GameInfo} game @param {Wire.CreateRoom} wanted @param {boolean} bots */
export async function openRoom(game, wanted, bots) {
  goTo(`r/${await open(game, wanted, bots)}`);
}

/** Begins a match against bots. @param {Wire.GameInfo} game @param {Wire.BotLevel | null} [level] */
export async function playNow(game, level) {
  const wanted = { game: game.id, name: nameAmongBots(), options: quickOptions(game.id) };
  goTo(`r/${await open(game, wanted, true, level)}`);
}

/** Begins a lesson. @param {string} game @param {string} lesson */
export async function learn(game, lesson) {
  const wanted = { name: nameAmongBots() };
  const seated = await openLesson(game, lesson, wanted);
  holdSeated(seated, wanted.name);
  goTo(`r/${seated.room.code}`);
}

/** Opens a room for a friend, hands its link over and goes there. @param {Wire.GameInfo} game */
export async function inviteFriend(game) {
  const code = await open(game, { game: game.id, name: personName() }, false);
  await handOverRoom(code, roomLink(code), text.home.inviteText(game.name));
  goTo(`r/${code}`);
}
