// The sizes of pieces and names on the map. A die has a least size on the screen, however far away the map is;
// names have one too, and are left out from where they would cover each other.

/** @import { Camera } from '../../ui/pan-zoom.js' */

/** Least size of a die and of a name on the screen, in pixels. */
const DIE = 25;
const NAME = 13;
/** The same in map units, as they are drawn. */
const DIE_DRAWN = 25;
const NAME_DRAWN = 13.5;
/** Largest growth of pieces and of names: beyond it neighbours would cover each other. */
const MOST_PIECE = 1.25;
const MOST_NAME = 1.35;
/** Names as small as this are left out, in pixels. */
const UNREADABLE = 10.5;

/** Fits pieces and names to the view of the map. @param {Camera} camera */
export function fitPieces(camera) {
  const { svg, scale } = camera;
  if (!svg || !scale) return;
  const grown = (
    /** @type {number} */ least,
    /** @type {number} */ drawn,
    /** @type {number} */ most,
  ) => Math.min(most, Math.max(1, least / (drawn * scale)));
  const name = grown(NAME, NAME_DRAWN, MOST_NAME);
  svg.style.setProperty('--piece', String(grown(DIE, DIE_DRAWN, MOST_PIECE)));
  svg.style.setProperty('--name', String(name));
  svg.classList.toggle('far', NAME_DRAWN * name * scale < UNREADABLE);
}
