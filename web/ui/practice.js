// The mark of a room whose match is not provably dealt, and why that is.

import { text } from '../text/index.js';
import { html, nothing } from '../vendor/lit/lit.js';

/** @import * as Wire from '../types/protocol.js' */

/** Renders in a sentence why nothing proves how a match is dealt. @param {Wire.Room} room */
export function unprovenNote({ unproven }) {
  if (!unproven) return nothing;
  return html`<p class="unproven">${text.practice.note(unproven.from, unproven.seq)}</p>`;
}

/** Renders a word where there is little room. @param {Wire.Room} room */
export function unprovenMark({ unproven }) {
  if (!unproven) return nothing;
  const title = text.practice.note(unproven.from, unproven.seq);
  return html`<span class="unproven" title=${title}>${text.practice.mark}</span>`;
}
