/**
 * The map of Europe Divided: a shape, a name and slots for dice, armies and money for every space.
 *
 * Drawn by hand for this project from general geographic knowledge (see `europe.js`). The map shows what
 * `data/europe-divided/map.toml` says and decides nothing: a test holds the two together. It has no
 * colours; `maps.css` gives them to the classes that a board sets.
 *
 * @module
 */

import { curve, globe, lines, shape, strokes } from './geometry.js';
import { block, plate } from './layout.js';
import { around, facesOf, rows, space } from './space.js';

/** @typedef {import('./layout.js').Box} Box */
/** @typedef {import('./space.js').Link} Link */
/** @typedef {'contested' | 'europe' | 'russia' | 'sea' | 'money_only'} Kind */

/** Width and height of the map, in its own units. */
export const SIZE = Object.freeze(/** @type {const} */ ([1200, 850]));

/**
 * Parts of the map worth the whole of a small screen: left, top, width, height.
 * @type {Readonly<Record<'all' | 'contested', Box>>}
 */
export const VIEWS = Object.freeze({ all: [0, 0, 1200, 850], contested: [414, 132, 786, 646] });

/**
 * Width and height of the piece that fits each slot, in map units. `army` serves both sides, as armies of
 * both never share a space.
 */
export const SLOTS = Object.freeze(
  /** @type {const} */ ({
    eu: [28, 28],
    nato: [28, 28],
    russia: [28, 28],
    army: [28, 28],
    money: [22, 28],
    control: [28, 28],
  }),
);

/** Projects a longitude and a latitude onto this map: Ukraine large, the west smaller. */
export const project = globe({ centre: [30.5, 48], bend: 2.1, scale: 31, at: [758, 455] });

/** The slots of a contested region in one row, and in two. */
const ROW = [['eu', 'nato', 'russia', 'army', 'money']];
const GRID = [
  ['eu', 'nato', 'russia'],
  ['army', 'money'],
];
/** A home space: no dice there. */
const HOME = [['army', 'money']];
/** A sea: no money there, but a marker of who controls its card. */
const SEA = [['control', 'army']];

/**
 * The spaces to draw, seas first.
 * @type {readonly (import('./space.js').Row & { kind: Kind })[]}
 */
export const ROWS = Object.freeze([
  ...rows({ kind: /** @type {const} */ ('sea'), slots: SEA }, [
    { id: 'baltic_sea', at: [18.9, 58.3] },
    { id: 'black_sea', at: [35.5, 43.2] },
    { id: 'north_sea', at: [3.6, 56.2] },
  ]),
  ...rows({ kind: /** @type {const} */ ('contested'), slots: GRID }, [
    { id: 'armenia', at: [45.4, 37.5], from: [45, 40.2] },
    { id: 'azerbaijan', at: [48, 40.2] },
    { id: 'belarus', at: [27.8, 53.55] },
    {
      id: 'czechia_slovakia',
      name: 'Czechia and Slovakia',
      faces: 'czechia slovakia',
      short: 'Czechia · Slovakia',
      at: [17.4, 49.35],
      slots: ROW,
    },
    { id: 'eastern_balkans', faces: 'romania bulgaria', at: [25.3, 44.9] },
    { id: 'georgia', at: [43, 42] },
    { id: 'hungary', at: [19.5, 47.2], slots: ROW },
    { id: 'moldova', at: [31.2, 44.1], from: [28.6, 47.3] },
    { id: 'poland', faces: 'poland masuria', at: [19.0, 52.1] },
    { id: 'baltics', name: 'The Baltics', faces: 'estonia latvia lithuania', at: [24.8, 56.9] },
    { id: 'ukraine', faces: 'ukraine_west ukraine_east budjak', at: [32.2, 49.2] },
    { id: 'western_balkans', faces: 'slovenia western_balkans', at: [19.5, 43.7] },
  ]),
  ...rows({ kind: /** @type {const} */ ('europe'), slots: HOME }, [
    { id: 'austria', at: [13.9, 47.25] },
    { id: 'benelux', faces: 'netherlands belgium', at: [5, 51.3] },
    { id: 'denmark', at: [9.3, 56.2] },
    { id: 'finland', at: [25.3, 61.9] },
    { id: 'france', faces: 'northern_france southern_france', at: [2.6, 47] },
    { id: 'germany', at: [10.3, 51.2] },
    { id: 'greece', at: [22.3, 39.6] },
    { id: 'italy', at: [12, 43.2] },
    { id: 'norway', at: [8.8, 60.6] },
    {
      id: 'spain_portugal',
      name: 'Spain and Portugal',
      faces: 'spain portugal',
      short: 'Spain · Portugal',
      at: [-4, 40],
    },
    { id: 'sweden', at: [15.2, 60.2] },
    { id: 'turkey', at: [34, 39.2] },
    {
      id: 'uk_ireland',
      name: 'United Kingdom and Ireland',
      faces: 'great_britain northern_ireland ireland',
      short: 'UK · Ireland',
      at: [-1.8, 52.7],
    },
  ]),
  ...rows({ kind: /** @type {const} */ ('russia'), slots: HOME }, [
    {
      id: 'central_fd',
      name: 'Central Federal District',
      faces: 'central_russia',
      short: 'Central FD',
      at: [37.5, 53],
    },
    { id: 'moscow', at: [37.6, 55.7] },
    {
      id: 'western_fd',
      name: 'Western Federal District',
      faces: 'northwest_russia',
      short: 'Western FD',
      at: [33.5, 59.5],
    },
    {
      id: 'southern_fd',
      name: 'Southern Federal District',
      faces: 'southern_russia',
      short: 'Southern FD',
      at: [43, 48],
    },
    {
      id: 'north_caucasian_fd',
      name: 'North Caucasian Federal District',
      faces: 'north_caucasus',
      short: 'N. Caucasian FD',
      at: [44.4, 44.2],
    },
    {
      id: 'volga_fd',
      name: 'Volga Federal District',
      faces: 'volga',
      short: 'Volga FD',
      at: [47.5, 54.5],
    },
    { id: 'kaliningrad', at: [18.2, 55.75], from: [21.4, 54.75] },
  ]),
]);

