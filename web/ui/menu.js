// The menu of a match: undo, pause, resign, claim, or the end of a lesson, and this person's settings.

import { roomLink } from '../core/root.js';
import { goTo } from '../core/router.js';
import { forgetSeat } from '../core/seats.js';
import { soundWanted, wantSound } from '../core/sound.js';
import { showSources, sourcesShown } from '../core/sources.js';
import { text } from '../text/index.js';
import { table } from '../text/table.js';
import { html, nothing } from '../vendor/lit/lit.js';
import './copy.js';
import './fairness.js';
import { link } from './link.js';
import './notices.js';
import { UNSET, showing } from './component.js';
import { summaryButtons } from './summary.js';
import { unprovenNote } from './practice.js';
import { guideChoice, paceChoice, themeChoice } from './settings.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Session } from '../core/session.js' */

/** The longest delay that `setTimeout` supports, in milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export class Menu extends showing({
  session: /** @type {Session} */ (UNSET),
  info: /** @type {Wire.GameInfo | null} */ (null),
}) {
  sure = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  render() {
    const { session } = this;
    const { view, seat, room } = session;
    const undo = view?.undo;
    const running = room?.state === 'running' && seat !== null && !session.taught;
    return html`${
        running && undo
          ? html`<button
              class="undo"
              aria-label=${undo.free ? text.match.undo : text.match.undoAsk}
              title=${undo.free ? text.match.undo : text.match.undoAsk}
              ?disabled=${this.#asked('undo')}
              @click=${() => session.undo(undo.to)}
            >
              <span aria-hidden="true">↶&nbsp;</span
              ><span class="word">${undo.free ? text.match.undo : text.match.undoAsk}</span>
            </button>`
          : nothing
      }
      <button
        class="quiet menu-button"
        popovertarget="menu-sheet"
        aria-label=${text.app.settings}
        title=${text.app.settings}
      >
        ⋯
      </button>
      <div class="menu-sheet" id="menu-sheet" popover @beforetoggle=${() => this.#ask(false)}>
        <label class="check">
          <input
            type="checkbox"
            .checked=${soundWanted()}
            @change=${(/** @type {any} */ event) => wantSound(event.target.checked)}
          />
          ${text.settings.sound}
        </label>
        ${themeChoice()} ${paceChoice()} ${guideChoice()}
        <label class="check">
          <input
            type="checkbox"
            .checked=${sourcesShown()}
            @change=${(/** @type {any} */ event) => showSources(event.target.checked)}
          />
          ${table.sources.show}
        </label>
        <p class="help">${table.sources.help}</p>
        ${running ? html`<entente-notices .session=${session}></entente-notices>` : nothing}
        ${seat !== null && session.token && !session.taught ? this.#device(session.token) : nothing}
        ${
          session.unproven
            ? unprovenNote(session)
            : html`<entente-fairness .session=${session}></entente-fairness>`
        }
        <button @click=${() => this.#keys()}>${text.keys.open} <kbd>?</kbd></button>
        ${summaryButtons(this)} ${link('', text.app.home, 'button')}
        ${running ? this.#acts() : nothing} ${session.taught ? this.#leave() : nothing}
      </div>`;
  }

  #keys() {
    this.#close();
    this.emit('show-keys');
  }

  /** Ends a lesson: the server forgets its room once nobody is there. */
  #leave() {
    const leave = () => {
      if (this.session.token) forgetSeat(this.session.token);
      goTo('');
    };
    return html`<button class="danger" @click=${leave}>${table.lesson.leave}</button>`;
  }

  #acts() {
    const { session } = this;
    const timed = session.view?.deadline_ms != null;
    const paused = session.view?.paused;
    return html`${
      timed
        ? html`<button
            ?disabled=${!paused && this.#asked('pause')}
            @click=${() => this.#pause(!paused)}
          >
            ${paused ? text.match.resume : text.match.pause}
          </button>`
        : nothing
    }
    ${this.#coach()} ${this.#claims()} ${this.#resign()}`;
  }

  /** Pauses the clock, or asks for that, or resumes it: what comes of it is said on the board. @param {boolean} paused */
  #pause(paused) {
    this.session.pause(paused);
    this.#close();
  }

  #resign() {
    if (!this.sure) {
      const ask = () => this.#ask(true);
      return html`<button class="danger" @click=${ask}>${text.match.resign}</button>`;
    }
    const resign = () => {
      this.session.resign();
      this.#close();
    };
    // Where the question was asked stands the way back, for a second click that was meant for the first.
    return html`<button @click=${() => this.#ask(false)}>${text.match.resignNot}</button>
      <p class="faint">${text.match.resignAsk}</p>
      <button class="danger sure" @click=${resign}>${text.match.resignSure}</button>`;
  }

  /** @param {boolean} sure whether to ask if this person really resigns */
  async #ask(sure) {
    this.sure = sure;
    this.requestUpdate();
    await this.updateComplete;
    this.querySelector('.sure')?.scrollIntoView({ block: 'nearest' });
  }

  #close() {
    /** @type {any} */ (this.querySelector('[popover]'))?.hidePopover();
  }

  /** Offers to ask for a coach; once all have agreed, a link for one, and the end of it. */
  #coach() {
    const { session } = this;
    const ask = async () => {
      const { ok } = await session.coach(true);
      if (ok) session.inviteCoach();
    };
    const coach = session.room?.seats[session.seat ?? -1]?.coach;
    if (!coach) {
      const asked = this.#asked('coach');
      return html`<button ?disabled=${asked} @click=${ask}>
        ${asked ? table.coach.asked : table.coach.ask}
      </button>`;
    }
    return html`<button @click=${() => session.inviteCoach()}>${table.coach.link}</button>
      <button @click=${() => session.coach(false)}>${table.coach.end}</button>`;
  }

  /** Checks whether this seat has such a request open. @param {string} kind */
  #asked(kind) {
    const { room, seat } = this.session;
    return !!room?.requests.some((request) => request.kind === kind && request.by === seat);
  }

  /** Shows the claims against an opponent who is away, or the time until they are possible. */
  #claims() {
    const { session } = this;
    const from = session.claimableAt;
    clearTimeout(this.#timer);
    if (from === null) return nothing;
    const left = from - Date.now();
    if (left > 0)
      this.#timer = setTimeout(() => this.requestUpdate(), Math.min(left, LONGEST_TIMER_MS));
    const claim = (/** @type {'win' | 'abandoned'} */ what, /** @type {string} */ label) =>
      html`<button ?disabled=${left > 0} @click=${() => session.claim(what)}>${label}</button>`;
    return html`${claim('win', text.match.claimWin)} ${claim('abandoned', text.match.claimDraw)}
      <p class="faint" role="status">
        ${left > 0 ? text.match.claimFrom(new Date(from)) : nothing}
      </p>`;
  }

  /** @param {string} token */
  #device(token) {
    const taken = `${roomLink(this.session.code)}#seat=${token}`;
    return html`<details>
      <summary>${text.settings.device}</summary>
      <p class="faint">${text.settings.deviceHelp}</p>
      <entente-copy .value=${taken} .label=${text.settings.device}></entente-copy>
    </details>`;
  }
}

customElements.define('entente-menu', Menu);
