// The sizes of pieces and names on the map: each has a least size on the screen, however far away the map is.

import { growthOf } from '../../maps/lettering.js';

/** @import { Camera } from '../../ui/pan-zoom.js' */

/** Least size of a die on the screen, in pixels, and the size at which it is drawn, in map units. */
const DIE = 25;
const DIE_DRAWN = 25;
/** Largest growth of pieces: beyond it neighbours would cover each other. */
const MOST_PIECE = 1.25;

/** Fits pieces and names to the view of the map. @param {Camera} camera */
export function fitPieces({ svg, scale }) {
  if (!svg || !scale) return;
  const piece = Math.min(MOST_PIECE, Math.max(1, DIE / (DIE_DRAWN * scale)));
  svg.style.setProperty('--piece', String(piece));
  svg.style.setProperty('--name', String(growthOf(scale)));
}
