/**
 * The facts that a room shows of its deal, which cannot change afterwards.
 *
 * This module must not know a socket, nor where facts are kept.
 */

import { canonicalHash } from './canonical.js';
import { decode, decode32, encode } from './hex.js';
import { NONE } from './kept.js';
import { seatCommitment, serverCommitment } from './scheme.js';

/** @import { Fact, Contradiction } from "./kept.js" */
/** @import { Evidence } from "./evidence.js" */

/**
 * A seat's contribution, as a room shows it.
 *
 * @typedef {{ commitment?: string | null, entropy?: string | null }} SeatShown
 *
 * An abandoned attempt, as a room shows it.
 * @typedef {{ attempt: number, commitment: string, server_secret: string, seats: SeatShown[],
 *   missing: number[] }} VoidShown
 *
 * The part of a `room` object that the deal is about.
 * @typedef {{
 *   id: string,
 *   state: string,
 *   entropy?: string,
 *   unproven?: unknown,
 *   options: any,
 *   seats: { kind?: string | null }[],
 *   fairness: {
 *     rules: string,
 *     data: string,
 *     attempt: number,
 *     commitment: string,
 *     seats: SeatShown[],
 *     voided: VoidShown[],
 *   },
 * }} Room
 */

/** The last of the attempts that a deal may take, counted from 0. */
const LAST_ATTEMPT = 2;
const STATES = ['lobby', 'sealing', 'running', 'finished', 'abandoned'];
const ENTROPY_OPTIONS = ['optional', 'required'];

/** Checks whether seats are bound; in the lobby one may still change its mind. @param {Room} room */
export const isBound = ({ state }) => ['sealing', 'running', 'finished'].includes(state);

/** Checks whether this numbers an attempt that a deal may take. @param {unknown} value @returns {value is number} */
export const isAttempt = (value) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LAST_ATTEMPT;

/** Checks whether the match has begun. @param {Room} room */
const isDealt = ({ state }) => ['running', 'finished'].includes(state);

/** Checks whether this is an object, and no list. @param {unknown} value */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks the types around the facts that a room shows. @param {Room} room */
function typed({ state, seats, fairness }) {
  const { voided, rules } = fairness;
  if (!Array.isArray(voided)) return false;
  const parts = [fairness, ...voided];
  const lists = [
    seats,
    ...parts.map((part) => part.seats),
    ...voided.map(({ missing }) => missing),
  ];
  if (!lists.every(Array.isArray)) return false;
  const all = [...seats, ...parts.flatMap((part) => part.seats)];
  return all.every(isObject) && STATES.includes(state) && typeof rules === 'string';
}

/**
 * Returns what is wrong with the form of what a room shows; null if nothing is.
 *
 * @param {Room} room
 * @returns {Contradiction | null}
 */
export function misshapen(room) {
  const { fairness, seats, state } = room;
  const { attempt, voided } = fairness;
  const parts = [fairness, ...voided];
  if (!typed(room)) return 'server';
  if (parts.some(({ commitment }) => !isHash(commitment))) return 'server';
  if (voided.some(({ server_secret: secret }) => !isHash(secret))) return 'server';
  const shownSeats = parts.flatMap((part) => part.seats);
  const hashes = shownSeats.flatMap(({ commitment, entropy }) => [commitment, entropy]);
  if (hashes.some((value) => value != null && !isHash(value))) return 'seat';
  if (!isHash(fairness.data)) return 'data';
  if (!isObject(room.options)) return 'options';
  if (!ENTROPY_OPTIONS.includes(room.entropy ?? 'optional')) return 'required';
  const gone = state === 'abandoned' && voided.length === attempt + 1;
  const counted = voided.every((one, index) => one.attempt === index);
  const follows = counted && (gone || voided.length === attempt);
  if (!follows || !isAttempt(attempt)) return 'attempt';
  const whole = [...(isBound(room) ? [fairness] : []), ...voided];
  return whole.some((part) => part.seats.length !== seats.length) ? 'seat' : null;
}

