// The button that shows again what others have done since this seat acted. Each board has a place for it, where it
// covers nothing; in a match in which all act at once there is nothing to show again.

import { Paced } from '../core/paced.js';
import { table } from '../text/table.js';
import { html, nothing } from '../vendor/lit/lit.js';

/** @import { Play } from '../core/play.js' */

/** Renders the button; nothing while there is nothing to show again. @param {Play} play */
export function againButton({ session }) {
  if (!(session instanceof Paced) || !session.repeatable) return nothing;
  return html`<button class="again" title=${table.playing.again} @click=${() => session.again()}>
    ↻ <span>${table.playing.again}</span>
  </button>`;
}
