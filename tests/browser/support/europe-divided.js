// Positions of Europe Divided that more than one file looks at.

import { random, seedOf } from './play.js';

/** Returns how a match is played until its first seat chooses among actions that may be done in several places. */
export function toChoice() {
  const done = (/** @type {any[]} */ [{ public: open, offers }]) => {
    const types = offers.map((/** @type {any} */ { command }) => command.type);
    const several = types.filter((/** @type {string} */ one, /** @type {number} */ at) =>
      types.slice(0, at).includes(one),
    );
    return open.prompt.kind === 'action' && new Set(several).size > 1;
  };
  return { pick: random(seedOf(7)), done };
}
