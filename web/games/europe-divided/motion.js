// Animations of events: armies travel, changes of dice float up. The board already shows the result; this
// only draws the eye, and nothing moves where reduced motion is preferred.

import { SPACES } from '../../maps/europe-divided.js';
import { ARMY_PATHS } from './pieces.js';

const SVG = 'http://www.w3.org/2000/svg';
/** Durations of the animations, in milliseconds. */
const FLIGHT = 700;
const FLOAT = 1_400;
/** Time for which changes stay highlighted, in milliseconds. */
export const RECENT = 2_000;

const BY_ID = new Map(SPACES.map((space) => [space.id, space]));

/** Returns the identifiers that an event is about. @param {any} event @returns {string[]} */
export function idsOf(event) {
  const { region, space, from, to, sea, card, headline, first_open, second_open } = event;
  return [region, space, from, to, sea, card, headline, first_open, second_open].filter(
    (one) => typeof one === 'string',
  );
}

/** @param {string} id @param {string} slot @returns {readonly [number, number] | null} */
function anchorOf(id, slot) {
  const space = BY_ID.get(id);
  if (!space) return null;
  return space.anchors[slot] ?? [space.box[0] + space.box[2] / 2, space.box[1] + space.box[3] / 2];
}

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Animates events in a layer of the map.
 * @param {Element | null} layer @param {any[]} events
 */
export function animate(layer, events) {
  if (!layer || still() || document.hidden) return;
  events.forEach((event, at) => {
    const delay = Math.min(at, 6) * 120;
    if (event.type === 'army_moved') fly(layer, event, delay);
    const note = noteOf(event);
    if (note) float(layer, note, delay);
  });
}

/** @param {any} event @returns {{at: readonly [number, number], text: string, power: string} | null} */
function noteOf(event) {
  const at = anchorOf(event.region ?? event.space ?? '', event.power ?? 'army');
  if (!at) return null;
  switch (event.type) {
    case 'influence_placed':
      return { at, text: '+1', power: event.power };
    case 'influence_changed': {
      const by = event.to - event.from;
      return { at, text: by > 0 ? `+${by}` : `−${-by}`, power: event.power };
    }
    case 'army_built':
      return { at, text: '+1', power: event.side };
    case 'armies_removed':
    case 'army_lost_to_influence':
      return { at, text: '✕', power: '' };
    default:
      return null;
  }
}

/** @param {Element} layer @param {any} event @param {number} delay */
function fly(layer, { from, to, side }, delay) {
  const [start, end] = [anchorOf(from, 'army'), anchorOf(to, 'army')];
  if (!start || !end) return;
  const power = side === 'europe' ? 'nato' : 'russia';
  const piece = document.createElementNS(SVG, 'path');
  piece.setAttribute('class', `ed-flight ${power}`);
  piece.setAttribute('d', ARMY_PATHS[power].body);
  layer.append(piece);
  const step = (/** @type {readonly [number, number]} */ [x, y]) => ({
    transform: `translate(${x}px, ${y}px)`,
  });
  const options = {
    duration: FLIGHT,
    delay,
    easing: 'ease-in-out',
    fill: /** @type {const} */ ('both'),
  };
  piece.animate([step(start), step(end)], options).finished.then(
    () => piece.remove(),
    () => piece.remove(),
  );
}

/** @param {Element} layer @param {{at: readonly [number, number], text: string, power: string}} note @param {number} delay */
function float(layer, { at, text, power }, delay) {
  const note = document.createElementNS(SVG, 'text');
  note.setAttribute('class', `ed-float ${power}`);
  note.textContent = text;
  layer.append(note);
  const step = (/** @type {number} */ up, /** @type {number} */ opacity) => ({
    transform: `translate(${at[0]}px, ${at[1] - up}px)`,
    opacity,
  });
  const options = {
    duration: FLOAT,
    delay,
    easing: 'ease-out',
    fill: /** @type {const} */ ('both'),
  };
  note.animate([step(6, 0), step(18, 1), step(24, 1), step(38, 0)], options).finished.then(
    () => note.remove(),
    () => note.remove(),
  );
}
