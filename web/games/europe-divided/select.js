// The selection of cards: which can be pressed now, which are chosen, and what a press does. The selection is
// the draft of the match, so the list of offers beside the board shows the same.

import { holes } from '../../core/offers.js';
import { cardsOf, commandOf, items } from './targets.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Play, Pointed } from '../../core/play.js' */

/** Checks whether an offer is a choice among cards. @param {Wire.Offer} offer */
const chooses = (offer) => items(offer).length > 0 && cardsOf(offer).length > 0;

/** Checks whether an offer has a button of its own on the card. @param {Wire.Offer} offer */
const hasButton = (offer) =>
  ['use_advantage', 'sell_advantage', 'cyber_attack', 'council_meeting'].includes(
    commandOf(offer).type,
  );

/** Returns the offer that a press on a card begins or continues. @param {Play} play @param {string} id @returns {Wire.Offer | null} */
function pressed(play, id) {
  const { draft } = play;
  if (draft && chooses(draft.offer) && itemsInclude(draft.offer, id)) return draft.offer;
  const found = play.offers.find(
    (offer) => !hasButton(offer) && (commandOf(offer).card === id || itemsInclude(offer, id)),
  );
  return found ?? null;
}

/** @param {Wire.Offer} offer @param {string} id */
const itemsInclude = (offer, id) =>
  chooses(offer) && items(offer).some((item) => item.value === id);

/** Checks whether pressing this card does anything now. @param {Play} play @param {string} id */
export const pressable = (play, id) => pressed(play, id) !== null;

/** Returns what a press on a card would choose, if that is one thing. @param {Play} play @param {string} id @returns {Pointed | null} */
export function choiceOn(play, id) {
  const offer = pressed(play, id);
  if (!offer) return null;
  if (!chooses(offer)) return { offer };
  return holes(offer)[0].placeholder.kind === 'one' ? { offer, values: [id] } : null;
}

/** Checks whether the card is chosen in the draft. @param {Play} play @param {string} id */
export function chosen({ draft }, id) {
  if (!draft) return false;
  const value = draft.values[0];
  return (
    value === id ||
    (Array.isArray(value) && value.includes(id)) ||
    commandOf(draft.offer).card === id
  );
}

/** Chooses a card, or unchooses it. @param {Play} play @param {string} id */
export function press(play, id) {
  const offer = pressed(play, id);
  if (!offer) return;
  if (!chooses(offer)) {
    // A second press confirms.
    if (play.draft?.offer === offer) play.submit();
    else play.choose(offer);
    return;
  }
  if (play.draft?.offer !== offer) play.choose(offer);
  const open = holes(offer)[0].placeholder;
  const value = play.draft?.values[0];
  if (open.kind === 'one') {
    play.answer(0, value === id ? undefined : id);
  } else if (open.kind === 'pick') {
    const others = (value ?? []).filter((/** @type {string} */ one) => one !== id);
    // One too many: the oldest is dropped, as in the form beside the board.
    play.answer(0, (value ?? []).includes(id) ? others : [...others, id].slice(-open.max));
  }
}

/** Returns the offers that are buttons on a card. @param {Play} play @param {string} id */
export function buttonsOf(play, id) {
  return play.offers.filter((offer) => {
    const { type, card } = commandOf(offer);
    return hasButton(offer) && (card === id || type.replaceAll('_', '-') === id);
  });
}
