// The style sheets of the board and of its signs, in the order of their precedence.

import { style } from '../../core/style.js';

await Promise.all([
  style(new URL('../../maps/maps.css', import.meta.url)),
  style(new URL('./bar.css', import.meta.url)),
  style(new URL('./board.css', import.meta.url)),
  style(new URL('./names.css', import.meta.url)),
  style(new URL('./signs.css', import.meta.url)),
  style(new URL('./outcome.css', import.meta.url)),
  style(new URL('./panels.css', import.meta.url)),
]);
