// Recent changes, shown for a moment beside the numbers. They are found by comparing views, so no events are
// needed.

import { GOODS } from './goods.js';

/** @import * as Wire from '../../types/protocol.js' */

/** Time for which a change is shown, in milliseconds. */
const SHOWN_MS = 1_800;

export class Changes {
  /** @type {Wire.EuropePublic | null} */ #before = null;
  /** @type {Map<string, {by: number, at: number}>} */ #shown = new Map();

  /** @param {Wire.EuropePublic} view @param {number} now */
  update(view, now) {
    const before = this.#before;
    this.#before = view;
    // Between rounds everything changes, so changes are not shown.
    if (before && before !== view && before.phase === 'play' && view.phase === 'play') {
      view.players.forEach((player, seat) =>
        this.#compare(before.players[seat], player, seat, now),
      );
    }
    for (const [key, { at }] of this.#shown) if (now - at >= SHOWN_MS) this.#shown.delete(key);
  }

  /**
   * @param {Wire.EuropePlayerView} before @param {Wire.EuropePlayerView} after
   * @param {number} seat @param {number} now
   */
  #compare(before, after, seat, now) {
    for (const good of GOODS) {
      const by = held(after, good) - held(before, good);
      if (by === 0) continue;
      const key = `${seat} ${good}`;
      this.#shown.set(key, { by: by + (this.#shown.get(key)?.by ?? 0), at: now });
    }
  }

  /** Returns the recent change, or 0. @param {number} seat @param {string} good */
  of(seat, good) {
    return this.#shown.get(`${seat} ${good}`)?.by ?? 0;
  }

  /** Returns the milliseconds until the display must change, or null. @param {number} now */
  next(now) {
    const times = [...this.#shown.values()].map(({ at }) => at + SHOWN_MS - now);
    return times.length ? Math.max(20, Math.min(...times)) : null;
  }
}

/** Returns how much of a good a player holds and may use. @param {Wire.EuropePlayerView} player @param {string} good */
export function held(player, good) {
  if (good === 'coin') return player.coin;
  return /** @type {Record<string, number>} */ (player.cubes)[good] ?? 0;
}
