// The map of a match that is over, for a picture: each contested region in the colour of the highest die.

import { SPACES, VIEWS } from '../../maps/europe-divided.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Sketch } from '../../ui/keepsake.js' */

const HOME = /** @type {Record<string, string>} */ ({
  europe: '#ccd8e6',
  russia: '#e6cfca',
  contested: '#f4ecd2',
});
const POWERS = /** @type {Record<string, string>} */ ({
  eu: '#2455a4',
  nato: '#0f6f6a',
  russia: '#b3261e',
});

/** @param {Wire.EuropeDividedPublic} view @returns {Sketch} */
export function sketch({ dice }) {
  const land = SPACES.filter(({ kind }) => kind in HOME);
  return {
    box: VIEWS.contested,
    shapes: land.map(({ id, kind, path }) => {
      const here = Object.entries(/** @type {any} */ (dice)[id] ?? {});
      const [power, value] = here.toSorted(([, one], [, other]) => other - one)[0] ?? [];
      return { path, fill: (value > 0 && POWERS[power]) || HOME[kind] };
    }),
  };
}
