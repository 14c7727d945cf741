// Choosing among citizens: those dealt at the beginning of a round, in secret and at the same time as the
// others, and those drawn in open play.

import { html, nothing } from '../../vendor/lit/lit.js';
import { expected, needsList, pay, resource } from './cards.js';
import { entries, lacks } from './goods.js';
import { goodsIcons, mark, provenance } from './icons.js';
import { ownResult } from './results.js';
import { words } from './words.js';

/** @import { Desk } from './desk.js' */
/** @import { Bag } from './goods.js' */
/** @import * as Wire from '../../types/protocol.js' */

/** The choice so far. */
export class Choice {
  /** @type {Set<string>} */ keep = new Set();
  /** @type {string | null} */ hidden = null;
  reveal = true;

  /** @param {string} id */
  toggle(id) {
    if (this.keep.delete(id)) this.hidden = this.hidden === id ? null : this.hidden;
    else this.keep.add(id);
  }

  /** Keeps a citizen face down, or face up again. @param {string} id */
  hide(id) {
    this.keep.add(id);
    this.hidden = this.hidden === id ? null : id;
  }

  /** @param {Wire.EuropeCitizenView[]} cards */
  #kept(cards) {
    const keep = cards.map(({ id }) => id).filter((id) => this.keep.has(id));
    return { keep, ...(this.hidden ? { hidden: this.hidden } : {}) };
  }

  /** @param {Wire.EuropePrivate} own */
  command(own) {
    return {
      type: 'choose',
      ...this.#kept(own.dealt),
      reveal_resource: !!own.hidden_resource && this.reveal,
    };
  }

  /** @param {Wire.EuropePrivate} own */
  drawnCommand(own) {
    return { type: 'choose_drawn', ...this.#kept(own.drawn) };
  }
}

/** Renders the choice that begins a round. @param {Desk} desk */
export function choosing(desk) {
  const { own, me } = desk;
  if (!own || !me)
    return html`<section class="eu-task">
      <p>${words.choose.watching}</p>
      ${answered(desk)}
    </section>`;
  if (own.chosen || me.answered) return chosen(desk);
  if (desk.past) return dealt(desk, own);
  const { choice } = desk;
  const command = choice.command(own);
  const gives = expected(desk, choice.reveal);
  const most = own.dealt.length;
  const title = most
    ? words.choose.title(Math.min(own.keep_at_least, most), most)
    : words.choose.none;
  return html`<section class="eu-task" aria-label=${title}>
    ${ownResult(desk)}
    <div class="eu-head">
      <h2>${title}</h2>
      <span class="expected" title=${words.choose.expectedHelp}
        ><span class="faint">${words.choose.expected}</span> ${goodsIcons(gives)}</span
      >
    </div>
    ${most ? html`<p class="faint">${words.choose.help}</p>` : nothing}
    <ul class="choose-from">
      ${own.dealt.map((card, at) => option(desk, choice, card, at, lacks(card, gives, own.dealt, choice.keep, []), true))}
    </ul>
    ${own.hidden_resource ? resourceChoice(desk, own.hidden_resource) : nothing}
    <div class="eu-send">
      <button
        class="primary big"
        ?disabled=${!desk.acts.can(command)}
        @click=${() => desk.act(command)}
      >
        ${most ? words.choose.confirm : words.choose.confirmResource} <kbd>Enter</kbd>
      </button>
      ${tooFew(choice, Math.min(own.keep_at_least, most))}
    </div>
    ${answered(desk)}
  </section>`;
}

/** Renders what was dealt, for who looks back before it was chosen from. @param {Desk} desk @param {Wire.EuropePrivate} own */
function dealt(desk, own) {
  return html`<section class="eu-task" aria-label=${words.choose.dealt}>
    <h2>${words.choose.dealt}</h2>
    <ul class="citizens">
      ${own.dealt.map((card) => lying(desk, card))}
    </ul>
    ${
      own.hidden_resource
        ? html`<p>${words.choose.resource}: ${resource(own.hidden_resource)}</p>`
        : nothing
    }
    ${answered(desk)}
  </section>`;
}

/** Renders a citizen that only lies there. @param {Desk} desk @param {Wire.EuropeCitizenView} card */
const lying = (desk, card) =>
  html`<li class="eu-card citizen" data-card=${card.id}>
    <span class="title"><b>${desk.names.citizen(card.id).name}</b> ${pay(card)}</span>
    ${needsList(card.needs, null)}
  </li>`;

/** Says how many must be kept, while they are fewer. @param {Choice} choice @param {number} least */
const tooFew = ({ keep }, least) =>
  keep.size < least ? html`<span class="few">${words.choose.least(least)}</span>` : nothing;

/**
 * Renders a citizen that may be kept.
 * @param {Desk} desk @param {Choice} choice @param {Wire.EuropeCitizenView} card @param {number} at
 * @param {Record<string, number>} missing @param {boolean} mayHide
 */
