/**
 * The check of the deal: commitments, what was revealed, earlier attempts, and the key.
 */

import { notTheForm, isObject } from './form.js';
import { decode, decode32, encode } from './hex.js';
import { Refusal } from './refusal.js';
import { SCHEME, matchKey, seatCommitment, serverCommitment } from './scheme.js';

/** @import { RecordForm, SeatParts, Voided } from "./form.js" */
/** @import { Brought } from "./scheme.js" */

/** The only version of the header's form. */
const HEADER_VERSION = 1;
/** Maximum number of attempts of a deal. */
const MAX_ATTEMPTS = 3;
/** The scheme counts seats in one byte. */
const MAX_SEATS = 255;

const VERSION = /^[0-9]+$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The values that all attempts of a room have in common.
 *
 * @typedef {{ room: Uint8Array, rules: string, seats: number }} Deal
 */

/**
 * Checks the deal and returns the key that follows from it.
 *
 * @param {RecordForm} record
 * @returns {Uint8Array}
 * @throws {Refusal}
 */
export function checkDeal(record) {
  const { header, voided } = record;
  checkNames(record);
  const deal = {
    room: decode(header.room.replaceAll('-', '')),
    rules: header.rules,
    seats: header.seats.length,
  };
  bytes(header.data, '/header/data');
  if (voided.length !== header.attempt || voided.length >= MAX_ATTEMPTS) {
    throw otherAttempt('/header/attempt', 'attempts count from 0, and there are at most 3');
  }
  if (deal.seats < 1 || deal.seats > MAX_SEATS) throw otherSeats('/header/seats');
  /** @type {Set<string>} */
  const secrets = new Set();
  /** @type {(secret: Uint8Array, pointer: string) => void} */
  const once = (secret, pointer) => {
    const text = encode(secret);
    if (secrets.has(text)) {
      throw new Refusal('secret_reused', pointer, 'this secret served an attempt before');
    }
    secrets.add(text);
  };
  voided.forEach((part, index) => {
    once(checkVoided(deal, part, index), `/voided/${index}/server_secret`);
  });
  const { commitment, secret } = server(
    deal,
    header.attempt,
    { text: header.commitment, pointer: '/header/commitment' },
    { text: record.server_secret, pointer: '/server_secret' },
  );
  once(secret, '/server_secret');
  const seats = header.seats.map((seat, index) => {
    const pointer = `/header/seats/${index}`;
    const parts = brought(deal, header.attempt, index, seat, pointer);
    if ((parts.commitment === null) !== (parts.entropy === null)) throw half(pointer);
    return parts;
  });
  return matchKey(secret, commitment, seats);
}

/**
 * Checks scheme, version, game, rules and room.
 *
 * @param {RecordForm} record
 */
function checkNames({ scheme, header }) {
  /** @type {[pointer: string, fits: boolean][]} */
  const names = [
    ['/scheme', scheme === SCHEME],
    ['/header/scheme', header.scheme === SCHEME],
    ['/header/v', header.v === HEADER_VERSION],
  ];
  for (const [pointer, fits] of names) {
    if (!fits) throw new Refusal('scheme', pointer, 'not of the scheme vd1, or of another version');
  }
  const game = `${header.game}/`;
  if (!header.rules.startsWith(game) || !VERSION.test(header.rules.slice(game.length))) {
    const why = 'not GAME/VERSION with the game of the header';
    throw new Refusal('rules', '/header/rules', why);
  }
  if (!isObject(header.options)) throw notTheForm('/header/options', 'not an object');
  if (!UUID.test(header.room))
    throw new Refusal('room', '/header/room', 'not a UUID in lower case');
}

/**
 * Returns C and S of an attempt, which must match.
 *
 * @param {Deal} deal
 * @param {number} attempt
 * @param {{ text: string, pointer: string }} committed
 * @param {{ text: string, pointer: string }} revealed
 */
function server(deal, attempt, committed, revealed) {
  const commitment = bytes(committed.text, committed.pointer);
  const secret = bytes(revealed.text, revealed.pointer);
  if (!same(serverCommitment(deal.room, deal.rules, attempt, secret), commitment)) {
    const why = "the server's secret is not the one committed to";
    throw new Refusal('server_commitment', committed.pointer, why);
  }
  return { commitment, secret };
}

/**
 * Returns K and E of a seat, each null if absent; if both are present they must match.
 *
 * @param {Deal} deal
 * @param {number} attempt
 * @param {number} seat
 * @param {SeatParts} parts
 * @param {string} pointer
 * @returns {Brought}
 */
function brought(deal, attempt, seat, parts, pointer) {
  /** @type {(name: "commitment" | "entropy") => Uint8Array | null} */
  const part = (name) => {
    const text = parts[name];
    return text === undefined ? null : bytes(text, `${pointer}/${name}`);
  };
  const [commitment, entropy] = [part('commitment'), part('entropy')];
  const both = commitment !== null && entropy !== null;
  if (both && !same(seatCommitment(deal.room, attempt, seat, entropy), commitment)) {
    const why = "the seat's entropy is not the one committed to";
    throw new Refusal('seat_commitment', `${pointer}/commitment`, why);
  }
  return { commitment, entropy };
}

/**
 * Checks an abandoned attempt and returns its secret.
 *
 * @param {Deal} deal
 * @param {Voided} voided
 * @param {number} index
 */
function checkVoided(deal, voided, index) {
  const pointer = `/voided/${index}`;
  if (voided.attempt !== index) throw otherAttempt(`${pointer}/attempt`, 'attempts count from 0');
  const { secret } = server(
    deal,
    index,
    { text: voided.commitment, pointer: `${pointer}/commitment` },
    { text: voided.server_secret, pointer: `${pointer}/server_secret` },
  );
  if (voided.seats.length !== deal.seats) throw otherSeats(`${pointer}/seats`);
  /** @type {number[]} */
  const missing = [];
  voided.seats.forEach((seat, number) => {
    const at = `${pointer}/seats/${number}`;
    const { commitment, entropy } = brought(deal, index, number, seat, at);
    if (commitment === null && entropy !== null) throw half(at);
    if (commitment !== null && entropy === null) missing.push(number);
  });
  const claimed = voided.missing;
  const fits =
    missing.length === claimed.length && missing.every((seat, at) => seat === claimed[at]);
  if (missing.length === 0 || !fits) {
    const why = 'these are not the seats that did not reveal';
    throw new Refusal('missing', `${pointer}/missing`, why);
  }
  return secret;
}

/**
 * Decodes 32 bytes from their only valid spelling.
 *
 * @param {string} text
 * @param {string} pointer
 * @returns {Uint8Array}
 */
export function bytes(text, pointer) {
  const found = decode32(text);
  if (found !== null) return found;
  throw new Refusal('hex', pointer, 'not 64 hexadecimal digits in lower case');
}

/**
 * Compares two hashes. Nothing here is secret any more, so it need not take constant time.
 *
 * @param {Uint8Array} one
 * @param {Uint8Array} other
 */
export function same(one, other) {
  return encode(one) === encode(other);
}

/** @param {string} pointer */
function otherSeats(pointer) {
  const why = 'a match has 1 to 255 seats, and as many in all attempts';
  return new Refusal('seats', pointer, why);
}

/**
 * @param {string} pointer
 * @param {string} why
 */
function otherAttempt(pointer, why) {
  return new Refusal('attempts', pointer, why);
}

/** @param {string} pointer */
function half(pointer) {
  const why = 'a seat has both a commitment and entropy, or neither';
  return new Refusal('seat_parts', pointer, why);
}
