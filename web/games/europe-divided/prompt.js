// The prompt, of a fixed height below the map: the question, why it is asked, and the answers that belong to no space
// and no card.

import { holes } from '../../core/offers.js';
import { standing } from '../../core/standing.js';
import { SPACES } from '../../maps/europe-divided.js';
import { previewLine } from '../../ui/preview.js';
import { html, nothing } from '../../vendor/lit/lit.js';
import '../../ui/why.js';
import { icon, lock } from './pieces.js';
import { SIDES } from './sides.js';
import {
  commandOf,
  draftText,
  kindText,
  kindsIn,
  movesOf,
  priceIn,
  seaOf,
  spotsOf,
} from './targets.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Play } from '../../core/play.js' */
/** @import { Facts } from './facts.js' */

/**
 * @param {Play} play @param {Facts} facts
 * @param {string | null} kind the only kind of offer that is highlighted, if any
 * @param {(kind: string | null) => void} only
 */
export function promptBar(play, facts, kind, only) {
  const inner = play.draft ? draftLine(play, facts) : questionLine(play, facts, kind, only);
  const asked = play.offers.length > 0 || play.draft;
  return html`<section class="ed-prompt ${asked ? 'asked' : ''}" aria-label=${words.prompt.label}>
    ${inner}
  </section>`;
}

/** @param {Play} play @param {Facts} facts @param {string | null} kind @param {(kind: string | null) => void} only */
function questionLine(play, facts, kind, only) {
  const why = kind
    ? words.prompt.marked
    : html`${whyText(play)} ${seaText(play, facts)} ${cardText(play, facts)}`;
  const question = html`<div class="ed-question">
    <p class="ed-asks" aria-live="polite">${questionText(play, facts)}</p>
    <p class="ed-why">${why}</p>
    ${previewLine(play, '', movesOf(facts))}
  </div>`;
  const kinds = [...kindsIn(play)].toSorted(([, one], [, other]) => rank(one) - rank(other));
  const several = kinds.filter(([, offers]) => offers.length > 1).length;
  return html`${question}
    <div class="ed-answers">
      ${kinds.map(([key, offers]) => answer(play, facts, key, offers, kind, only, several + kinds.length > 2))}
    </div>`;
}

/**
 * Returns where the button of a kind comes: answers before filters, which a narrow line may cut off, and the answer
 * that does nothing at the end.
 * @param {Wire.Offer[]} offers
 */
const rank = (offers) => (commandOf(offers[0]).type === 'pass' ? 2 : Number(offers.length > 1));

/**
 * Renders a button for all offers of a kind: it sends the only one, or highlights these alone.
 * @param {Play} play @param {Facts} facts @param {string} key @param {Wire.Offer[]} offers @param {string | null} kind
 * @param {(kind: string | null) => void} only @param {boolean} worth `true` if highlighting these alone is useful
 */
function answer(play, facts, key, offers, kind, only, worth) {
  const [offer] = offers;
  const spots = spotsOf(offer, facts);
  if (offers.length === 1 && spots.length === 1) {
    const where = words.prompt.at(kindText(offer), shortName(spots[0].space, facts));
    const price = priceIn(offer.text);
    const text = price ? words.menu.priced(where, price) : where;
    return html`<button title=${offer.text} .choice=${{ offer }} @click=${() => play.choose(offer)}>
      ${text}
    </button>`;
  }
  if (offers.length === 1 && holes(offer).length === 0) {
    const last =
      ['end_segment', 'done'].includes(commandOf(offer).type) && play.offers.length === 1;
    return html`<button
      class=${last ? 'primary' : ''}
      title=${offer.text}
      .choice=${{ offer }}
      @click=${() => play.choose(offer)}
    >
      ${kindText(offer)}
    </button>`;
  }
  if (!worth) return nothing;
  const on = kind === key;
  return html`<button
    class="ed-only"
    title=${words.prompt.where(offers.length)}
    aria-pressed=${on ? 'true' : 'false'}
    @click=${() => only(on ? null : key)}
  >
    ${kindText(offer)}
  </button>`;
}

/** Returns the name of a space as the map writes it. @param {string} id @param {Facts} facts */
const shortName = (id, facts) =>
  SPACES.find((space) => space.id === id)?.lines.join(' ') ?? facts.space(id);

