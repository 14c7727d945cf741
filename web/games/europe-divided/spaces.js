// The spaces of the map with their pieces, and the labels that screen readers read.

import { SLOTS, SPACES } from '../../maps/europe-divided.js';
import { rings } from '../../ui/rings.js';
import { nothing, svg } from '../../vendor/lit/lit.js';
import { army, control, die, fracture, ghost, ghostArmy, money, openCard } from './pieces.js';
import { commandOf, draftText, shortPrice } from './targets.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Facts } from './facts.js' */
/** @import { Targets } from './targets.js' */

/** @typedef {(typeof SPACES)[number]} Space */

/**
 * The state that the map needs to draw a space.
 * @typedef {object} Scene
 * @property {Wire.EuropeDividedPublic} public
 * @property {Facts} facts
 * @property {Targets} targets
 * @property {ReadonlySet<string>} focus identifiers being pointed at
 * @property {ReadonlySet<string>} recent identifiers that have just changed
 * @property {ReadonlySet<string>} traces identifiers that the other side has changed since this seat acted
 * @property {string} side the armies that this seat builds and moves: nato or russia
 * @property {string | null} reached the space that the keyboard is on
 */

const POWERS = ['eu', 'nato', 'russia'];
/** The seas that have a Sea Card. */
const SEA_CARDS = ['baltic_sea', 'black_sea'];
/** Map units between a slot and the sign of an open card beside it. */
const ASIDE = 10;
/** Half the sizes of the signs of open cards and of the fracture marker, and of pieces and marks as large as they get, in map units. */
const CARD = /** @type {const} */ ([9, 12]);
const MARKER = /** @type {const} */ ([9, 10]);
const PIECE = /** @type {const} */ ([15, 15]);
const LIT = /** @type {const} */ ([18, 18]);
/** Map units by which a price stands out at the upper right of its piece, and a count of armies at the lower right. */
const PRICE = 9;
/** Map units by which the mark of what may be pressed is wider than its slot on every side. */
const HALO = 2;
const COUNT = 6;

/** Checks whether a space can be pressed now. @param {Scene} scene @param {string} id */
export function isTarget({ targets }, id) {
  return targets.destinations ? targets.destinations.has(id) : targets.spaces.has(id);
}

/** Returns the armies in a space: of one side at most. @param {Wire.EuropeDividedPublic} view @param {string} id */
function armiesAt(view, id) {
  /** @type {any} */
  const armies = view.armies;
  for (const side of ['nato', 'russia']) {
    if (armies[side]?.[id] > 0) return { side, count: armies[side][id] };
  }
  return null;
}

/**
 * Describes what is in a space in words.
 * @param {Pick<Scene, 'public' | 'facts'>} scene @param {Space} space
 * @param {boolean} [cards] `false` if its cards are described beside it
 */
export function contentText(scene, { id, kind }, cards = true) {
  const { public: view } = scene;
  const said = [];
  const dice = /** @type {any} */ (view.dice[id] ?? {});
  for (const power of POWERS) if (dice[power] > 0) said.push(words.map.die(power, dice[power]));
  const armies = armiesAt(view, id);
  if (armies) said.push(words.map.armies(armies.side, armies.count));
  if (view.money_tokens[id] > 0) said.push(words.map.tokens(view.money_tokens[id]));
  if (SEA_CARDS.includes(id)) {
    const power = /** @type {any} */ (view.seas)[id];
    said.push(power ? words.map.controls(power) : words.map.noControl);
  }
  const open = cards ? openSides(scene, id) : [];
  if (open.length > 1) said.push(words.map.openCards);
  else for (const side of open) said.push(words.map.openCard(side));
  if (view.fracture === id) said.push(words.map.fracture);
  if (said.length === 0 && kind !== 'money_only') said.push(words.map.empty);
  return said.join(', ');
}

/** Describes a space and what can be done there in words. @param {Scene} scene @param {Space} space */
function spaceText(scene, space) {
  const { facts, targets } = scene;
  const { id } = space;
  const said = [contentText(scene, space)].filter(Boolean);
  const choices = targets.spaces.get(id) ?? [];
  const destination = targets.destinations?.get(id);
  if (destination) said.push(words.map.destination(destination.text));
  else if (choices.length === 1) said.push(choices[0].text);
  else if (choices.length > 1) said.push(words.map.choices(choices.length));
  return `${facts.space(id)}: ${said.join(', ')}`;
}

/** Returns the sides whose contested card of this region is still open. @param {Pick<Scene, 'public' | 'facts'>} scene @param {string} id */
function openSides({ public: view, facts }, id) {
  return ['europe', 'russia'].filter((_, at) =>
    view.sides[at].contested_open.some((card) => facts.action(card).region === id),
  );
}

