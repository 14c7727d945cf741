// Where the points came from, in the result of a match: by source, and in their order.

import { sums, wholeMatch } from '../core/points.js';
import { table } from '../text/table.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { UNSET, showing } from './component.js';

/** @import { Play } from '../core/play.js' */
/** @import { Point, Sum } from '../core/points.js' */
/** @import { GameModule } from '../games/registry.js' */

export class Points extends showing({
  play: /** @type {Play} */ (UNSET),
  game: /** @type {GameModule} */ (UNSET),
  /** The names of the seats. */ names: /** @type {string[]} */ ([]),
}) {
  /** @type {Point[]} */ points = [];

  async firstUpdated() {
    const { play, game } = this;
    const { room, events } = play.session;
    if (!room || !game.points) return;
    try {
      this.points = game.points(await wholeMatch(room.code, events), play);
    } catch {
      // The result stands without them: the replay is there once the server answers again.
    }
    this.requestUpdate();
  }

  render() {
    const { points, names, game } = this;
    if (points.length === 0) return nothing;
    const title = table.points.title(game.score ?? table.points.points);
    const inOrder = game.inOrder ?? table.points.inOrder;
    const turns = [...new Set(points.map(({ when }) => when))];
    /** @param {Sum[]} all @param {string} none what stands where a seat has none */
    const lines = (all, none) =>
      all.map(
        ({ title, sums: values }) =>
          html`<tr>
            <th scope="row">${title}</th>
            ${values.map((value) => html`<td>${value === 0 ? none : table.points.signed(value)}</td>`)}
          </tr>`,
      );
    return html`<section class="points">
      <h3>${title}</h3>
      <table class="scores">
        <caption class="unseen">
          ${title}
        </caption>
        <thead>
          ${this.#heads(names)}
        </thead>
        <tbody>
          ${lines(
            sums(points, names.length, ({ source }) => source),
            '0',
          )}
        </tbody>
      </table>
      <details>
        <summary>${inOrder}</summary>
        <table class="scores">
          <caption class="unseen">
            ${inOrder}
          </caption>
          <thead>
            ${this.#heads(names)}
          </thead>
          ${turns.map((turn) => {
            const here = points.filter(({ when }) => when === turn);
            return html`<tbody>
              <tr>
                <th scope="rowgroup" colspan=${names.length + 1}>${turn}</th>
              </tr>
              ${lines(
                sums(here, names.length, ({ what, source }) => what ?? source),
                '',
              )}
            </tbody>`;
          })}
        </table>
      </details>
    </section>`;
  }

  /** @param {string[]} names */
  #heads(names) {
    return html`<tr>
      <td></td>
      ${names.map((name) => html`<th scope="col">${name}</th>`)}
    </tr>`;
  }
}

customElements.define('entente-points', Points);