/** The space without a location on earth: its plate is its shape. */
function energySector() {
  const placed = block([1130, 166], ['Energy Sector'], [['money']], SLOTS);
  const shown = { path: plate(placed.box), inner: '', ...placed, plate: '', leader: '' };
  const kind = /** @type {Kind} */ ('money_only');
  return Object.freeze({ id: 'energy_sector', name: 'Energy Sector', kind, ...shown });
}

/**
 * Every space of the game; draw them in this order.
 * @type {readonly Readonly<import('./space.js').Space & { kind: Kind }>[]}
 */
export const SPACES = Object.freeze([
  ...ROWS.map((row) => Object.freeze({ ...space(row, project, SLOTS), kind: row.kind })),
  energySector(),
]);

/**
 * Returns the line around spaces taken together.
 *
 * @param {readonly string[]} ids
 * @returns {string} the `d` of a path
 */
export const outline = (ids) => around(ROWS, ids, project);

/**
 * Neighbours without a common border on the map: across a strait.
 * @type {readonly Link[]}
 */
export const LINKS = Object.freeze([
  { a: 'denmark', b: 'sweden', path: curve(project(12.4, 55.75), project(13.5, 55.8), 0.2) },
  { a: 'uk_ireland', b: 'france', path: curve(project(0.4, 51.1), project(1.2, 49.9), 0.2) },
]);

/**
 * Borders on the map that the game does not have: nobody moves across them.
 * @type {readonly Link[]}
 */
export const BARRIERS = Object.freeze([
  { a: 'finland', b: 'western_fd', path: strokes(['fi_ru'], project) },
  { a: 'norway', b: 'western_fd', path: strokes(['no_ru'], project) },
]);

/** Land outside the game: faces of `europe.js`. */
export const ELSEWHERE = ['switzerland', 'asia', 'kazakhstan', 'cyprus', 'iceland'];

/** The shape of that land, to be drawn below all spaces but the seas. */
export const BACKDROP = shape(lines(ELSEWHERE).outer, project);

/** All land at once, for what a board draws along the coasts, below the land. */
export const LAND = shape(
  lines([...facesOf(ROWS.filter((row) => row.kind !== 'sea')), ...ELSEWHERE]).outer,
  project,
);

/** Lakes, to be drawn above the land: the `d` of their shapes. */
export const LAKES = shape(['ladoga', 'onega', 'vanern'], project);
