// The style sheets of the board and of its signs, in the order of their precedence.

import { style } from '../../core/style.js';

await Promise.all([
  style(new URL('../../maps/maps.css', import.meta.url)),
  style(new URL('./panels.css', import.meta.url)),
  style(new URL('./pieces.css', import.meta.url)),
  style(new URL('./cards.css', import.meta.url)),
  style(new URL('./cards-narrow.css', import.meta.url)),
  style(new URL('./board.css', import.meta.url)),
  // Last, because it overrides the others on small screens.
  style(new URL('./narrow.css', import.meta.url)),
]);
