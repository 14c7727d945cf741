// Draws the games' pictures of the first page, `npm run pictures`: each from the game's own map and pieces,
// with its corners on a coarse grid, so that all of them together are smaller than one photograph.

import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as balance from '../../../web/maps/balance-of-power.js';
import * as divided from '../../../web/maps/europe-divided.js';
import { lines, points, rings } from '../../../web/maps/geometry.js';
import { ARMY, DICE, WARES, board } from './pieces.js';

/** @import { Project } from '../../../web/maps/geometry.js' */

/** Width and height of a picture. */
const SIZE = [640, 300];
/** The grid on which corners lie, in the picture's units: shared borders keep their corners in common. */
const GRID = 2;
const FOLDER = fileURLToPath(new URL('../../../web/pictures/', import.meta.url));

/** The shortest edge within a line; only its ends stay where they are. */
const SHORTEST = 9;

/** The part of a map that a picture shows: left and upper edge in map units, and scale. @typedef {[number, number, number]} Frame */

/** @param {Frame} frame @param {readonly number[]} at */
const placed = ([left, top, scale], [x, y]) =>
  [(x - left) * scale, (y - top) * scale].map((value) => Math.round(value / GRID) * GRID);

/**
 * Returns faces of the map as one shape; neighbours keep the same corners on the line between them.
 * @param {string[]} faces @param {Project} project @param {Frame} frame
 */
function shape(faces, project, frame) {
  /** @param {string} name @param {boolean} back */
  const line = (name, back) => {
    const all = points(name, project).map((point) => placed(frame, point));
    /** @type {number[][]} */ const kept = [];
    for (const [at, [x, y]] of all.entries()) {
      const [lastX, lastY] = kept.at(-1) ?? [Infinity, 0];
      if (at === all.length - 1 || Math.hypot(x - lastX, y - lastY) >= SHORTEST) kept.push([x, y]);
    }
    return back ? kept.reverse() : kept;
  };
  const around = rings(lines(faces).outer).map((ring) =>
    ring.flatMap(({ name, back }) => line(name, back)),
  );
  return around.map(polygon).join('');
}

/** @param {number[][]} points */
function polygon(points) {
  const corners = points.filter(
    ([x, y], at) => x !== points[at - 1]?.[0] || y !== points[at - 1]?.[1],
  );
  if (corners.length < 3 || corners.every(outside)) return '';
  const steps = corners.slice(1).map(([x, y], at) => [x - corners[at][0], y - corners[at][1]]);
  const path = `M${corners[0].join(' ')}l${steps.map((step) => step.join(' ')).join(' ')}Z`;
  return path.replaceAll(' -', '-');
}

/** @param {number[]} point */
const outside = ([x, y]) => x < 0 || y < 0 || x > SIZE[0] || y > SIZE[1];

/** @param {string} kind a class @param {string} path */
const area = (kind, path) => (path ? `<path class="${kind}" d="${path}"/>` : '');

/** @param {number} x @param {number} y @param {number} scale @param {string} piece */
const at = (x, y, scale, piece) =>
  `<g transform="translate(${Math.round(x)} ${Math.round(y)}) scale(${scale})">${piece}</g>`;

/** Returns a function that draws a row of a map. @param {{project: Project}} map @param {Frame} frame */
const drawing =
  ({ project }, frame) =>
  (/** @type {string} */ kind, /** @type {string} */ faces) =>
    area(kind, shape(faces.split(' '), project, frame));

function europeDivided() {
  /** @type {Frame} */ const frame = [250, 170, 0.6];
  const draw = drawing(divided, frame);
  /** @param {number} lon @param {number} lat @param {string} piece */
  const put = (lon, lat, piece) => {
    const [x, y] = placed(frame, divided.project(lon, lat));
    return at(x, y, 1.25, piece);
  };
  const pieces = [
    put(17.6, 52, DICE('eu', 4)),
    put(20.8, 52, DICE('nato', 5)),
    put(29.2, 49.2, DICE('eu', 2)),
    put(33, 49.2, DICE('russia', 6)),
    put(27.8, 53.4, DICE('russia', 4)),
    put(25, 56.8, DICE('nato', 3)),
    put(25.3, 45, DICE('eu', 3)),
    put(19.8, 44, DICE('russia', 2)),
    put(10.3, 51, ARMY('nato')),
    put(37.6, 55.2, ARMY('russia')),
    put(43, 48, ARMY('russia')),
  ];
  const land = divided.ROWS.map(({ kind, faces }) => draw(kind, faces));
  return picture('divided', [draw('far', divided.ELSEWHERE.join(' ')), ...land, ...pieces]);
}

/** Who owns what on the picture of Balance of Power, with how many troops. */
const RED = { austria: 5, hungary: 5, northern_france: 4, italy: 4, belgium: 4 };
/** Red's as well, without a number. */
const TOO_RED = ['southern_france', 'netherlands'];
const BLUE = { poland: 5, belarus: 5, lithuania: 4, southern_russia: 2 };
const NEUTRAL = { germany: 5, romania: 5, czech_republic: 2, western_ukraine: 5, denmark: 8 };

function balanceOfPower() {
  /** @type {Frame} */ const frame = [30, 300, 0.66];
  const draw = drawing(balance, frame);
  /** @param {string} id */
  const owner = (id) =>
    id in RED || TOO_RED.includes(id) ? 'red' : id in BLUE || id === 'latvia' ? 'blue' : 'neutral';
  const land = balance.ROWS.map(({ id, faces }) => draw(owner(id), faces));
  const blocks = Object.entries({ ...RED, ...BLUE, ...NEUTRAL }).map(([id, troops]) => {
    const space = balance.SPACES.find((one) => one.id === id);
    const [x, y] = placed(frame, space?.anchors.troops ?? [0, 0]);
    return at(x, y, 1, board.block(owner(id), troops));
  });
  const dice = [
    at(46, 60, 1.5, board.die('red', 6)),
    at(94, 76, 1.5, board.die('red', 4)),
    at(590, 262, 1.5, board.die('blue', 5)),
  ];
  const far = draw('far', balance.ELSEWHERE.join(' '));
  return picture('balance', [far, ...land, ...blocks, ...dice]);
}

/** Two hands that meet over the table: what one gives and what the other wants. */
function europe() {
  const draw = drawing(divided, [40, 120, 0.8]);
  const members = divided.ROWS.filter(({ kind }) => ['europe', 'contested'].includes(kind));
  return picture('europe', [
    ...members.map(({ faces }) => draw('member', faces)),
    at(176, 150, 1, board.card(-8, WARES(['grain', 'grain', 'grain', 'livestock']))),
    at(464, 150, 1, board.card(8, WARES(['water', 'water', 'coin', 'coin']))),
    at(320, 150, 1, board.clock()),
  ]);
}

/** @param {keyof typeof board.PAINT} which @param {string[]} content */
function picture(which, content) {
  const [width, height] = SIZE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><style>${board.PAINT[which]}</style><rect class="water" width="${width}" height="${height}"/>${content.join('')}</svg>\n`;
}

mkdirSync(FOLDER, { recursive: true });
for (const [name, drawn] of Object.entries({
  'europe-divided': europeDivided(),
  'balance-of-power': balanceOfPower(),
  europe: europe(),
})) {
  writeFileSync(`${FOLDER}${name}.svg`, drawn);
}
