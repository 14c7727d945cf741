// The style sheets of the board and of its signs, in the order of their precedence.

import { style } from '../../core/style.js';

await Promise.all([
  style(new URL('./board.css', import.meta.url)),
  style(new URL('./trade.css', import.meta.url)),
  style(new URL('./cards.css', import.meta.url)),
  style(new URL('./phases.css', import.meta.url)),
  style(new URL('./narrow.css', import.meta.url)),
  style(new URL('./wide.css', import.meta.url)),
  style(new URL('./phone.css', import.meta.url)),
  style(new URL('./phone-phases.css', import.meta.url)),
  style(new URL('./low.css', import.meta.url)),
]);
