// A complete deal as an honest server shows it, step by step, so that tests can forge any step: the first
// attempt is void because the other seat did not reveal, the second one is dealt. The pages themselves come
// from a real server; the room's socket, record and component data come from here.

import { canonical } from '../../../web/proof/canonical.js';
import { decode32, encode } from '../../../web/proof/hex.js';
import { Chain, matchKey, seatCommitment, serverCommitment } from '../../../web/proof/scheme.js';
import { sha256 } from '../../../web/vendor/noble-hashes/sha2.js';

/** @import { Page, WebSocketRoute } from 'playwright-core' */

const RULES = 'fake-game/1';
/** The game's component data; the board does without them. */
export const DATA = '{"fake":1}';
/** @param {number} byte */
const hash = (byte) => new Uint8Array(32).fill(byte);
/** The other seat's commitment in the first attempt, which it never opens. */
const OTHER = hash(0x0b);
/** The value that a liar shows instead of the right one. */
export const WRONG = encode(hash(0xee));

/** The messages of the deal, in their order. */
export const STEPS = /** @type {const} */ ([
  'welcome',
  'sealing',
  'void',
  'sealing again',
  'running',
  'data',
  'update',
  'record',
]);

/** @typedef {typeof STEPS[number]} Step */

/** @param {number} attempt */
const secret = (attempt) => hash(0x50 + attempt);

/** A deal: the secrets, and what the page brought. */
export class Course {
  /** @type {string[]} by attempt */ commitments = [];
  /** @type {string[]} by attempt */ entropy = [];

  /** @param {string} code @param {number} number that no other room has */
  constructor(code, number) {
    this.code = code;
    this.bytes = new Uint8Array(16).fill(number);
    const digits = encode(this.bytes);
    this.id = [0, 8, 12, 16, 20]
      .map((at, part) => digits.slice(at, at + [8, 4, 4, 4, 12][part]))
      .join('-');
    this.data = encode(sha256(new TextEncoder().encode(DATA)));
  }

  /** @param {number} attempt */
  commitment(attempt) {
    return encode(serverCommitment(this.bytes, RULES, attempt, secret(attempt)));
  }

  /** @param {number} attempt @param {number} seat @param {string} entropy */
  bound(attempt, seat, entropy) {
    return encode(
      seatCommitment(this.bytes, attempt, seat, /** @type {Uint8Array} */ (decode32(entropy))),
    );
  }

  /** Returns the room as it is shown at a step. @param {Step} step @returns {any} */
  room(step) {
    const again = STEPS.indexOf(step) > STEPS.indexOf('sealing');
    const attempt = Number(again);
    const seat = (/** @type {number} */ number, /** @type {string} */ name) => ({
      ...{ seat: number, name, ready: false, connected: true },
      // Entropy is required of people; the other seat is the server's.
      kind: number === 0 ? 'person' : 'bot',
    });
    const [state, seats] = this.#seats(step);
    return {
      ...{ id: this.id, code: this.code, game: 'fake-game', options: { pace: 2 }, state },
      ...{ host: 0, seats: [seat(0, 'Ada'), seat(1, 'Boris')], spectators: 0, requests: [] },
      ...{ listed: false, absence_ms: 300_000, entropy: 'required' },
      fairness: {
        ...{ scheme: 'vd1', rules: RULES, attempt, commitment: this.commitment(attempt), seats },
        ...{ reveal_by_ms: null, voided: again ? [this.#voided()] : [], data: this.data },
      },
    };
  }

  /** @param {Step} step @returns {[string, any[]]} */
  #seats(step) {
    const nothing = { commitment: null, entropy: null };
    const own = (/** @type {number} */ attempt, /** @type {string | null} */ entropy) => ({
      commitment: this.commitments[attempt],
      entropy,
    });
    switch (step) {
      case 'welcome':
      case 'void':
        return ['lobby', [nothing, nothing]];
      case 'sealing': {
        const other = { commitment: this.bound(0, 1, encode(OTHER)), entropy: null };
        return ['sealing', [own(0, null), other]];
      }
      case 'sealing again':
        return ['sealing', [own(1, null), nothing]];
      default:
        return ['running', [own(1, this.entropy[1]), nothing]];
    }
  }

  #voided() {
    return {
      ...{ attempt: 0, commitment: this.commitment(0), server_secret: encode(secret(0)) },
      seats: [
        { commitment: this.commitments[0], entropy: this.entropy[0] },
        { commitment: this.bound(0, 1, encode(OTHER)), entropy: null },
      ],
      missing: [1],
    };
  }

