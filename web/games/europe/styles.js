// The style sheets of the board and of its signs.

import { style } from '../../core/style.js';

/** The style sheets in the order of their precedence. */
const SHEETS = ['board', 'trade', 'cards', 'phases', 'narrow', 'wide', 'phone', 'low'];

await Promise.all(SHEETS.map((sheet) => style(new URL(`./${sheet}.css`, import.meta.url))));
