// What the events of a match say of objectives, which are its points.

import { words } from './words.js';

/** @import { Point } from '../../core/points.js' */
/** @import { Facts } from './facts.js' */

/**
 * @param {readonly any[]} events @param {Facts} facts
 * @param {readonly (string | null)[]} colours of the seats
 * @returns {Point[]}
 */
export function points(events, facts, colours) {
  let when = words.turn.before;
  return events.flatMap(({ type, turn, colour, objective }) => {
    if (type === 'turn_began') when = words.turn.number(turn);
    if (type !== 'collected') return [];
    const source = facts.objectives.get(objective)?.name ?? objective;
    return [{ seat: colours.indexOf(colour), points: 1, source, when }];
  });
}
