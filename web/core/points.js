// Where the points of a match came from: what a game's events say of points, summed by source and turn by turn.

import { replayPage } from './api.js';
import { standing } from './standing.js';

/** @import * as Wire from '../types/protocol.js' */

/**
 * Points that a seat got, or lost: from what, in which turn, and what exactly it was, if the source has several.
 * @typedef {{seat: number, points: number, source: string, when: string, what?: string}} Point
 */

/** A line with a sum for each seat. @typedef {{title: string, sums: number[]}} Sum */

/**
 * Returns the events of a match that are in force, from its beginning: as they have arrived, or else from the replay.
 * @param {string} code @param {readonly any[]} events oldest first
 */
export async function wholeMatch(code, events) {
  if (events[0]?.seq === 0) return standing(events);
  /** @type {any[]} */ const all = [];
  /** @type {number | null} */ let from = 0;
  while (from !== null) {
    /** @type {{updates: Wire.Update[], next: number | null}} */
    const page = await replayPage(code, 'public', from);
    all.push(...page.updates.flatMap((update) => update.events));
    from = page.next;
  }
  return standing(all);
}

/**
 * Returns the sums of points that share a title, in the order of their first points.
 * @param {readonly Point[]} points @param {number} seats @param {(point: Point) => string} titleOf
 * @returns {Sum[]}
 */
export function sums(points, seats, titleOf) {
  /** @type {Map<string, number[]>} */ const found = new Map();
  for (const point of points) {
    const title = titleOf(point);
    const line = found.get(title) ?? Array.from({ length: seats }, () => 0);
    line[point.seat] += point.points;
    found.set(title, line);
  }
  return [...found].map(([title, line]) => ({ title, sums: line }));
}
