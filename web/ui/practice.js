// The mark of a room whose match is not provably dealt, and why that is: practice, or a lesson.

import { text } from '../text/index.js';
import { html, nothing } from '../vendor/lit/lit.js';

/** @import * as Wire from '../types/protocol.js' */

/** @param {Wire.Unproven} unproven */
function noteOf(unproven) {
  const known = /** @type {Wire.KnownUnproven} */ (unproven);
  if (known.kind === 'lesson') return text.practice.lesson;
  if (known.kind === 'practice') return text.practice.note(known.from, known.seq);
  if (known.kind === 'dev') return text.practice.dev(known.seed);
  return text.practice.other;
}

/** @typedef {{ unproven?: Wire.Unproven | null }} Marked a room, or a session that believes it */

/** Renders in a sentence why nothing proves how a match is dealt. @param {Marked} marked */
export function unprovenNote({ unproven }) {
  if (!unproven) return nothing;
  return html`<p class="unproven">${noteOf(unproven)}</p>`;
}

/** Renders a word where there is little room; a lesson says on its note what it is. @param {Marked} marked */
export function unprovenMark({ unproven }) {
  if (unproven?.kind !== 'practice' && unproven?.kind !== 'dev') return nothing;
  const mark = unproven.kind === 'dev' ? unproven.kind : text.practice.mark;
  return html`<span class="unproven" title=${noteOf(unproven)}>${mark}</span>`;
}
