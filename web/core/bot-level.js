// How well the bots play that this person adds: kept in this browser, `easy` until they
// choose: whoever has never chosen may not know the rules yet.

import { read, write } from './storage.js';

/** @import * as Wire from '../types/protocol.js' */

const LEVEL = 'entente/bot-level';

/** @type {Wire.BotLevel} */
const DEFAULT = 'easy';

/**
 * Returns the level for the next bot of a game: the one chosen last if the game knows it. Null if the server
 * names none, as an older one does: then none may be sent.
 * @param {Wire.GameInfo | null} info
 * @returns {Wire.BotLevel | null}
 */
export function botLevel(info) {
  const chosen = info?.bot_levels?.find((level) => level === read(LEVEL));
  return chosen ?? easyLevel(info);
}

/** Returns the level for somebody's first match. @param {Wire.GameInfo | null} info @returns {Wire.BotLevel | null} */
export function easyLevel(info) {
  const levels = info?.bot_levels ?? [];
  return levels.find((level) => level === DEFAULT) ?? levels[0] ?? null;
}

/** @param {string} level */
export const rememberLevel = (level) => write(LEVEL, level);
