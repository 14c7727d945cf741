// The texts of this game in this person's language.

import { en } from '../../text/europe.en.js';

export const text = en;
