/**
 * Every listed draw, made again from the key.
 *
 * Each stream has a position: shuffles of a deck are counted, a die runs on. An undo returns all
 * positions to what they were after an earlier entry, so the same draw can be listed again. It must
 * not know which draws the rules ask for.
 */

import { undoneTo } from './log.js';
import { Refusal } from './refusal.js';
import { Stream } from './scheme.js';

/** @import { Below, Draw, RecordForm, Shuffle } from "./form.js" */

/** How many decks and dice one match may draw from; games have far fewer. */
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
    const why = 'no draw can stand here for this entry';
    throw new Refusal('draw_order', `/draws/${index}/seq`, why);
  }
}

/** How far each stream has come. */
class Positions {
  /** @param {Uint8Array} key */
  constructor(key) {
    this.key = key;
    /** @type {Map<string, number>} shuffles of a deck, words of a die; absent ones stand at 0 */
    this.reached = new Map();
    /** @type {Set<string>} */
    this.streams = new Set();
  }

  /**
   * @param {Draw} draw
   * @param {string} place
   */
  check(draw, place) {
    if (draw.kind === 'shuffle') this.shuffle(draw, place);
    else this.below(draw, place);
  }

  /**
   * @param {Shuffle} draw
   * @param {string} place
   */
  shuffle({ label, n, result }, place) {
    const deck = label.slice(0, Math.max(0, label.lastIndexOf('/')));
    if (!isOf(deck, 'deck/')) throw otherLabel('deck/NAME/K', place);
    const times = this.position(deck, place);
    const expected = `${deck}/${times}`;
    if (label !== expected) throw otherLabel(expected, place);
    this.reached.set(deck, times + 1);
    // Before anything is made of it: n may be any number.
    if (n !== result.length) throw otherResult(`${place}/n`);
    const order = new Stream(this.key, label).shuffled(n);
    if (order.some((card, at) => card !== result[at])) throw otherResult(`${place}/result`);
  }

  /**
   * @param {Below} draw
   * @param {string} place
   */
  below({ label, m, result }, place) {
    if (!isOf(label, 'die/')) throw otherLabel('die/PURPOSE', place);
    const stream = new Stream(this.key, label, this.position(label, place));
    if (m === 0) throw otherResult(`${place}/m`);
    const drawn = stream.below(m);
    this.reached.set(label, stream.position);
    if (drawn !== result) throw otherResult(`${place}/result`);
  }

  /**
   * @param {string} stream
   * @param {string} place
   */
  position(stream, place) {
    this.streams.add(stream);
    if (this.streams.size > MAX_STREAMS) {
      const why = 'more streams than any game has';
      throw new Refusal('too_many_streams', `${place}/label`, why);
    }
    return this.reached.get(stream) ?? 0;
  }
}

/**
 * Whether a label has this beginning, and more after it.
 *
 * @param {string} label
 * @param {string} beginning
 */
function isOf(label, beginning) {
  return label.startsWith(beginning) && label.length > beginning.length;
}

/**
 * @param {string} expected
 * @param {string} place
 */
function otherLabel(expected, place) {
  const why = `not the label that comes next: ${expected}`;
  return new Refusal('draw_label', `${place}/label`, why);
}

/** @param {string} place */
function otherResult(place) {
  return new Refusal('draw_result', place, 'the key gives another result');
}
