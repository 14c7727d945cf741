/**
 * The evidence that this browser keeps of one match: the heads that it saw and the facts of the deal.
 *
 * A record proves nothing to someone who kept nothing of their own. The lines are those that the terminal
 * client writes, so the same file serves every program that checks records. They are in the browser's
 * storage, or in memory only where that is denied. Two tabs of one seat share them. This module must not
 * know how heads are computed.
 */

import { decode32 } from './hex.js';
import { factLine, readKept, readsBack, sameThing } from './kept.js';

/** @import { Fact, FactKind } from "./kept.js" */

/**
 * Maximum number of heads kept of one match. The newest are enough: each commits to all entries before it.
 */
export const MAX_HEADS = 1000;
/** Maximum number of facts kept of one deal; three attempts of 30 seats have fewer. */
export const MAX_FACTS = 250;
/** Maximum number of contradictions kept beside them: each kind, in three attempts. */
const MAX_CONTRADICTIONS = 24;
/** Maximum number of matches kept: those that were opened last. */
export const MAX_MATCHES = 20;

const PREFIX = 'entente.deal.';
const OPENED = /^# opened ([0-9]+)$/m;
/** The head of no entry. It stands for whatever is no hash, so that no record matches. */
const NO_HEAD = '0'.repeat(64);

/** Checks whether this is a number of something. @param {unknown} value */
const isCount = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

/**
 * Checks whether these can be the number of an entry and its head.
 *
 * @param {unknown} seq
 * @param {unknown} head
 */
export const isHead = (seq, head) =>
  isCount(seq) && typeof head === 'string' && decode32(head) !== null;

/**
 * The result of comparing a head or a fact with those seen before; `differs` means that the server
 * contradicts itself.
 *
 * @typedef {"new" | "same" | "differs"} Seen
 *
 * The part of the browser's `Storage` that is used.
 * @typedef {Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem">} Store
 */

/**
 * Returns the browser's storage; null where it is denied.
 *
 * @returns {Store | null}
 */
export function browserStore() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** @param {string} room @param {number | null} seat */
const nameOf = (room, seat) => `${PREFIX}${room}.${seat ?? 'public'}`;

/**
 * Checks whether anything is kept of a match.
 *
 * @param {Store | null} store
 * @param {string} room the room's id
 * @param {number | null} seat null for a spectator
 */
export function isKept(store, room, seat) {
  try {
    return (store?.getItem(nameOf(room, seat)) ?? null) !== null;
  } catch {
    return false;
  }
}

/** The evidence that one viewer keeps of one match. */
export class Evidence {
  /**
   * Loads what is stored already.
   *
   * @param {Store | null} store
   * @param {string} room the room's id
   * @param {number | null} seat null for a spectator
   * @param {number} now milliseconds of any clock, to tell which match was opened last
   */
  constructor(store, room, seat, now) {
    /** @type {Store | null} */
    this.store = store;
    this.room = room;
    this.name = nameOf(room, seat);
    this.opened = Math.trunc(now);
    /** @type {{ seq: number, head: string }[]} */
    this.heads = [];
    /** @type {Fact[]} */
    this.facts = [];
    this.written = '';
    this.#forgetOldest();
    this.#change(() => undefined);
  }

  /** `true` once the server has contradicted itself, also after a restart. */
  get contradicted() {
    this.#merge();
    return this.facts.some(
      (fact, index) =>
        fact.kind === 'contradiction' ||
        this.facts.findIndex((other) => sameThing(other, fact)) < index,
    );
  }

  /** All lines, for checking a record or saving as a file. */
  get text() {
    const facts = this.facts.map((fact, index) => {
      const first = this.facts.findIndex((other) => sameThing(other, fact)) === index;
      return first ? factLine(fact) : factLine(fact).replace('# ', '# another ');
    });
    const heads = this.heads.map(({ seq, head }) => `${seq} ${head}`);
    return [`# opened ${this.opened}`, ...facts, ...heads, ''].join('\n');
  }

  /**
   * Adds the head of an update. What is no number or no hash becomes a head that no entry has.
   *
   * @param {number} seq
   * @param {string} head
   * @returns {Seen}
   */
  note(seq, head) {
    if (isHead(seq, head)) return this.#change(() => this.#addHead(seq, head));
    this.#change(() => this.#addHead(isCount(seq) ? seq : 0, NO_HEAD));
    return 'differs';
  }

