// The puzzle of the day on the first page: one line, one click.

import { asked } from '../core/needed.js';
import { isSolved } from '../core/puzzles.js';
import { text } from '../text/index.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { UNSET, showing } from './component.js';
import { Way } from './way.js';

/** @import * as Wire from '../types/protocol.js' */

/** Not before a click. */
const ways = () => asked(() => import('./open.js'));

export class Today extends showing({
  puzzle: /** @type {Wire.PuzzleInfo} */ (UNSET),
  /** The name of its game. */ game: '',
}) {
  #way = new Way(this);

  render() {
    const { puzzle, game } = this;
    const { busy, problem } = this.#way;
    return html`<section class="today" aria-labelledby="today-title">
      <h2 id="today-title">${text.home.today}</h2>
      <p><b>${puzzle.title}</b> <span class="faint">${game}</span></p>
      ${isSolved(puzzle) ? html`<span class="done">✓ ${text.home.solved}</span>` : nothing}
      ${problem ? html`<p class="bad" role="alert">${problem}</p>` : nothing}
      <button ?disabled=${busy} @click=${this.#open}>${text.home.whatWouldYouDo}</button>
    </section>`;
  }

  #open() {
    const { game, puzzle } = this.puzzle;
    this.#way.go(async () => (await ways()).learn(game, puzzle));
  }
}

customElements.define('entente-today', Today);
