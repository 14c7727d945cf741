/**
 * The check of the draws: each listed one is repeated from the key.
 *
 * Each stream has a position: the number of shuffles of a deck, or of words drawn for a die. An undo resets
 * all positions to what they were after an earlier entry, so the same draw can be listed again. This module
 * must not know which draws the rules require.
 */

import { undoneTo } from './log.js';
import { Refusal } from './refusal.js';
import { Stream } from './scheme.js';

/** @import { Below, Draw, RecordForm, Shuffle } from "./form.js" */

/** Maximum number of decks and dice in one match; games have far fewer. */
const MAX_STREAMS = 32;

/**
 * Checks all draws of a record whose log holds.
 *
 * @param {RecordForm} record
 * @param {Uint8Array} key P
 * @throws {Refusal}
 */
export function checkDraws({ entries, draws }, key) {
  const targets = new Set(entries.map(undoneTo));
  /** @type {Map<number, Map<string, number>>} */
  const after = new Map();
  const state = new Positions(key);
  let index = 0;
  for (let seq = 0; seq <= entries.length; seq += 1) {
    const to = undoneTo(entries[seq - 1]);
    if (to !== undefined) {
      // An undo draws nothing; what it returns to was kept, because it is a target.
      state.reached = new Map(after.get(to));
    } else {
      for (; index < draws.length && draws[index].seq === seq; index += 1) {
        state.check(draws[index], `/draws/${index}`);
      }
    }
    if (targets.has(seq)) after.set(seq, new Map(state.reached));
  }
  if (index < draws.length) {
    const why = 'this entry can have no draw here';
    throw new Refusal('draw_order', `/draws/${index}/seq`, why);
  }
}

/** The positions of all streams. */
class Positions {
  /** @param {Uint8Array} key */
  constructor(key) {
    this.key = key;
    /** @type {Map<string, number>} shuffles of a deck, words of a die; absent ones are at 0 */
    this.reached = new Map();
    /** @type {Set<string>} */
    this.streams = new Set();
  }

  /**
   * @param {Draw} draw
   * @param {string} pointer
   */
  check(draw, pointer) {
    if (draw.kind === 'shuffle') this.shuffle(draw, pointer);
    else this.below(draw, pointer);
  }

  /**
   * @param {Shuffle} draw
   * @param {string} pointer
   */
  shuffle({ label, n, result }, pointer) {
    const deck = label.slice(0, Math.max(0, label.lastIndexOf('/')));
    if (!isOf(deck, 'deck/')) throw otherLabel('deck/NAME/K', pointer);
    const times = this.position(deck, pointer);
    const expected = `${deck}/${times}`;
    if (label !== expected) throw otherLabel(expected, pointer);
    this.reached.set(deck, times + 1);
    // Checked before n is used: it may be any number.
    if (n !== result.length) throw otherResult(`${pointer}/n`);
    const order = new Stream(this.key, label).shuffled(n);
    if (order.some((card, at) => card !== result[at])) throw otherResult(`${pointer}/result`);
  }

  /**
   * @param {Below} draw
   * @param {string} pointer
   */
  below({ label, m, result }, pointer) {
    if (!isOf(label, 'die/')) throw otherLabel('die/PURPOSE', pointer);
    const stream = new Stream(this.key, label, this.position(label, pointer));
    if (m === 0) throw otherResult(`${pointer}/m`);
    const drawn = stream.below(m);
    this.reached.set(label, stream.position);
    if (drawn !== result) throw otherResult(`${pointer}/result`);
  }

  /**
   * @param {string} stream
   * @param {string} pointer
   */
  position(stream, pointer) {
    this.streams.add(stream);
    if (this.streams.size > MAX_STREAMS) {
      const why = 'more streams than any game has';
      throw new Refusal('too_many_streams', `${pointer}/label`, why);
    }
    return this.reached.get(stream) ?? 0;
  }
}

/**
 * Checks whether a label has this prefix, and more after it.
 *
 * @param {string} label
 * @param {string} beginning
 */
function isOf(label, beginning) {
  return label.startsWith(beginning) && label.length > beginning.length;
}

/**
 * @param {string} expected
 * @param {string} pointer
 */
function otherLabel(expected, pointer) {
  const why = `not the label that comes next: ${expected}`;
  return new Refusal('draw_label', `${pointer}/label`, why);
}

/** @param {string} pointer */
function otherResult(pointer) {
  return new Refusal('draw_result', pointer, 'the key gives another result');
}
