// From offers to what can be pressed: on the map, on a card, or on a button of the prompt. It knows
// what the commands of this game name, and no rule of when they may be given.

import { holes } from '../../core/offers.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Play } from '../../core/play.js' */
/** @import { Item } from '../../core/offers.js' */
/** @import { Facts } from './facts.js' */

/**
 * One thing to press.
 * @typedef {{offer: Wire.Offer, values: any[], text: string}} Choice
 */

/** The slot of the map on which an offer is pressed, and where. @typedef {{space: string, slot: string}} Spot */

/** @param {Wire.Offer} offer @returns {any} its command, with placeholders */
export const commandOf = (offer) => offer.command;

/** Where on the map an offer is pressed. @param {Wire.Offer} offer @param {Facts} facts @returns {Spot[]} */
export function spotsOf(offer, facts) {
  const { type, power, region, space, from, ...others } = commandOf(offer);
  switch (type) {
    case 'place_influence':
    case 'increase_influence':
    case 'lower_influence':
      return [{ space: region, slot: power }];
    case 'build_army':
      return [{ space, slot: 'army' }];
    case 'move_army':
    case 'sea_move':
      return [{ space: from, slot: 'army' }];
    case 'sea_build':
      return facts.seaBuilds().map((sea) => ({ space: sea, slot: 'army' }));
    case 'fracture':
      return [{ space, slot: 'control' }];
    case 'visegrad_group':
      // Its fields are called after the regions in which it acts.
      return Object.keys(others).map((at) => ({ space: at, slot: '' }));
    default:
      return [];
  }
}

/** The kind of an offer: offers of one kind differ only in where. @param {Wire.Offer} offer */
export function kindOf(offer) {
  const { type, power } = commandOf(offer);
  return power ? `${type} ${power}` : type;
}

/** What an offer is called with where it is left out. @param {Wire.Offer} offer */
export function kindText(offer) {
  const { type, power } = commandOf(offer);
  return words.prompt.kindsOf[type]?.(power) ?? offer.text;
}

/** The cards on which an offer is pressed, if it is about cards. @param {Wire.Offer} offer @returns {string[]} */
export function cardsOf(offer) {
  const command = commandOf(offer);
  switch (command.type) {
    case 'play':
    case 'use_advantage':
    case 'sell_advantage':
      return [command.card];
    case 'cyber_attack':
      return ['cyber-attack'];
    case 'council_meeting':
      return ['council-meeting'];
    case 'keep_advantages':
    case 'lock_initiative':
    case 'take_cards':
    case 'place_headline':
      return items(offer).map((item) => item.value);
    default:
      return [];
  }
}

/** What the first choice that an offer leaves open may be. @param {Wire.Offer} offer @returns {Item[]} */
export function items(offer) {
  const open = holes(offer)[0]?.placeholder;
  return open && 'from' in open ? open.from : [];
}

/** An offer as things to press: one for each number, if a number is open. @param {Wire.Offer} offer @returns {Choice[]} */
export function choicesOf(offer) {
  const open = holes(offer);
  const first = open[0]?.placeholder;
  if (open.length === 1 && first.kind === 'int') {
    const count = first.max - first.min + 1;
    return Array.from({ length: count }, (_, at) => ({
      offer,
      values: [first.min + at],
      text: `${kindText(offer)} ${words.menu.by(first.min + at)}`,
    }));
  }
  if (open.length === 1 && first.kind === 'one' && first.from.length === 1) {
    const [only] = first.from;
    return [{ offer, values: [only.value], text: `${offer.text} → ${only.text}` }];
  }
  return [{ offer, values: [], text: open.length > 0 ? words.menu.more(offer.text) : offer.text }];
}

/** A price as it stands at the end of a text: "(2 money)", "(free)". @param {string} text */
export const priceIn = (text) => /\(([^()]*)\)$/.exec(text)?.[1] ?? '';

/** A choice in a menu at its place: what stands in the title is left out. @param {Choice} choice */
export function hereText({ offer, values, text }) {
  const { type, power } = commandOf(offer);
  const name = words.prompt.kindsOf[type]?.(power);
  if (!name || values.length > 0) return text;
  const [, from, to] = / from (\d) to (\d)$/.exec(offer.text) ?? [];
  if (from) return words.menu.change(name, from, to);
  const price = priceIn(offer.text);
  if (price) return words.menu.priced(name, price);
  return holes(offer).length > 0 ? words.menu.more(name) : text;
}

/** The price of a text, as short as it fits on the map. @param {string} text */
export const shortPrice = (text) =>
  priceIn(text)
    .replace(/ money$/, '')
    .replace('free', '0');

/**
 * What the map offers now.
 * @typedef {object} Targets
 * @property {Map<string, Choice[]>} spaces what can be pressed, by space
 * @property {Map<string, Choice[]>} slots the same by space and slot: "poland eu"
 * @property {Map<string, Item> | null} destinations where the army of the draft may go
 * @property {string | null} origin where it stands
 */

/**
 * @param {Play} play @param {Facts} facts @param {string | null} kind only offers of this kind, if any
 * @returns {Targets}
 */
export function targetsOf(play, facts, kind) {
  /** @type {Targets} */
  const found = { spaces: new Map(), slots: new Map(), destinations: null, origin: null };
  const { draft } = play;
  if (draft && commandOf(draft.offer).type === 'move_army') {
    found.origin = commandOf(draft.offer).from;
    found.destinations = new Map(items(draft.offer).map((item) => [item.value, item]));
    return found;
  }
  for (const offer of play.offers) {
    if (kind && kindOf(offer) !== kind) continue;
    for (const { space, slot } of spotsOf(offer, facts)) {
      for (const choice of choicesOf(offer)) {
        push(found.spaces, space, choice);
        push(found.slots, `${space} ${slot}`, choice);
      }
    }
  }
  return found;
}

/** @param {Map<string, Choice[]>} map @param {string} key @param {Choice} choice */
function push(map, key, choice) {
  const list = map.get(key) ?? [];
  if (list.length === 0) map.set(key, list);
  list.push(choice);
}

/** The offers of each kind that stand in the prompt, in their order. @param {Play} play @returns {Map<string, Wire.Offer[]>} */
export function kindsIn(play) {
  /** @type {Map<string, Wire.Offer[]>} */
  const kinds = new Map();
  for (const offer of play.offers) {
    if (cardsOf(offer).length > 0) continue;
    const kind = kindOf(offer);
    kinds.set(kind, [...(kinds.get(kind) ?? []), offer]);
  }
  return kinds;
}
