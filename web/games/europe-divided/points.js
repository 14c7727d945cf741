// What the events of a match say of prestige.

import { SIDES } from './sides.js';
import { words } from './words.js';

/** @import { Point } from '../../core/points.js' */
/** @import { Facts } from './facts.js' */

/** @param {readonly any[]} events @param {Facts} facts @returns {Point[]} */
export function points(events, facts) {
  const { sources } = words.points;
  let when = words.track.setUp;
  return events.flatMap(({ type, turn, side, prestige, headline }) => {
    if (type === 'turn_began') when = words.track.turn(turn);
    const source = sources[type];
    if (!source || !prestige) return [];
    const seat = SIDES.indexOf(side);
    const what = headline ? words.points.headline(facts.headline(headline).name) : source;
    return [{ seat, points: prestige, source, when, what }];
  });
}
