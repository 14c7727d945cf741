// The bars below the map, one for each question: the chances of an attack, steppers for troops, and the
// buttons that send.

import { text } from '../../text/index.js';
import { stepper } from '../../ui/offer-form.js';
import { html, nothing } from '../../vendor/lit/lit.js';
import { handButton } from './cards.js';
import { die } from './dice.js';
import { choiceOf, commandOf, percent } from './plan.js';
import { newTroops } from './sum.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Play, Pointed } from '../../core/play.js' */
/** @import { Plan, Fight } from './plan.js' */
/** @import { Facts } from './facts.js' */
/** @import { Hand } from './cards.js' */
/** @import { Shown } from './playback.js' */

/** @typedef {{plan: Plan, facts: Facts, hand: Hand, moved: string}} Asked the plan of this seat, its cards, and why troops have just moved in unasked */

/**
 * @param {unknown} label @param {() => void} act @param {string} [kind]
 * @param {Pointed} [choice] the choice that it sends
 */
const button = (label, act, kind = '', choice) =>
  html`<button class=${kind} .choice=${choice} @click=${act}>${label}</button>`;

/** @param {Plan} plan @param {string} type */
const offerOf = (plan, type) => plan.play.offers.find((offer) => commandOf(offer).type === type);

/**
 * Renders the button of an offer without open choices, if there is such an offer. It has the offer's own words, as
 * hints, lessons and the log of choices have.
 * @param {Plan} plan @param {string} type @param {string} [kind]
 */
function simple(plan, type, kind) {
  const offer = offerOf(plan, type);
  return offer ? button(offer.text, () => plan.send(offer), kind, { offer }) : nothing;
}

/** @param {Plan} plan */
const back = (plan) => (plan.begun ? button(words.back, () => plan.back(), 'quiet') : nothing);

/**
 * Renders the chosen attack: a single roll, or rolls to the end with the exact chance.
 * @param {Asked} asked @param {Fight} fight
 */
export function fightBar({ plan, facts }, { from, to, single, until, chances, dice }) {
  const { act } = words;
  const { territories, command_room: room } = plan.table;
  // Reconnaissance asks after a single roll only: whoever has bought it must know.
  const scouts = room?.support.some(({ kind, active }) => kind === 'reconnaissance' && active);
  const most = until ? choiceOf(until, 'stop_at').max : 1;
  const stop = Math.min(plan.stop, most);
  const chance = chances.length > 0 ? percent(chances[stop - 1]) : act.tooMany;
  const set = (/** @type {Partial<Plan>} */ change) => {
    Object.assign(plan, change);
    plan.changed();
  };
  return html`<div class="bp-pair">
      <b class="bp-title">${act.into(facts.name(from), facts.name(to))}</b>
      <span class="bp-forces faint"
        >${act.forces(territories[from].troops, territories[to].troops)}</span
      >
      ${chances.length > 1 ? ladder(chances, stop, (value) => set({ stop: value })) : nothing}
      ${back(plan)}
    </div>
    <div class="bp-fight">
      ${
        until
          ? html`<div class="bp-until">
              <button
                class="primary bp-send"
                title=${act.untilHelp(chance, facts.name(to), stop)}
                .choice=${{ offer: until, values: [stop] }}
                @click=${() => plan.send(until, [stop])}
              >
                ${single && scouts ? act.untilUnscouted : act.untilEnd}
                <b class="bp-odds" title=${act.chanceTo(chance)}>${chance}</b>
              </button>
              ${most > 1 ? stepper(act.keepLeast, stop, 1, most, (value) => set({ stop: value })) : nothing}
            </div>`
          : nothing
      }
      ${single ? html`<div class="bp-single">${rolls(plan, single, dice)}</div>` : nothing}
    </div>`;
}

/** Renders the buttons of a single roll: with the most dice, or fewer. @param {Plan} plan @param {Wire.Offer} offer @param {number} most */
function rolls(plan, offer, most) {
  const { act } = words;
  const numbers = Array.from({ length: most }, (_, at) => most - at);
  return numbers.map(
    (number) =>
      html`<button
        class=${number === most ? 'bp-send' : 'bp-fewer'}
        aria-label=${act.roll(number)}
        title=${act.roll(number)}
        .choice=${{ offer, values: [number] }}
        @click=${() => plan.send(offer, [number])}
      >
        ${number === most ? act.roll(number) : act.fewer(number)}
      </button>`,
  );
}