/** Returns what a press on a space would do, if that is one thing; with a slot, on that slot. @param {Scene} scene @param {string} id @param {string} [slot] */
export function choiceAt({ targets }, id, slot) {
  const { destinations, moved, spaces, slots } = targets;
  if (destinations) {
    if (!moved || !destinations.has(id)) return null;
    const move = { offer: moved, values: [id] };
    return { ...move, text: draftText(move) };
  }
  const choices = (slot && slots.get(`${id} ${slot}`)) || spaces.get(id) || [];
  return choices.length === 1 ? choices[0] : null;
}

/** Renders the shape of a space. @param {Scene} scene @param {Space} space */
export function shapeOf(scene, { id, kind, path }) {
  return svg`<path
    class="map-shape ${kind} ${isTarget(scene, id) ? 'legal' : ''}"
    d=${path}
    data-space=${id}
    .choice=${choiceAt(scene, id)}
  ></path>`;
}

/** Checks whether a slot of a space is highlighted, so that the space itself need not be. @param {Scene} scene @param {Space} space */
const litInside = ({ targets }, { id, anchors }) =>
  targets.destinations
    ? !!anchors.army
    : Object.keys(anchors).some((slot) => targets.slots.has(`${id} ${slot}`));

/** Renders the rings of a space: that it has just changed, and that it may be chosen, is chosen or is pointed at. @param {Scene} scene @param {Space} space */
export function ringsOf(scene, space) {
  const { id } = space;
  const chosen = scene.targets.origin === id || scene.targets.chosen === id;
  const pointed = scene.focus.has(id);
  const legal = isTarget(scene, id) && !litInside(scene, space);
  const traced = scene.traces.has(id);
  const kinds = [
    scene.recent.has(id) ? 'recent' : '',
    chosen ? 'chosen' : pointed ? 'focus' : legal ? 'legal' : traced ? 'trace' : '',
  ].filter(Boolean);
  return rings(space, kinds);
}

/**
 * Renders the pieces of a space, as one stop for the keyboard. The focusable element has no text
 * of its own, so that no price or die is read out as part of its name.
 * @param {Scene} scene @param {Space} space
 */
export function blockOf(scene, space) {
  const { id, box } = space;
  const target = isTarget(scene, id);
  return svg`<g
    class="ed-space ${target ? 'legal' : ''} ${scene.recent.has(id) ? 'recent' : ''}"
    data-space=${id}
    .choice=${choiceAt(scene, id)}
  >
    <rect
      class="ed-reach"
      x=${box[0]} y=${box[1]} width=${box[2]} height=${box[3]} rx="6"
      role=${target ? 'button' : 'img'}
      tabindex=${scene.reached === id ? 0 : -1}
      aria-label=${spaceText(scene, space)}
    ></rect>
    <g aria-hidden="true">${inside(scene, space)}</g>
  </g>`;
}

/** Renders the pieces of a block; the label says the same. @param {Scene} scene @param {Space} space */
function inside(scene, space) {
  const { plate, leader, anchors, id } = space;
  return svg`
    ${leader ? svg`<path class="map-leader" d=${leader}></path>` : nothing}
    ${plate ? svg`<path class="map-plate ${isTarget(scene, id) ? 'legal' : ''}" d=${plate}></path>` : nothing}
    ${signsOf(scene, space).map(({ at: [x, y], sign }) => svg`<g transform="translate(${x} ${y})">${sign}</g>`)}
    ${Object.entries(anchors).map(([slot, at]) => slotOf(scene, space, slot, at))}
    ${Object.entries(anchors).map(([slot, at]) => tagOf(scene, id, slot, at))}`;
}

/**
 * Returns the signs of open contested cards beside the last row of slots, and the fracture marker, with half their sizes.
 * @param {Scene} scene @param {Space} space
 */
function signsOf(scene, { id, anchors, box, label }) {
  const open = openSides(scene, id);
  const y = anchors.army?.[1] ?? box[1];
  const row = Object.entries(anchors).filter(([, at]) => Math.abs(at[1] - y) < 1);
  const left = Math.min(...row.map(([slot, at]) => at[0] - sizeOf(slot)[0] / 2)) - ASIDE;
  const right = Math.max(...row.map(([slot, at]) => at[0] + sizeOf(slot)[0] / 2)) + ASIDE;
  const signs = open.map((side) => ({
    at: [side === 'europe' ? left : right, y],
    half: CARD,
    sign: openCard(side),
  }));
  if (scene.public.fracture !== id) return signs;
  return [...signs, { at: [label[0], label[1] - 21], half: MARKER, sign: fracture() }];
}

