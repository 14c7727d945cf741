// The arrow keys on a map: which place comes next in a direction.

/** @import { Point } from '../maps/geometry.js' */

/** The directions of the arrow keys: right, down. */
export const ARROWS = /** @type {Record<string, Point>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

/**
 * Returns the place in a direction that costs least; null if there is none.
 * @param {string} from @param {Point} direction @param {readonly string[]} places
 * @param {(place: string) => Point} middle
 * @param {(ahead: number, aside: number) => number} cost in map units; infinite for what is no way ahead
 */
export function nextPlace(from, [right, down], places, middle, cost) {
  const [x, y] = middle(from);
  let [best, least] = [/** @type {string | null} */ (null), Infinity];
  for (const id of places) {
    const [dx, dy] = [middle(id)[0] - x, middle(id)[1] - y];
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    const far = cost(dx * right + dy * down, aside);
    if (id !== from && far < least) [best, least] = [id, far];
  }
  return best;
}
