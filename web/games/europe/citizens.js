// Citizens and resource cards as they lie on the desk: one's own with what is still missing.

import { html, nothing } from '../../vendor/lit/lit.js';
import { drawing } from './choose.js';
import { entries, sum, words } from './goods.js';
import { goodIcon, goodsIcons, mark, provenance } from './icons.js';
import { text } from './text.js';

/** @import { Desk } from './desk.js' */
/** @import { Bag } from './goods.js' */
/** @import * as Wire from '../../types/protocol.js' */

/**
 * What a citizen asks for, each good with how much of it is there.
 * @param {Bag} needs @param {Bag | null} missing null where it does not matter
 */
export const needsList = (needs, missing) =>
  html`<span class="needs">
    ${entries(needs).map(([good, count]) => {
      const short = missing?.[good] ?? 0;
      const title = `${text.count(count, text.goods[good])}${short ? `, ${text.cards.missing(String(short))}` : ''}`;
      return html`<span class="need ${missing && (short ? 'short' : 'have')}" title=${title}
        >${Array.from({ length: count }, (_, at) => html`<span class="pip ${at < count - short ? 'on' : ''}">${goodIcon(good)}</span>`)}</span
      >`;
    })}
    <span class="unseen">${text.cards.needs} ${words(needs)}</span>
  </span>`;

/** What it pays. @param {Wire.EuropeCitizenView} card */
export const pay = (card) =>
  html`<span class="pays" title=${text.cards.pays(card.coin)}
    >${mark('happiness')}<span class="faint">/</span>${card.coin}${goodIcon('coin')}<span
      class="unseen"
      >${text.cards.pays(card.coin)}</span
    ></span
  >`;

/** The own cards: citizens with what they lack, and resource cards. @param {Desk} desk */
export function ownCards(desk) {
  if (!desk.me) return nothing;
  const missing = new Map(desk.own?.missing.map((one) => [one.id, one.cubes]));
  const draw = { type: 'draw_citizens' };
  const none = desk.citizens.length === 0;
  return html`<section class="eu-mine" aria-label=${text.cards.mine}>
    ${drawing(desk)}
    <div class="eu-head">
      <h3>${text.cards.mine}</h3>
      <button
        class="small"
        title=${text.cards.drawHelp}
        ?disabled=${!desk.acts.can(draw)}
        @click=${() => desk.act(draw)}
      >
        ${text.cards.draw} <kbd>N</kbd>
      </button>
    </div>
    <ul class="citizens">
      ${none ? html`<li class="faint">${text.cards.none}</li>` : nothing}
      ${desk.citizens.map((card) => citizen(desk, card, missing.get(card.id) ?? {}))}
    </ul>
    ${resources(desk)}
  </section>`;
}

/** @param {Desk} desk @param {Wire.EuropeCitizenView} card @param {Bag} missing */
function citizen(desk, card, missing) {
  const { name, source } = desk.names.citizen(card.id);
  const hidden = desk.own?.hidden_citizen?.id === card.id;
  const reveal = { type: 'reveal_citizen', id: card.id };
  const complete = entries(missing).length === 0;
  return html`<li
    class="card citizen ${complete ? 'complete' : ''} ${hidden ? 'down' : ''} ${desk.lit(card.id)}"
    data-card=${card.id}
    @mouseenter=${() => desk.play.point([card.id, ...Object.keys(card.needs)])}
    @mouseleave=${() => desk.play.point()}
  >
    <span class="title"><b>${name}${provenance(source)}</b> ${pay(card)}</span>
    ${needsList(card.needs, missing)}
    <span class="foot">
      ${
        complete
          ? html`<span class="done">${mark('check')} ${text.cards.complete}</span>`
          : html`<button
              class="small ask"
              title=${text.cards.ask}
              @click=${() => desk.ask(missing)}
            >
              ${text.cards.missing('')} ${goodsIcons(missing)}
            </button>`
      }
      ${
        hidden
          ? html`<span class="faint" title=${text.cards.hiddenHelp}
                >${mark('hidden')} ${text.cards.hidden}</span
              >
              <button
                class="small"
                ?disabled=${!desk.acts.can(reveal)}
                @click=${() => desk.act(reveal)}
              >
                ${text.cards.reveal}
              </button>`
          : nothing
      }
    </span>
  </li>`;
}

/** The own resource cards, the hidden one with its button. @param {Desk} desk */
function resources(desk) {
  const hidden = desk.own?.hidden_resource;
  const reveal = { type: 'reveal_resource' };
  return html`<div class="resources">
    <h3>${text.cards.resources}</h3>
    <ul>
      ${
        hidden
          ? html`<li class="card resource down ${desk.lit(hidden.id)}" data-card=${hidden.id}>
              ${resource(hidden)} <span class="faint">${mark('hidden')} ${text.cards.hidden}</span>
              <button
                class="small"
                ?disabled=${!desk.acts.can(reveal)}
                @click=${() => desk.act(reveal)}
              >
                ${text.cards.reveal} <kbd>V</kbd>
              </button>
            </li>`
          : nothing
      }
      ${desk.me?.cards.map(
        (card) =>
          html`<li class="card resource ${desk.lit(card.id)}" data-card=${card.id}>
            ${resource(card)}
          </li>`,
      )}
    </ul>
  </div>`;
}

/** A resource card: what it gives now and later. @param {Wire.EuropeResourceView} card */
export const resource = (card) =>
  html`<span
    class="gives"
    title=${`${text.goods[card.resource]}: ${text.cards.gives(card.first, card.later)}`}
    >${goodIcon(card.resource)}<b>${card.first}</b><span class="faint">/${card.later}</span
    ><span class="unseen"
      >${text.goods[card.resource]}: ${text.cards.gives(card.first, card.later)}</span
    ></span
  >`;

/**
 * What the own cards give in the coming production.
 * @param {Desk} desk @param {boolean} revealing @returns {Bag}
 */
export function expected(desk, revealing) {
  const { me, own } = desk;
  if (!me) return {};
  const later = me.cards.map((card) => ({ [card.resource]: card.later }));
  const hidden = own?.hidden_resource;
  const first = hidden && revealing ? [{ [hidden.resource]: hidden.first }] : [];
  return sum([me.cubes, ...later, ...first]);
}
