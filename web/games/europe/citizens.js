// This seat's citizens and resource cards on the desk, with what is still missing.

import { html, nothing } from '../../vendor/lit/lit.js';
import { needsList, pay, resource } from './cards.js';
import { drawing } from './choose.js';
import { percent, target } from './dice.js';
import { entries, lackingOf, total } from './goods.js';
import { goodsIcons, mark, provenance } from './icons.js';
import { lineOf } from './players.js';
import { words } from './words.js';

/** @import { Desk } from './desk.js' */
/** @import { Bag } from './goods.js' */
/** @import * as Wire from '../../types/protocol.js' */

/** Renders this seat's cards: citizens with what they lack, and resource cards. @param {Desk} desk */
export function ownCards(desk) {
  if (!desk.me) return nothing;
  const missing = lackingOf(desk.own?.missing ?? []);
  const dealt = dealtByCrisis(desk);
  const draw = { type: 'draw_citizens' };
  const none = desk.citizens.length === 0;
  // While there are others to choose from they leave them the room.
  const choosing = !!desk.own?.drawn.length;
  return html`<section class="eu-mine" aria-label=${words.cards.mine}>
    ${drawing(desk)}
    <div class="eu-head">
      <h3>${words.cards.mine}</h3>
      ${
        choosing || desk.past
          ? nothing
          : html`<button
              class="small"
              title=${words.cards.drawHelp}
              ?disabled=${!desk.acts.can(draw)}
              @click=${() => desk.act(draw)}
            >
              ${words.cards.draw} <kbd>N</kbd>
            </button>`
      }
    </div>
    <ul class=${choosing ? 'row-of-cards' : 'citizens'}>
      ${none ? html`<li class="faint">${words.cards.none}</li>` : nothing}
      ${desk.citizens.map((card) => {
        const short = missing.get(card.id) ?? {};
        return choosing ? lineOf(desk, card, short) : citizen(desk, card, short, card.id === dealt);
      })}
    </ul>
    ${resources(desk)}
  </section>`;
}

/** Returns the citizen that a crisis of this round dealt this seat, or null. @param {Desk} desk @returns {string | null} */
function dealtByCrisis({ at, names, play, seat }) {
  const crisis = at.crises.find(
    ({ id, this_round: now }) => now && names.crisis(id).effect?.do === 'citizen',
  );
  const { events } = play.session;
  const turned = events.findLast(
    (one) => one.type === 'crisis_turned' && one.crisis === crisis?.id,
  );
  const dealt = events.find(
    (one) => one.seq === turned?.seq && one.type === 'citizen_revealed' && one.seat === seat,
  );
  return dealt?.card ?? null;
}

/**
 * @param {Desk} desk @param {Wire.EuropeCitizenView} card @param {Bag} missing
 * @param {boolean} dealt `true` if a crisis of this round has dealt it
 */
function citizen(desk, card, missing, dealt) {
  const { name, source } = desk.names.citizen(card.id);
  const hidden = desk.own?.hidden_citizen?.id === card.id;
  const reveal = { type: 'reveal_citizen', id: card.id };
  const complete = entries(missing).length === 0;
  return html`<li
    class="eu-card citizen ${complete ? 'complete' : ''} ${hidden ? 'down' : ''} ${desk.lit(card.id)}"
    data-card=${card.id}
    @pointerenter=${() => desk.play.point([card.id, ...Object.keys(card.needs)])}
    @pointerleave=${() => desk.play.point()}
  >
    <span class="title"><b>${name}${provenance(source)}</b> ${pay(card)}</span>
    ${dealt ? html`<span class="by-crisis">${mark('crisis')} ${words.cards.byCrisis}</span>` : nothing}
    ${needsList(card.needs, missing)}
    <span class="foot">
      ${
        complete
          ? html`<span class="done">${mark('check')} ${words.cards.complete}</span>`
          : html`${desk.past ? nothing : ask(desk, missing)} ${risk(desk, total(missing))}
            ${nobody(desk, missing)}`
      }
      ${
        hidden
          ? html`<span class="faint" title=${words.cards.hiddenHelp}
                >${mark('hidden')} ${words.cards.hidden}</span
              >
              ${desk.past ? nothing : revealing(desk, reveal, nothing)}`
          : nothing
      }
    </span>
  </li>`;
}

/** @param {Desk} desk @param {Bag} missing */
const ask = (desk, missing) =>
  html`<button class="small ask" title=${words.cards.askHelp} @click=${() => desk.ask(missing)}>
    ${words.cards.ask} ${goodsIcons(missing)}
  </button>`;

/** @param {Desk} desk @param {object} reveal the command @param {unknown} key */
const revealing = (desk, reveal, key) =>
  html`<button class="small" ?disabled=${!desk.acts.can(reveal)} @click=${() => desk.act(reveal)}>
    ${words.cards.reveal} ${key}
  </button>`;

/** Renders the risk of leaving a citizen so: dice decide it. @param {Desk} desk @param {number} unmet */
function risk(desk, unmet) {
  const goal = target(desk, unmet);
  return html`<span class="risk" title=${words.dice.help(unmet, goal, percent(goal))}
    >${words.dice.risk(100 - percent(goal))}${mark('happiness')}<span class="unseen"
      >${words.dice.happiness}</span
    ></span
  >`;
}

/** Renders which of the missing goods neither a player nor the bank has. @param {Desk} desk @param {Bag} missing */
function nobody({ at, others }, missing) {
  const there = others.map((seat) => at.players[seat]).filter((one) => !one.resigned);
  const stocks = [...there.map(({ cubes }) => cubes), at.bank?.open ? at.bank.stock : {}];
  const goods = entries(missing)
    .filter(([good]) => !stocks.some((stock) => /** @type {Bag} */ (stock)[good]))
    .map(([good]) => words.goods[good].toLowerCase());
  return goods.length ? html`<span class="faint">${words.cards.nobody(goods)}</span>` : nothing;
}

/** Renders this seat's resource cards, the hidden one with its button. @param {Desk} desk */
function resources(desk) {
  const hidden = desk.own?.hidden_resource;
  const reveal = { type: 'reveal_resource' };
  return html`<div class="resources">
    <h3>${words.cards.resources} <span class="numbers">${words.cards.numbers}</span></h3>
    <ul>
      ${
        hidden
          ? html`<li class="eu-card resource down ${desk.lit(hidden.id)}" data-card=${hidden.id}>
              ${resource(hidden)} <span class="faint">${mark('hidden')} ${words.cards.hidden}</span>
              ${desk.past ? nothing : revealing(desk, reveal, html`<kbd>V</kbd>`)}
            </li>`
          : nothing
      }
      ${desk.me?.cards.map(
        (card) =>
          html`<li class="eu-card resource ${desk.lit(card.id)}" data-card=${card.id}>
            ${resource(card)}
          </li>`,
      )}
    </ul>
  </div>`;
}
