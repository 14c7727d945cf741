// The texts of this board in this person's language, like `text/index.js`.

import { en } from '../../text/europe-divided.en.js';

export const words = en;
