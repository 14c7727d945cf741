// Animations of events on the map: troops travel, losses and reinforcements float up. The map already shows
// the result; this only draws the eye, and nothing moves where reduced motion is preferred.

import { middle } from './map.js';
import { still } from './playback.js';
import { COUNTER } from './symbols.js';

const SVG = 'http://www.w3.org/2000/svg';
/** Durations of the animations, in milliseconds. */
const FLIGHT = 650;
const FLOAT = 1_300;

/** Returns the identifiers that an event is about. @param {any} event @returns {string[]} */
export function idsOf(event) {
  const { from, to, territory, territories, objective, card, cards, troops, kind, cities } = event;
  const counts = troops && typeof troops === 'object' ? Object.keys(troops) : [];
  const many = territories ? [] : [...counts, ...(cards ?? []), ...(cities ?? [])];
  return [from, to, territory, objective, card, kind, ...many].filter(
    (one) => typeof one === 'string',
  );
}

/** Returns the territories that events changed. @param {any[]} events @returns {Set<string>} */
export const changedBy = (events) =>
  new Set(events.filter(({ type }) => type !== 'map_placed' && type !== 'set_up').flatMap(idsOf));

/**
 * Animates events in a layer of the map.
 * @param {Element | null} layer @param {any[]} events @param {(seat: number | string) => string} ownerOf
 */
export function animate(layer, events, ownerOf) {
  if (!layer || still()) return;
  for (const event of events) {
    const { type, from, to, troops } = event;
    if (type === 'manoeuvred' || type === 'occupied') fly(layer, from, to, troops, ownerOf(to));
    if (type === 'placed' || type === 'troops_returned') {
      Object.entries(troops).forEach(([id, count]) => float(layer, id, `+${count}`, 'gain'));
    }
  }
}

/** Animates the losses of one roll. @param {Element | null} layer @param {any} fought */
export function losses(layer, { from, to, attacker_lost: own, defender_lost: other }) {
  if (!layer || still()) return;
  if (own) float(layer, from, `−${own}`, 'loss');
  if (other) float(layer, to, `−${other}`, 'loss');
}

/** @param {readonly [number, number]} point */
const translate = ([x, y]) => `translate(${x}px, ${y}px)`;

/** @param {Element} layer @param {string} from @param {string} to @param {number} count @param {string} owner */
function fly(layer, from, to, count, owner) {
  const piece = document.createElementNS(SVG, 'g');
  const body = document.createElementNS(SVG, 'path');
  body.setAttribute('class', `bp-counter ${owner}`);
  body.setAttribute('d', COUNTER[owner]);
  const number = document.createElementNS(SVG, 'text');
  number.setAttribute('class', `bp-number ${owner}`);
  number.setAttribute('y', '6');
  number.textContent = String(count);
  piece.append(body, number);
  layer.append(piece);
  const steps = [{ transform: translate(middle(from)) }, { transform: translate(middle(to)) }];
  const gone = () => piece.remove();
  piece
    .animate(steps, { duration: FLIGHT, easing: 'ease-in-out', fill: 'both' })
    .finished.then(gone, gone);
}

/** @param {Element} layer @param {string} id @param {string} said @param {string} kind */
function float(layer, id, said, kind) {
  const note = document.createElementNS(SVG, 'text');
  note.setAttribute('class', `bp-float ${kind}`);
  note.textContent = said;
  layer.append(note);
  const [x, y] = middle(id);
  const step = (/** @type {number} */ up, /** @type {number} */ opacity) => ({
    transform: translate([x, y - up]),
    opacity,
  });
  const steps = [step(8, 0), step(20, 1), step(28, 1), step(44, 0)];
  const gone = () => note.remove();
  note
    .animate(steps, { duration: FLOAT, easing: 'ease-out', fill: 'both' })
    .finished.then(gone, gone);
}
