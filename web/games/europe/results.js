// The results of the last round: happiness, coin, and each citizen's outcome with the dice.

import { html, nothing } from '../../vendor/lit/lit.js';
import { die, goodIcon, mark, provenance } from './icons.js';
import { needsList } from './cards.js';
import { lacking } from './goods.js';
import { words } from './words.js';

/** @import { Desk } from './desk.js' */
/** @import { Bag } from './goods.js' */
/** @import * as Wire from '../../types/protocol.js' */

/** @param {Desk} desk */
export function results(desk) {
  const last = desk.at.last_clean_up;
  if (!last) return nothing;
  return html`<section class="eu-results" aria-label=${words.results.title(last.round)}>
    <h3>${words.results.title(last.round)}</h3>
    <ul>
      ${last.players.map((result, seat) => player(desk, result, seat))}
    </ul>
  </section>`;
}

/** Renders how all fared in short, which leads to the results. @param {Desk} desk */
export function ownResult(desk) {
  const { at, seat } = desk;
  const last = at.last_clean_up;
  if (!last || seat === null) return nothing;
  const { happiness, happiness_before: before, rewards, bonus } = last.players[seat];
  const go = () => desk.querySelector('.eu-results')?.scrollIntoView();
  return html`<button class="eu-last" @click=${go}>
    <b>${words.results.title(last.round)}</b>
    <span class=${happiness > before ? 'more' : happiness < before ? 'less' : ''}
      >${mark('happiness')} ${words.results.happiness(before, happiness)}</span
    >
    ${rewards + bonus ? html`<span>${goodIcon('coin')} ${words.results.gained(rewards + bonus)}</span>` : nothing}
    ${desk.others.map((one) => {
      const { happiness: now, happiness_before: then } = last.players[one];
      return html`<span class="other"
        >${desk.names.player(one)} ${mark('happiness')} ${words.results.happiness(then, now)}</span
      >`;
    })}
    <span class="leads" aria-hidden="true">▾</span>
  </button>`;
}

/** @param {Desk} desk @param {Wire.EuropePlayerResult} result @param {number} seat */
function player(desk, result, seat) {
  const won = desk.play.view?.outcome?.winners.includes(seat);
  const by = result.happiness - result.happiness_before;
  return html`<li class="fared ${won ? 'won' : ''} ${desk.lit(`seat-${seat}`)}">
    <p class="sum">
      <b class="name">${seat === desk.seat ? words.table.you : desk.names.player(seat)}</b>
      ${won ? html`<span class="won">${mark('check')} ${words.results.winner}</span>` : nothing}
      <span class="happy ${by > 0 ? 'more' : by < 0 ? 'less' : ''}"
        >${mark('happiness')}
        ${words.results.happiness(result.happiness_before, result.happiness)}</span
      >
      ${result.rewards ? html`<span>${goodIcon('coin')} ${words.results.rewards(result.rewards)}</span>` : nothing}
      ${result.bonus ? html`<span>${goodIcon('coin')} ${words.results.bonus(result.bonus)}</span>` : nothing}
      ${result.crisis_failed ? html`<span class="less">${mark('crisis')} ${words.results.crisisFailed}</span>` : nothing}
    </p>
    <ul class="fates">
      ${result.citizens.length === 0 ? html`<li class="faint">${words.results.none}</li>` : nothing}
      ${result.citizens.map((citizen) => citizenResult(desk, citizen))}
    </ul>
  </li>`;
}

/** @param {Desk} desk @param {Wire.EuropeCitizenResult} citizen */
function citizenResult(desk, citizen) {
  const { name, source } = desk.names.citizen(citizen.id);
  const { fate: outcome } = citizen;
  const missing = lacking(/** @type {Bag} */ (citizen.needs), /** @type {Bag} */ (citizen.cubes));
  return html`<li class="fate ${outcome.kind}" data-card=${citizen.id}>
    <span class="word">${name}${provenance(source)}</span>
    ${needsList(/** @type {Bag} */ (citizen.needs), missing)}
    ${
      outcome.kind === 'met'
        ? html`<span class="came">${mark('check')} ${words.results.met[outcome.reward]}</span>`
        : html`<span class="came"
            >${mark(outcome.kind === 'placated' ? 'check' : 'cross')}
            ${die(outcome.dice[0])}${die(outcome.dice[1])}
            <span class="unseen">${words.results.dice(outcome.dice[0], outcome.dice[1])}</span>
            ${words.results[outcome.kind](outcome.dice[0] + outcome.dice[1], outcome.target)}</span
          >`
    }
  </li>`;
}
