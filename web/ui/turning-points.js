// The turning points of a match in its result: where the chance to win changed most. The server is asked for them
// once somebody looks at their place, since it has to analyse the match; nothing waits for them.

import { fetchAnalysis, percent, turningPoints } from '../core/analysis.js';
import { standing } from '../core/standing.js';
import { table } from '../text/table.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { UNSET, showing } from './component.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Paced } from '../core/paced.js' */

/** The number of turning points, and the part of the match that each has for itself. */
const [MOST, APART] = [3, 0.05];

export class TurningPoints extends showing({ session: /** @type {Paced} */ (UNSET) }) {
  /** @type {Wire.Analysis | null} */ analysis = null;
  #fetching = new AbortController();
  #looked = new IntersectionObserver((places) => {
    if (places.some(({ isIntersecting }) => isIntersecting)) this.#fetch();
  });
  progress = table.turningPoints.waiting;

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#looked.disconnect();
    this.#fetching.abort();
  }

  firstUpdated() {
    this.#looked.observe(this);
  }

  async #fetch() {
    this.#looked.disconnect();
    const code = this.session.room?.code ?? '';
    const progress = (/** @type {number} */ done, /** @type {number} */ all) => {
      this.progress = table.turningPoints.progress(percent((done / Math.max(all, 1)) * 10_000));
      this.requestUpdate();
    };
    try {
      this.analysis = await fetchAnalysis(code, progress, this.#fetching.signal);
    } catch {
      // The button of the analysis says why, to whoever asks for it.
    }
    this.progress = '';
    this.requestUpdate();
  }

  /** Says what was chosen, and in which turn if one had begun. @param {number} seq @param {string} name @param {string} command */
  #label(seq, name, command) {
    const { said, saidIn } = table.turningPoints;
    const before = standing(this.session.events).filter((event) => event.seq < seq);
    const began = before.findLast(({ type }) => type === 'turn_began');
    return began ? saidIn(began.turn, name, command) : said(name, command);
  }

  render() {
    const { analysis, progress, session } = this;
    if (!analysis) return progress ? html`<p class="faint">${progress}</p>` : nothing;
    const found = turningPoints(analysis, session.events, MOST, APART);
    if (found.length === 0) return nothing;
    const seat = session.seat ?? 0;
    const chance = (/** @type {number} */ of) => percent(seat === 0 ? of : 10_000 - of);
    const name = (/** @type {number} */ of) => session.room?.seats[of]?.name ?? '';
    return html`<section class="turning-points">
      <h3>${table.turningPoints.title}</h3>
      <p class="faint">
        ${session.seat === null ? table.turningPoints.chanceOf(name(0)) : table.turningPoints.yourChance}
      </p>
      <ol>
        ${found.map(({ seq, from, to, choice }) => {
          const label = this.#label(seq, name(choice.seat), choice.text);
          return html`<li>
            <b>${table.turningPoints.change(chance(from), chance(to))}</b>
            <span>${label}</span>
            <button
              data-seq=${seq}
              aria-label=${table.turningPoints.lookAt(label)}
              @click=${() => this.emit('look-back', { seat: session.seat, seq })}
            >
              ${table.turningPoints.look}
            </button>
          </li>`;
        })}
      </ol>
    </section>`;
  }
}

customElements.define('entente-turning-points', TurningPoints);