function option(desk, choice, card, at, missing, mayHide) {
  const { name, source } = desk.names.citizen(card.id);
  const kept = choice.keep.has(card.id);
  const hidden = choice.hidden === card.id;
  return html`<li
    class="eu-card eu-option ${kept ? 'kept' : ''} ${hidden ? 'down' : ''} ${desk.lit(card.id)}"
    data-card=${card.id}
  >
    <button
      class="keep"
      aria-pressed=${kept ? 'true' : 'false'}
      @click=${() => desk.change(() => choice.toggle(card.id))}
    >
      <span class="title"
        ><kbd>${at + 1}</kbd> <b>${name}${provenance(source)}</b> ${pay(card)}</span
      >
      ${needsList(card.needs, missing)}
      <span class="faint after"
        >${entries(missing).length ? html`${words.choose.after}: ${goodsIcons(missing)}` : words.cards.complete}</span
      >
      <span class="verdict"
        >${kept ? html`${mark('check')} ${words.choose.kept}` : words.choose.keep}</span
      >
    </button>
    <button
      class="small hide"
      title=${words.choose.faceDownHelp}
      ?disabled=${!mayHide}
      aria-pressed=${hidden ? 'true' : 'false'}
      @click=${() => desk.change(() => choice.hide(card.id))}
    >
      ${mark('hidden')} ${words.choose.faceDown}
    </button>
  </li>`;
}

/** @param {Desk} desk @param {Wire.EuropeResourceView} card */
function resourceChoice(desk, card) {
  const { choice } = desk;
  const set = (/** @type {boolean} */ reveal) => () => desk.change(() => (choice.reveal = reveal));
  return html`<div class="resource-choice" role="group" aria-label=${words.choose.resource}>
    <span>${words.choose.resource}</span>
    <span class="eu-card resource" data-card=${card.id}
      >${resource(card)} <span class="numbers">${words.market.numbers}</span></span
    >
    <button aria-pressed=${choice.reveal ? 'true' : 'false'} @click=${set(true)}>
      ${words.choose.revealNow}
    </button>
    <button aria-pressed=${choice.reveal ? 'false' : 'true'} @click=${set(false)}>
      ${words.choose.keepDown}
    </button>
    <kbd>V</kbd>
  </div>`;
}

/** Renders the choice until everybody has chosen. @param {Desk} desk */
function chosen(desk) {
  const own = desk.own?.chosen;
  const dealt = new Map(desk.own?.dealt.map((card) => [card.id, card]));
  return html`<section class="eu-task locked" aria-label=${words.choose.final}>
    <h2>${mark('lock')} ${words.choose.final}</h2>
    <ul class="citizens">
      ${own?.keep.map((id) => {
        const card = dealt.get(id);
        return html`<li class="eu-card citizen ${own.hidden === id ? 'down' : ''}" data-card=${id}>
          <span class="title"
            ><b>${desk.names.citizen(id).name}</b> ${card ? pay(card) : nothing}</span
          >
          ${needsList(card?.needs ?? {}, null)}
          ${own.hidden === id ? html`<span class="faint">${mark('hidden')} ${words.cards.hidden}</span>` : nothing}
        </li>`;
      })}
    </ul>
    ${
      desk.own?.hidden_resource && own
        ? html`<p>
            ${words.choose.resource}: ${resource(desk.own.hidden_resource)}
            ${own.reveal_resource ? words.choose.resourceOpen : words.choose.resourceDown}
          </p>`
        : nothing
    }
    ${answered(desk)}
  </section>`;
}

/** Renders the players with a mark on those who have answered. @param {Desk} desk */
export function answered(desk) {
  return html`<ul class="answered" aria-label=${words.choose.answers}>
    <li class="faint" aria-hidden="true">${words.choose.answers}</li>
    ${desk.at.players.map(
      (player, seat) =>
        html`<li class=${player.answered ? 'done' : ''}>
          ${player.answered ? mark('check') : html`<span class="wait" aria-hidden="true">…</span>`}
          ${seat === desk.seat ? words.table.you : desk.names.player(seat)}
          <span class="unseen">${player.answered ? words.table.answered : ''}</span>
        </li>`,
    )}
  </ul>`;
}

/** Renders the choice among three drawn citizens, while trade goes on. @param {Desk} desk */
export function drawing(desk) {
  const { draw, me, own } = desk;
  if (!own || own.drawn.length === 0) return nothing;
  if (desk.past)
    return html`<ul class="citizens">
      ${own.drawn.map((card) => lying(desk, card))}
    </ul>`;
  const command = draw.drawnCommand(own);
  const has = /** @type {Bag} */ (me?.cubes ?? {});
  return html`<div class="drawing" role="group" aria-label=${words.choose.drawn}>
    <div class="eu-head">
      <h3>${words.choose.drawn}</h3>
      ${tooFew(draw, 1)}
      <button
        class="primary small"
        ?disabled=${!desk.acts.can(command)}
        @click=${() => desk.act(command)}
      >
        ${words.choose.confirm} <kbd>K</kbd>
      </button>
    </div>
    <ul class="choose-from">
      ${own.drawn.map((card, at) => option(desk, draw, card, at, lacks(card, has, own.drawn, draw.keep, desk.citizens), !own.hidden_citizen))}
    </ul>
  </div>`;
}
