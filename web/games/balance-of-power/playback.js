// Dice that were thrown, shown one roll after the other while the table already stands where they led.
// Until the last roll was seen, the map shows what stood there when it was thrown.

/** @import * as Wire from '../../types/protocol.js' */

/** @typedef {Record<string, Wire.BalanceOfPowerTerritoryView>} Territories */
/**
 * @typedef {object} Shown
 * @property {any} roll the event that is shown
 * @property {boolean} tumbling whether the dice still roll
 * @property {number} at which of the rolls, from 1
 * @property {number} all
 */

/** All rolls together take no longer than this, in milliseconds, unless there are very many. */
const LONGEST = 2_800;
const SLOWEST = 800;
const FASTEST = 140;
/** Share of a roll's time in which the dice tumble. */
const TUMBLE = 0.6;

const ROLLS = new Set(['rolled', 'fought', 'resistance_rolled']);

/**
 * The territories as they were before these events of a fight.
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
  /** @type {any[]} what happened after what is shown */ #unseen = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;

  /** Shows the rolls among these events. @param {any[]} events */
  start(events) {
    this.stop();
    const rolls = events.filter(({ type }) => ROLLS.has(type));
    if (rolls.length === 0 || still()) return;
    const time = Math.max(FASTEST, Math.min(SLOWEST, LONGEST / rolls.length));
    this.#roll(events, rolls, 0, time);
  }

  /**
   * @param {any[]} events @param {any[]} rolls @param {number} at which roll, from 0
   * @param {number} time for each
   */
  #roll(events, rolls, at, time) {
    if (at >= rolls.length) return this.stop();
    const roll = rolls[at];
    const place = events.indexOf(roll);
    const step = (/** @type {boolean} */ tumbling) => ({
      roll,
      tumbling,
      at: at + 1,
      all: rolls.length,
    });
    this.#show(step(true), events.slice(place));
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

  /** How many of the newest events are not to be told yet, for the dice still roll. */
  get unseen() {
    return this.#unseen.length;
  }

  /** To the end at once. */
  stop() {
    clearTimeout(this.#timer);
    if (this.shown) this.#show(null, []);
  }

  /** The territories as they are to be shown now. @param {Territories} territories */
  territories(territories) {
    return this.#unseen.length > 0 ? rewound(territories, this.#unseen) : territories;
  }
}

/** Whether nothing should move. */
export const still = () =>
  document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;
