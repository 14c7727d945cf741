// What is made of component data is made once: they never change during a match.

/** @import * as Wire from '../types/protocol.js' */

/**
 * @template {Wire.ComponentData} Data
 * @template T
 * @param {(data: Data | null) => T} make from the data of its own game
 * @returns {(data: Wire.ComponentData | null) => T}
 */
export function once(make) {
  /** @type {WeakMap<object, T>} */
  const known = new WeakMap();
  return (data) => {
    // Data that have not come yet are all the same nothing.
    const key = data ?? known;
    const made = known.get(key) ?? make(/** @type {Data | null} */ (data));
    known.set(key, made);
    return made;
  };
}
