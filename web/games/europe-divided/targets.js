// The mapping from offers to what can be pressed: on the map, on a card, or on a button of the prompt. It
// knows the fields of this game's commands, and no rule.

import { holes } from '../../core/offers.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Play } from '../../core/play.js' */
/** @import { Item } from '../../core/offers.js' */
/** @import { Facts } from './facts.js' */

/**
 * An offer, perhaps with answers, as one thing to press.
 * @typedef {{offer: Wire.Offer, values: any[], text: string}} Choice
 */

/** A slot of a space, on which an offer is pressed. @typedef {{space: string, slot: string}} Spot */

/** @param {Wire.Offer} offer @returns {any} its command, with placeholders */
export const commandOf = (offer) => offer.command;

/** Returns the spots of the map on which an offer is pressed. @param {Wire.Offer} offer @param {Facts} facts @returns {Spot[]} */
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
      // Its fields have the names of the regions in which it acts.
      return Object.keys(others).map((at) => ({ space: at, slot: '' }));
    default:
      return [];
  }
}

/** Returns the sea whose card an offer uses, if it uses one. @param {Wire.Offer} offer @returns {string | undefined} */
export const seaOf = (offer) =>
  ({ sea_move: 'baltic_sea', sea_build: 'black_sea' })[
    /** @type {string} */ (commandOf(offer).type)
  ];

/** Returns the kind of an offer: offers of one kind differ only in their space. @param {Wire.Offer} offer */
function kindOf(offer) {
  const { type, power } = commandOf(offer);
  return power ? `${type} ${power}` : type;
}

/** Checks whether an action of a card is offered anywhere. @param {Play} play @param {Wire.EuropeDividedSymbolRow} action */
export const isOffered = ({ offers }, { action, power }) =>
  offers.some((offer) => {
    const command = commandOf(offer);
    return command.type === action && (command.power ?? power) === power;
  });

/** Returns the text of an offer without its space. @param {Wire.Offer} offer */
export function kindText(offer) {
  const { type, power } = commandOf(offer);
  return words.prompt.kindsOf[type]?.(power) ?? offer.text;
}

/** Returns the cards on which an offer is pressed, if it is about cards. @param {Wire.Offer} offer @returns {string[]} */
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

/** Returns the items of the first open choice of an offer. @param {Wire.Offer} offer @returns {Item[]} */
export function items(offer) {
  const open = holes(offer)[0]?.placeholder;
  return open && 'from' in open ? open.from : [];
}

/** Returns an offer as choices: one for each number, if a number is open. @param {Wire.Offer} offer @returns {Choice[]} */
function choicesOf(offer) {
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

/** The space that a move leaves, in the text of its offer. */
const LEAVES = / an army from .+? to /;

/** Returns what an offer with answers would do, in words. @param {{offer: Wire.Offer, values: any[]}} draft */
export function draftText({ offer, values }) {
  const goal = items(offer).find(({ value }) => value === values[0]);
  return commandOf(offer).type === 'move_army' && goal
    ? `${offer.text} → ${goal.text}`
    : offer.text;
}

/** Returns the price at the end of a text, as in "(2 money)" or "(free)". @param {string} text */
export const priceIn = (text) => /\(([^()]*)\)$/.exec(text)?.[1] ?? '';

/** Returns the text of a choice in the menu of its space, without what the title says. @param {Choice} choice */
export function hereText({ offer, values, text }) {
  const { type, power } = commandOf(offer);
  const name = words.prompt.kindsOf[type]?.(power);
  if (!name || values.length > 0) return text;
  // Its moves differ in nothing but the space where they end.
  if (type === 'sea_move') return text.replace(LEAVES, ' to ');
  const [, from, to] = / from (\d) to (\d)$/.exec(offer.text) ?? [];
  if (from) return words.menu.change(name, from, to);
  const price = priceIn(offer.text);
  if (price) return words.menu.priced(name, price);
  return holes(offer).length > 0 ? words.menu.more(name) : text;
}

/** Returns the price in a text, shortened for the map. @param {string} text */
export const shortPrice = (text) =>
  priceIn(text)
    .replace(/ money$/, '')
    .replace('free', '0');

/**
 * The choices on the map now.
 * @typedef {object} Targets
 * @property {Map<string, Choice[]>} spaces the choices by space
 * @property {Map<string, Choice[]>} slots the same by space and slot: "poland eu"
 * @property {Map<string, Item> | null} destinations the spaces to which the army of the draft may move
 * @property {string | null} origin the space it leaves
 * @property {string | null} chosen the space that the draft has chosen
 * @property {Wire.Offer | null} moved the offer that moves it
 */

/**
 * @param {Play} play @param {Facts} facts @param {string | null} kind only offers of this kind, if any
 * @returns {Targets}
 */
export function targetsOf(play, facts, kind) {
  /** @type {Targets} */
  const found = {
    spaces: new Map(),
    slots: new Map(),
    destinations: null,
    origin: null,
    chosen: null,
    moved: null,
  };
  const { draft } = play;
  if (draft && commandOf(draft.offer).type === 'move_army') {
    found.origin = commandOf(draft.offer).from;
    found.moved = draft.offer;
    found.chosen = draft.values[0] ?? null;
    found.destinations = new Map(items(draft.offer).map((item) => [item.value, item]));
    return found;
  }
  if (draft) found.chosen = spotsOf(draft.offer, facts)[0]?.space ?? null;
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

/** Returns the offers of each kind that are in the prompt, in their order. @param {Play} play @returns {Map<string, Wire.Offer[]>} */
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

/** Returns what says where a command moves an army: the server compares how many there are. @param {Facts} facts */
export const movesOf =
  (facts) =>
  (/** @type {{from?: string, to?: string}} */ { from, to }) =>
    from && to ? words.prompt.moves(facts.space(from), facts.space(to)) : '';
