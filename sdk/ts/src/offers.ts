// Offers: commands with placeholders, and how to fill these in (docs/PROTOCOL.md, "Offers"). The grammar is
// the web client's; what is added here is for programs: all commands of an offer, their number, one by chance.

import { admits, answersFor, fill, holes } from '../../../web/core/offers.js';
import type { Hole, Placeholder } from '../../../web/core/offers.js';
import type { Offer as WireOffer } from '../../../web/types/protocol.js';
import { NotAdmitted } from './errors.ts';
import type { Rng } from './random.ts';

/** A command of a game, as JSON. */
export type Command = { type: string } & Record<string, any>;

const KINDS = ['int', 'one', 'pick', 'bag'];

/** Yields every choice of so many of the values, in their order. */
function* choices<T>(values: readonly T[], count: number, from = 0): Generator<T[]> {
  if (count === 0) return yield [];
  for (let at = from; at <= values.length - count; at += 1) {
    for (const rest of choices(values, count - 1, at + 1)) yield [values[at]!, ...rest];
  }
}

/** Yields every bag with at most so much of each key and a total from `least` to `most`. */
function* bags(limits: [string, number][], least: number, most: number): Generator<Record<string, number>> {
  const [first, ...rest] = limits;
  if (!first) {
    if (least <= 0) yield {};
    return;
  }
  const [key, highest] = first;
  const remaining = rest.reduce((sum, [, limit]) => sum + limit, 0);
  for (let count = Math.max(0, least - remaining); count <= Math.min(highest, most); count += 1) {
    for (const others of bags(rest, least - count, most - count)) {
      yield count > 0 ? { [key]: count, ...others } : others;
    }
  }
}

/** Yields every value that a placeholder may become, in a fixed order. */
function* values(open: Placeholder): Generator<unknown> {
  switch (open.kind) {
    case 'int':
      for (let value = open.min; value <= open.max; value += 1) yield value;
      return;
    case 'one':
      yield* open.from.map(({ value }) => value);
      return;
    case 'pick': {
      const from = open.from.map(({ value }) => value);
      for (let size = open.min; size <= Math.min(open.max, from.length); size += 1)
        yield* choices(from, size);
      return;
    }
    case 'bag':
      yield* bags(Object.entries(open.max).sort(), open.min_total, open.max_total);
  }
}

/** Returns how many ways there are to take `k` of `n`. */
function chosen(n: number, k: number): bigint {
  let ways = 1n;
  for (let i = 1n; i <= BigInt(k); i += 1n) ways = (ways * (BigInt(n) - BigInt(k) + i)) / i;
  return ways;
}

/** Returns how many values a placeholder may become. */
function countOf(open: Placeholder): bigint {
  switch (open.kind) {
    case 'int':
      return BigInt(Math.max(0, open.max - open.min + 1));
    case 'one':
      return BigInt(open.from.length);
    case 'pick': {
      let sum = 0n;
      const size = open.from.length;
      for (let k = open.min; k <= Math.min(open.max, size); k += 1) sum += chosen(size, k);
      return sum;
    }
    case 'bag': {
      // The number of bags with each total, key by key.
      let ways = [1n];
      for (const limit of Object.values(open.max)) {
        const longer = Array<bigint>(Math.min(ways.length + limit, open.max_total + 1)).fill(0n);
        ways.forEach((count, total) => {
          for (let more = 0; more <= Math.min(limit, open.max_total - total); more += 1) {
            longer[total + more]! += count;
          }
        });
        ways = longer;
      }
      return ways.slice(Math.max(open.min_total, 0)).reduce((sum, count) => sum + count, 0n);
    }
  }
}

/** Returns one value that a placeholder may become. */
function sampled(open: Placeholder, rng: Rng): unknown {
  switch (open.kind) {
    case 'int':
      return rng.int(open.min, open.max);
    case 'one':
      return rng.one(open.from).value;
    case 'pick': {
      const from = open.from.map(({ value }) => value);
      return rng.some(from, rng.int(open.min, Math.min(open.max, from.length)));
    }
    case 'bag': {
      const units = Object.entries(open.max)
        .sort()
        .flatMap(([key, limit]) => Array<string>(limit).fill(key));
      const bag: Record<string, number> = {};
      const size = rng.int(open.min_total, Math.min(open.max_total, units.length));
      for (const key of rng.some(units, size)) bag[key] = (bag[key] ?? 0) + 1;
      return bag;
    }
  }
}

/** Yields every combination of values for these placeholders, one at a time. */
function* combinations([first, ...rest]: Hole[]): Generator<unknown[]> {
  if (!first) return yield [];
  for (const value of values(first.placeholder)) {
    for (const others of combinations(rest)) yield [value, ...others];
  }
}

/** One thing that a seat may do now: a command in which some choices may be open. */
export class Offer<C extends Command = Command> {
  readonly #holes: Hole[];

