// Animations on a map, for its boards. The map already shows the result; they only draw the eye, and nothing
// moves where reduced motion is preferred.

/** @import { Point } from '../maps/geometry.js' */

const SVG = 'http://www.w3.org/2000/svg';

/** Checks whether animations should be left out. */
export const still = () =>
  document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Makes an element of an SVG. @param {string} name @param {Record<string, string>} attributes @param {string} [text] */
export function element(name, attributes, text = '') {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

/** @param {Point} point */
const translate = ([x, y]) => `translate(${x}px, ${y}px)`;

/** @param {Element} layer @param {Element} piece @param {Keyframe[]} steps @param {KeyframeAnimationOptions} options */
function pass(layer, piece, steps, options) {
  layer.append(piece);
  const gone = () => piece.remove();
  piece.animate(steps, { fill: 'both', ...options }).finished.then(gone, gone);
}

/**
 * Moves a piece from one point of a layer to another; then it is gone.
 * @param {Element} layer @param {Element} piece @param {Point} from @param {Point} to
 * @param {KeyframeAnimationOptions} options
 */
export function fly(layer, piece, from, to, options) {
  const steps = [{ transform: translate(from) }, { transform: translate(to) }];
  pass(layer, piece, steps, { easing: 'ease-in-out', ...options });
}

/**
 * Shows a text that appears above a point, rises and goes.
 * @param {Element} layer @param {Element} note @param {Point} point
 * @param {number[]} heights at its beginning, while it is seen, and at its end
 * @param {KeyframeAnimationOptions} options
 */
export function float(layer, note, [x, y], heights, options) {
  const opacities = [0, 1, 1, 0];
  const steps = heights.map((up, at) => ({
    transform: translate([x, y - up]),
    opacity: opacities[at],
  }));
  pass(layer, note, steps, { easing: 'ease-out', ...options });
}