/**
 * Returns the facts that a room of the right form shows.
 *
 * @param {Room} room
 * @returns {Fact[]} in the order in which they become known
 */
export function shown(room) {
  const { fairness, options } = room;
  const { attempt, commitment, data, voided } = fairness;
  const ofRoom = { attempt: null, seat: null };
  /** @type {Fact[]} */
  const facts = [
    { kind: 'required', ...ofRoom, value: room.entropy ?? 'optional' },
    { kind: 'data', ...ofRoom, value: data },
    { kind: 'options', ...ofRoom, value: canonicalHash(options) },
  ];
  for (const one of voided) {
    facts.push(
      { kind: 'commitment', attempt: one.attempt, seat: null, value: one.commitment },
      ...sealed(one),
      { kind: 'void', attempt: one.attempt, seat: null, value: one.server_secret },
    );
  }
  facts.push({ kind: 'commitment', attempt, seat: null, value: commitment });
  if (isBound(room)) facts.push(...sealed(fairness));
  if (isDealt(room)) facts.push({ kind: 'dealt', ...ofRoom, value: String(attempt) });
  return facts;
}

/**
 * Returns the commitments of all seats, including those that bring nothing, and what they revealed.
 *
 * @param {{ attempt: number, seats: SeatShown[] }} part
 * @returns {Fact[]}
 */
function sealed({ attempt, seats }) {
  /** @type {Fact[]} */
  const facts = [{ kind: 'sealed', attempt, seat: null, value: String(seats.length) }];
  seats.forEach(({ commitment }, seat) => {
    facts.push({ kind: 'seat', attempt, seat, value: commitment ?? NONE });
  });
  seats.forEach(({ entropy }, seat) => {
    if (entropy != null) facts.push({ kind: 'entropy', attempt, seat, value: entropy });
  });
  return facts;
}

/** Returns the contradiction that a changed fact amounts to. @param {Fact} fact @returns {Contradiction} */
export function changed({ kind }) {
  switch (kind) {
    case 'required':
    case 'data':
    case 'options':
      return kind;
    case 'sealed':
    case 'seat':
    case 'entropy':
      return 'seat';
    case 'dealt':
      return 'attempt';
    default:
      return 'server';
  }
}

/**
 * Checks that a fact which opens a commitment opens the known one.
 *
 * @param {Evidence} evidence
 * @param {Room} room
 * @param {Fact} fact
 * @returns {boolean}
 */
export function opens(evidence, room, { kind, attempt, seat, value }) {
  const id = roomBytes(room);
  if (kind === 'void' && attempt !== null) {
    const opened = serverCommitment(id, room.fairness.rules, attempt, decode(value));
    return evidence.of('commitment', attempt, null) === encode(opened);
  }
  if (kind === 'entropy' && attempt !== null && seat !== null) {
    const opened = seatCommitment(id, attempt, seat, decode(value));
    return evidence.of('seat', attempt, seat) === encode(opened);
  }
  return true;
}

/**
 * Checks that an abandoned attempt names exactly the seats that were bound and did not reveal.
 *
 * @param {VoidShown} void_
 */
export function accusesRightly({ seats, missing }) {
  const silent = [...seats.keys()].filter(
    (seat) => seats[seat].commitment != null && seats[seat].entropy == null,
  );
  const rightly =
    silent.length === missing.length && silent.every((seat, at) => seat === missing[at]);
  return silent.length > 0 && rightly;
}

/** Checks whether a person brings no entropy although the room requires it, or did at first. */
export function lacksEntropy(/** @type {Room} */ room, /** @type {Evidence} */ evidence) {
  const wanted = [room.entropy, evidence.of('required', null, null)].includes('required');
  const persons = room.seats.map(({ kind }) => kind !== 'bot');
  return wanted && room.fairness.seats.some(({ commitment }, seat) => persons[seat] && !commitment);
}

/** @param {unknown} value */
const isHash = (value) => typeof value === 'string' && decode32(value) !== null;

/**
 * Returns the 16 bytes of a room's id.
 *
 * @param {Room} room
 */
export function roomBytes({ id }) {
  return decode(id.replaceAll('-', ''));
}