  /** Returns the record, once both attempts are over. @returns {any} */
  record() {
    const entry = (/** @type {number} */ seq) => ({ at: seq, seq, input: { type: 'deadline' } });
    const [commitment, entropy] = [this.commitments[1], this.entropy[1]];
    const { attempt, seats, ...voided } = this.#voided();
    const record = {
      scheme: 'vd1',
      header: {
        ...{ v: 1, scheme: 'vd1', rules: RULES, game: 'fake-game', attempt: 1, room: this.id },
        ...{ commitment: this.commitment(1), data: this.data, options: { pace: 2 } },
        seats: [{ name: 'Ada', commitment, entropy }, { name: 'Boris' }],
      },
      server_secret: encode(secret(1)),
      voided: [{ attempt, seats: [seats[0], { commitment: seats[1].commitment }], ...voided }],
      entries: [entry(1), entry(2)],
      ...{ draws: [], head: '' },
      result: { winners: [0], scores: [3, 1], reason: 'prestige' },
    };
    rechain(record);
    return record;
  }

  /** Returns an update of the match. @param {number} seq @param {string} head */
  update(seq, head) {
    const over = { winners: [0], scores: [3, 1], reason: 'prestige' };
    return {
      ...{ type: 'update', seq, head, decision: seq, awaiting: [], offers: [], events: [] },
      ...{ public: {}, now_ms: 0, paused: false, outcome: seq > 1 ? over : null },
    };
  }
}

/** Recomputes the heads of a changed record, as a forger who has all secrets would. @param {any} record @returns {string[]} */
export function rechain(record) {
  const { header } = record;
  const bytes = (/** @type {string | undefined} */ digits) => (digits ? decode32(digits) : null);
  const key = matchKey(
    /** @type {Uint8Array} */ (bytes(record.server_secret)),
    /** @type {Uint8Array} */ (bytes(header.commitment)),
    header.seats.map((/** @type {any} */ { commitment, entropy }) => ({
      commitment: bytes(commitment),
      entropy: bytes(entropy),
    })),
  );
  const chain = new Chain(key, canonical(header));
  const heads = [
    chain.head,
    ...record.entries.map((/** @type {any} */ entry) => chain.append(canonical(entry))),
  ].map(encode);
  record.head = heads[heads.length - 1];
  return heads;
}

/** The server's end of one room's socket: the messages received, in order. */
export class Peer {
  /** @type {any[]} */ received = [];
  /** @type {((message: any) => void) | null} */ #next = null;

  /** @param {WebSocketRoute} socket */
  constructor(socket) {
    this.socket = socket;
    socket.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.type === 'hello') return;
      // A page that hears nothing for a while asks whether anybody is there.
      if (message.type === 'ping') return this.send({ type: 'pong', nonce: message.nonce });
      this.received.push(message);
      this.#next?.(message);
    });
  }

  /**
   * Opens the page of a room; returns once it has connected and been sent a message, for which it does not wait long.
   * @param {Page} page @param {string} url @param {string} code @param {object} first @returns {Promise<Peer>}
   */
  static async at(page, url, code, first) {
    /** @type {(peer: Peer) => void} */ let connect = () => {};
    /** @type {Promise<Peer>} */ const connected = new Promise((done) => (connect = done));
    // A page that is opened before its socket is routed reaches the real server.
    await page.routeWebSocket(new RegExp(`/rooms/${code}/socket$`), (socket) => {
      const peer = new Peer(socket);
      peer.send(first);
      connect(peer);
    });
    await page.goto(url);
    return connected;
  }

  /** @param {object} message */
  send(message) {
    this.socket.send(JSON.stringify(message));
  }

  /** Waits for the n-th message of this type. @param {string} type @param {number} count from 1 */
  async nth(type, count) {
    for (;;) {
      const found = this.received.filter((message) => message.type === type);
      if (found.length >= count) return found[count - 1];
      await new Promise((done) => (this.#next = done));
    }
  }
}
