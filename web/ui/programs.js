// The choice of a program for a free seat, beside the server's own bots: each is somebody else's, and said to be.

import { programsFor, seatProgram } from '../core/programs.js';
import { en as words } from '../text/programs.en.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { UNSET, showing } from './component.js';

/** @import * as Wire from '../types/protocol.js' */

export class Programs extends showing({
  room: /** @type {Wire.Room} */ (UNSET),
  seat: 0,
  token: '',
}) {
  /** @type {Wire.ProgramInfo[]} */ programs = [];

  firstUpdated() {
    this.#look();
  }

  /** Looks again who is there. */
  async #look() {
    this.programs = await programsFor(this.room);
    this.requestUpdate();
  }

  render() {
    if (this.programs.length === 0) return nothing;
    return html`<select
      class="program"
      aria-label=${words.choose(this.seat)}
      title=${words.help}
      @focus=${() => this.#look()}
      @change=${(/** @type {any} */ event) => this.#choose(event.target)}
    >
      <option value="">${words.seat}</option>
      ${this.programs.map(
        ({ id, name, level, contact }) =>
          html`<option value=${id}>${words.described(name, level, contact)}</option>`,
      )}
    </select>`;
  }

  /** @param {HTMLSelectElement} select */
  async #choose(select) {
    const program = select.value;
    select.value = '';
    if (!program) return;
    try {
      await seatProgram(this.room.code, this.seat, this.token, program);
    } catch (problem) {
      this.emit('refused', problem);
      this.#look();
    }
  }
}

customElements.define('entente-programs', Programs);
