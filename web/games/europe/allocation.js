// Serving the citizens at the end of a round: which cubes each one gets, and what it pays. It begins with the
// server's proposal.

import { holes } from '../../core/offers.js';
import { html, nothing } from '../../vendor/lit/lit.js';
import { answered } from './choose.js';
import { pay } from './cards.js';
import { percent, target } from './dice.js';
import { entries, lacking, sum, total } from './goods.js';
import { goodIcon, goodsIcons, mark, provenance } from './icons.js';
import { words } from './words.js';

/** @import { Desk } from './desk.js' */
/** @import { Bag } from './goods.js' */
/** @import * as Wire from '../../types/protocol.js' */

/** @typedef {{id: string, cubes: Bag, reward: 'happiness' | 'coin'}} Share */

/** The cubes given to each citizen so far. */
export class Allocation {
  /** @type {Share[] | null} */ cards = null;
  #proposed = '';

  /** Starts from the offer that leaves no cubes open. @param {Wire.Offer[]} offers */
  propose(offers) {
    const usual = offers.find((offer) =>
      holes(offer).every(({ placeholder }) => placeholder.kind !== 'bag'),
    );
    if (!usual) return;
    const { cards } = /** @type {any} */ (usual.command);
    this.cards = cards.map((/** @type {Share} */ { id, cubes }) => ({
      id,
      cubes: { ...cubes },
      reward: 'happiness',
    }));
    this.#proposed = this.#said;
  }

  /** The cards as text, in which the order in which cubes were given does not count. */
  get #said() {
    const shares = this.cards?.map(({ id, cubes, reward }) => [id, reward, ...entries(cubes)]);
    return JSON.stringify(shares ?? []);
  }

  /** `true` if it is no longer as proposed. */
  get changed() {
    return this.#said !== this.#proposed;
  }

  /** Returns what is left of the cubes held. @param {Bag} cubes @returns {Bag} */
  left(cubes) {
    const given = sum((this.cards ?? []).map((card) => card.cubes));
    return lacking(cubes, given);
  }

  /**
   * Gives one cube more, or takes all of them back when no more can be given.
   * @param {Share} card @param {string} good @param {number} needed @param {number} left
   */
  give(card, good, needed, left) {
    const now = card.cubes[good] ?? 0;
    const { [good]: _, ...others } = card.cubes;
    const next = now < needed && left > 0 ? now + 1 : 0;
    card.cubes = next > 0 ? { ...others, [good]: next } : others;
  }

  get command() {
    return { type: 'allocate', cards: this.cards };
  }
}

/** @param {Desk} desk */
export function allocating(desk) {
  const { own, me, allocation } = desk;
  if (!own || !me)
    return html`<section class="eu-task">
      <p>${words.allocation.watching}</p>
      ${answered(desk)}
    </section>`;
  if (own.allocation || me.answered) return allocated(desk, own.allocation ?? []);
  if (!allocation.cards) allocation.propose(desk.acts.of('allocate'));
  // A replay has no offers, so there is no proposal.
  const cards =
    allocation.cards ??
    desk.citizens.map(({ id }) => ({ id, cubes: {}, reward: /** @type {const} */ ('happiness') }));
  const left = allocation.left(/** @type {Bag} */ (me.cubes));
  const can = desk.acts.can(allocation.command);
  const title = cards.length ? words.allocation.title : words.allocation.none;
  return html`<section class="eu-task" aria-label=${words.bar.phases.allocate}>
    <div class="eu-head">
      <h2>${desk.past ? words.bar.phases.allocate : title}</h2>
      <span class="expected"
        ><span class="faint">${words.allocation.left}</span> ${goodsIcons(left)}</span
      >
    </div>
    ${desk.past ? nothing : html`<p class="faint">${words.allocation.help}</p>`}
    <ul class="serve">
      ${cards.map((card, at) => serving(desk, card, at, left))}
    </ul>
    ${desk.past ? answered(desk) : sending(desk, cards, can)}
  </section>`;
}

/** @param {Desk} desk @param {Share[]} cards @param {boolean} can whether it could be sent now */
function sending(desk, cards, can) {
  const { allocation } = desk;
  return html`<div class="eu-send">
      <button class="primary big" ?disabled=${!can} @click=${() => desk.act(allocation.command)}>
        ${words.allocation.confirm} <kbd>Enter</kbd>
      </button>
      <button
        ?disabled=${!allocation.changed}
        @click=${() => desk.change(() => allocation.propose(desk.acts.of('allocate')))}
      >
        ${words.allocation.proposal}
      </button>
      <span>${outcome(desk, cards)}</span>
    </div>
    ${answered(desk)}`;
}

