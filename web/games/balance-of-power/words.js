// The texts of this board in the language of this person; as `text/index.js`.

import { en } from '../../text/balance-of-power.en.js';

export const words = en;
