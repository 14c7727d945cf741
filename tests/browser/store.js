/**
 * A stand-in for a browser's storage.
 */

/** A store like `localStorage` that refuses more than `most` characters. */
export class MemoryStore {
  /** @param {number} [most] */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.most = most;
    /** @type {Map<string, string>} */
    this.items = new Map();
  }

  get length() {
    return this.items.size;
  }

  /** @param {number} index */
  key(index) {
    return [...this.items.keys()][index] ?? null;
  }

  /** @param {string} name */
  getItem(name) {
    return this.items.get(name) ?? null;
  }

  /** @param {string} name @param {string} value */
  setItem(name, value) {
    if (value.length > this.most) throw new DOMException('full', 'QuotaExceededError');
    this.items.set(name, value);
  }

  /** @param {string} name */
  removeItem(name) {
    this.items.delete(name);
  }
}
