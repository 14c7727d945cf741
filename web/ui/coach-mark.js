// The mark of a seat beside which a coach may be.

import { table } from '../text/table.js';
import { html, nothing } from '../vendor/lit/lit.js';

/** @import * as Wire from '../types/protocol.js' */

/** @param {Wire.Seat} seat */
export function coachMark({ coach, name }) {
  if (!coach) return nothing;
  const title = (coach === 'here' ? table.coach.markHere : table.coach.markInvited)(name ?? '');
  return html`<span class="hinted" title=${title}>${table.coach.mark}</span>`;
}
