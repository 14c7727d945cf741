// The mark of a seat beside which a coach may be.

import { en as text } from '../text/coach.en.js';
import { html, nothing } from '../vendor/lit/lit.js';

/** @import * as Wire from '../types/protocol.js' */

/** @param {Wire.Seat} seat */
export function coachMark({ coach, name }) {
  if (!coach) return nothing;
  const title = (coach === 'here' ? text.markHere : text.markInvited)(name ?? '');
  return html`<span class="hinted" title=${title}>${text.mark}</span>`;
}
