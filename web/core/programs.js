// Programs of other people that have announced themselves, for a host to seat.

import { jsonFrom } from './request.js';
import { apiUrl } from './root.js';

/** @import * as Wire from '../types/protocol.js' */

/**
 * Returns the programs that would take a seat of a room now; none from a server that seats no programs.
 * @param {Wire.Room} room @returns {Promise<Wire.ProgramInfo[]>}
 */
export async function programsFor({ game, options }) {
  const url = apiUrl('programs');
  url.searchParams.set('game', game);
  const page = await jsonFrom(url).catch(() => ({ programs: [] }));
  const { programs } = /** @type {Wire.Programs} */ (page);
  const fits = (/** @type {Wire.ProgramGame} */ one) =>
    one.game === game &&
    Object.entries(one.options ?? {}).every(([key, value]) => options[key] === value);
  return programs.filter(({ free, games }) => free > 0 && games.some(fits));
}

/**
 * Gives a free seat to a program.
 * @param {string} code @param {number} seat @param {string} token @param {string} program its id
 */
export const seatProgram = (code, seat, token, program) =>
  jsonFrom(apiUrl(`rooms/${encodeURIComponent(code)}/seats/${seat}/program`), {
    method: 'POST',
    body: { program },
    token,
  });
