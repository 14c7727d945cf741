// The names on the map. They have a least size on the screen, so from afar there is not room for all: each is put
// where it covers no piece and no other name and stands on nobody else's land, the ones that matter first, and what finds
// no place is left out. A name that is asked about or pointed at is always shown, and a press on a name means its space.

import { SPACES } from '../../maps/europe-divided.js';
import { sideBySide } from '../../ui/edges.js';
import { DRAWN, growthOf, sharedArea } from '../../maps/lettering.js';
import { svg } from '../../vendor/lit/lit.js';
import { choiceAt, isTarget, piecesOf } from './spaces.js';
import { STEP, ground, isBoxed, spotsOf } from './spots.js';

/** @import { Box } from '../../maps/lettering.js' */
/** @import { Camera } from '../../ui/pan-zoom.js' */
/** @import { Scene, Space } from './spaces.js' */
/** @import { Spot } from './spots.js' */

/** @typedef {Spot & {space: Space}} Name */
/** @typedef {{of: string, box: Box}} Taken a piece of a space, or what lies over the map */
/** @typedef {{size: number, apart: number, sight: Box, taken: Taken[], names: Name[]}} Page a map being filled with names */

/** Space between a name and what it must not touch, in pixels. */
const APART = 2;
/** The size of a button at an edge of the map that leads to what can be chosen beyond, in pixels. */
const EDGE = /** @type {const} */ ([64, 44]);
/** Where these buttons stand as on a phone, and lower ones higher: the same as in the style of the maps. */
const SMALL = matchMedia('(max-width: 600px), (max-height: 480px)');
const LOW = matchMedia('(max-height: 480px)');
/** The share of a name that may be covered by pieces: if it matters, and if it is asked about and finds nothing better. */
const COVERED = 0.35;
const HIDDEN = 0.9;
/** The share of a name that may stand on the land of others: who reads it there must not take it for theirs. */
const FOREIGN = 0.4;
/** The share of another space's piece that a name may cover: the rest is read, and pressed. */
const PIECE = 0.4;
/** How bad it is to be covered by a button or an edge, to cover a piece of another space, to stand on another's land, and on none. */
const [HIDES, NOT_OWN, ABROAD, AT_SEA] = [4, 2, 1, 0.25];
/** A place that is hardly worse than the best one is taken without looking further. */
const GOOD = 0.02;
/** How often names are placed anew, those first that have found no place. */
const TRIES = 3;

/** Renders the names that have a place. @param {Scene} scene @param {Camera} camera */
export const namesOf = (scene, camera) =>
  camera.scale === 0 ? [] : placed(scene, camera).map((name) => nameOf(scene, camera, name));

/** @param {Scene} scene @param {Camera} camera @param {Name} name */
function nameOf(scene, { scale }, { space: { id, kind }, lines, x, y }) {
  const step = DRAWN * growthOf(scale) * STEP;
  return svg`<text
    class="map-label ${kind} ${isTarget(scene, id) ? 'legal' : ''}"
    data-name=${id}
    data-space=${id}
    .choice=${choiceAt(scene, id)}
    x=${x}
    y=${y}
  >${lines.map((line, at) => (at === 0 ? line : svg`<tspan x=${x} dy=${step}>${line}</tspan>`))}</text>`;
}

/** @param {Scene} scene @param {Camera} camera @returns {Name[]} */
function placed(scene, camera) {
  const sight = sightOf(camera);
  const seen = SPACES.filter(({ box }) => inside(box, sight));
  /** @type {string[]} */ let first = [];
  /** @type {{names: Name[], missed: string[]} | null} */ let best = null;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const rank = (/** @type {Space} */ { id }) => (first.includes(id) ? 0 : 1);
    const names = filled(
      scene,
      camera,
      sight,
      seen.toSorted((a, b) => rank(a) - rank(b)),
    );
    const missed = seen
      .filter((one) => concerned(scene, one) && !names.some(({ space }) => space === one))
      .map(({ id }) => id);
    if (!best || missed.length < best.missed.length) best = { names, missed };
    if (missed.every((id) => first.includes(id))) break;
    first = [...first, ...missed];
  }
  return best?.names ?? [];
}

/** Checks whether a space should not be without its name. @param {Scene} scene @param {Space} space */
const concerned = (scene, { id, kind, plate }) =>
  isTarget(scene, id) || kind === 'contested' || !!plate;

/** Fills the map with names. @param {Scene} scene @param {Camera} camera @param {Box} sight @param {readonly Space[]} spaces in this order */
function filled(scene, camera, sight, spaces) {
  const { scale } = camera;
  const taken = [
    ...overIt(scene, camera, sight).map((box) => ({ of: '', box })),
    ...SPACES.flatMap((space) => piecesOf(scene, space).map((box) => ({ of: space.id, box }))),
  ].filter(({ box }) => sharedArea(box, sight) > 0);
  /** @type {Page} */
  const page = { size: DRAWN * growthOf(scale), apart: APART / scale, sight, taken, names: [] };
  for (const rank of RANKS) {
    for (const space of spaces.filter((one) => rank.has(scene, one))) {
      if (!page.names.some((name) => name.space === space)) put(page, space, rank.most);
    }
  }
  return page.names;
}

/**
 * The names in the order in which they take their places, and the share of each that may be covered. What is pointed at
 * comes last, so that no other name moves for it.
 * @type {{has: (scene: Scene, space: Space) => boolean, most: number}[]}
 */
