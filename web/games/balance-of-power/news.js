// A summary of the other side's turn, for a player who comes back to the match.

import { standing } from '../../core/standing.js';
import { html, nothing } from '../../vendor/lit/lit.js';
import { words } from './words.js';

/** @import { Facts } from './facts.js' */
/** @import { Plan } from './plan.js' */

/** The steps at the beginning of a turn, in which the summary is shown. */
const FIRST = new Set(['resistance', 'support', 'draft']);

/**
 * Returns the events of the turn before the current one.
 * @param {readonly any[]} events oldest first
 */
function turnBefore(events) {
  const began = events.findLastIndex(({ type }) => type === 'turn_began');
  const earlier = events.slice(0, Math.max(0, began));
  const from = earlier.findLastIndex(({ type }) => type === 'turn_began');
  return from < 0 ? [] : earlier.slice(from);
}

/**
 * Renders one line about the other side's turn, at the beginning of one's own.
 * @param {Plan} plan @param {Facts} facts
 */
export function news({ table, play }, facts) {
  const { active, stage, territories } = table;
  const own = /** @type {any} */ (play.view)?.private?.colour;
  if (!own || own !== active || !FIRST.has(stage)) return nothing;
  const events = turnBefore(standing(play.session.events));
  if (events.length === 0 || events[0].colour === own) return nothing;
  const { news: said, owners } = words;
  const who = owners[events[0].colour];
  const taken = new Set(
    events.filter(({ type }) => type === 'conquered').map(({ territory }) => territory),
  );
  const kept = [...taken].filter((id) => territories[id].owner !== own);
  const collected = events.find(({ type }) => type === 'collected');
  const parts = [
    kept.length > 0
      ? said.took(
          who,
          kept.map((id) => facts.name(id)),
        )
      : said.none(who),
    collected ? said.collected(who, facts.objectives.get(collected.objective)?.name ?? '') : '',
  ].filter(Boolean);
  return html`<span
    class="bp-news faint"
    @mouseenter=${() => play.point(kept)}
    @mouseleave=${() => play.point()}
    >${said.summary(parts)}</span
  >`;
}