/** @param {Desk} desk @param {string} id */
const cardOf = (desk, id) =>
  desk.me?.citizens.find((card) => card.id === id) ?? desk.citizens.find((card) => card.id === id);

/** Returns the certain part of the result, in words. @param {Desk} desk @param {Share[]} cards */
function outcome(desk, cards) {
  let happiness = 0;
  let coin = 0;
  let risk = 0;
  for (const card of cards) {
    const view = cardOf(desk, card.id);
    if (!view || total(lacking(view.needs, card.cubes)) > 0) risk += 1;
    else if (card.reward === 'coin') coin += view.coin;
    else happiness += 1;
  }
  return words.allocation.sum(happiness, coin, risk);
}

/** @param {Desk} desk @param {Share} card @param {number} at @param {Bag} left */
function serving(desk, card, at, left) {
  const view = cardOf(desk, card.id);
  if (!view) return nothing;
  const { name, source } = desk.names.citizen(card.id);
  const unmet = total(lacking(view.needs, card.cubes));
  const goal = target(desk, unmet);
  return html`<li class="eu-card serving ${unmet ? '' : 'complete'}" data-card=${card.id}>
    <span class="title"><kbd>${at + 1}</kbd> <b>${name}${provenance(source)}</b> ${pay(view)}</span>
    <span class="needs"
      >${entries(view.needs).map(([good, needed]) => need(desk, card, name, good, needed, left))}</span
    >
    <span class="fate">
      ${
        unmet
          ? words.dice.chance(goal, percent(goal))
          : html`<span class="done">${mark('check')} ${words.allocation.met}</span>`
      }
    </span>
    <span
      class="reward ${unmet ? 'moot' : ''}"
      role="group"
      aria-label=${words.allocation.reward(name)}
    >
      ${reward(desk, card, 'happiness', html`${mark('happiness')} ${words.allocation.happiness}`)}
      ${reward(desk, card, 'coin', html`${goodIcon('coin')} ${words.allocation.coin(view.coin)}`)}
    </span>
  </li>`;
}

/**
 * @param {Desk} desk @param {Share} card @param {string} name @param {string} good
 * @param {number} needed @param {Bag} left
 */
function need(desk, card, name, good, needed, left) {
  const given = card.cubes[good] ?? 0;
  const said = words.allocation.slot(words.goods[good], name, given, needed);
  const give = () => desk.change(() => desk.allocation.give(card, good, needed, left[good] ?? 0));
  return html`<button
    class="need ${given < needed ? 'short' : 'have'}"
    title=${said}
    ?disabled=${desk.past || (given === 0 && !left[good])}
    @click=${give}
  >
    ${Array.from({ length: needed }, (_, one) => html`<span class="pip ${one < given ? 'on' : ''}">${goodIcon(good)}</span>`)}
    <span class="unseen">${said}</span>
  </button>`;
}

/** @param {Desk} desk @param {Share} card @param {Share['reward']} which @param {unknown} shown */
function reward(desk, card, which, shown) {
  const choose = () => desk.change(() => (card.reward = which));
  return html`<button
    class="small"
    ?disabled=${desk.past}
    aria-pressed=${card.reward === which ? 'true' : 'false'}
    @click=${choose}
  >
    ${shown}
  </button>`;
}

/**
 * Renders the decision until everybody has decided.
 * @param {Desk} desk @param {Wire.EuropeAllotment[]} cards
 */
function allocated(desk, cards) {
  return html`<section class="eu-task locked" aria-label=${words.allocation.final}>
    <h2>${mark('lock')} ${words.allocation.final}</h2>
    <ul class="serve">
      ${cards.map(
        (card) =>
          html`<li class="eu-card serving" data-card=${card.id}>
            <span class="title"><b>${desk.names.citizen(card.id).name}</b></span>
            ${goodsIcons(/** @type {Bag} */ (card.cubes))}
            <span>${card.reward === 'coin' ? goodIcon('coin') : mark('happiness')}</span>
          </li>`,
      )}
    </ul>
    ${answered(desk)}
  </section>`;
}
