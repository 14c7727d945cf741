// The controls of a replay, below the board.

import { openPractice, seatBots } from '../core/api.js';
import { eventText } from '../core/event-text.js';
import { goTo } from '../core/router.js';
import { personName } from '../core/person.js';
import { holdSeated } from '../core/seats.js';
import { rolesOf } from '../games/registry.js';
import { explain, text } from '../text/index.js';
import { table } from '../text/table.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { style } from '../core/style.js';
import './analysis.js';
import { broken } from './broken.js';
import { UNSET, showing } from './component.js';
import { Way } from './way.js';

/** @import { Play } from '../core/play.js' */
/** @import { Replay } from '../core/replay.js' */
/** @import { GameModule } from '../games/registry.js' */
/** @import * as Wire from '../types/protocol.js' */

await style(new URL('../styles/replay.css', import.meta.url));

/** Time for which a step is shown while the replay plays by itself, in milliseconds. */
const STEP_MS = 900;

export class ReplayBar extends showing({
  replay: /** @type {Replay} */ (UNSET),
  play: /** @type {Play} */ (UNSET),
  game: /** @type {GameModule} */ (UNSET),
  info: /** @type {Wire.GameInfo | null} */ (null),
  /** `true` if the analysis is wanted at once. */ analyse: false,
}) {
  /** @type {ReturnType<typeof setInterval> | undefined} */ #timer;
  #way = new Way(this);

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#stop();
  }

  render() {
    const { replay } = this;
    const last = replay.steps.length - 1;
    const roles = rolesOf(this.info, replay.room.options);
    /** @param {string} sign @param {string} label @param {number} to */
    const button = (sign, label, to) =>
      html`<button aria-label=${label} title=${label} @click=${() => replay.go(to)}>
        ${sign}
      </button>`;
    const playing = this.#timer !== undefined;
    const toggle = playing ? table.replay.stop : table.replay.play;
    const happened = this.#happened();
    return html`${
        this.info?.hints
          ? html`<entente-analysis .replay=${replay} .wanted=${this.analyse}></entente-analysis>`
          : nothing
      }
      ${replay.problem === null ? nothing : this.#partial()}
      <p class="replay-step" role="status" title=${happened}>${happened}</p>
      <div class="replay-bar" role="group" aria-label=${table.replay.title}>
        <span class="replay-steps">
          ${button('«', table.replay.first, 0)} ${button('‹', table.replay.back, replay.at - 1)}
          <button @click=${() => this.#toggle()}>${toggle}</button>
          ${button('›', table.replay.forward, replay.at + 1)}
          ${button('»', table.replay.last, Infinity)}
        </span>
        <input
          type="range"
          min="0"
          max=${Math.max(last, 0)}
          .value=${String(replay.at)}
          aria-label=${table.replay.title}
          aria-valuetext=${table.replay.step(replay.at, last)}
          @input=${(/** @type {any} */ event) => replay.go(Number(event.target.value))}
        />
        <span class="replay-at faint">${table.replay.step(replay.at, last)}</span>
        <label
          >${table.replay.view}
          <select @change=${(/** @type {any} */ event) => this.#view(event.target.value)}>
            <option value="public" ?selected=${replay.seat === null}>
              ${table.replay.everybody}
            </option>
            ${replay.room.seats.map(
              ({ seat, name }) =>
                html`<option value=${seat} ?selected=${replay.seat === seat}>
                  ${name} ${roles ? `(${roles[seat]})` : ''}
                </option>`,
            )}
          </select>
        </label>
        <button
          class="replay-on"
          title=${text.practice.help}
          ?disabled=${this.#way.busy || !replay.view || replay.view.outcome != null}
          @click=${() => this.#way.go(() => this.#playOn())}
        >
          ${text.practice.open}
        </button>
        <button class="replay-close" @click=${() => this.emit('look-back', 'end')}>
          ${table.replay.close}
        </button>
        <span role="alert" class="bad">${this.#way.problem}</span>
      </div>`;
  }

  /** Says that there are more steps than those that have arrived, with a way to the others. */
  #partial() {
    const { replay } = this;
    const why = explain(/** @type {any} */ (replay.problem));
    return html`<div class="replay-partial">
      ${broken(table.replay.partial(why), () => replay.load())}
    </div>`;
  }

  /** Returns what this step was, in the words of its last event; a choice made in secret has none. */
  #happened() {
    const { replay, play, game } = this;
    if (!replay.view) return '';
    const last = replay.view.events.at(-1);
    return last ? eventText(last, replay.room, game.called?.(play)) : table.replay.secret;
  }

  /** Opens a room that goes on from what is shown, in the seat through whose eyes it is seen. */
  async #playOn() {
    const { room, seat, view } = this.replay;
    if (!view) return;
    const name = personName() || (room.seats[seat ?? -1]?.name ?? text.practice.name);
    const wanted = { seq: view.seq, name, ...(seat === null ? {} : { seat }) };
    const seated = await openPractice(room.code, wanted);
    holdSeated(seated, name);
    // Whoever played alone goes on alone.
    const bots = room.seats.filter(({ kind }) => kind === 'bot');
    if (bots.length + 1 >= room.seats.length) await seatBots(seated, bots[0].level ?? null);
    goTo(`r/${seated.room.code}`);
  }

  /** @param {string} view */
  #view(view) {
    this.emit('look-back', view === 'public' ? null : Number(view));
  }

  #toggle() {
    if (this.#timer !== undefined) return this.#stop();
    this.#timer = setInterval(() => {
      const { at, steps, whole, problem } = this.replay;
      if (at + 1 < steps.length) this.replay.go(at + 1);
      else if (whole || problem !== null) this.#stop();
    }, STEP_MS);
    this.requestUpdate();
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.requestUpdate();
  }
}

customElements.define('entente-replay', ReplayBar);
