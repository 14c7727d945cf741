// A position of a match without pages: its seats are played over HTTP, by chance that a seed repeats, for tests that
// look at a moment and not at the way to it. A page that renders every update on the way costs far more than the
// server.

import { randomUUID } from 'node:crypto';
import { fill, holes } from '../../../web/core/offers.js';
import { any } from './answer.js';
import { random, seedOf } from './play.js';

/** @import { Pick } from './play.js' */
/** @import { Server } from './server.js' */

/** Number of answers after which a position is given up as out of reach. */
const MOST_ANSWERS = 4_000;

/** A room with the tokens of its seats. @typedef {{code: string, tokens: string[]}} Seated */

/** @param {Server} server @param {string} code @param {string} token @param {object} message */
const tell = (server, code, token, message) =>
  server.ask('POST', `rooms/${code}/commands`, { id: randomUUID(), ...message }, token);

/** Makes seats ready. @param {Server} server @param {string} code @param {string[]} tokens */
export async function ready(server, code, tokens) {
  for (const token of tokens) await tell(server, code, token, { type: 'ready' });
}

/**
 * Begins a match and plays it until its seats' views are as wanted.
 * @param {Server} server @param {Seated} room whose seats nobody has made ready
 * @param {Pick} pick @param {(views: any[]) => boolean} done given the newest view of each seat
 */
export async function reach(server, { code, tokens }, pick, done) {
  await ready(server, code, tokens);
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
    const said = await tell(server, code, token, { type: 'command', decision, command });
    if (said.type === 'accepted') return;
  }
  throw new Error(`everything that is offered is refused: ${JSON.stringify(offers)}`);
}

/** Returns how Europe Divided is played until its first seat chooses among actions that may be done in several places. */
export function toChoice() {
  const done = (/** @type {any[]} */ [{ public: open, offers }]) => {
    const types = offers.map((/** @type {any} */ { command }) => command.type);
    const several = types.filter((/** @type {string} */ one, /** @type {number} */ at) =>
      types.slice(0, at).includes(one),
    );
    return open.prompt.kind === 'action' && new Set(several).size > 1;
  };
  return { pick: random(seedOf(7)), done };
}