/** Returns the boxes of all that is drawn in a space: left, top, right, bottom. @param {Scene} scene @param {Space} space @returns {[number, number, number, number][]} */
export function piecesOf(scene, space) {
  const slots = Object.entries(space.anchors).flatMap(([slot, at]) => {
    const { piece, lit, price } = drawn(scene, space.id, slot);
    if (piece === nothing && !lit) return [];
    const half = lit ? LIT : PIECE;
    const [x, y] = around(at, half);
    const [up, down] = [price ? PRICE : 0, slot === 'army' ? COUNT : 0];
    const [right, bottom] = [x + 2 * half[0], y + 2 * half[1]];
    return [[x, y - up, right + Math.max(up, down), bottom + down]];
  });
  const signs = signsOf(scene, space).map(({ at, half }) => around(at, half));
  return /** @type {[number, number, number, number][]} */ ([...slots, ...signs]);
}

/** @param {readonly number[]} at @param {readonly [number, number]} half */
const around = ([x, y], [w, h]) => [x - w, y - h, x + w, y + h];

/** @param {string} slot @returns {readonly [number, number]} */
const sizeOf = (slot) => /** @type {any} */ (SLOTS)[slot];

/** Returns what is drawn in a slot: its piece, what can be chosen there, and its price. @param {Scene} scene @param {string} id @param {string} slot */
function drawn(scene, id, slot) {
  const { destinations, slots } = scene.targets;
  const goal = slot === 'army' ? destinations?.get(id) : undefined;
  const choices = destinations ? [] : (slots.get(`${id} ${slot}`) ?? []);
  const lit = choices.length > 0 || !!goal;
  const text = lit ? (goal ?? choices[0]).text : '';
  const price = shortPrice(text);
  const priced = goal || price !== '0' ? price : '';
  return { piece: pieceOf(scene, id, slot, lit), lit, text, price: priced };
}

/** @param {Scene} scene @param {Space} space @param {string} slot @param {readonly [number, number]} at */
function slotOf(scene, { id }, slot, [x, y]) {
  const { piece, lit, text } = drawn(scene, id, slot);
  if (piece === nothing && !lit) return nothing;
  const [width, height] = sizeOf(slot);
  return svg`<g class="ed-slot ${lit ? 'lit' : ''}" data-slot=${slot} .choice=${choiceAt(scene, id, slot)} transform="translate(${x} ${y})">
    ${lit ? svg`<title>${text}</title>` : nothing}
    ${
      lit
        ? svg`<rect class="ed-halo" x=${-width / 2 - HALO} y=${-height / 2 - HALO} width=${width + 2 * HALO} height=${height + 2 * HALO} rx="7"></rect>`
        : nothing
    }
    ${piece}
  </g>`;
}

/** Renders the price in a slot, over the slots beside it. @param {Scene} scene @param {string} id @param {string} slot @param {readonly [number, number]} at */
function tagOf(scene, id, slot, [x, y]) {
  const { price } = drawn(scene, id, slot);
  const [width, height] = sizeOf(slot);
  return price ? tag(price, x + width / 2 - 1, y - height / 2 + 1) : nothing;
}

/** Renders the piece in a slot. @param {Scene} scene @param {string} id @param {string} slot @param {boolean} lit @returns {unknown} */
function pieceOf({ public: view, targets, side }, id, slot, lit) {
  const dice = /** @type {any} */ (view.dice[id] ?? {});
  switch (slot) {
    case 'army': {
      const armies = armiesAt(view, id);
      if (armies) return army(armies.side, armies.count);
      return lit ? ghostArmy(side) : nothing;
    }
    case 'money':
      return view.money_tokens[id] > 0 ? money(view.money_tokens[id]) : nothing;
    case 'control':
      return SEA_CARDS.includes(id) ? control(/** @type {any} */ (view.seas)[id]) : nothing;
    default: {
      if (dice[slot] > 0) return die(slot, dice[slot]);
      const placeable = targets.slots
        .get(`${id} ${slot}`)
        ?.some(({ offer }) => commandOf(offer).type === 'place_influence');
      return lit && placeable ? ghost(slot) : nothing;
    }
  }
}

/** Renders a small price. @param {string} price @param {number} x @param {number} y */
const tag = (price, x, y) => svg`<g class="ed-tag" transform="translate(${x} ${y})">
  <circle r="9.5"></circle>
  <text y="5.2">${price}</text>
</g>`;
