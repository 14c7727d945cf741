/**
 * The deal: what was committed to, what was revealed, the attempts before, and the key.
 */

import { notTheForm, isObject } from './form.js';
import { decode, decode32, encode } from './hex.js';
import { Refusal } from './refusal.js';
import { SCHEME, matchKey, seatCommitment, serverCommitment } from './scheme.js';

/** @import { RecordForm, SeatParts, Voided } from "./form.js" */
/** @import { Brought } from "./scheme.js" */

/** The only version of the header's form. */
const HEADER_VERSION = 1;
/** How many attempts a deal may take. */
const MAX_ATTEMPTS = 3;
/** The scheme counts seats in one byte. */
const MAX_SEATS = 255;

const VERSION = /^[0-9]+$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * What all attempts of a room have in common.
 *
 * @typedef {{ room: Uint8Array, rules: string, seats: number }} Deal
 */

/**
 * Checks the deal; the key that follows from it.
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
  /** @type {(secret: Uint8Array, place: string) => void} */
  const once = (secret, place) => {
    const text = encode(secret);
    if (secrets.has(text)) {
      throw new Refusal('secret_reused', place, 'this secret served an attempt before');
    }
    secrets.add(text);
  };
  voided.forEach((part, index) => {
    once(checkVoided(deal, part, index), `/voided/${index}/server_secret`);
  });
  const { commitment, secret } = server(
    deal,
    header.attempt,
    { text: header.commitment, place: '/header/commitment' },
    { text: record.server_secret, place: '/server_secret' },
  );
  once(secret, '/server_secret');
  const seats = header.seats.map((seat, index) => {
    const place = `/header/seats/${index}`;
    const parts = brought(deal, header.attempt, index, seat, place);
    if ((parts.commitment === null) !== (parts.entropy === null)) throw half(place);
    return parts;
  });
  return matchKey(secret, commitment, seats);
}

/**
 * Scheme, version, game, rules and room.
 *
 * @param {RecordForm} record
 */
function checkNames({ scheme, header }) {
  /** @type {[place: string, fits: boolean][]} */
  const names = [
    ['/scheme', scheme === SCHEME],
    ['/header/scheme', header.scheme === SCHEME],
    ['/header/v', header.v === HEADER_VERSION],
  ];
  for (const [place, fits] of names) {
    if (!fits) throw new Refusal('scheme', place, 'not of the scheme vd1, or of another version');
  }
  const game = `${header.game}/`;
  if (!header.rules.startsWith(game) || !VERSION.test(header.rules.slice(game.length))) {
    const why = 'not GAME/VERSION with the game of the header';
    throw new Refusal('rules', '/header/rules', why);
  }
  if (!isObject(header.options)) throw notTheForm('/header/options', 'not an object');
  if (!UUID.test(header.room)) throw new Refusal('room', '/header/room', 'no UUID in lower case');
}

/**
 * C and S of an attempt, which must fit.
 *
 * @param {Deal} deal
 * @param {number} attempt
 * @param {{ text: string, place: string }} committed
 * @param {{ text: string, place: string }} revealed
 */
function server(deal, attempt, committed, revealed) {
  const commitment = bytes(committed.text, committed.place);
  const secret = bytes(revealed.text, revealed.place);
  if (!same(serverCommitment(deal.room, deal.rules, attempt, secret), commitment)) {
    const why = "the server's secret is not the one committed to";
    throw new Refusal('server_commitment', committed.place, why);
  }
  return { commitment, secret };
}

/**
 * K and E of a seat, each null if absent; if both are there they must fit.
 *
 * @param {Deal} deal
 * @param {number} attempt
 * @param {number} seat
 * @param {SeatParts} parts
 * @param {string} place
 * @returns {Brought}
 */
function brought(deal, attempt, seat, parts, place) {
  /** @type {(name: "commitment" | "entropy") => Uint8Array | null} */
  const part = (name) => {
    const text = parts[name];
    return text === undefined ? null : bytes(text, `${place}/${name}`);
  };
  const [commitment, entropy] = [part('commitment'), part('entropy')];
  const both = commitment !== null && entropy !== null;
  if (both && !same(seatCommitment(deal.room, attempt, seat, entropy), commitment)) {
    const why = "the seat's entropy is not the one committed to";
    throw new Refusal('seat_commitment', `${place}/commitment`, why);
  }
  return { commitment, entropy };
}

/**
 * An attempt that was given up; its secret.
 *
 * @param {Deal} deal
 * @param {Voided} voided
 * @param {number} index
 */
function checkVoided(deal, voided, index) {
  const place = `/voided/${index}`;
  if (voided.attempt !== index) throw otherAttempt(`${place}/attempt`, 'attempts count from 0');
  const { secret } = server(
    deal,
    index,
    { text: voided.commitment, place: `${place}/commitment` },
    { text: voided.server_secret, place: `${place}/server_secret` },
  );
  if (voided.seats.length !== deal.seats) throw otherSeats(`${place}/seats`);
  /** @type {number[]} */
  const missing = [];
  voided.seats.forEach((seat, number) => {
    const at = `${place}/seats/${number}`;
    const { commitment, entropy } = brought(deal, index, number, seat, at);
    if (commitment === null && entropy !== null) throw half(at);
    if (commitment !== null && entropy === null) missing.push(number);
  });
  const told = voided.missing;
  const fits = missing.length === told.length && missing.every((seat, at) => seat === told[at]);
  if (missing.length === 0 || !fits) {
    const why = 'these are not the seats that did not reveal';
    throw new Refusal('missing', `${place}/missing`, why);
  }
  return secret;
}

/**
 * 32 bytes from their only spelling.
 *
 * @param {string} text
 * @param {string} place
 * @returns {Uint8Array}
 */
export function bytes(text, place) {
  const found = decode32(text);
  if (found !== null) return found;
  throw new Refusal('hex', place, 'not 64 hexadecimal digits in lower case');
}

/**
 * Whether two hashes are the same. Nothing here is secret any more.
 *
 * @param {Uint8Array} one
 * @param {Uint8Array} other
 */
export function same(one, other) {
  return encode(one) === encode(other);
}

/** @param {string} place */
function otherSeats(place) {
  const why = 'a match has 1 to 255 seats, and as many in all attempts';
  return new Refusal('seats', place, why);
}

/**
 * @param {string} place
 * @param {string} why
 */
function otherAttempt(place, why) {
  return new Refusal('attempts', place, why);
}

/** @param {string} place */
function half(place) {
  const why = 'a seat has both a commitment and entropy, or neither';
  return new Refusal('seat_parts', place, why);
}
