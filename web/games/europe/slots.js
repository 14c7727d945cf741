// Slots for items that come and go while somebody aims at them. An item keeps its slot until it goes;
// then the slot shows for a while how it ended, and stays empty at the size that it had, so that nothing moves up.

/** Time for which a slot shows how its item ended, in milliseconds. */
export const GONE_MS = 2_500;
/** Time for which a new item in a reused slot cannot be pressed, in milliseconds. */
export const FRESH_MS = 600;

/**
 * @template T
 * @typedef {{id: number, item: T, since: number, gone: boolean, empty: boolean, fresh: boolean}} Slot
 *   `empty`: its item has gone, and how it ended has been shown
 */

/** @template {{id: number}} T */
export class Slots {
  /** @type {Slot<T>[]} */ slots = [];
  #reuse;

  /** @param {boolean} reuse `true` to fill a slot whose item has gone, where a longer list would leave the view */
  constructor(reuse = false) {
    this.#reuse = reuse;
  }

  /**
   * @param {T[]} items the current items @param {number} now
   * @param {boolean} aimed `true` while the pointer is over the slots: then none is removed
   */
  update(items, now, aimed) {
    const there = new Map(items.map((item) => [item.id, item]));
    this.slots = this.slots.map((slot) => {
      const item = there.get(slot.id);
      there.delete(slot.id);
      if (item)
        return { ...slot, item, gone: false, fresh: slot.fresh && now - slot.since < FRESH_MS };
      if (!slot.gone) return { ...slot, gone: true, fresh: false, since: now };
      return !aimed && now - slot.since >= GONE_MS ? { ...slot, empty: true } : slot;
    });
    for (const item of there.values()) this.#put(item, now);
    if (!aimed) while (this.slots.length > 0 && this.slots.at(-1)?.empty) this.slots.pop();
  }

  /** @param {T} item @param {number} now */
  #put(item, now) {
    const free = this.slots.findIndex(({ empty, gone }) => empty || (this.#reuse && gone));
    const slot = { id: item.id, item, since: now, gone: false, empty: false, fresh: free >= 0 };
    if (free < 0) this.slots.push(slot);
    else this.slots[free] = slot;
  }

  /** Returns the milliseconds until a slot changes by itself, or null. @param {number} now */
  next(now) {
    const times = this.slots.flatMap((slot) => {
      if (slot.empty) return [];
      if (slot.gone) return [slot.since + GONE_MS - now];
      return slot.fresh ? [slot.since + FRESH_MS - now] : [];
    });
    return times.length ? Math.max(20, Math.min(...times)) : null;
  }
}

/** Tracks for each slot whether its content has just been replaced. */
export class Settled {
  /** @type {Map<string, {id: unknown, since: number}>} */ #seen = new Map();

  /** @param {string} slot @param {unknown} id its current content @param {number} now */
  fresh(slot, id, now) {
    const seen = this.#seen.get(slot);
    if (!seen) this.#seen.set(slot, { id, since: -Infinity });
    else if (seen.id !== id) this.#seen.set(slot, { id, since: now });
    return now - (this.#seen.get(slot)?.since ?? 0) < FRESH_MS;
  }

  /** Returns the milliseconds until a slot changes by itself, or null. @param {number} now */
  next(now) {
    const times = [...this.#seen.values()].map(({ since }) => since + FRESH_MS - now);
    const coming = times.filter((time) => time > 0);
    return coming.length ? Math.max(20, Math.min(...coming)) : null;
  }
}
