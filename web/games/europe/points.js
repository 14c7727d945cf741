// What the events of a match say of happiness.

import { words } from './words.js';

/** @import { Point } from '../../core/points.js' */
/** @import { Names } from './names.js' */

/** @param {readonly any[]} events @param {Names} names @returns {Point[]} */
export function points(events, names) {
  const { sources } = words.points;
  /** @type {Point[]} */ const all = [];
  /** @type {Set<number>} the seats whose happiness at the start is known */ const begun =
    new Set();
  let when = '';
  /** @type {Point[]} */ let served = [];
  for (const event of events) {
    const { type, seat } = event;
    if (type === 'round_began') when = words.log.round(event.round);
    if (type === 'citizen_served') served.push(...judged(event, when, names));
    if (type !== 'happiness_changed') continue;
    if (!begun.has(seat) && event.from !== 0)
      all.unshift({ seat, points: event.from, source: sources.start, when: words.bar.before });
    begun.add(seat);
    const own = served.filter((point) => point.seat === seat);
    served = served.filter((point) => point.seat !== seat);
    // The rest is what no citizen did: a crisis took it, or happiness could not fall lower.
    const rest = event.to - event.from - own.reduce((sum, point) => sum + point.points, 0);
    const source = rest < 0 ? sources.crisis : sources.floor;
    all.push(...own, ...(rest === 0 ? [] : [{ seat, points: rest, source, when }]));
  }
  return all;
}

/** Returns the happiness that a citizen brought or took. @param {any} event @param {string} when @param {Names} names @returns {Point[]} */
function judged({ seat, card, fate: outcome }, when, names) {
  const { met, lost, what } = words.points.sources;
  const { name } = names.citizen(card);
  if (outcome.kind === 'met' && outcome.reward === 'happiness')
    return [{ seat, points: 1, source: met, when, what: what(met, name) }];
  if (outcome.kind === 'failed')
    return [{ seat, points: -1, source: lost, when, what: what(lost, name) }];
  return [];
}
