/**
 * The way from lines in degrees to shapes in map units: projection, outlines of joined faces, SVG paths.
 *
 * Pure functions without a document, so that they run in a test as they do in a browser. Nothing here
 * knows a game or a country.
 *
 * @module
 */

import { ARCS, FACES } from './europe.js';

/** @typedef {readonly [number, number]} Point map units to the right and down */
/** @typedef {(lon: number, lat: number) => Point} Project */

/**
 * The share of each edge that the rounding of a corner takes at either end. Below a half, so that two
 * corners never meet.
 */
const ROUNDING = 0.28;

/** Radians of a degree. */
const RADIANS = Math.PI / 180;

/**
 * Returns a projection of Europe as on a globe: true to direction from `centre`, smaller farther away.
 *
 * @param {object} view
 * @param {Point} view.centre longitude and latitude that lie at `at`, in degrees
 * @param {number} view.bend how quickly sizes shrink away from the centre: 1 is a globe seen from far away
 * @param {number} view.scale map units of a degree at the centre
 * @param {Point} view.at where the centre lies
 * @returns {Project}
 */
export function globe({ centre, bend, scale, at }) {
  const [lon0, lat0] = [centre[0] * RADIANS, centre[1] * RADIANS];
  return (lon, lat) => {
    const [away, north] = [lon * RADIANS - lon0, lat * RADIANS];
    const east = Math.cos(north) * Math.sin(away);
    const up = Math.cos(lat0) * Math.sin(north) - Math.sin(lat0) * Math.cos(north) * Math.cos(away);
    const towards =
      Math.sin(lat0) * Math.sin(north) + Math.cos(lat0) * Math.cos(north) * Math.cos(away);
    const angle = Math.acos(Math.min(1, Math.max(-1, towards)));
    const reach = (Math.sin(Math.min(angle * bend, Math.PI / 2)) / bend / RADIANS) * scale;
    const sine = Math.sin(angle) || 1;
    return [at[0] + (reach * east) / sine, at[1] - (reach * up) / sine];
  };
}

/**
 * Returns the lines of faces taken together: those around them, and those between two of them.
 *
 * @param {readonly string[]} faces names in `FACES`
 * @returns {{ outer: string[], inner: string[] }} names in `ARCS`
 */
export function lines(faces) {
  const names = faces.flatMap((face) => FACES[face].split(' '));
  const twice = (/** @type {string} */ name) => names.indexOf(name) !== names.lastIndexOf(name);
  return { outer: names.filter((name) => !twice(name)), inner: [...new Set(names.filter(twice))] };
}

/**
 * Returns the points of a line, projected.
 *
 * @param {string} name in `ARCS`
 * @param {Project} project
 * @returns {Point[]}
 */
export function points(name, project) {
  const arc = ARCS[name];
  const found = [];
  for (let at = 0; at < arc.length; at += 2) found.push(project(arc[at], arc[at + 1]));
  return found;
}

/** Returns the two ends of a line as comparable texts: start, end. @param {string} name */
function ends(name) {
  const arc = ARCS[name];
  return [arc.slice(0, 2).join(), arc.slice(-2).join()];
}

/**
 * Joins lines at their ends into closed rings.
 *
 * @param {readonly string[]} names in `ARCS`
 * @returns {{ name: string, back: boolean }[][]} the lines of each ring, in order; `back` ones from their end
 * @throws {Error} if a ring cannot be closed: the data are wrong
 */
export function rings(names) {
  const left = new Set(names);
  const found = [];
  for (const first of names) {
    if (!left.delete(first)) continue;
    const ring = [{ name: first, back: false }];
    let [start, end] = ends(first);
    while (end !== start) {
      const next = [...left].find((name) => ends(name).includes(end));
      if (next === undefined) throw new Error(`the ring of ${first} is open at ${end}`);
      left.delete(next);
      const back = ends(next)[0] !== end;
      end = ends(next)[back ? 0 : 1];
      ring.push({ name: next, back });
    }
    found.push(ring);
  }
  return found;
}

/** Formats a number for a path: at most one decimal. @param {number} value */
const short = (value) => String(Math.round(value * 10) / 10);

/** @param {Point} point */
const pair = (point) => `${short(point[0])} ${short(point[1])}`;

/**
 * Returns the point at a share of the way from `from` to `to`.
 *
 * @param {Point} from
 * @param {Point} to
 * @param {number} share
 * @returns {Point}
 */
function between(from, to, share) {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/**
 * Returns the commands that continue a path along a line with rounded corners. The two ends stay where they
 * are, and the reverse is the same curve, so that neighbours fit.
 *
 * @param {readonly Point[]} line at least two points
 * @returns {string}
 */
function along(line) {
  let path = '';
  for (let at = 1; at < line.length - 1; at += 1) {
    const [before, here, after] = [line[at - 1], line[at], line[at + 1]];
    path += `L${pair(between(here, before, ROUNDING))}Q${pair(here)} ${pair(between(here, after, ROUNDING))}`;
  }
  return `${path}L${pair(line[line.length - 1])}`;
}

/**
 * Returns an island's line, started in the middle of an edge, because the corner at the start stays sharp.
 *
 * @param {readonly Point[]} line
 * @returns {Point[]}
 */
function turned(line) {
  const middle = between(line[0], line[1], 0.5);
  return [middle, ...line.slice(1), middle];
}

/**
 * Returns a closed SVG path around lines.
 *
 * @param {readonly string[]} names in `ARCS`: whole rings
 * @param {Project} project
 * @returns {string} the `d` of a path; fill it with the even-odd rule
 */
export function shape(names, project) {
  return rings(names)
    .map((ring) => {
      const parts = ring.map(({ name, back }) => {
        const line = points(name, project);
        return back ? line.reverse() : line;
      });
      if (ring.length === 1) parts[0] = turned(parts[0]);
      return `M${pair(parts[0][0])}${parts.map(along).join('')}Z`;
    })
    .join('');
}

/**
 * Returns an open SVG path along lines, each on its own.
 *
 * @param {readonly string[]} names in `ARCS`
 * @param {Project} project
 * @returns {string} the `d` of a path without fill; empty without lines
 */
export function strokes(names, project) {
  return names
    .map((name) => {
      const line = points(name, project);
      return `M${pair(line[0])}${along(line)}`;
    })
    .join('');
}

/**
 * Returns a curve from one point to another, bent to its left.
 *
 * @param {Point} from
 * @param {Point} to
 * @param {number} bow how far its middle is off the straight line, as a share of the length; negative: right
 * @returns {string} the `d` of a path without fill
 */
export function curve(from, to, bow) {
  const [x, y] = between(from, to, 0.5);
  const [across, down] = [to[0] - from[0], to[1] - from[1]];
  return `M${pair(from)}Q${pair([x + 2 * bow * down, y - 2 * bow * across])} ${pair(to)}`;
}
