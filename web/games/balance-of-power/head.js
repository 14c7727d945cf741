// The line above the map: turn, step, and how close each side is to winning.

import { html, nothing } from '../../vendor/lit/lit.js';
import { sourcesShown } from '../../core/sources.js';
import { mark } from './facts.js';
import { tokens } from './sides.js';
import { capitalSign, counter } from './symbols.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Facts } from './facts.js' */

/** The steps of a turn, by version. */
const STEPS = /** @type {Record<string, string[]>} */ ({
  basic_training: ['draft', 'attack', 'collect', 'manoeuvre'],
  command_room: ['resistance', 'support', 'draft', 'attack', 'collect', 'manoeuvre'],
});

/**
 * @param {Wire.BalanceOfPowerPublic} table @param {Facts} facts
 * @param {string | null} own the viewer's colour
 */
export function head(table, facts, own) {
  const { turn, versions, setUp } = words;
  const setup = facts.setups.get(table.setup ?? 0);
  return html`<header class="bp-head">
    <span class="bp-turn">
      ${table.active ? counter(table.active) : nothing}
      <b>${table.turn > 0 && table.active ? words.owners[table.active] : turn.before}</b>
      <span>${table.turn > 0 ? turnOf(table) : nothing}</span>
    </span>
    ${steps(table)} ${race(table, facts, own)}
    ${sourcesShown() && table.setup ? html`<span class="bp-version faint">${setUp(table.setup)}${mark(setup?.placement_source)}</span>` : nothing}
    ${
      table.version === 'command_room'
        ? html`<span class="bp-version faint" title=${words.fullRules}
            >${versions[table.version]}</span
          >`
        : nothing
    }
  </header>`;
}

/** Turns before the last one from which on the end is shown: nobody needs to know of it before. */
const NEAR_END = 10;

/** Returns the turn in words. @param {Wire.BalanceOfPowerPublic} table */
function turnOf({ turn, max_turns: most }) {
  return turn > most - NEAR_END ? words.turn.of(turn, most) : words.turn.number(turn);
}

/** Renders the steps of the turn, or the stage before the first turn. @param {Wire.BalanceOfPowerPublic} table */
function steps({ turn, version, stage }) {
  const all = turn > 0 && STEPS[version]?.includes(stage) ? STEPS[version] : [stage];
  return html`<ol class="bp-steps" aria-label=${words.turn.steps}>
      ${all.map(
        (step) =>
          html`<li aria-current=${step === stage ? 'step' : 'false'} title=${words.stages[step]}>
            <span>${words.stages[step]}</span>
          </li>`,
      )}
    </ol>
    <span class="bp-step" aria-hidden="true">${words.stages[stage]}</span>`;
}

/** Renders the collected objectives of both sides, and a lost capital: nobody wins without it. @param {Wire.BalanceOfPowerPublic} table @param {Facts} facts @param {string | null} own */
function race({ sides, active, turn }, facts, own) {
  const { race: said, owners } = words;
  return html`<span class="bp-long bp-race-title faint">${said.label}</span>
    <ul class="bp-race" aria-label=${said.label} title=${said.aim}>
      ${sides.map((side) => {
        const lost = turn > 0 && !side.capitals.includes(side.colour);
        return html`<li class=${side.colour === active ? 'active' : ''}>
          ${counter(side.colour)}<span class="unseen">${owners[side.colour]}</span>
          ${side.colour === own ? html`<small>${words.you}</small>` : nothing}
          ${tokens(side, facts)}
          ${
            lost
              ? html`<span class="bp-lost-capital" title=${said.lost(owners[side.colour])}
                  >${capitalSign(side.colour)}<span class="unseen"
                    >${said.lost(owners[side.colour])}</span
                  ></span
                >`
              : nothing
          }
        </li>`;
      })}
    </ul>`;
}