  /** @throws NotAdmitted if it has a placeholder of an unknown kind */
  constructor(readonly wire: WireOffer) {
    this.#holes = holes(wire);
    const unknown = this.#holes.find(({ placeholder }) => !KINDS.includes(placeholder.kind));
    if (unknown) throw new NotAdmitted(`a placeholder of an unknown kind: $${unknown.placeholder.kind}`);
  }

  /** The command with its placeholders. */
  get template(): Command {
    return this.wire.command as Command;
  }

  /** The type of the command. */
  get type(): C['type'] {
    return this.template.type;
  }

  /** One sentence for people, with the price. */
  get text(): string {
    return this.wire.text;
  }

  /** The rule that it rests on. */
  get rule(): string {
    return this.wire.rule;
  }

  /** `true` if it gives something away or puts it to chance: let a person confirm it. */
  get final(): boolean {
    return this.wire.final ?? false;
  }

  /** `true` if the game may still refuse a command that fits. */
  get loose(): boolean {
    return this.wire.loose ?? false;
  }

  /** Returns the number of commands that the offer admits. */
  count(): bigint {
    return this.#holes.reduce((product, { placeholder }) => product * countOf(placeholder), 1n);
  }

  /**
   * Yields the commands that the offer admits, in a fixed order; at most `limit` of them. Some offers admit
   * millions. The order within an array of a `$pick` has no meaning, so each set of values comes once.
   */
  *all(limit = Infinity): Generator<C> {
    let left = limit;
    for (const found of combinations(this.#holes)) {
      if (left < 1) return;
      left -= 1;
      yield this.#filled(found);
    }
  }

  /**
   * Returns the command with these values in its placeholders, in the order of its fields.
   * @throws NotAdmitted if there are more or fewer placeholders, or one does not take its value
   */
  fill(...given: unknown[]): C {
    if (given.length !== this.#holes.length) {
      throw new NotAdmitted(`${this.#holes.length} values are wanted, ${given.length} were given`);
    }
    this.#holes.forEach(({ placeholder }, at) => {
      if (admits(placeholder, given[at])) return;
      throw new NotAdmitted(
        `the placeholder $${placeholder.kind} does not take ${JSON.stringify(given[at])}`,
      );
    });
    return this.#filled(given);
  }

  /** Returns one of the commands that the offer admits, by chance. */
  sample(rng: Rng): C {
    return this.fill(...this.#holes.map(({ placeholder }) => sampled(placeholder, rng)));
  }

  /** Checks whether a command is this one with its placeholders filled in. */
  admits(command: unknown): boolean {
    return answersFor(this.wire, command) !== null;
  }

  #filled(given: unknown[]): C {
    return structuredClone(fill(this.wire, given));
  }
}

/** The offers of one update, in the server's order. */
export class Offers<C extends Command = Command> implements Iterable<Offer<C>> {
  readonly #offers: readonly Offer<C>[];

  constructor(offers: readonly (Offer<C> | WireOffer)[]) {
    this.#offers = offers.map((one) => (one instanceof Offer ? one : new Offer<C>(one)));
  }

  get length(): number {
    return this.#offers.length;
  }

  [Symbol.iterator](): Iterator<Offer<C>> {
    return this.#offers[Symbol.iterator]();
  }

  /** Returns the offer at a place, counted from 0; undefined if there is none. */
  at(index: number): Offer<C> | undefined {
    return this.#offers.at(index);
  }

  /** Returns the offers for which something holds. */
  filter(holds: (offer: Offer<C>) => boolean): Offers<C> {
    return new Offers(this.#offers.filter(holds));
  }

  /** Returns the offers whose command has this type. */
  ofType<T extends C['type']>(
    type: T,
  ): Offers<Extract<C, { type: T }> extends never ? C : Extract<C, { type: T }>> {
    return new Offers(this.#offers.filter((offer) => offer.type === type)) as never;
  }

  /** Returns the types of the commands, each once, in the order of the offers. */
  types(): C['type'][] {
    return [...new Set(this.#offers.map((offer) => offer.type))];
  }

  /** Yields the commands that the offers admit; at most `limit` of each offer. */
  *all(limit = Infinity): Generator<C> {
    for (const offer of this.#offers) yield* offer.all(limit);
  }

  /**
   * Returns a command by chance: each type is as likely as any other, then each offer of it, so that a type
   * with many offers does not drown the others.
   * @throws NotAdmitted if there is no offer
   */
  sample(rng: Rng): C {
    if (this.length === 0) throw new NotAdmitted('there is no offer');
    const type = rng.one(this.types());
    return rng.one(this.#offers.filter((offer) => offer.type === type)).sample(rng);
  }

  /** Checks whether one of the offers admits a command. */
  admits(command: unknown): boolean {
    return this.#offers.some((offer) => offer.admits(command));
  }
}
