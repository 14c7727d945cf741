// The map of a match that is over, for a picture: each territory in the colour of its owner.

import { SIZE, SPACES } from '../../maps/balance-of-power.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Sketch } from '../../ui/keepsake.js' */

const COLOURS = { red: '#a8322a', blue: '#1d4fa0', neutral: '#efece2' };

/** @param {Wire.BalanceOfPowerPublic} view @returns {Sketch} */
export const sketch = ({ territories }) => ({
  box: [0, 0, SIZE[0], SIZE[1]],
  shapes: SPACES.map(({ id, path }) => ({
    path,
    fill: COLOURS[territories[id]?.owner ?? 'neutral'],
  })),
});
