// Chance that a seed repeats. It decides what a bot does; what is dealt is drawn elsewhere.

/** Random numbers from a seed. */
export class Rng {
  #state: [number, number, number, number];

  /** Starts from a seed; the same seed gives the same numbers. */
  constructor(seed: number | string = Math.floor(Math.random() * 2 ** 53)) {
    // Two rounds over the text of the seed spread it over the whole state (FNV-1a, then mixing).
    let hash = 0x811c9dc5;
    for (const sign of String(seed)) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
    const word = () => {
      hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) + 0x9e3779b9;
      return (hash ^ (hash >>> 13)) >>> 0;
    };
    this.#state = [word(), word(), word(), word()];
    for (let n = 0; n < 12; n += 1) this.next();
  }

  /** Returns a number from 0 to below 1 (sfc32, 32 bits). */
  next(): number {
    const [a, b, c, counter] = this.#state;
    const sum = (a + b + counter) | 0;
    this.#state = [b ^ (b >>> 9), (c + (c << 3)) | 0, ((c << 21) | (c >>> 11)) + sum, (counter + 1) | 0];
    return (sum >>> 0) / 2 ** 32;
  }

  /** Returns an integer from `min` to `max`, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** Returns one of the values; there must be one. */
  one<T>(values: readonly T[]): T {
    return values[this.int(0, values.length - 1)]!;
  }

  /** Returns so many different ones of the values, in the order drawn. */
  some<T>(values: readonly T[], count: number): T[] {
    const left = [...values];
    return Array.from({ length: count }, () => left.splice(this.int(0, left.length - 1), 1)[0]!);
  }
}
