// Marks of values that no printed source has: hidden, for the eye and for screen readers, unless this person
// wants to see where values come from.

import { read, write } from './storage.js';

const SHOWN = 'entente/sources';

export const sourcesShown = () => read(SHOWN) === 'on';

/** Shows or hides the marks; a new choice is kept. @param {boolean} [on] */
export function showSources(on) {
  if (on !== undefined) write(SHOWN, on ? 'on' : 'off');
  document.documentElement.toggleAttribute('data-sources', sourcesShown());
}
