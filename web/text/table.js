// The texts of the page of a match in this person's language, like `index.js`.

import { en } from './table.en.js';

export const table = en;