/** Number of steps of the ladder that are drawn. */
const STEPS = 6;

/**
 * Renders the chance for each number of troops to stop at, as buttons.
 * @param {number[]} chances @param {number} stop @param {(stop: number) => void} choose
 */
function ladder(chances, stop, choose) {
  const { act } = words;
  return html`<span class="bp-kept faint">${act.ifKept}</span>
    <ol class="bp-ladder" aria-label=${act.chances}>
      ${chances.slice(0, STEPS).map((chance, at) => {
        const name = `${act.keepBack(at + 1)}: ${percent(chance)}`;
        return html`<li>
          <button
            aria-label=${name}
            title=${name}
            aria-pressed=${stop === at + 1 ? 'true' : 'false'}
            @click=${() => choose(at + 1)}
          >
            <meter min="0" max="10000" value=${chance}></meter><span>${at + 1}</span>
          </button>
        </li>`;
      })}
    </ol>`;
}

/** Renders the placing of troops: how many are left, where they go, and the button that sends. @param {Asked} asked @param {Wire.Offer} offer */
export function bagBar({ plan, facts, hand }, offer) {
  const { act, asked } = words;
  const { min_total: least, max_total: most } = choiceOf(offer, 'troops');
  const { counts, total } = plan;
  const drafting = commandOf(offer).type === 'place';
  const placed = Object.entries(counts);
  const [last] = placed.at(-1) ?? [null];
  return html`<p class="bp-pair">
      <b>${drafting ? asked.draft(most - total) : asked.returnTroops(most - total)}</b>
      <span class="bp-chips"
        >${placed.map(
          ([id, count]) =>
            html`<button
              class="bp-chip"
              aria-label=${act.less(facts.name(id))}
              title=${act.less(facts.name(id))}
              @click=${() => plan.put(id, -1)}
            >
              ${facts.name(id)} +${count} <span aria-hidden="true">−</span>
            </button>`,
        )}</span
      >
    </p>
    <div class="bp-bag">
      <button class="primary bp-send" ?disabled=${total < least} @click=${() => plan.play.submit()}>
        ${drafting ? act.place(total) : act.putBack(total)}
      </button>
      ${
        last && total < most
          ? button(act.rest(most - total, facts.name(last)), () => plan.put(last, most - total))
          : nothing
      }
      ${handButton(plan.play, facts, hand)}
      ${total > 0 ? button(act.clear, () => plan.play.cancel(), 'quiet') : nothing}
    </div>
    ${drafting ? newTroops(plan, facts) : nothing}`;
}

/** Renders a move of troops to another territory. @param {Asked} asked */
export function moveBar({ plan, facts }) {
  const { act, asked } = words;
  const { move } = plan;
  if (!move) return nothing;
  const title = move.to
    ? act.into(facts.name(move.from), facts.name(move.to))
    : asked.destination(facts.name(move.from));
  return html`<p class="bp-pair"><b>${title}</b> ${back(plan)}</p>
    <div class="bp-bag">
      <button
        class="primary bp-send"
        ?disabled=${!plan.play.complete}
        @click=${() => plan.play.submit()}
      >
        ${act.move(move.troops)}
      </button>
      ${move.most > 1 ? stepper(words.sides.troops, move.troops, 1, move.most, (value) => plan.moveSo(value)) : nothing}
    </div>`;
}

