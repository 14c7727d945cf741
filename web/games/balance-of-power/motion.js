// Animations of events on the map: troops travel, losses and reinforcements float up.

import { element, float, fly, still } from '../../ui/motion.js';
import { middle } from './map.js';
import { COUNTER } from './symbols.js';

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
    const { type, to, troops } = event;
    if (type === 'manoeuvred' || type === 'occupied') march(layer, event, ownerOf(to));
    if (type === 'placed' || type === 'troops_returned') {
      Object.entries(troops).forEach(([id, count]) => tell(layer, id, `+${count}`, 'gain'));
    }
  }
}

/** Animates the losses of one roll. @param {Element | null} layer @param {any} fought */
export function losses(layer, { from, to, attacker_lost: own, defender_lost: other }) {
  if (!layer || still()) return;
  if (own) tell(layer, from, `−${own}`, 'loss');
  if (other) tell(layer, to, `−${other}`, 'loss');
}

/** @param {Element} layer @param {any} event @param {string} owner */
function march(layer, { from, to, troops }, owner) {
  const piece = element('g', {});
  piece.append(
    element('path', { class: `bp-counter ${owner}`, d: COUNTER[owner] }),
    element('text', { class: `bp-number ${owner}`, y: '6' }, String(troops)),
  );
  fly(layer, piece, middle(from), middle(to), { duration: FLIGHT });
}

/** @param {Element} layer @param {string} id @param {string} said @param {string} kind */
function tell(layer, id, said, kind) {
  const note = element('text', { class: `bp-float ${kind}` }, said);
  float(layer, note, middle(id), [8, 20, 28, 44], { duration: FLOAT });
}
