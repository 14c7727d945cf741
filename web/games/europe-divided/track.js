// The track of turns with the steps at the end of each, and both rows of headlines.

import { html, nothing } from '../../vendor/lit/lit.js';
import { headlineCard } from './cards.js';
import { mark } from './facts.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Play } from '../../core/play.js' */
/** @import { Facts } from './facts.js' */

/** Number of turns with steps that are described in words. */
const TURNS_LISTED = 2;
/** The last turn in which no headline can be current; until then the aim of the game is shown instead. */
const AIM_SHOWN_UNTIL = 1;

/** @param {Wire.EuropeDividedTurnRow} turn @returns {string[]} */
const stepsOf = ({ steps, end_of_turn }) => [...steps, ...end_of_turn];

/** Describes a step in words, with its number of cards. @param {Wire.EuropeDividedTurnRow} turn @param {string} step */
function stepText(turn, step) {
  const { steps, each } = words.track;
  if (step === 'discard') return each(steps.discard, turn.discard_each);
  if (step === 'new') return each(steps.new, turn.draw_each);
  return steps[step] ?? step;
}

/** @param {Wire.EuropeDividedTurnRow} turn */
const stepsText = (turn) =>
  stepsOf(turn)
    .map((step) => stepText(turn, step))
    .join(', ');

/** Renders all turns in a row. @param {Wire.EuropeDividedPublic} view @param {Facts} facts */
export function track(view, facts) {
  return html`<ol class="ed-track" aria-label=${words.track.label}>
    ${facts.turns.map((turn) => {
      const now = turn.turn === view.turn;
      const state = now ? 'now' : turn.turn < view.turn ? 'past' : '';
      const decides = turn.steps.some((step) => step === 'resolve');
      const meant = stepsOf(turn)
        .map((step) => words.track.help[step] ?? step)
        .join('; ');
      const title = [words.track.turn(turn.turn), meant].filter(Boolean).join(': ');
      return html`<li
        class="${state} period-${turn.period}"
        title=${title}
        aria-current=${now ? 'step' : nothing}
      >
        <b>${turn.turn}</b>
        ${decides ? html`<i class="ed-decides" aria-hidden="true"></i>` : nothing}
        <span class="unseen">${meant}</span>
      </li>`;
    })}
  </ol>`;
}

/** Renders the steps at the end of this turn and of the next turns with steps. @param {Wire.EuropeDividedPublic} view @param {Facts} facts */
export function coming(view, facts) {
  const turns = facts.turns
    .filter((turn) => turn.turn >= view.turn && stepsOf(turn).length > 0)
    .slice(0, TURNS_LISTED);
  if (turns.length === 0) return html`<p class="ed-coming">${words.track.none}</p>`;
  return html`<dl class="ed-coming">
    ${turns.map(
      (turn) =>
        html`<dt>
            ${turn.turn === view.turn ? words.track.thisTurn : words.track.turn(turn.turn)}
          </dt>
          <dd>${stepsText(turn)}${mark(turn.source)}</dd>`,
    )}
  </dl>`;
}

/** Stages after the headlines of a turn have been decided and have moved up. */
const MOVED = ['place_headlines', 'advantages'];

/**
 * Returns the turns after which current and forthcoming headlines are decided, if they ever are.
 * @param {Wire.EuropeDividedPublic} view @param {Facts} facts @returns {{current?: number, forthcoming?: number}}
 */
function decidedAfter({ turn, stage }, { turns }) {
  const next = (/** @type {number} */ from, /** @type {'resolve' | 'shift'} */ step) =>
    turns.find((row) => row.turn >= from && row.steps.includes(step))?.turn;
  const now = MOVED.includes(stage) ? turn + 1 : turn;
  const shift = next(now, 'shift');
  return { current: next(now, 'resolve'), forthcoming: shift && next(shift + 1, 'resolve') };
}

/** Renders both rows of headlines. @param {Play} play @param {Facts} facts @param {Wire.EuropeDividedPublic} view */
export function headlines(play, facts, view) {
  const row = (
    /** @type {string} */ title,
    /** @type {string} */ when,
    /** @type {string} */ help,
    /** @type {string[]} */ ids,
    none = words.headlines.none,
  ) =>
    html`<section class="ed-row">
      <h3 title=${help}>
        ${title} ${ids.length > 0 ? html`<span class="ed-when">${when}</span>` : nothing}
      </h3>
      ${
        ids.length === 0
          ? html`<p class="faint ed-none">${none}</p>`
          : ids.map((id) => headlineCard(play, facts, id))
      }
    </section>`;
  const { current, forthcoming, deck } = view.headlines;
  const texts = words.headlines;
  const decided = decidedAfter(view, facts);
  const none = view.turn > AIM_SHOWN_UNTIL ? undefined : texts.aim(facts.turns.length);
  const more = `${texts.forthcomingHelp}; ${texts.deck(deck)}`;
  return html`<div class="ed-headlines">
    ${row(texts.current, texts.decided(decided.current), texts.currentHelp, current, none)}
    ${row(texts.forthcoming, texts.decided(decided.forthcoming), more, forthcoming)}
  </div>`;
}
