// Paying for a crisis: at once if there is no choice, else with the cubes that are picked here.

import { admits, holes, initial } from '../../core/offers.js';
import { html } from '../../vendor/lit/lit.js';
import { entries, total, goodsText } from './goods.js';
import { goodIcon, goodsIcons } from './icons.js';
import { words } from './words.js';

/** @import { Desk } from './desk.js' */
/** @import { Bag } from './goods.js' */
/** @import * as Wire from '../../types/protocol.js' */

/** @typedef {{max: Bag, max_total: number, debt: string}} Bounds `debt` tells whether it is still the same that is owed */

/** The cubes picked so far, by crisis. */
export class Payment {
  /** @type {Record<string, {cubes: Bag, debt: string}>} */ #picked = {};

  /** Returns the picked cubes, as far as they may still be paid. @param {string} crisis @param {Bounds} bounds @returns {Bag} */
  of(crisis, { max, max_total: most, debt }) {
    /** @type {Bag} */
    const fits = {};
    const picked = this.#picked[crisis];
    // Once a part is paid, another begins with nothing picked.
    if (picked?.debt !== debt) return fits;
    for (const [good, count] of entries(picked.cubes)) {
      const taken = Math.min(count, max[good] ?? 0, most - total(fits));
      if (taken > 0) fits[good] = taken;
    }
    return fits;
  }

  /** Picks one cube more, or puts all of them back when no more can be picked. @param {string} crisis @param {string} good @param {Bounds} bounds */
  pick(crisis, good, bounds) {
    const { [good]: count = 0, ...others } = this.of(crisis, bounds);
    const more = count < (bounds.max[good] ?? 0) && count + total(others) < bounds.max_total;
    const cubes = more ? { ...others, [good]: count + 1 } : others;
    this.#picked[crisis] = { cubes, debt: bounds.debt };
  }
}

/** Returns the offers to pay for a crisis. @param {Desk} desk @param {string} id */
const offersFor = (desk, id) =>
  desk.acts
    .of('settle_crisis')
    .filter((offer) => /** @type {any} */ (offer.command).crisis_id === id);

/**
 * Returns the payment that needs no choice: everything fixed, or the most that can be paid. Null if the
 * player has to choose.
 * @param {Wire.Offer} offer
 */
function whole(offer) {
  const command = structuredClone(/** @type {any} */ (offer.command));
  for (const { path, placeholder } of holes(offer)) {
    const most =
      placeholder.kind === 'bag' || placeholder.kind === 'int'
        ? placeholder.max
        : initial(placeholder);
    if (!admits(placeholder, most)) return null;
    const [last] = path.slice(-1);
    const at = path.slice(0, -1).reduce((inner, key) => inner[key], command);
    at[last] = most;
  }
  return command;
}

/** Returns the cubes that an offer to pay takes. @param {Desk} desk @param {Wire.Offer} offer @returns {Bounds} */
function boundsOf(desk, offer) {
  const bag = holes(offer).find(({ placeholder }) => placeholder.kind === 'bag')?.placeholder;
  const { max, max_total } = bag?.kind === 'bag' ? bag : { max: {}, max_total: 0 };
  const { crisis_id: id } = /** @type {any} */ (offer.command);
  const debt = JSON.stringify(desk.me?.debts.filter(({ crisis }) => crisis === id));
  return { max, max_total, debt };
}

/** Returns the payment with the picked cubes. @param {Desk} desk @param {Wire.Offer} offer */
function picked(desk, offer) {
  const command = /** @type {any} */ (offer.command);
  return { ...command, cubes: desk.payment.of(command.crisis_id, boundsOf(desk, offer)) };
}

/** Renders the ways to pay for a crisis. @param {Desk} desk @param {string} id */
export const payments = (desk, id) =>
  offersFor(desk, id).map((offer) => {
    const command = whole(offer);
    return command ? payButton(desk, command) : picker(desk, id, offer);
  });

/** Checks whether a debt is paid by locking cubes, which stay one's own. @param {Desk} desk @param {string} id */
const locks = (desk, id) =>
  !!desk.me?.debts.some(({ crisis, owed }) => crisis === id && owed.kind === 'stockpile');

/** @param {Desk} desk @param {any} command */
function payButton(desk, command) {
  const goods = { ...command.cubes, ...(command.coin ? { coin: command.coin } : {}) };
  const verb = locks(desk, command.crisis_id) ? words.crises.lock : words.crises.pay;
  return html`<button
    class="small primary pay"
    title=${words.crises.payWith(goodsText(goods))}
    ?disabled=${!desk.acts.can(command)}
    aria-disabled=${desk.crisesFresh ? 'true' : 'false'}
    @click=${() => desk.crisesFresh || desk.act(command)}
  >
    ${total(goods) ? html`${verb} ${goodsIcons(goods)} <kbd>P</kbd>` : words.crises.press}
  </button>`;
}

/** Renders the choice of cubes, if there are more than are owed. @param {Desk} desk @param {string} id @param {Wire.Offer} offer */
function picker(desk, id, offer) {
  const bounds = boundsOf(desk, offer);
  const cubes = desk.payment.of(id, bounds);
  const full = total(cubes) === bounds.max_total;
  /** @param {string} good */
  const pick = (good) => () => desk.change(() => desk.payment.pick(id, good, bounds));
  return html`<span class="paying" role="group" aria-label=${words.crises.pick}>
    ${entries(bounds.max).map(([good, most]) => {
      const count = cubes[good] ?? 0;
      const said = words.crises.picked(words.goods[good], count, most);
      return html`<button
        class="small pick"
        title=${said}
        ?disabled=${full && count === 0}
        @click=${pick(good)}
      >
        ${goodIcon(good)}<b aria-hidden="true">${count}</b><span class="unseen">${said}</span>
      </button>`;
    })}
    ${payButton(desk, picked(desk, offer))}
  </span>`;
}

/** Pays the first debt that can be paid, the newest crisis first, or focuses the choice of cubes. @param {Desk} desk */
export function payFirst(desk) {
  for (const { id } of desk.at.crises.toReversed()) {
    for (const offer of offersFor(desk, id)) {
      const command = whole(offer) ?? picked(desk, offer);
      if (desk.acts.can(command)) return desk.act(command);
      const picker = desk.querySelector(`[data-crisis="${id}"] .pick`);
      if (picker instanceof HTMLElement) return picker.focus();
    }
  }
}
