// The analysis of a match that is over, above the controls of its replay: the chance of the seat through whose eyes it
// is seen, or else the first one, over the entries, marks where choices cost most, and all of it as a table.

import {
  choices,
  fetchAnalysis,
  lost,
  mean,
  percent,
  stepOf,
  wins,
  worst,
} from '../core/analysis.js';
import { explain, text } from '../text/index.js';
import { table } from '../text/table.js';
import { html, nothing, svg } from '../vendor/lit/lit.js';
import { UNSET, showing } from './component.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Chosen } from '../core/analysis.js' */
/** @import { Replay } from '../core/replay.js' */

/** The most marks on the curve, and the part of its width that each has for itself. */
const [MARKS, APART] = [8, 0.08];

/** The height of the curve, and its width, in its own units. */
const [WIDTH, HEIGHT] = [1_000, 100];

export class AnalysisPanel extends showing({
  replay: /** @type {Replay} */ (UNSET),
  /** `true` if it is wanted at once. */ wanted: false,
}) {
  /** @type {Wire.Analysis | null} */ analysis = null;
  /** @type {AbortController | null} set while it is being fetched */ #fetching = null;
  /** @type {number | null} the entry that was asked for last */ #wanted = null;
  progress = '';
  problem = '';

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#fetching?.abort();
    this.#fetching = null;
  }

  firstUpdated() {
    if (this.wanted) this.#fetch();
  }

  render() {
    const { analysis } = this;
    if (!analysis) {
      return html`<div class="row">
        <button ?disabled=${this.#fetching !== null} @click=${() => this.#fetch()}>
          ${table.analysis.open}
        </button>
        <span role="status" class="faint">${this.progress}</span>
        <span role="alert" class="bad">${this.problem}</span>
      </div>`;
    }
    return html`${this.#curve(analysis)} ${this.#here(analysis)} ${this.#sums(analysis)}
      <details>
        <summary>${table.analysis.table}</summary>
        ${this.#table(analysis)}
      </details>`;
  }

  async #fetch() {
    const fetching = new AbortController();
    this.#fetching = fetching;
    this.problem = '';
    this.progress = table.analysis.thinking;
    this.requestUpdate();
    /** @param {number} done @param {number} all */
    const progress = (done, all) => {
      this.progress = table.analysis.progress(done, all);
      this.requestUpdate();
    };
    try {
      this.analysis = await fetchAnalysis(this.replay.room.code, progress, fetching.signal);
    } catch (problem) {
      this.problem = explain(/** @type {any} */ (problem));
    }
    this.progress = '';
    this.#fetching = null;
    this.requestUpdate();
  }

  /** The seat whose chance is shown. */
  get #seat() {
    return this.replay.seat ?? 0;
  }

  /** Returns the chance of the seat that is shown, of two; the analysis has that of the first one. @param {number} first */
  #chance(first) {
    return this.#seat === 0 ? first : 10_000 - first;
  }

  /** @param {number} seat */
  #name(seat) {
    return this.replay.room.seats[seat]?.name ?? text.sides.seat(seat);
  }

  /** @param {number} seq */
  #go(seq) {
    this.#wanted = seq;
    this.replay.go(stepOf(this.replay.steps, seq));
  }

  /** The entry that the replay shows: of several in one step the one that was asked for. */
  get #seq() {
    const { replay } = this;
    const asked = this.#wanted !== null && stepOf(replay.steps, this.#wanted) === replay.at;
    return (asked ? this.#wanted : replay.view?.seq) ?? 0;
  }

  /** @param {Wire.Analysis} analysis */
  #curve(analysis) {
    const last = Math.max(analysis.entries.length - 1, 1);
    const points = analysis.entries.map(
      ({ chance }, at) => `${(at / last) * WIDTH},${HEIGHT - this.#chance(chance) / 100}`,
    );
    const here = (this.#seq / last) * WIDTH;
    /** @param {MouseEvent & {currentTarget: any}} event */
    const click = (event) => {
      const { left, width } = event.currentTarget.getBoundingClientRect();
      this.#go(Math.round(((event.clientX - left) / width) * last));
    };
    return html`<figure class="curve">
      <figcaption>${table.analysis.curve(this.#name(this.#seat))}</figcaption>
      <div class="plot">
        <svg
          viewBox="0 0 ${WIDTH} ${HEIGHT}"
          preserveAspectRatio="none"
          aria-hidden="true"
          @click=${click}
        >
          ${svg`<polygon class="area" points="0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}" />
          <line class="even" x1="0" x2=${WIDTH} y1=${HEIGHT / 2} y2=${HEIGHT / 2} />
          <polyline points=${points.join(' ')} />
          <line class="here" x1=${here} x2=${here} y1="0" y2=${HEIGHT} />`}
        </svg>
        ${worst(analysis, MARKS, last * APART).map(({ seq, choice }) => {
          const label = this.#said({ seq, choice });
          const chance = this.#chance(analysis.entries[seq].chance);
          return html`<button
            class="mark seat-${choice.seat}"
            .style=${`left:${(seq / last) * 100}%;top:${100 - chance / 100}%`}
            aria-label=${label}
            title=${label}
            @click=${() => this.#go(seq)}
          >
            ${choice.seat === this.#seat ? '▼' : '▲'}
          </button>`;
        })}
      </div>
    </figure>`;
  }

  /** Describes a choice in a sentence. @param {Chosen} chosen */
  #said({ seq, choice }) {
    const cost = lost(choice) > 0 ? table.analysis.cost(percent(lost(choice))) : '';
    const better = choice.best ? table.analysis.better(choice.best.text) : '';
    const luck = choice.luck ? table.analysis.luck(percent(choice.luck)) : '';
    const rest = [cost, better, luck].filter(Boolean).join('; ');
    return table.analysis.said(seq, this.#name(choice.seat), choice.text, rest);
  }

  /** Describes the choice that the replay shows. @param {Wire.Analysis} analysis */
  #here(analysis) {
    const entry = analysis.entries[this.#seq];
    const chosen = entry?.choice ? { seq: entry.seq, choice: entry.choice } : null;
    return html`<p class="chosen" aria-live="polite">
      ${entry ? html`<b>${percent(this.#chance(entry.chance))}</b>` : nothing}
      ${chosen ? this.#said(chosen) : nothing}
    </p>`;
  }

  /** @param {Wire.Analysis} analysis */
  #sums(analysis) {
    return html`<ul class="sums">
      ${analysis.seats.map(
        ({ choices: all, best, lost: cost, luck }, seat) =>
          html`<li>
            ${table.analysis.sum(this.#name(seat), best, all, mean(cost, all), wins(luck))}
          </li>`,
      )}
    </ul>`;
  }

  /** @param {Wire.Analysis} analysis */
  #table(analysis) {
    const heads = table.analysis.heads;
    return html`<div class="scroll" tabindex="0">
      <table>
        <caption class="unseen">
          ${table.analysis.table}
        </caption>
        <thead>
          <tr>
            ${heads.map((head) => html`<th scope="col">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${choices(analysis).map(
            ({ seq, choice }) =>
              html`<tr class=${seq === this.#seq ? 'shown' : ''}>
                <th scope="row">
                  <button class="quiet" @click=${() => this.#go(seq)}>${seq}</button>
                </th>
                <td>${this.#name(choice.seat)}</td>
                <td>${choice.text}</td>
                <td>${percent(lost(choice))}</td>
                <td>${percent(choice.luck)}</td>
                <td>${choice.best?.text ?? ''}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
}

customElements.define('entente-analysis', AnalysisPanel);
