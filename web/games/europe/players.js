// The other players: their citizens, which show what they will want, their resource cards, their debts,
// and the number of face-down cards.

import { html, nothing } from '../../vendor/lit/lit.js';
import { needsList, resource } from './cards.js';
import { debt } from './crises.js';
import { lackingOf } from './goods.js';
import { goodIcon, goodsIcons, mark, provenance } from './icons.js';
import { words } from './words.js';

/** @import { Desk } from './desk.js' */
/** @import { Bag } from './goods.js' */
/** @import * as Wire from '../../types/protocol.js' */

/** @param {Desk} desk */
export function players(desk) {
  const { at, seat } = desk;
  // In open play this seat's own cards have a panel of their own.
  const shown = at.players
    .map((_, one) => one)
    .filter((one) => at.phase !== 'play' || one !== seat);
  return html`<section class="eu-players" aria-label=${words.players.everybody} tabindex="0">
    <h3>${shown.length < at.players.length ? words.players.title : words.players.everybodys}</h3>
    <ul>
      ${shown.map((one) => player(desk, one))}
      ${
        at.bank
          ? html`<li class="eu-one">
              <b class="name">${words.players.bank}</b>
              <ul class="row-of-cards">
                ${at.bank.cards.map((card) => html`<li class="mini">${resource(card)}</li>`)}
              </ul>
            </li>`
          : nothing
      }
    </ul>
  </section>`;
}

/** @param {Desk} desk @param {number} seat */
function player(desk, seat) {
  const one = desk.at.players[seat];
  const name = seat === desk.seat ? words.table.you : desk.names.player(seat);
  const trading = desk.at.phase === 'play';
  const missing = trading ? lackingOf(one.missing ?? []) : null;
  return html`<li class="eu-one ${desk.lit(`seat-${seat}`)}">
    <b class="name">${name}</b>
    <span class="faint country">${desk.names.country(one.country)}</span>
    <span class="happy" title=${words.table.happiness(one.happiness, desk.options.win_happiness)}
      >${mark('happiness')}${one.happiness}<span class="of"
        >/${desk.options.win_happiness}</span
      ></span
    >
    ${trading && one.ready ? html`<span class="done">${mark('check')} ${words.table.ready}</span>` : nothing}
    ${
      one.debts.length
        ? html`<span class="debts"
            >${mark('crisis')} ${words.crises.owes}
            ${one.debts.map(({ owed }) => debt(desk, seat, owed))}</span
          >`
        : nothing
    }
    ${trading ? html`<span class="stock">${words.players.has} ${goodsIcons(desk.goods(one))}</span>` : html`<span class="purse"><b>${one.coin}</b>${goodIcon('coin')}</span>`}
    <ul class="row-of-cards wants">
      ${one.citizens.map((card) => lineOf(desk, card, missing && (missing.get(card.id) ?? {})))}
      ${one.hidden_citizens ? html`<li class="mini down">${mark('hidden')} ${words.cards.facedown(one.hidden_citizens)}</li>` : nothing}
      ${one.dealt ? html`<li class="mini down">${words.cards.dealt(one.dealt)}</li>` : nothing}
    </ul>
    <ul class="row-of-cards">
      ${one.cards.map((card) => html`<li class="mini ${desk.lit(card.id)}" data-card=${card.id}>${resource(card)}</li>`)}
      ${one.hidden_resource ? html`<li class="mini down" title=${words.cards.hiddenResource}>${mark('hidden')}<span class="unseen">${words.cards.hiddenResource}</span></li>` : nothing}
    </ul>
  </li>`;
}

/** Renders a citizen in one line. @param {Desk} desk @param {Wire.EuropeCitizenView} card @param {Bag | null} missing */
export function lineOf(desk, card, missing) {
  const { name, source } = desk.names.citizen(card.id);
  return html`<li
    class="mini citizen ${desk.lit(card.id)}"
    data-card=${card.id}
    @pointerenter=${() => desk.play.point([card.id, ...Object.keys(card.needs)])}
    @pointerleave=${() => desk.play.point()}
  >
    <span class="word">${name}${provenance(source)}</span> ${needsList(card.needs, missing)}
  </li>`;
}
