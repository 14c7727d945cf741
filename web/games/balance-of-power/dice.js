// The last roll: the attacker's dice above the defender's, highest against highest, with the losses.

import { html, nothing, svg } from '../../vendor/lit/lit.js';
import { pips } from '../../ui/pips.js';
import { outcomeList } from './outcome.js';
import { words } from './words.js';

/** @import { Facts } from './facts.js' */
/** @import { Shown } from './playback.js' */

/**
 * Renders a die. @param {number} value @param {string} classes
 */
export const die = (value, classes = '') =>
  html`<svg
    class="bp-die ${classes}"
    viewBox="-14 -14 28 28"
    role="img"
    aria-label=${words.dice.die(value)}
  >
    <rect class="bp-die-body" x="-12.5" y="-12.5" width="25" height="25" rx="5"></rect>
    <g class="bp-die-face">
      ${pips(value).map(([x, y]) => svg`<circle cx=${x * 6} cy=${y * 6} r="2.6"></circle>`)}
    </g>
  </svg>`;

/** @param {readonly number[]} dice highest first */
const sorted = (dice) => dice.toSorted((a, b) => b - a);

/**
 * Renders the tray: the roll being played back, or the last one of this turn.
 * @param {object} seen
 * @param {any} seen.roll an event, or `last_roll` of the table
 * @param {Shown | null} seen.shown the roll being played back
 * @param {boolean} seen.fresh `true` if it was rolled just now
 * @param {boolean} seen.thrown `true` if there were dice this turn, shown or taken away
 * @param {Facts} seen.facts
 * @param {string} seen.attacker the attacking owner
 * @param {string} seen.defender
 * @param {import('./outcome.js').Outcome | null} seen.outcome what the last attacks came to
 */
export function tray({ roll, shown, fresh, thrown, facts, attacker, defender, outcome }) {
  const { dice } = words;
  const said = outcomeList(outcome);
  if (!roll)
    return html`<div class="bp-tray">
      ${outcome || thrown ? said : html`<p class="bp-where">${dice.none}</p>`}
    </div>`;
  const tumbling = !!shown?.tumbling;
  return html`<div class="bp-tray ${fresh ? 'fresh' : ''}" role="group" aria-label=${dice.label}>
    ${outcome && roll.attack ? said : nothing}
    ${roll.attack ? combat(roll, facts, attacker, defender, tumbling) : resistance(roll, tumbling)}
  </div>`;
}

/** @param {any} roll @param {Facts} facts @param {string} attacker @param {string} defender @param {boolean} tumbling */
function combat(roll, facts, attacker, defender, tumbling) {
  const { dice } = words;
  const [attack, defence] = [sorted(roll.attack), sorted(roll.defence)];
  const open = roll.attacker_lost == null;
  // A tie goes to the defender.
  const beaten = (/** @type {number} */ at) => at < defence.length && attack[at] <= defence[at];
  const held = (/** @type {number} */ at) => at < attack.length && attack[at] > defence[at];
  const settled = !tumbling && !open;
  return html`<p class="bp-where">${dice.combat(facts.name(roll.from), facts.name(roll.to))}</p>
    ${row(attack, attacker, tumbling, settled ? roll.attacker_lost : null, beaten)}
    ${row(defence, defender, tumbling, settled ? roll.defender_lost : null, held)}
    <p class="unseen">${open ? dice.open : dice.lost(roll.attacker_lost, roll.defender_lost)}</p>`;
}

/**
 * Renders the dice of one side, and its losses.
 * @param {number[]} dice @param {string} owner @param {boolean} tumbling @param {number | null} lost
 * @param {(at: number) => boolean} loses checks whether the die at this index was beaten
 */
function row(dice, owner, tumbling, lost, loses) {
  return html`<div class="bp-dice">
    ${dice.map((value, at) => die(value, `${owner} ${tumbling ? 'tumbling' : lost !== null && loses(at) ? 'lost' : ''}`))}
    <b class="bp-lost" aria-hidden="true">${lost ? `−${lost}` : nothing}</b>
  </div>`;
}

/** @param {any} roll @param {boolean} tumbling */
function resistance({ dice, needed }, tumbling) {
  const sum = dice.reduce((/** @type {number} */ all, /** @type {number} */ one) => all + one, 0);
  return html`<p class="bp-where">${words.dice.resistance}</p>
    ${row(dice, 'neutral', tumbling, null, () => false)}
    <p class="bp-where"><b>${tumbling ? ' ' : words.dice.sum(sum, needed)}</b></p>`;
}
