// A coach beside a seat. For the coach: a note of what this is, and a line to say. For the pupil: what the coach
// points at, marked on the board, and the link that brings a coach.

import { newCoach } from '../core/api.js';
import { roomLink } from '../core/root.js';
import { style } from '../core/style.js';
import { explain } from '../text/index.js';
import { table } from '../text/table.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { UNSET, showing } from './component.js';
import './copy.js';
import './pointing.js';

/** @import { Session } from '../core/session.js' */
/** @import { GameModule } from '../games/registry.js' */
/** @import { DrawerState } from './drawer.js' */

await style(new URL('../styles/lesson.css', import.meta.url));
await style(new URL('../styles/coach.css', import.meta.url));

export class Coaching extends showing({
  session: /** @type {Session} */ (UNSET),
  game: /** @type {GameModule} */ (UNSET),
  drawer: /** @type {DrawerState} */ (UNSET),
}) {
  /** The link that brings a coach, while it is shown. */ link = '';
  problem = '';

  willUpdate() {
    if (!this.session.invites) return;
    this.session.invites = false;
    this.#invite();
  }

  /** Draws a token for the coach, and shows the link with it. */
  async #invite() {
    const { code, seat, token } = this.session;
    if (seat === null || !token) return;
    try {
      const { token: beside } = await newCoach(code, seat, token);
      this.link = `${roomLink(code)}#coach=${beside}`;
      this.problem = '';
    } catch (problem) {
      this.problem = explain(/** @type {any} */ (problem));
    }
    this.requestUpdate();
  }

  render() {
    const { session } = this;
    const { pointed } = session;
    return html`${session.pupil === null ? this.#pupil() : this.#coach(session.pupil)}
      <entente-pointing
        .step=${pointed ? { id: pointed.id, points: pointed.at } : null}
        .game=${this.game}
        .drawer=${this.drawer}
      ></entente-pointing>`;
  }

  /** @param {number} pupil */
  #coach(pupil) {
    const { session } = this;
    const name = session.room?.seats[pupil]?.name ?? '';
    /** @param {SubmitEvent} event */
    const say = (event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.target);
      const line = String(new FormData(form).get('line')).trim();
      if (line && session.point([], line)) form.reset();
    };
    return html`<section class="coach-note" aria-label=${table.coach.title(name)}>
      <p><b>${table.coach.title(name)}</b> <span class="faint">${table.coach.help(name)}</span></p>
      <form @submit=${say}>
        <input
          name="line"
          maxlength=${session.limits?.chat_chars ?? nothing}
          autocomplete="off"
          aria-label=${table.coach.sayLabel(name)}
          placeholder=${table.coach.sayLabel(name)}
        />
        <button class="primary">${table.coach.say}</button>
        ${
          session.pointed
            ? html`<button type="button" @click=${() => session.point([])}>
                ${table.coach.clear}
              </button>`
            : nothing
        }
      </form>
    </section>`;
  }

  /** Says whether the coach is here. */
  get #waits() {
    const { room, seat } = this.session;
    return room?.seats[seat ?? -1]?.coach === 'here' ? table.coach.here : table.coach.awaited;
  }

  #pupil() {
    const { session, link, problem } = this;
    const { pointed } = session;
    const close = () => {
      this.link = '';
      this.requestUpdate();
    };
    return html`${
        link
          ? html`<section class="coach-link" aria-label=${table.coach.linkTitle}>
              <h2>${table.coach.linkTitle}</h2>
              <p>${table.coach.linkHelp}</p>
              <entente-copy .value=${link} .label=${table.coach.link}></entente-copy>
              <button class="quiet" @click=${close}>${table.coach.close}</button>
            </section>`
          : nothing
      }
      ${problem ? html`<p class="bad" role="alert">${problem}</p>` : nothing}
      <section class="coach-note coach-says" aria-label=${table.coach.says}>
        <p role="status">
          <b>${table.coach.says}${pointed ? ':' : ''}</b>
          ${pointed ? (pointed.text ?? table.coach.points) : html`<span class="faint">${this.#waits}</span>`}
        </p>
        ${
          pointed
            ? html`<button @click=${() => session.forgetPoint()}>${table.coach.dismiss}</button>`
            : nothing
        }
      </section>`;
  }
}

customElements.define('entente-coaching', Coaching);
