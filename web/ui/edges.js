// The edges of a map: how many of the places that can be chosen lie beyond each of them. A press goes to the nearest.

import { table } from '../text/table.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { UNSET, showing } from './component.js';

/** @import { Camera } from './pan-zoom.js' */

/** A place in the picture: its identifier and its middle. @typedef {{id: string, at: readonly [number, number]}} Place */

/** @typedef {'north' | 'east' | 'south' | 'west'} Edge */

/** The sign of each edge. @type {Readonly<Record<Edge, string>>} */
const SIGNS = { north: '▲', east: '▶', south: '▼', west: '◀' };

/** The height of a map below which arrows one below another would meet, and the widths at which they fit side by side, in pixels. */
const LOW = 260;
const [NARROW, WIDE] = [280, 420];

/** Checks whether the arrows stand side by side. @param {{width: number, height: number}} frame of a map */
export const sideBySide = ({ width, height }) => height < LOW && width >= NARROW && width <= WIDE;

export class Edges extends showing({
  camera: /** @type {Camera} */ (UNSET),
  /** What can be chosen now. */ places: /** @type {readonly Place[]} */ ([]),
}) {
  render() {
    if (this.camera.scale === 0) return nothing;
    const beyond = this.#beyond();
    const low = sideBySide(this.camera.frame) ? 'low' : '';
    return /** @type {Edge[]} */ (Object.keys(SIGNS)).map((edge) => {
      const places = beyond.get(edge) ?? [];
      if (places.length === 0) return nothing;
      const label = table.edges[edge](places.length);
      return html`<button
        class="edge ${edge} ${low}"
        aria-label=${label}
        title=${label}
        @click=${() => this.emit('beyond', places[0].id)}
      >
        ${SIGNS[edge]} ${places.length}
      </button>`;
    });
  }

  /** Returns the places beyond each edge of what is shown, the nearest first. */
  #beyond() {
    const { width } = this.camera.frame;
    /** @type {Map<Edge, {id: string, away: number}[]>} */ const found = new Map();
    for (const { id, at } of this.places) {
      const { x, y } = this.camera.toFrame(at);
      const below = this.camera.below(at);
      const ways = /** @type {[Edge, number][]} */ ([
        ['north', -y],
        ['east', x - width],
        ['south', below],
        ['west', -x],
      ]);
      const [edge, away] = ways.reduce((most, way) => (way[1] > most[1] ? way : most));
      if (away > 0) found.set(edge, [...(found.get(edge) ?? []), { id, away }]);
    }
    for (const places of found.values()) places.sort((one, other) => one.away - other.away);
    return found;
  }
}

customElements.define('entente-edges', Edges);
