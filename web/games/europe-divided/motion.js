// Animations of events: armies travel, changes of dice float up.

import { SPACES } from '../../maps/europe-divided.js';
import { element, float, fly, still } from '../../ui/motion.js';
import { ARMY_PATHS } from './pieces.js';

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

/**
 * Animates events in a layer of the map.
 * @param {Element | null} layer @param {any[]} events
 */
export function animate(layer, events) {
  if (!layer || still()) return;
  events.forEach((event, at) => {
    const delay = Math.min(at, 6) * 120;
    if (event.type === 'army_moved') march(layer, event, delay);
    const note = noteOf(event);
    if (!note) return;
    const said = element('text', { class: `ed-float ${note.power}` }, note.text);
    float(layer, said, note.at, [6, 18, 24, 38], { duration: FLOAT, delay });
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
function march(layer, { from, to, side }, delay) {
  const [start, end] = [anchorOf(from, 'army'), anchorOf(to, 'army')];
  if (!start || !end) return;
  const power = side === 'europe' ? 'nato' : 'russia';
  const piece = element('path', { class: `ed-flight ${power}`, d: ARMY_PATHS[power].body });
  fly(layer, piece, start, end, { duration: FLIGHT, delay });
}
