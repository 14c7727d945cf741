// The table of goods: a row for each good, a column for each player, the bank and the supply; and in each
// row the amount that the draft offer gives or wants. So a player sees who has the missing goods and asks
// for them in the same place.

import { html, nothing } from '../../vendor/lit/lit.js';
import { held } from './changes.js';
import { GOODS, LETTERS } from './goods.js';
import { goodIcon, mark } from './icons.js';
import { words } from './words.js';

/** @import { Desk } from './desk.js' */
/** @import * as Wire from '../../types/protocol.js' */

/** @param {Desk} desk @param {unknown} foot the content below the table */
export function holdings(desk, foot) {
  const { at, seat, me } = desk;
  const builds = at.phase === 'play' && me !== null && !desk.past;
  const order = seat === null ? desk.others : [seat, ...desk.others];
  return html`<section class="eu-table" aria-label=${words.table.title}>
    <table class="holdings">
      <caption class="unseen">
        ${words.table.title}
      </caption>
      <thead>
        <tr>
          <th scope="col" class="goods"><span class="unseen">${words.table.goods}</span></th>
          ${order.map((one) => playerHead(desk, one, builds && one === seat))}
          ${at.bank ? bankHead(desk) : nothing}
          <th scope="col" class="supply" title=${words.table.supplyHelp}>
            ${words.table.supply} <span class="doing">${words.table.supplyNote}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        ${GOODS.map((good) => row(desk, good, order, builds))}
      </tbody>
    </table>
    ${foot}
  </section>`;
}

/** @param {Desk} desk @param {number} seat @param {boolean} builds */
function playerHead(desk, seat, builds) {
  const player = desk.at.players[seat];
  const win = desk.options.win_happiness;
  const mine = seat === desk.seat;
  return html`<th scope="col" class="player ${mine ? 'mine' : ''} ${desk.lit(`seat-${seat}`)}">
      <span class="name"
        >${mine ? nothing : html`<kbd>${seat + 1}</kbd>`}
        <b>${mine ? words.table.you : desk.names.player(seat)}</b>
        ${player.country ? html`<abbr title=${desk.names.country(player.country)}>${player.country}</abbr>` : nothing}</span
      >
      <span class="happy" title=${words.table.happiness(player.happiness, win)}>
        ${seen(html`${mark('happiness')}<b>${player.happiness}</b><span class="of">/${win}</span>`)}
        <span class="unseen">${words.table.happiness(player.happiness, win)}</span>
      </span>
      <span class="doing">${doing(desk, player)}</span>
    </th>
    ${builds ? html`<th scope="col" class="deal">${words.table.deal}</th>` : nothing}`;
}

/** @param {Desk} desk @param {Wire.EuropePlayerView} player */
function doing(desk, player) {
  if (player.resigned) return words.table.resigned;
  // One's own panel asks for it.
  if (player.drawing) return player === desk.me ? nothing : words.table.drawing;
  if (desk.at.phase === 'play' && player.ready) return html`${mark('check')} ${words.table.ready}`;
  return nothing;
}

/** @param {Desk} desk */
function bankHead(desk) {
  const bank = desk.at.bank;
  return html`<th scope="col" class="bank">
    <span class="name"><kbd>B</kbd> <b>${words.table.bank}</b></span>
    <span class="doing"
      >${bank?.open ? html`${words.market.price(bank.price)} <span class="word">${words.table.each}</span>` : words.table.closed}</span
    >
  </th>`;
}

/** @param {Desk} desk @param {string} good @param {number[]} order @param {boolean} builds */
function row(desk, good, order, builds) {
  const point = () => desk.play.point([good]);
  return html`<tr
    class=${desk.lit(good)}
    data-good=${good}
    @pointerenter=${point}
    @pointerleave=${() => desk.play.point()}
  >
    <th scope="row" class="goods" title=${supplied(desk, good)}>
      ${goodIcon(good)}<span class="word">${words.goods[good]}</span>
    </th>
    ${order.map((seat) => [
      seat === desk.seat && builds ? ownCell(desk, good) : cell(desk, seat, good, builds),
      seat === desk.seat && builds ? stepper(desk, good) : nothing,
    ])}
    ${desk.at.bank ? bankCell(desk, good) : nothing} ${supplyCell(desk, good)}
  </tr>`;
}

/**
 * Returns how much of a good a player has, needs and has locked, for the eye and in words.
 * @param {Desk} desk @param {number} seat @param {string} good
 */
function amount(desk, seat, good) {
  const player = desk.at.players[seat];
  const count = held(player, good);
  const needed = desk.needed(seat)[good] ?? 0;
  const locked = /** @type {Record<string, number>} */ (player.locked)[good] ?? 0;
  const by = desk.changes.of(seat, good);
  const shown = html`<b class=${count ? '' : 'none'}>${count || (needed ? '0' : '·')}</b>${
      needed
        ? html`<span class="need ${needed > count ? 'short' : 'enough'}"
            ><span class="word">${words.table.needs}</span> ${needed}</span
          >`
        : nothing
    }${locked ? html`<span class="locked">${mark('lock')}${locked}</span>` : nothing}${
      by
        ? html`<span class="delta ${by > 0 ? 'more' : 'less'}" aria-hidden="true"
            >${by > 0 ? `+${by}` : `−${-by}`}</span
          >`
        : nothing
    }`;
  const who = seat === desk.seat ? words.table.you : desk.names.player(seat);
  return { shown, count, said: words.table.held(who, count, words.goods[good], needed, locked) };
}

