/**
 * The map of Balance of Power: a shape, a name and slots for troops and signs for every territory.
 *
 * Drawn by hand for this project from general geographic knowledge (see `europe.js`). The map shows what
 * `data/balance-of-power/map.toml` says and decides nothing: a test holds the two together. It has no
 * colours; `maps.css` gives them to the classes that a board sets.
 *
 * @module
 */

import { curve, globe, lines, shape, strokes } from './geometry.js';
import { around, between, facesOf, rows, space } from './space.js';

/** @typedef {import('./layout.js').Box} Box */
/** @typedef {import('./space.js').Link} Link */

/** Width and height of the map, in its own units. */
export const SIZE = Object.freeze(/** @type {const} */ ([1000, 940]));

/**
 * Parts of the map worth the whole of a small screen: left, top, width, height.
 * @type {Readonly<Record<'all' | 'east' | 'west', Box>>}
 */
export const VIEWS = Object.freeze({
  all: [0, 0, 1000, 940],
  west: [0, 60, 640, 880],
  east: [360, 60, 640, 880],
});

/** Width and height of the piece that fits each slot, in map units. */
export const SLOTS = Object.freeze(
  /** @type {const} */ ({
    troops: [40, 30],
    city: [20, 24],
    capital: [22, 24],
    site: [22, 24],
  }),
);

/** Projects a longitude and a latitude onto this map. */
export const project = globe({ centre: [18, 52], bend: 1.7, scale: 33, at: [532, 475] });

/** The slots of a territory in one row, and in two. The slot of the troops shows their owner too. */
const ROW = [['capital', 'troops', 'city']];
const TALL = [['troops'], ['capital', 'city']];
/** The slots of a territory with a site, and in a box: it is neutral at first, so no capital is ever there. */
const SITE_ROW = [['troops', 'city', 'site']];
const SITE_TALL = [['troops', 'site'], ['city']];
const SITE_BOX = [['city', 'troops', 'site']];

/**
 * The territories to draw. Their regions and terrain are in the game's data, not here.
 */
export const ROWS = rows({ slots: ROW }, [
  { id: 'southern_france', at: [2.6, 44.8] },
  { id: 'northern_france', at: [2.2, 47.9] },
  { id: 'belgium', at: [4.6, 50.6] },
  { id: 'netherlands', at: [4, 54.2], from: [6.3, 52.9] },
  { id: 'germany', at: [10.2, 51] },
  { id: 'ireland', at: [-8, 53], slots: TALL },
  { id: 'united_kingdom', faces: 'great_britain northern_ireland', at: [-1.7, 52.7] },
  { id: 'norway', at: [8.9, 61], slots: SITE_TALL },
  { id: 'sweden', at: [15.2, 60.8], slots: TALL },
  { id: 'finland', at: [26, 62.6] },
  { id: 'denmark', at: [4.4, 57], slots: SITE_BOX, from: [9, 56.2] },
  { id: 'switzerland', at: [8, 46.8], slots: SITE_ROW },
  { id: 'italy', at: [11.6, 43.8], slots: TALL },
  { id: 'austria', at: [14.3, 47.5] },
  { id: 'slovenia', at: [16, 43.6], from: [14.7, 46] },
  { id: 'prussia', faces: 'kaliningrad masuria', at: [18.1, 56.1], from: [20.8, 54.4] },
  { id: 'lithuania', at: [24.2, 55.25] },
  { id: 'latvia', at: [25, 56.9] },
  { id: 'estonia', at: [25.6, 58.8] },
  { id: 'poland', at: [19, 52] },
  { id: 'czech_republic', faces: 'czechia', at: [15.1, 49.85] },
  { id: 'slovakia', at: [19.9, 48.75] },
  { id: 'hungary', at: [19.4, 47.1] },
  { id: 'romania', at: [25, 45.8] },
  { id: 'moldova', faces: 'moldova budjak', at: [31, 45], from: [28.6, 47.2] },
  { id: 'belarus', at: [27.8, 53.4] },
  { id: 'western_ukraine', faces: 'ukraine_west', at: [27.2, 50], slots: SITE_ROW },
  { id: 'eastern_ukraine', faces: 'ukraine_east', at: [34.4, 49] },
  { id: 'northern_russia', faces: 'northwest_russia', at: [40.5, 62] },
  {
    id: 'southern_russia',
    faces: 'central_russia moscow southern_russia north_caucasus volga',
    at: [37.6, 54.4],
  },
]);

/** Every territory of the game. */
export const SPACES = Object.freeze(ROWS.map((row) => space(row, project, SLOTS)));

/**
 * Returns the line around territories taken together, such as a region.
 *
 * @param {readonly string[]} ids
 * @returns {string} the `d` of a path
 */
export const outline = (ids) => around(ROWS, ids, project);

/**
 * Returns the border between two territories.
 *
 * @param {string} a
 * @param {string} b
 * @returns {string} the `d` of a path without fill; empty if they do not touch
 */
export const border = (a, b) => between(ROWS, a, b, project);

/** Width and height of the sign of a region, in map units. */
export const SIGN = Object.freeze(/** @type {const} */ ([52, 34]));

/**
 * The middle of each region's sign: beside the region's land, where nothing else is.
 * @type {Readonly<Record<string, import('./geometry.js').Point>>}
 */
export const SIGNS = Object.freeze({
  green: project(-4.6, 46),
  purple: project(0.5, 58.2),
  yellow: project(6, 42.1),
  blue: project(19.9, 57.6),
  brown: project(27, 42.6),
  orange: project(34, 42.5),
});

/**
 * Sea-lines: neighbours across water.
 * @type {readonly Link[]}
 */
export const LINKS = Object.freeze([
  {
    a: 'ireland',
    b: 'united_kingdom',
    path: curve(project(-6.6, 52.25), project(-5.1, 51.85), -0.2),
  },
  {
    a: 'united_kingdom',
    b: 'northern_france',
    path: curve(project(-0.3, 50.75), project(-0.2, 49.45), 0.15),
  },
  { a: 'united_kingdom', b: 'norway', path: curve(project(-2, 57.4), project(5.2, 60), 0.15) },
  { a: 'sweden', b: 'poland', path: curve(project(14.3, 55.5), project(15.6, 54.25), 0.15) },
]);

/**
 * Borders on the map that the game does not have: nobody attacks across them.
 * @type {readonly Link[]}
 */
export const BARRIERS = Object.freeze([
  { a: 'norway', b: 'northern_russia', path: strokes(['no_ru'], project) },
]);

/** Land outside the game: faces of `europe.js`. */
export const ELSEWHERE = [
  'spain',
  'portugal',
  'western_balkans',
  'bulgaria',
  'greece',
  'turkey',
  'georgia',
  'armenia',
  'azerbaijan',
  'asia',
  'kazakhstan',
  'iceland',
  'cyprus',
];

/** The shape of that land, to be drawn below all territories. */
export const BACKDROP = shape(lines(ELSEWHERE).outer, project);

/** All land at once, for what a board draws along the coasts, below the land. */
export const LAND = shape(lines([...facesOf(ROWS), ...ELSEWHERE]).outer, project);

/** Lakes, to be drawn above the land: the `d` of their shapes. */
export const LAKES = shape(['ladoga', 'onega', 'vanern'], project);
