// The choice of a program for a free seat, beside the server's own bots: each is somebody else's, and said to be.

import { programsFor, seatProgram } from '../core/programs.js';
import { en as words } from '../text/programs.en.js';
import { html, live, nothing } from '../vendor/lit/lit.js';
import { UNSET, showing } from './component.js';

/** @import * as Wire from '../types/protocol.js' */

export class Programs extends showing({
  room: /** @type {Wire.Room} */ (UNSET),
  seat: 0,
  token: '',
}) {
  /** @type {Wire.ProgramInfo[]} */ programs = [];
  /** The program that is chosen, by its id. */ chosen = '';

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
    // Not as soon as one is chosen: with the arrow keys that is at every step.
    return html`<select
        class="program"
        aria-label=${words.choose(this.seat)}
        title=${words.help}
        .value=${live(this.chosen)}
        @focus=${() => this.#look()}
        @change=${(/** @type {any} */ event) => this.#choose(event.target.value)}
      >
        <option value="">${words.program}</option>
        ${this.programs.map(
          ({ id, name, level, contact }) =>
            html`<option value=${id}>${words.described(name, level, contact)}</option>`,
        )}
      </select>
      <button ?disabled=${this.chosen === ''} @click=${() => this.#take()}>${words.seat}</button>`;
  }

  /** @param {string} program */
  #choose(program) {
    this.chosen = program;
    this.requestUpdate();
  }

  async #take() {
    const program = this.chosen;
    this.#choose('');
    try {
      await seatProgram(this.room.code, this.seat, this.token, program);
    } catch (problem) {
      this.emit('refused', problem);
      this.#look();
    }
  }
}

customElements.define('entente-programs', Programs);
