// The crises in play, with their effects and the debts for them.

import { html, nothing } from '../../vendor/lit/lit.js';
import { entries, total } from './goods.js';
import { goodsIcons, mark, provenance } from './icons.js';
import { payments } from './payment.js';
import { words } from './words.js';

/** @import { Desk } from './desk.js' */
/** @import { Bag } from './goods.js' */
/** @import * as Wire from '../../types/protocol.js' */

/**
 * Renders a debt of a seat.
 * @param {Desk} desk @param {number} seat @param {Wire.EuropeOwed} owed @returns {unknown}
 */
export function debt(desk, seat, owed) {
  switch (owed.kind) {
    case 'cubes':
      return goodsIcons(/** @type {Bag} */ (owed.cubes));
    case 'coin':
      return goodsIcons({ coin: owed.coin });
    case 'cubes_or_coin':
      return either(/** @type {Bag} */ (owed.cubes), owed.coin);
    case 'neighbour':
      return words.crises.neighbour(owed.count, neighbour(desk, seat));
    default:
      return words.crises.stockpile(owed.count);
  }
}

/** @param {Bag} cubes @param {number} coin */
const either = (cubes, coin) =>
  html`${goodsIcons(cubes)} ${words.crises.or} ${goodsIcons({ coin })}`;

/** The most kinds of cubes that are named where there is little room. */
const FEW_KINDS = 2;

/** Renders what a seat owes in short: what exactly, and to whom, stands with the crises. @param {Wire.EuropeDebt[]} debts */
export function brief(debts) {
  const [{ owed }] = debts;
  if (debts.length > 1) return words.crises.debts(debts.length);
  if (owed.kind === 'coin') return goodsIcons({ coin: owed.coin });
  if (owed.kind === 'neighbour' || owed.kind === 'stockpile') return words.crises.cubes(owed.count);
  const cubes = /** @type {Bag} */ (owed.cubes);
  if (owed.kind === 'cubes_or_coin') return either(cubes, owed.coin);
  return entries(cubes).length > FEW_KINDS ? words.crises.cubes(total(cubes)) : goodsIcons(cubes);
}

/** Returns whom a seat owes what goes to the left. @param {Desk} desk @param {number} seat */
const neighbour = ({ at, names, seat: own }, seat) =>
  (seat + 1) % at.players.length === own ? words.crises.you : names.left(seat);

/** Checks whether anybody still owes for a crisis. @param {Desk} desk @param {string} id */
export const owed = (desk, id) =>
  desk.at.phase === 'play' &&
  desk.at.players.some(({ debts }) => debts.some(({ crisis }) => crisis === id));

/** Checks whether this seat, or for a spectator anybody, still owes. @param {Desk} desk @param {string} id */
const threatens = (desk, id) =>
  owed(desk, id) && (!desk.me || desk.me.debts.some(({ crisis }) => crisis === id));

/** Returns whether unpaid debts leave the bonus as it is. @param {Desk} desk */
export const citizensOnly = ({ options }) => options.crisis_bonus === 'citizens_only';

/** Returns what becomes of whoever does not pay, and when. @param {Desk} desk */
export const unpaid = (desk) =>
  words.crises.unpaid(!citizensOnly(desk), desk.options.crisis_failure === 'lose_one_happiness');

/** @param {Desk} desk */
export function crises(desk) {
  const { at } = desk;
  if (at.phase === 'country') return nothing;
  return html`<section
    class="eu-crises ${desk.messages.alert ? 'alert' : ''}"
    aria-label=${words.crises.title}
    tabindex="0"
  >
    <h3>${mark('crisis')} ${words.crises.title}</h3>
    <ul>
      ${at.crises.length === 0 ? html`<li class="faint">${words.crises.none}</li>` : nothing}
      ${at.crises.toReversed().map((crisis) => crisisItem(desk, crisis))}
    </ul>
  </section>`;
}

/** @param {Desk} desk @param {Wire.EuropeCrisisView} crisis */
function crisisItem(desk, crisis) {
  const row = desk.names.crisis(crisis.id);
  const { name, text: does, source, kind_source, effect_source } = row;
  const kind = crisis.directive
    ? words.sheet.kind(words.crises.directive, words.crises.stays)
    : words.sheet.kind(words.crises.disaster, words.crises.passes);
  return html`<li
    class="trouble ${crisis.this_round ? 'new' : ''} ${desk.lit(crisis.id)}"
    data-crisis=${crisis.id}
  >
    <span class="title"
      >${crisis.this_round ? mark('crisis') : nothing}<b>${name}${provenance(source)}</b>
      <span class="faint">${kind}${provenance(kind_source)}</span></span
    >
    <span class="does">${does}${provenance(effect_source)}</span>
    ${desk.me ? owing(desk, crisis.id) : nothing}
    ${threatens(desk, crisis.id) ? html`<span class="unpaid">${unpaid(desk)}</span>` : nothing}
    ${crisis.this_round ? html`<span class="bonus">${words.crises.bonus(crisis.bonus, citizensOnly(desk))}</span>` : nothing}
  </li>`;
}

/** @param {Desk} desk @param {string} id */
function owing(desk, id) {
  const debts = desk.me?.debts.filter((one) => one.crisis === id) ?? [];
  // Where others still owe, what becomes of whoever does not pay stands below: not of this seat any more.
  if (debts.length === 0)
    return owed(desk, id)
      ? html`<span class="free">${mark('check')} ${words.crises.free}</span>`
      : nothing;
  return html`<span class="owing"
    ><span
      >${words.crises.owe}
      ${debts.map(({ owed }) => debt(desk, /** @type {number} */ (desk.seat), owed))}</span
    >
    ${payments(desk, id)}</span
  >`;
}
