// A cache for values derived from component data, which never change during a match.

/** @import * as Wire from '../types/protocol.js' */

/**
 * Wraps `make` so that it runs once for each set of component data.
 * @template {Wire.ComponentData} Data
 * @template T
 * @param {(data: Data | null) => T} make from the data of its own game
 * @returns {(data: Wire.ComponentData | null) => T}
 */
export function once(make) {
  /** @type {WeakMap<object, T>} */
  const known = new WeakMap();
  return (data) => {
    // Before data have arrived there is one shared value; a WeakMap needs an object as its key.
    const key = data ?? known;
    const made = known.get(key) ?? make(/** @type {Data | null} */ (data));
    known.set(key, made);
    return made;
  };
}