/** Renders the move into a conquered territory. @param {Asked} asked @param {Wire.Offer} offer */
export function occupyBar({ plan, facts }, offer) {
  const { act, asked } = words;
  const { min, max } = choiceOf(offer, 'troops');
  const to = plan.table.prompt.to ?? '';
  const amount = Math.max(min, Math.min(max, plan.amount ?? max));
  const set = (/** @type {number} */ value) => {
    plan.amount = value;
    plan.changed();
  };
  // What threw the last dice is in already, and counted; one stays behind.
  const stay = act.stay(facts.name(plan.table.prompt.from ?? ''), max + 1 - amount);
  return html`<p class="bp-pair">
      <b>${asked.occupy(facts.name(to), min)}</b>
      <span class="bp-threw faint">${asked.threw(min)}</span>
    </p>
    <div class="bp-bag">
      ${button(act.sendOn(amount - min, amount), () => plan.send(offer, [amount]), 'primary bp-send', { offer, values: [amount] })}
      ${stepper(act.inside(facts.name(to)), amount, min, max, set)}
      <span class="bp-stay faint" title=${stay}>${stay}</span>
      ${
        amount > min
          ? button(act.sendOn(0, min), () => plan.send(offer, [min]), 'bp-least', {
              offer,
              values: [min],
            })
          : nothing
      }
    </div>`;
}

/** Renders the dice that may be rolled again. @param {Asked} asked @param {Wire.Offer} offer */
export function rerollBar({ plan }, offer) {
  const { act, asked } = words;
  const roll = /** @type {any} */ (plan.table.last_roll);
  const valueOf = (/** @type {number} */ at) => roll?.attack?.[at] ?? 0;
  /** @type {number[]} the highest first, as they lie beside the bar */
  const all = choiceOf(offer, 'die')
    .from.map((/** @type {any} */ { value: at }) => at)
    .sort((/** @type {number} */ a, /** @type {number} */ b) => valueOf(b) - valueOf(a));
  return html`<p class="bp-pair"><b>${asked.reroll}</b></p>
    <div class="bp-bag">
      ${all.map((at) => {
        const value = valueOf(at);
        return html`<button
          class="bp-again"
          aria-label=${act.again(value)}
          title=${act.again(value)}
          .choice=${{ offer, values: [at] }}
          @click=${() => plan.send(offer, [at])}
        >
          ${die(value, plan.table.active ?? '')}
        </button>`;
      })}
      ${simple(plan, 'keep', 'primary')}
    </div>`;
}

/** Renders the choice of colour and first turn. @param {Asked} asked @param {Wire.Offer} offer */
export function chooseBar({ plan }, offer) {
  const { act, asked, owners } = words;
  const sides = ['red', 'blue'];
  return html`<p class="bp-pair"><b>${asked.choose}</b></p>
    <div class="bp-bag">
      ${sides.flatMap((own) =>
        [own, sides.find((other) => other !== own)].map((first) =>
          button(
            act.choose(owners[own], own === first),
            () => plan.send(offer, [own, first]),
            `bp-side ${own}`,
            { offer, values: [own, first] },
          ),
        ),
      )}
    </div>`;
}

/** Renders the choice about neutral resistance. @param {Asked} asked */
export function resistBar({ plan, facts }) {
  const { asked } = words;
  const room = plan.table.command_room;
  const needed = room?.resistance ?? '?';
  return html`<p class="bp-pair">
      <b>${asked.resist(room?.charts.neutral.troops ?? 0, needed)}</b>
    </p>
    <div class="bp-bag">${simple(plan, 'resist', 'primary')} ${simple(plan, 'decline')}</div>`;
}

/** Renders a question that is answered on the map or in the panels, with the buttons that skip it. @param {Asked} asked @param {string} question */
export function plainBar({ plan, facts, moved }, question) {
  const { objectives } = words;
  const { kind } = plan.table.prompt;
  const collect = offerOf(plan, 'collect');
  return html`<p class="bp-pair">
      <b>${question}</b> ${notice(fulfilled(plan, facts) || winning(plan), moved)} ${back(plan)}
    </p>
    <div class="bp-bag">
      ${
        collect
          ? choiceOf(collect, 'objective').from.map((/** @type {any} */ { value: id }) =>
              button(
                objectives.collect(facts.objectives.get(id)?.name ?? id),
                () => plan.send(collect, [id]),
                'primary',
                { offer: collect, values: [id] },
              ),
            )
          : nothing
      }
      ${plan.kind ? nothing : supports({ plan, facts })} ${simple(plan, 'end_attack')}
      ${simple(plan, 'skip')} ${plan.kind ? nothing : simple(plan, 'done')}
      ${kind === 'attack' && !plan.kind ? targets({ plan, facts }) : nothing}
    </div>`;
}

