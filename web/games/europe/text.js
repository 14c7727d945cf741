// The texts of this game in the language of the person.

import { en } from '../../text/europe.en.js';

export const text = en;
