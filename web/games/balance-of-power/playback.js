// The playback of rolls, one after the other, while the table already has their result. Until the last roll
// has been shown, the map shows the state at the time of the roll.

import { still } from '../../ui/motion.js';

/** @import * as Wire from '../../types/protocol.js' */

/** @typedef {Record<string, Wire.BalanceOfPowerTerritoryView>} Territories */
/**
 * @typedef {object} Shown
 * @property {any} roll the event being shown
 * @property {boolean} tumbling `true` while the dice roll
 * @property {number} at number of the roll, from 1
 * @property {number} all
 */

/** Maximum duration of all rolls together, in milliseconds, unless there are very many. */
const LONGEST = 2_800;
const SLOWEST = 800;
const FASTEST = 140;
/** Share of a roll's time during which the dice tumble. */
const TUMBLE = 0.6;

/** The events that show dice. */
export const ROLLS = new Set(['rolled', 'fought', 'resistance_rolled']);

/**
 * Returns the territories as they were before these events of a fight.
 * @param {Territories} territories as they are after them
 * @param {readonly any[]} events oldest first
 * @returns {Territories}
 */
export function rewound(territories, events) {
  const before = { ...territories };
  /** @param {string} id @param {Partial<Wire.BalanceOfPowerTerritoryView>} change */
  const set = (id, change) => (before[id] = { ...before[id], ...change });
  let mover = '';
  for (const event of events.toReversed()) {
    if (event.type === 'occupied') mover = event.from;
    if (event.type === 'conquered') {
      const fight = events.findLast((one) => one.type === 'fought' && one.to === event.territory);
      const from = mover || fight?.from;
      if (from) set(from, { troops: before[from].troops + before[event.territory].troops });
      set(event.territory, { owner: event.of, troops: 0 });
    }
    if (event.type === 'fought') {
      set(event.from, { troops: before[event.from].troops + event.attacker_lost });
      set(event.to, { troops: before[event.to].troops + event.defender_lost });
    }
  }
  return before;
}

/** Fires `change` at every step. */
export class Playback extends EventTarget {
  /** @type {Shown | null} */ shown = null;
  /** @type {any[]} the events after the one being shown */ #unseen = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;

  /** Starts showing the rolls among these events. @param {any[]} events @param {number} [ms] the time that they have */
  start(events, ms = SLOWEST) {
    this.stop();
    const rolls = events.filter(({ type }) => ROLLS.has(type));
    if (rolls.length === 0 || still()) return;
    const time = Math.max(FASTEST, Math.min(ms, SLOWEST, LONGEST / rolls.length));
    this.#roll(events, rolls, 0, time);
  }

  /**
   * @param {any[]} events @param {any[]} rolls @param {number} at which roll, from 0
   * @param {number} time for each
   */
  #roll(events, rolls, at, time) {
    if (at >= rolls.length) return this.stop();
    const roll = rolls[at];
    const start = events.indexOf(roll);
    const step = (/** @type {boolean} */ tumbling) => ({
      roll,
      tumbling,
      at: at + 1,
      all: rolls.length,
    });
    this.#show(step(true), events.slice(start));
    this.#timer = setTimeout(() => {
      const next = events.indexOf(rolls[at + 1]);
      this.#show(step(false), next < 0 ? [] : events.slice(next));
      this.#timer = setTimeout(() => this.#roll(events, rolls, at + 1, time), time * (1 - TUMBLE));
    }, time * TUMBLE);
  }

  /** @param {Shown | null} shown @param {any[]} unseen */
  #show(shown, unseen) {
    this.shown = shown;
    this.#unseen = unseen;
    this.dispatchEvent(new Event('change'));
  }

  /** Number of the newest events to be withheld while the dice roll. */
  get unseen() {
    return this.#unseen.length;
  }

  /** Skips to the end. */
  stop() {
    clearTimeout(this.#timer);
    if (this.shown) this.#show(null, []);
  }

  /** Returns the territories to be shown now. @param {Territories} territories */
  territories(territories) {
    return this.#unseen.length > 0 ? rewound(territories, this.#unseen) : territories;
  }
}
