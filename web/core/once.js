// What is made of component data is made once: they never change during a match.

/**
 * @template T
 * @param {(data: any) => T} make
 * @returns {(data: any) => T}
 */
export function once(make) {
  /** @type {WeakMap<object, T>} */
  const known = new WeakMap();
  return (data) => {
    // Data that have not come yet are all the same nothing.
    const key = data ?? known;
    const made = known.get(key) ?? make(data);
    known.set(key, made);
    return made;
  };
}
