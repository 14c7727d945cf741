// What one can do while others have yet to come: the next lesson of the game, and a puzzle, one click away.

import { lessons, puzzles } from '../core/api.js';
import { nextOf as nextLesson } from '../core/lessons.js';
import { asked } from '../core/needed.js';
import { nextOf as nextPuzzle } from '../core/puzzles.js';
import { en as text } from '../text/waiting.en.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { showing } from './component.js';
import { Way } from './way.js';

/** @import * as Wire from '../types/protocol.js' */

/** Not before a click. */
const ways = () => asked(() => import('./open.js'));

export class Meanwhile extends showing({ game: '' }) {
  /** @type {Wire.LessonInfo | undefined} */ lesson;
  /** @type {Wire.PuzzleInfo | undefined} */ puzzle;
  #way = new Way(this);

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('game')) this.#load();
  }

  async #load() {
    const own = (/** @type {{game: string}} */ { game }) => game === this.game;
    try {
      const [taught, asked] = await Promise.all([lessons(), puzzles()]);
      this.lesson = nextLesson(taught.filter(own));
      this.puzzle = nextPuzzle(asked.puzzles.filter(own));
    } catch {
      // Then one just waits.
    }
    this.requestUpdate();
  }

  /** @param {string} lesson */
  #begin(lesson) {
    this.#way.go(async () => (await ways()).learn(this.game, lesson));
  }

  render() {
    const { lesson, puzzle } = this;
    const { busy, problem } = this.#way;
    if (!lesson && !puzzle) return nothing;
    return html`<section class="meanwhile" aria-labelledby="meanwhile-title">
      <h2 id="meanwhile-title">${text.title}</h2>
      <p class="faint">${text.help}</p>
      <div class="row">
        ${
          lesson
            ? html`<button ?disabled=${busy} @click=${() => this.#begin(lesson.lesson)}>
                ${text.learn(lesson.title, lesson.minutes)}
              </button>`
            : nothing
        }
        ${
          puzzle
            ? html`<button ?disabled=${busy} @click=${() => this.#begin(puzzle.puzzle)}>
                ${text.puzzle}
              </button>`
            : nothing
        }
      </div>
      ${problem ? html`<p class="bad" role="alert">${problem}</p>` : nothing}
    </section>`;
  }
}

customElements.define('entente-meanwhile', Meanwhile);
