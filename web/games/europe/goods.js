// The goods, in the order of the rules, and sums of them. A bag is an object of counts without zeros,
// as on the wire.

import { words } from './words.js';

/** @typedef {Record<string, number>} Bag */

export const CUBES = ['cloth', 'dyes', 'grain', 'livestock', 'fuel', 'water', 'materials'];
export const GOODS = [...CUBES, 'coin'];

/** The letter and key of each good. Coin is E, as in euro, because C is cloth. */
export const LETTERS = /** @type {Record<string, string>} */ ({
  cloth: 'C',
  dyes: 'D',
  grain: 'G',
  livestock: 'L',
  fuel: 'F',
  water: 'W',
  materials: 'M',
  coin: 'E',
});

/** Returns the good with this letter. @param {string} letter */
export const goodOf = (letter) => GOODS.find((good) => LETTERS[good] === letter.toUpperCase());

/** Returns the contents of a bag, in the order of the rules. @param {Bag} bag @returns {[string, number][]} */
export const entries = (bag) =>
  GOODS.filter((good) => bag[good] > 0).map((good) => [good, bag[good]]);

/** @param {Bag} bag */
export const total = (bag) => Object.values(bag).reduce((sum, count) => sum + count, 0);

/** @param {Bag[]} bags @returns {Bag} */
export function sum(bags) {
  /** @type {Bag} */
  const all = {};
  for (const bag of bags) {
    for (const [good, count] of Object.entries(bag)) all[good] = (all[good] ?? 0) + count;
  }
  return all;
}

/** Returns what `bag` lacks of `wanted`. @param {Bag} wanted @param {Bag} bag @returns {Bag} */
export function lacking(wanted, bag) {
  const short = entries(wanted).map(([good, count]) => [good, count - (bag[good] ?? 0)]);
  return Object.fromEntries(short.filter(([, count]) => Number(count) > 0));
}

/** A citizen, as far as it asks for goods. @typedef {{id: string, needs: Bag}} Asking */

/**
 * Returns what a citizen would lack beside those that must be served anyway and those that are kept: a cube serves one
 * only. Of two that are kept the first is served, so that what is short is told once.
 * @param {Asking} card @param {Bag} bag @param {Asking[]} cards to choose from
 * @param {ReadonlySet<string>} keep @param {Asking[]} there
 */
export function lacks(card, bag, cards, keep, there) {
  const before = keep.has(card.id) ? cards.slice(0, cards.indexOf(card)) : cards;
  const kept = before.filter(({ id }) => keep.has(id));
  return lacking(card.needs, lacking(bag, sum([...there, ...kept].map(({ needs }) => needs))));
}

/**
 * Returns what citizens lack, by id; those that lack nothing are absent.
 * @param {{id: string, cubes: Bag}[]} missing @returns {Map<string, Bag>}
 */
export const lackingOf = (missing) => new Map(missing.map(({ id, cubes }) => [id, cubes]));

/** Describes a bag in words, "2 grain, 1 coin". @param {Bag} bag */
export function goodsText(bag) {
  const said = entries(bag).map(([good, count]) => words.count(count, words.goods[good]));
  return said.join(', ') || words.nothing;
}