/** @param {Play} play @param {Facts} facts */
function questionText(play, facts) {
  const view = /** @type {any} */ (play.view);
  const { prompt } = /** @type {Wire.EuropeDividedPublic} */ (view.public);
  if (view.outcome || prompt.kind === 'nothing') return words.prompt.over;
  const card = prompt.card ?? prompt.advantage;
  const name = card
    ? html`<b data-card=${card} tabindex="0">${facts.card(card).name}</b>: `
    : nothing;
  if (play.session.asked) {
    return html`${name}${words.prompt.kinds[askedFor(play, prompt.kind)]}`;
  }
  // What this seat has done is being played out.
  if (view.awaiting.length === 1 && view.awaiting[0] === play.seat) return words.prompt.follows;
  const awaited = view.awaiting.map((/** @type {number} */ seat) => words.sides[SIDES[seat]]);
  const waits = html`${name}${words.prompt.waiting(awaited, words.prompt.waits[prompt.kind])}`;
  return view.private?.chosen
    ? html`<span class="ed-locked">${icon(lock())} ${words.prompt.locked}</span> ${waits}`
    : waits;
}

/** Returns why the question is asked, or what has just happened while others are asked. @param {Play} play */
function whyText(play) {
  const view = /** @type {any} */ (play.view);
  if (view.outcome) return nothing;
  if (!play.session.asked) return standing(play.events).at(-1)?.text ?? nothing;
  if (onlyEnds(play)) return words.prompt.done;
  return html`<entente-why .play=${play}></entente-why>`;
}

/** Returns the text that is used or not, for a phone, whose small cards have no room for it. @param {Play} play @param {Facts} facts */
function cardText(play, facts) {
  const { prompt } = /** @type {any} */ (play.view).public;
  const optional = prompt.kind === 'effect' || prompt.kind === 'reaction';
  if (!optional || !play.session.asked) return nothing;
  return html`<span class="ed-optional">${facts.action(prompt.card).text}</span>`;
}

/** Returns what lets a Sea Card be used now, which can be pointed at to read it. @param {Play} play @param {Facts} facts */
function seaText(play, facts) {
  const id = play.offers.map(seaOf).find(Boolean);
  const card = id && facts.seas.get(id);
  if (!card) return nothing;
  const power = /** @type {any} */ (play.view).public.seas[id];
  const { title, held } = words.sea;
  return html`<span data-card=${id} tabindex="0">${held(power, title(card.name))}</span>`;
}

/** Checks whether nothing is left but to end the segment. @param {Play} play */
const onlyEnds = ({ offers }) => offers.length === 1 && commandOf(offers[0]).type === 'end_segment';

/** Returns the key of the current question's text. @param {Play} play @param {string} kind */
function askedFor(play, kind) {
  const offers = (/** @type {string} */ type) =>
    play.offers.some((offer) => commandOf(offer).type === type);
  if (kind === 'initiative' && offers('take_cards')) return 'take_cards';
  if (onlyEnds(play)) return 'segmentDone';
  return kind === 'segment' && play.offers.length > 0 && !offers('play') ? 'segmentOver' : kind;
}

/** Renders the draft: its progress, and the buttons that send or drop it. @param {Play} play @param {Facts} facts */
function draftLine(play, facts) {
  const draft = /** @type {NonNullable<Play['draft']>} */ (play.draft);
  const { type } = commandOf(draft.offer);
  const picked = Array.isArray(draft.values[0]) ? draft.values[0] : [];
  const detail = detailOf(draft, type, picked, facts);
  return html`<div class="ed-question">
      <p class="ed-asks" aria-live="polite">${draftText(draft)}</p>
      <p class="ed-why">${detail}</p>
      ${previewLine(play, detail, movesOf(facts))}
    </div>
    <div class="ed-answers">
      ${
        type === 'move_army' && !play.complete
          ? nothing
          : html`<button class="primary" ?disabled=${!play.complete} @click=${() => play.submit()}>
              ${words.prompt.send[type] ?? words.prompt.confirm}
            </button>`
      }
      <button class="ed-back" @click=${() => play.cancel()}>${words.prompt.back}</button>
    </div>`;
}

/** Returns what else is to be known of a draft. @param {NonNullable<Play['draft']>} draft @param {string} type @param {string[]} picked @param {Facts} facts */
function detailOf({ offer, values }, type, picked, facts) {
  const open = holes(offer)[0]?.placeholder;
  if (type === 'move_army') return values[0] ? '' : words.prompt.destination;
  if (open?.kind === 'pick' && picked.length < open.min) {
    return type === 'lock_initiative'
      ? words.prompt.chooseWithSum(picked.length, open.max, sum(facts, picked))
      : words.prompt.chooseMore(picked.length, open.max);
  }
  if (type === 'play') return words.prompt.shown;
  return offer.final ? words.prompt.final : '';
}

/** Returns the sum of the cards' initiative. @param {Facts} facts @param {string[]} cards */
const sum = (facts, cards) =>
  cards.reduce((all, id) => all + (facts.action(id).initiative ?? 0), 0);
