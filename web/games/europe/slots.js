// Places for things that come and go while somebody aims at them. What is shown keeps its place until
// it goes; what went leaves its place as it was for a while, and nothing ever moves up.

/** How long a place says what became of what was there, in milliseconds. */
export const GONE_MS = 2_500;
/** How long something new in an old place cannot be hit, in milliseconds. */
export const FRESH_MS = 600;

/**
 * @template T
 * @typedef {{id: number, item: T, since: number, gone: boolean, fresh: boolean}} Place
 */

/** @template {{id: number}} T */
export class Slots {
  /** @type {(Place<T> | null)[]} */ places = [];

  /**
   * @param {T[]} items what is there now @param {number} now
   * @param {boolean} aimed whether somebody points at the places: then none is given up
   */
  update(items, now, aimed) {
    const there = new Map(items.map((item) => [item.id, item]));
    this.places = this.places.map((place) => {
      if (!place) return null;
      const item = there.get(place.id);
      there.delete(place.id);
      if (item)
        return { ...place, item, gone: false, fresh: place.fresh && now - place.since < FRESH_MS };
      if (!place.gone) return { ...place, gone: true, fresh: false, since: now };
      return !aimed && now - place.since >= GONE_MS ? null : place;
    });
    for (const item of there.values()) this.#put(item, now);
    if (!aimed) while (this.places.length > 0 && this.places.at(-1) === null) this.places.pop();
  }

  /** @param {T} item @param {number} now */
  #put(item, now) {
    const free = this.places.indexOf(null);
    const place = { id: item.id, item, since: now, gone: false, fresh: free >= 0 };
    if (free < 0) this.places.push(place);
    else this.places[free] = place;
  }

  /** Milliseconds until something changes by itself, or null. @param {number} now */
  next(now) {
    const times = this.places.flatMap((place) => {
      if (place?.gone) return [place.since + GONE_MS - now];
      return place?.fresh ? [place.since + FRESH_MS - now] : [];
    });
    return times.length ? Math.max(20, Math.min(...times)) : null;
  }
}

/** Says of each place whether what is in it has just taken the place of something else. */
export class Settled {
  /** @type {Map<string, {id: unknown, since: number}>} */ #seen = new Map();

  /** @param {string} place @param {unknown} id what is there now @param {number} now */
  fresh(place, id, now) {
    const seen = this.#seen.get(place);
    if (!seen) this.#seen.set(place, { id, since: -Infinity });
    else if (seen.id !== id) this.#seen.set(place, { id, since: now });
    return now - (this.#seen.get(place)?.since ?? 0) < FRESH_MS;
  }

  /** Milliseconds until something changes by itself, or null. @param {number} now */
  next(now) {
    const times = [...this.#seen.values()].map(({ since }) => since + FRESH_MS - now);
    const coming = times.filter((time) => time > 0);
    return coming.length ? Math.max(20, Math.min(...coming)) : null;
  }
}
