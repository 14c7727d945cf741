// What the last attacks came to, until this seat acts again: who attacked what, what both lost, whether it was taken.
// It stands with the dice beside the bar; where these have no room, over an edge of the map.

import { standing } from '../../core/standing.js';
import { html, nothing } from '../../vendor/lit/lit.js';
import { lastOwn, ranked, recent, series } from './series.js';
import { counter } from './symbols.js';
import { words } from './words.js';

/** @import { Play } from '../../core/play.js' */
/** @import { Facts } from './facts.js' */
/** @import { Series } from './series.js' */

/** Number of lines: capitals, what was collected and drawn, then attacks, conquests and those on the viewer first; the log has all. */
const LISTED = 2;

/**
 * What there is to say of the last attacks.
 * @typedef {{lines: unknown[], more: number, moved: string}} Outcome `more` are in the log only; `moved` says why troops
 *   moved in unasked, if they did
 */

/**
 * Returns the outcome of the last attacks; null if there is none, while dice roll or another's turn is played out.
 * @param {Play} play @param {import('../../types/protocol.js').BalanceOfPowerPublic} table @param {Facts} facts
 * @returns {Outcome | null}
 */
export function outcomeOf(play, table, facts) {
  const { current = [] } = /** @type {any} */ (play.session);
  if (current.length > 0 || play.unseen > 0) return null;
  const own = /** @type {any} */ (play.view)?.private?.colour ?? null;
  const all = standing(play.events);
  const events = recent(all, own);
  const attacks = series(events, (id) => table.territories[id]?.owner ?? 'neutral');
  const { outcome: said, owners } = words;
  const other = own === 'red' ? 'blue' : 'red';
  const found = [
    ...capitals(attacks, table, own),
    ...events
      .filter(({ type }) => type === 'collected')
      .map(({ colour, objective: id }) =>
        line(colour, said.collected(owners[colour], facts.objectives.get(id)?.name ?? id)),
      ),
    ...drawn(all, facts, own),
    ...(attacks.length === 0 && own === table.active && hadTurn(events, own)
      ? [line(other, said.none(owners[other]))]
      : ranked(attacks, own).map((one) => line(one.by, verdict(facts, one)))),
  ];
  const lines = found.slice(0, LISTED);
  const more = found.length - lines.length;
  return lines.length > 0 ? { lines, more, moved: movedIn(facts, attacks, own) } : null;
}

/** Returns which capitals have changed hands between the players. @param {Series[]} attacks @param {import('../../types/protocol.js').BalanceOfPowerPublic} table @param {string | null} own */
function capitals(attacks, { territories }, own) {
  const { outcome: said, owners } = words;
  return attacks
    .filter(
      ({ taken, to, of, by }) =>
        taken && territories[to].capital === of && (own === of || own === by),
    )
    .filter(({ to, by }) => territories[to].owner === by)
    .map(({ of, by }) => line(by, own === of ? said.lostCapital : said.tookCapital(owners[of])));
}

/** Returns which card this seat drew when its last turn ended: nothing else says it. @param {readonly any[]} events @param {Facts} facts @param {string | null} own */
function drawn(events, facts, own) {
  if (!own) return [];
  const last = lastOwn(events, own);
  return events
    .filter(({ type, seq }) => type === 'card_seen' && seq === last)
    .map(({ card }) =>
      line(own, words.outcome.drew(facts.card(card), facts.cards.get(card)?.stars ?? 0)),
    );
}

/** Renders an outcome as a list. @param {Outcome | null} outcome */
export const outcomeList = (outcome) =>
  outcome
    ? html`<div class="bp-outcome">
        <ul aria-label=${words.outcome.label}>
          ${outcome.lines}
        </ul>
        ${outcome.more > 0 ? html`<p class="faint">${words.outcome.more(outcome.more)}</p>` : nothing}
        ${outcome.moved ? html`<p class="bp-moved">${outcome.moved}</p>` : nothing}
      </div>`
    : nothing;

/** Returns why troops moved into what this seat has just taken, if it was not asked. @param {Facts} facts @param {Series[]} attacks @param {string | null} own */
function movedIn(facts, attacks, own) {
  const last = attacks.at(-1);
  if (!last?.moved || last.by !== own) return '';
  return words.outcome.moved(last.moved, facts.name(last.to));
}

/** Checks whether these events have a whole turn of the other side. @param {readonly any[]} events @param {string | null} own */
const hadTurn = (events, own) =>
  events.some(({ type, colour }) => type === 'turn_began' && colour !== own) &&
  events.some(({ type, colour }) => type === 'turn_began' && colour === own);

/** @param {Facts} facts @param {Series} one */
function verdict(facts, { by, from, to, lost, beaten, taken }) {
  const { outcome: said } = words;
  const did = taken ? said.taken : said.held;
  const fought = `${did(facts.name(from), facts.name(to))}: ${said.lost(lost, beaten)}.`;
  return by === 'neutral' ? said.neutral(fought) : fought;
}

/** @param {string} by whose sign it has @param {string} text */
const line = (by, text) => html`<li>${counter(by)} <span>${text}</span></li>`;
