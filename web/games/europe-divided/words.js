// The texts of this board in the language of this person; as `text/index.js`.

import { en } from '../../text/europe-divided.en.js';

export const words = en;
