// A position of a match without pages: its seats are played over HTTP, by chance that a seed repeats, for tests that
// look at a moment and not at the way to it. A page that renders every update on the way costs far more than the
// server.

import { fill, holes } from '../../../web/core/offers.js';
import { any } from './answer.js';

/** @import { Pick } from './play.js' */
/** @import { Server } from './server.js' */

/** Number of answers after which a position is given up as out of reach. */
const MOST_ANSWERS = 4_000;

/** A room with the tokens of its seats. @typedef {{code: string, tokens: string[]}} Seated */

/**
 * Plays a match until its seats' views are as wanted.
 * @param {Server} server @param {Seated} room
 * @param {Pick} pick @param {(views: any[]) => boolean} done given the newest view of each seat
 */
export async function reach(server, { code, tokens }, pick, done) {
  const look = (/** @type {string} */ token) =>
    server.ask('GET', `rooms/${code}/view?wait_ms=25000`, undefined, token);
  for (let answers = 0; answers < MOST_ANSWERS; answers += 1) {
    const views = await Promise.all(tokens.map(look));
    if (done(views)) return;
    const seat = views.findIndex(({ offers }) => offers.length > 0);
    if (seat < 0) throw new Error('nobody is asked, and the position is not reached');
    await answer(server, { code, token: tokens[seat], view: views[seat] }, pick);
  }
  throw new Error(`not reached after ${MOST_ANSWERS} answers`);
}

/**
 * Answers what a seat is asked with any command that an offer admits.
 * @param {Server} server @param {{code: string, token: string, view: any}} asked @param {Pick} pick
 */
async function answer(server, { code, token, view: { offers, decision } }, pick) {
  const strict = offers.filter((/** @type {any} */ { loose }) => !loose);
  const left = strict.length > 0 ? strict : [...offers];
  while (left.length > 0) {
    const [offer] = left.splice(pick(left.length), 1);
    const command = fill(
      offer,
      holes(offer).map(({ placeholder }) => any(placeholder, pick)),
    );
    const said = await server.tell(code, token, { type: 'command', decision, command });
    if (said.type === 'accepted') return;
  }
  throw new Error(`everything that is offered is refused: ${JSON.stringify(offers)}`);
}