/** Renders what is to be known besides the question. @param {string} fulfilled @param {string} moved */
const notice = (fulfilled, moved) =>
  fulfilled
    ? html`<span class="bp-fulfils">${fulfilled}</span>`
    : html`<span class="bp-threw faint">${moved}</span>`;

/** Returns what this seat fulfils and can collect once its attacks are over, in words. @param {Plan} plan @param {Facts} facts */
function fulfilled({ table }, facts) {
  const own = table.sides.find(({ colour }) => colour === table.active)?.fulfilled ?? [];
  if (table.prompt.kind !== 'attack' || own.length === 0) return '';
  return words.asked.fulfils(own.map((id) => facts.objectives.get(id)?.name ?? id));
}

/** Number of collected objectives that win, as the line above the map has room for. */
const TO_WIN = 3;

/** Returns that this seat wins if it ends its turn now, in words. @param {Plan} plan */
function winning({ table }) {
  const own = table.sides.find(({ colour }) => colour === table.active);
  if (table.prompt.kind !== 'manoeuvre' || !own) return '';
  const wins = own.collected.length >= TO_WIN && own.capitals.includes(own.colour);
  return wins ? words.asked.wins : '';
}

/** Renders the attacks with the best chances, the best first: of all, or from the chosen territory. @param {Pick<Asked, 'plan' | 'facts'>} asked */
function targets({ plan, facts }) {
  const { act } = words;
  const { targets: best } = plan;
  if (best.length === 0) return nothing;
  return html`<div class="bp-targets">
    <span class="faint">${act.best}</span>
    ${best.map((fight) => {
      const to = facts.name(fight.to);
      const chance = percent(fight.chances[0], 0);
      const name = act.attack(to, chance, facts.name(fight.from));
      return html`<button
        class="bp-target"
        aria-label=${name}
        title=${name}
        @click=${() => plan.choose(fight)}
        @mouseenter=${() => plan.play.point([fight.from, fight.to])}
        @mouseleave=${() => plan.play.point()}
      >
        ${to} <b>${chance}</b>
      </button>`;
    })}
  </div>`;
}

/** Renders the combat support that can be bought: its panel may be hidden. @param {Pick<Asked, 'plan' | 'facts'>} asked */
function supports({ plan, facts }) {
  const kinds = new Set(
    plan.play.offers
      .map((offer) => commandOf(offer))
      .filter(({ type }) => type === 'support')
      .map(({ kind }) => kind),
  );
  return [...kinds].map((kind) => {
    const { name = kind, price = 0, text: effect = '' } = facts.support.get(kind) ?? {};
    return html`<button class="bp-buy" title=${effect} @click=${() => plan.buy(kind)}>
      <span>${words.act.buy(name, price)}<small>${words.act.does[kind] ?? ''}</small></span>
    </button>`;
  });
}

/** Renders the confirmation of a command that cannot be taken back. @param {Play} play */
export function confirmBar(play) {
  const { match } = text;
  return html`<p class="bp-pair">
      <b>${play.draft?.offer.text}</b> <span class="faint">${match.cannotUndo}</span>
    </p>
    <div class="bp-bag">
      <button class="primary" ?disabled=${!play.complete} @click=${() => play.submit()}>
        ${match.confirm}
      </button>
      <button @click=${() => play.cancel()}>${match.cancel}</button>
    </div>`;
}

/** Renders the bar shown while dice roll; another's turn has a button that skips all of it. @param {Shown} shown @param {Facts} facts @param {(() => void) | null} skip */
export function rollingBar({ roll, at, all }, facts, skip) {
  const { dice, act } = words;
  const where = roll.from ? act.into(facts.name(roll.from), facts.name(roll.to)) : dice.resistance;
  return html`<p class="bp-pair">
      <b>${where}</b>
      ${all > 1 ? html`<span class="faint">${dice.series(at, all)}</span>` : nothing}
    </p>
    ${skip ? html`<div class="bp-bag">${button(dice.skip, skip)}</div>` : nothing}`;
}
