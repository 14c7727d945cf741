// The texts of this board in this person's language, like `text/index.js`.

import { en } from '../../text/europe.en.js';

export const words = en;