  /**
   * Checks whether this is the head that was seen of an entry.
   *
   * @param {number} seq
   * @param {string} head
   */
  knows(seq, head) {
    return this.heads.some((kept) => kept.seq === seq && kept.head === head);
  }

  /**
   * Drops the heads after this entry: the server announced that it was restored to it.
   *
   * @param {number} seq
   */
  rollBack(seq) {
    this.#change(() => {
      this.heads = this.heads.filter((kept) => kept.seq <= seq);
    });
  }

  /**
   * Adds a fact of the deal. Of two that differ both are kept, and the first counts.
   *
   * @param {Fact} fact its value as it is written in a line
   * @returns {Seen}
   */
  learn(fact) {
    return this.#change(() => this.#addFact(fact));
  }

  /**
   * Returns the known value of a fact, in hexadecimal.
   *
   * @param {FactKind} kind
   * @param {number | null} attempt null where it is about the room
   * @param {number | null} seat null where it is about the server
   * @returns {string | undefined}
   */
  of(kind, attempt, seat) {
    this.#merge();
    return this.facts.find((fact) => sameThing(fact, { kind, attempt, seat }))?.value;
  }

  /**
   * @param {number} seq
   * @param {string} head
   * @returns {Seen}
   */
  #addHead(seq, head) {
    const before = this.heads.filter((kept) => kept.seq === seq);
    if (!before.some((kept) => kept.head === head)) {
      this.heads.push({ seq, head });
      this.heads.splice(0, this.heads.length - MAX_HEADS);
    }
    if (before.length === 0) return 'new';
    return before[0].head === head ? 'same' : 'differs';
  }

  /**
   * @param {Fact} fact
   * @returns {Seen}
   */
  #addFact(fact) {
    // What nobody would find again in its line is no fact, but a contradiction.
    if (!readsBack(fact)) return 'differs';
    const before = this.facts.filter((known) => sameThing(known, fact));
    const known = before.some(({ value }) => value === fact.value);
    // More than an honest server can show: treated as a contradiction, so that storage stays bounded.
    const contradiction = fact.kind === 'contradiction';
    const alike = this.facts.filter(({ kind }) => (kind === 'contradiction') === contradiction);
    const most = contradiction ? MAX_CONTRADICTIONS : MAX_FACTS;
    if (!known && alike.length >= most) return 'differs';
    if (!known) this.facts.push(fact);
    if (before.length === 0) return 'new';
    return before[0].value === fact.value ? 'same' : 'differs';
  }

  /**
   * Applies a change on top of what another tab has written since, and stores the result unless it is `same`.
   *
   * @template T
   * @param {() => T} change
   * @returns {T}
   */
  #change(change) {
    this.#merge();
    const result = change();
    if (result === 'same') return result;
    const text = this.text;
    try {
      this.store?.setItem(this.name, text);
      this.written = text;
    } catch {
      // Full, or denied: this page goes on with what it has in memory.
      this.store = null;
    }
    return result;
  }

  /** Merges what is stored, unless this page wrote it. */
  #merge() {
    try {
      const stored = this.store?.getItem(this.name) ?? '';
      if (stored === this.written) return;
      const { heads, facts } = readKept(stored);
      for (const fact of facts) this.#addFact(fact);
      for (const { seq, head } of heads) this.#addHead(seq, head);
    } catch {
      // Foreign content is not worth failing for; it is overwritten.
    }
  }

  /** Removes the oldest matches to make room for this one. */
  #forgetOldest() {
    try {
      const { store } = this;
      if (!store) return;
      const names = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
      const others = names.filter((name) => name.startsWith(PREFIX) && name !== this.name);
      const opened = (/** @type {string} */ name) => {
        return Number(OPENED.exec(store.getItem(name) ?? '')?.[1] ?? 0);
      };
      const newestFirst = others.sort((one, other) => opened(other) - opened(one));
      for (const name of newestFirst.slice(MAX_MATCHES - 1)) store.removeItem(name);
    } catch {
      this.store = null;
    }
  }
}
