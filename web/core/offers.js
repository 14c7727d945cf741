// Offers: command templates with a closed set of placeholders (docs/PROTOCOL.md, "Offers"). No rules of
// any game are known here.

/** @import * as Wire from '../types/protocol.js' */

/**
 * @typedef {{value: any, text: string}} Item
 * @typedef {{kind: 'int', min: number, max: number}
 *   | {kind: 'one', from: Item[]}
 *   | {kind: 'pick', from: Item[], min: number, max: number}
 *   | {kind: 'bag', max: Record<string, number>, min_total: number, max_total: number}} Placeholder
 * @typedef {{path: string[], placeholder: Placeholder}} Hole
 *   `path` leads from the command to where the placeholder stands
 */

/** @param {any} template @returns {Placeholder | null} */
function placeholder(template) {
  if (template === null || typeof template !== 'object' || Array.isArray(template)) return null;
  const entries = Object.entries(template);
  if (entries.length !== 1 || !entries[0][0].startsWith('$')) return null;
  const [key, body] = entries[0];
  return /** @type {Placeholder} */ ({ kind: key.slice(1), .../** @type {object} */ (body) });
}

/**
 * Returns the choices that an offer leaves open, in the order of its fields.
 * @param {Wire.Offer} offer @returns {Hole[]}
 */
export function holes(offer) {
  /** @type {Hole[]} */
  const found = [];
  /** @param {any} at @param {string[]} path */
  const walk = (at, path) => {
    const open = placeholder(at);
    if (open) found.push({ path, placeholder: open });
    else if (at !== null && typeof at === 'object') {
      for (const [key, inner] of Object.entries(at)) walk(inner, [...path, key]);
    }
  };
  walk(offer.command, []);
  return found;
}

/**
 * Returns the command of an offer with these values in its holes, in their order.
 * @param {Wire.Offer} offer @param {any[]} values
 */
export function fill(offer, values) {
  let next = 0;
  /** @param {any} at @returns {any} */
  const walk = (at) => {
    if (placeholder(at)) return values[next++];
    if (Array.isArray(at)) return at.map(walk);
    if (at !== null && typeof at === 'object') {
      return Object.fromEntries(Object.entries(at).map(([key, inner]) => [key, walk(inner)]));
    }
    return at;
  };
  return walk(offer.command);
}

/**
 * Returns the answers with which an offer becomes a command, in the order of its holes; null if none do.
 * @param {Wire.Offer} offer @param {any} command @returns {any[] | null}
 */
export function answersFor(offer, command) {
  const open = holes(offer);
  const values = open.map(({ path }) => path.reduce((at, key) => at?.[key], command));
  const fit = open.every(({ placeholder: hole }, at) => admits(hole, values[at]));
  return fit && same(fill(offer, values), command) ? values : null;
}

/** Checks whether two values of JSON are the same. @param {any} one @param {any} other @returns {boolean} */
function same(one, other) {
  if (one === null || typeof one !== 'object') return one === other;
  if (other === null || typeof other !== 'object') return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length && keys.every((key) => same(one[key], other[key]))
  );
}

/** Checks whether a placeholder takes this value. @param {Placeholder} open @param {any} value */
export function admits(open, value) {
  switch (open.kind) {
    case 'int':
      return Number.isInteger(value) && value >= open.min && value <= open.max;
    case 'one':
      return open.from.some((item) => item.value === value);
    case 'pick':
      return (
        Array.isArray(value) &&
        value.length >= open.min &&
        value.length <= open.max &&
        new Set(value).size === value.length &&
        value.every((one) => open.from.some((item) => item.value === one))
      );
    case 'bag': {
      const total = Object.values(value ?? {}).reduce((sum, count) => sum + count, 0);
      const fits = Object.entries(value ?? {}).every(
        ([key, count]) => Number.isInteger(count) && count > 0 && count <= (open.max[key] ?? 0),
      );
      return fits && total >= open.min_total && total <= open.max_total;
    }
    default:
      return false;
  }
}

/**
 * Returns the value of a placeholder before anyone has chosen: the only possible one, or the smallest.
 * @param {Placeholder} open
 */
export function initial(open) {
  switch (open.kind) {
    case 'int':
      return open.min;
    case 'one':
      return open.from.length === 1 ? open.from[0].value : undefined;
    case 'pick':
      return open.min === open.from.length ? open.from.map((item) => item.value) : [];
    case 'bag':
      return {};
    default:
      return undefined;
  }
}

/**
 * Returns every identifier that an offer names, in its command or among its choices. With it a map lights
 * what can be clicked without knowing what the commands mean.
 * @param {Wire.Offer} offer @returns {Set<string>}
 */
export function mentioned(offer) {
  /** @type {Set<string>} */
  const ids = new Set();
  /** @param {any} at @param {string} key */
  const walk = (at, key) => {
    if (typeof at === 'string') {
      if (key !== 'type' && key !== 'text') ids.add(at);
    } else if (at !== null && typeof at === 'object') {
      for (const [name, inner] of Object.entries(at)) {
        if (name === 'max' && typeof inner === 'object')
          Object.keys(inner).forEach((id) => ids.add(id));
        walk(inner, Array.isArray(at) ? key : name);
      }
    }
  };
  walk(offer.command, '');
  return ids;
}
