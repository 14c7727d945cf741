/**
 * What a room shows of its deal, as facts that cannot change afterwards.
 *
 * It must not know a socket, nor where facts are kept.
 */

import { decode, decode32, encode } from './hex.js';
import { seatCommitment, serverCommitment } from './scheme.js';

/** @import { Fact } from "./kept.js" */
/** @import { Keepsake } from "./keepsake.js" */

/**
 * The part of a `room` object that the deal is about.
 *
 * @typedef {{
 *   id: string,
 *   state: string,
 *   fairness: {
 *     rules: string,
 *     attempt: number,
 *     commitment: string,
 *     seats: { commitment?: string | null, entropy?: string | null }[],
 *     voided: { attempt: number, commitment: string, server_secret: string }[],
 *   },
 * }} Room
 */

/** In the lobby a seat may still change its mind. */
const BOUND = ['sealing', 'running', 'finished'];

/**
 * What a room shows. Values are as they came: whether they are hashes is for the caller to ask.
 *
 * @param {Room} room
 * @returns {Fact[]}
 */
export function shown({ state, fairness }) {
  const { attempt, voided } = fairness;
  /** @type {Fact[]} */
  const facts = voided.flatMap((one) => [
    { kind: 'commitment', attempt: one.attempt, seat: null, value: one.commitment },
    { kind: 'void', attempt: one.attempt, seat: null, value: one.server_secret },
  ]);
  facts.push({ kind: 'commitment', attempt, seat: null, value: fairness.commitment });
  if (!BOUND.includes(state)) return facts;
  fairness.seats.forEach(({ commitment, entropy }, seat) => {
    if (commitment) facts.push({ kind: 'seat', attempt, seat, value: commitment });
    if (entropy) facts.push({ kind: 'entropy', attempt, seat, value: entropy });
  });
  return facts;
}

/**
 * Whether a fact is a hash at all.
 *
 * @param {Fact} fact
 */
export function isHash({ value }) {
  return decode32(value) !== null;
}

/**
 * Whether a fact that opens a commitment opens the one that is known.
 *
 * @param {Keepsake} keepsake
 * @param {Room} room
 * @param {Fact} fact
 * @returns {boolean}
 */
export function opens(keepsake, room, { kind, attempt, seat, value }) {
  const id = roomBytes(room);
  if (kind === 'void') {
    const opened = serverCommitment(id, room.fairness.rules, attempt, decode(value));
    return keepsake.of('commitment', attempt, null) === encode(opened);
  }
  if (kind === 'entropy' && seat !== null) {
    const opened = seatCommitment(id, attempt, seat, decode(value));
    return keepsake.of('seat', attempt, seat) === encode(opened);
  }
  return true;
}

/**
 * The 16 bytes of a room's id.
 *
 * @param {Room} room
 */
export function roomBytes({ id }) {
  return decode(id.replaceAll('-', ''));
}