/** Renders content for the eye only; its words are beside it. @param {unknown} shown */
const seen = (shown) => html`<span class="shown" aria-hidden="true">${shown}</span>`;

/** @param {Desk} desk @param {number} seat @param {string} good @param {boolean} builds */
function cell(desk, seat, good, builds) {
  const { shown, said } = amount(desk, seat, good);
  const mine = seat === desk.seat ? 'mine' : '';
  if (!builds || desk.at.players[seat].resigned) {
    return html`<td class="held ${mine}" title=${said}>
      ${seen(shown)}<span class="unseen">${said}</span>
    </td>`;
  }
  const hint = words.table.wantOne(desk.names.player(seat));
  return html`<td class="held">
    <button tabindex="-1" title="${said}. ${hint}" @click=${() => desk.wantOf(seat, good)}>
      ${seen(shown)}<span class="unseen">${said}. ${hint}</span>
    </button>
  </td>`;
}

/** @param {Desk} desk @param {string} good */
function ownCell(desk, good) {
  const { shown, said } = amount(desk, /** @type {number} */ (desk.seat), good);
  return html`<td class="held mine">
    <button
      tabindex="-1"
      title="${said}. ${words.table.giveOne}"
      @click=${() => desk.step(good, -1)}
    >
      ${seen(shown)}<span class="unseen">${said}. ${words.table.giveOne}</span>
    </button>
  </td>`;
}

/** @param {Desk} desk @param {string} good */
function stepper(desk, good) {
  const amount = desk.trade.amounts[good] ?? 0;
  const name = words.goods[good];
  const said =
    amount < 0
      ? words.builder.giving(-amount)
      : amount > 0
        ? words.builder.wanting(amount)
        : words.builder.neither;
  const held = desk.me ? (desk.goods(desk.me)[good] ?? 0) : 0;
  const short = -amount > held ? 'short' : '';
  return html`<td class="deal">
    <div class="step ${amount < 0 ? 'give' : amount > 0 ? 'want' : ''} ${short}">
      <button
        tabindex="-1"
        aria-label=${words.builder.less(name)}
        title=${words.builder.less(name)}
        @click=${() => desk.step(good, -1)}
      >
        −
      </button>
      <span
        class="value"
        role="spinbutton"
        tabindex="0"
        data-step=${good}
        aria-label=${words.builder.stepper(name)}
        aria-valuenow=${amount}
        aria-valuetext=${said}
        @keydown=${(/** @type {KeyboardEvent} */ event) => arrows(event, desk, good)}
        >${amount === 0 ? html`<kbd>${LETTERS[good]}</kbd>` : said}</span
      >
      <button
        tabindex="-1"
        aria-label=${words.builder.more(name)}
        title=${words.builder.more(name)}
        @click=${() => desk.step(good, 1)}
      >
        +
      </button>
    </div>
  </td>`;
}

/**
 * Changes the amount with arrow keys; Tab goes to other goods.
 * @param {KeyboardEvent} event @param {Desk} desk @param {string} good
 */
function arrows(event, desk, good) {
  const by = { ArrowUp: 1, ArrowRight: 1, '+': 1, ArrowDown: -1, ArrowLeft: -1, '-': -1 }[
    event.key
  ];
  if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  desk.step(good, by > 0 ? 1 : -1);
}

/** @param {Desk} desk @param {string} good */
function bankCell(desk, good) {
  const bank = desk.at.bank;
  if (!bank) return nothing;
  if (good === 'coin') {
    return html`<td class="bank" title=${words.table.coinBank(desk.at.bank_coin)}>
      ${desk.at.bank_coin}
    </td>`;
  }
  const stock = /** @type {Record<string, number>} */ (bank.stock)[good] ?? 0;
  const command = { type: 'bank_buy', cubes: { [good]: 1 } };
  if (!desk.me)
    return html`<td class="bank"><b class=${stock ? '' : 'none'}>${stock || '·'}</b></td>`;
  const said = words.table.buyOne(words.goods[good], bank.price);
  return html`<td class="bank">
    ${
      stock || desk.acts.sending(command)
        ? html`<button
            class=${desk.keys.chord === 'bank' ? 'lit' : ''}
            title="${said} (${stock})"
            ?disabled=${!desk.acts.can(command)}
            @click=${() => desk.act(command)}
          >
            ${seen(
              html`<b>${stock}</b><span class="price">${bank.price}${goodIcon('coin')}</span>
                <span class="buys">${words.table.buy}</span>`,
            )}
            <span class="unseen">${said} (${stock})</span>
          </button>`
        : html`<b class="none">·</b>`
    }
  </td>`;
}

/** Returns how much of a good there is in the supply. @param {Desk} desk @param {string} good */
const supply = (desk, good) => /** @type {Record<string, number>} */ (desk.at.supply)[good] ?? 0;

/** Says it in words. @param {Desk} desk @param {string} good */
const supplied = (desk, good) =>
  good === 'coin'
    ? words.table.coinBank(desk.at.bank_coin)
    : words.table.inSupply(supply(desk, good), words.goods[good]);

/** @param {Desk} desk @param {string} good */
function supplyCell(desk, good) {
  if (good === 'coin')
    return html`<td class="supply">${desk.at.bank ? nothing : desk.at.bank_coin}</td>`;
  const count = supply(desk, good);
  return html`<td class="supply ${count ? '' : 'out'}" title=${supplied(desk, good)}>
    ${count || words.table.none}
  </td>`;
}