const RANKS = [
  { has: ({ targets: { origin, chosen } }, { id }) => origin === id || chosen === id, most: 1 },
  { has: (scene, { id }) => isTarget(scene, id), most: COVERED },
  { has: (scene, { id }) => isTarget(scene, id), most: HIDDEN },
  { has: (_, { kind }) => kind === 'contested', most: COVERED },
  { has: (_, { kind }) => kind !== 'sea', most: 0 },
  // A box without a name would say nothing at all.
  { has: (_, space) => isBoxed(space), most: HIDDEN },
  { has: () => true, most: 0 },
  { has: ({ focus }, { id }) => focus.has(id), most: 1 },
];

/** Puts a name where it is least in the way, unless that is too much. @param {Page} page @param {Space} space @param {number} most the share of it that may be covered */
function put(page, space, most) {
  const own = page.taken.filter(({ of }) => of === space.id).map(({ box }) => box);
  /** @type {Spot | null} */ let best = null;
  let least = Infinity;
  for (const spot of spotsOf(space, own, page.size, page.apart)) {
    const cost = costOf(page, space, spot.box, most) + spot.worse;
    if (cost < least) [best, least] = [spot, cost];
    if (least <= GOOD) break;
  }
  if (!best) return;
  const { box } = best;
  // Only what is pointed at may cover another name: then that one gives way.
  page.names = page.names.filter((other) => sharedArea(other.box, box) === 0);
  page.names.push({ ...best, space });
}

/** Returns how bad it is that a name stands there, in shares of its area; infinite if it must not. @param {Page} page @param {Space} space @param {Box} box @param {number} most */
function costOf({ sight, taken, names }, { id, kind }, box, most) {
  if (most < 1 && names.some((other) => sharedArea(other.box, box) > 0)) return Infinity;
  const { own, other } = ground().under(id, box);
  if (other > FOREIGN) return Infinity;
  const hides = (/** @type {Taken} */ one) =>
    one.of !== id && sharedArea(one.box, box) > PIECE * sharedArea(one.box, one.box);
  if (most < 1 && taken.some(hides)) return Infinity;
  const area = sharedArea(box, box);
  const out = area - sharedArea(box, sight);
  const covered = taken.reduce(
    (sum, one) => sum + sharedArea(one.box, box) * weightOf(one.of, id),
    HIDES * out,
  );
  if (covered / area > most) return Infinity;
  const free = kind === 'sea' ? 0 : 1 - own - other;
  return covered / area + other * ABROAD + free * AT_SEA;
}

/** @param {string} of whose piece it is @param {string} id of the space that is named */
const weightOf = (of, id) => (of === id ? 1 : of ? NOT_OWN : HIDES);

/** Returns the part of the map that is on the screen. @param {Camera} camera @returns {Box} */
function sightOf({ box: [x, y, w, h], frame, scale }) {
  const [width, height] = [frame.width / scale, frame.height / scale];
  const [left, top] = [x + (w - width) / 2, y + (h - height) / 2];
  return [left, top, left + width, top + height];
}

/** Returns the boxes of what lies over the map: the buttons that zoom, and those at edges. @param {Scene} scene @param {Camera} camera @param {Box} sight @returns {Box[]} */
function overIt(scene, camera, [left, top]) {
  const { scale, frame, corner } = camera;
  const [wide, high] = EDGE;
  const boxes = edgesOf(scene, camera).map((edge) => {
    const [x, y] = cornerOf(edge, frame);
    return [x, y, x + wide, y + high];
  });
  boxes.push([0, frame.height - corner.height, corner.width, frame.height]);
  return boxes.map(([x1, y1, x2, y2]) => [
    left + x1 / scale,
    top + y1 / scale,
    left + x2 / scale,
    top + y2 / scale,
  ]);
}

/** @typedef {'north' | 'east' | 'south' | 'west'} Edge */

/** Returns the edges beyond which something can be chosen. @param {Scene} scene @param {Camera} camera @returns {Edge[]} */
function edgesOf(scene, camera) {
  const edges = SPACES.filter(({ id }) => isTarget(scene, id)).map(({ box: [x, y, w, h] }) => {
    const at = /** @type {const} */ ([x + w / 2, y + h / 2]);
    const shown = camera.toFrame(at);
    const ways = /** @type {[Edge, number][]} */ ([
      ['north', -shown.y],
      ['east', shown.x - camera.frame.width],
      ['south', camera.below(at)],
      ['west', -shown.x],
    ]);
    const [edge, away] = ways.reduce((most, way) => (way[1] > most[1] ? way : most));
    return away > 0 ? edge : null;
  });
  return [...new Set(edges.filter((edge) => edge !== null))];
}

/** Returns the upper left corner of the button at an edge, in pixels. @param {Edge} edge @param {{width: number, height: number}} frame @returns {[number, number]} */
function cornerOf(edge, { width, height }) {
  const [wide, high] = EDGE;
  const small = SMALL.matches;
  if (sideBySide({ width, height })) {
    const [top, bottom] = [24, height - 4 - high];
    return {
      north: /** @type {[number, number]} */ ([width / 2 - 48, top]),
      east: /** @type {[number, number]} */ ([width - 8 - wide, top]),
      south: /** @type {[number, number]} */ ([width - 80 - wide, bottom]),
      west: /** @type {[number, number]} */ ([8, top]),
    }[edge];
  }
  switch (edge) {
    case 'north':
      return small ? [0.12 * width, 56] : [Math.min(290, width / 2), 8];
    case 'south':
      return [width - 60 - wide, height - (LOW.matches ? 110 : 8) - high];
    default:
      return [edge === 'east' ? width - 8 - wide : 8, small ? 0.4 * height : height - 52 - high];
  }
}

/** Checks whether the middle of a space is on the screen. @param {Space['box']} box @param {Box} sight */
function inside([x, y, w, h], [left, top, right, bottom]) {
  const [mx, my] = [x + w / 2, y + h / 2];
  return mx > left && mx < right && my > top && my < bottom;
}
