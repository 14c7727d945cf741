// One room: finds out what this person is in it (a seat, somebody new, a spectator), opens the session
// and shows the lobby, the match, or what is in the way.

import { lookAtRoom, takeSeat } from '../core/api.js';
import { forgetSeat, heldSeat, holdSeat, personName, rememberName } from '../core/seats.js';
import { Session } from '../core/session.js';
import { explain, text } from '../text/index.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { link } from './link.js';
import './lobby.js';
import './match.js';
import { Part } from './part.js';
import { unknownRoom } from './unknown.js';

/** @import * as Wire from '../types/protocol.js' */

export class RoomPage extends Part {
  static properties = { code: { attribute: false }, given: { attribute: false } };

  /** @type {Wire.Room | null} the room as somebody without a seat sees it */ seen = null;
  /** @type {Session | null} */ session = null;
  /** @type {any} */ problem = null;
  busy = false;

  constructor() {
    super();
    this.code = '';
    /** @type {string | null} a seat's token that came with the address */
    this.given = null;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('code')) this.#begin();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.session?.close();
    this.session = null;
  }

  async #begin() {
    document.title = `${text.room.title(this.code)} · ${text.app.name}`;
    if (this.given) {
      holdSeat({ code: this.code, game: '', seat: 0, token: this.given, name: personName() });
    }
    const held = heldSeat(this.code);
    if (held) return this.#enter(held.token);
    await this.#look();
  }

  async #look() {
    this.problem = null;
    try {
      this.seen = await lookAtRoom(this.code);
    } catch (problem) {
      this.problem = problem;
    }
    this.requestUpdate();
  }

  /** @param {string | null} token none watches */
  #enter(token) {
    this.session?.close();
    this.session = new Session(this.code, token);
    this.session.addEventListener('change', () => this.#remember());
    this.follow(this.session);
    this.requestUpdate();
  }

  /** A seat that came with a link is described by the room. */
  #remember() {
    const { session } = this;
    const held = heldSeat(this.code);
    const seat = session?.seat;
    if (!session?.room || seat == null || !held || (held.game && held.seat === seat)) return;
    const name = session.room.seats[seat]?.name ?? held.name;
    holdSeat({ ...held, game: session.room.game, seat, name });
  }

  render() {
    const { session } = this;
    if (session) return this.#inside(session);
    if (this.problem) return this.#obstacle(this.problem.code, explain(this.problem));
    if (!this.seen) return html`<main class="page"><p>${text.app.loading}</p></main>`;
    return this.#outside(this.seen);
  }

  /** @param {Session} session */
  #inside(session) {
    const { line, room } = session;
    if (line.state === 'ended') return this.#obstacle(line.code, line.detail);
    if (!room) return html`<main class="page"><p>${text.line[line.state]}</p></main>`;
    const left = session.seat === null && room.state === 'lobby' && session.token === null;
    if (room.state === 'abandoned' && !session.view) return this.#obstacle('abandoned', '');
    if (session.view) return html`<entente-match .session=${session}></entente-match>`;
    return html`<entente-lobby .session=${session} @left=${this.#leave}></entente-lobby>
      ${left ? html`<div class="page">${this.#takeSeat(room)}</div>` : nothing}`;
  }

  /** @param {Wire.Room} room */
  #outside(room) {
    const free = room.seats.some((seat) => seat.name == null);
    const [title, help] =
      room.state === 'lobby'
        ? free
          ? [text.room.takeAnySeat, '']
          : [text.room.full, text.room.fullHelp]
        : room.state === 'abandoned'
          ? [text.room.abandoned, text.room.abandonedHelp]
          : [text.room.started, text.room.startedHelp];
    return html`<main class="page">
      <h1>${title}</h1>
      ${help ? html`<p>${help}</p>` : nothing}
      ${room.state === 'lobby' && free ? this.#takeSeat(room) : nothing}
      ${
        room.state === 'abandoned'
          ? link('', text.app.home, 'button')
          : html`<button @click=${() => this.#enter(null)}>${text.room.watch}</button>`
      }
    </main>`;
  }

  /** @param {Wire.Room} room */
  #takeSeat(room) {
    /** @param {SubmitEvent} event */
    const take = async (event) => {
      event.preventDefault();
      const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
      const name = String(form.get('name')).trim();
      const seat = form.get('seat');
      rememberName(name);
      try {
        const wanted = { name, ...(seat === 'any' || seat === null ? {} : { seat: Number(seat) }) };
        const seated = await takeSeat(this.code, wanted);
        holdSeat({
          code: this.code,
          game: room.game,
          seat: seated.seat,
          token: seated.token,
          name,
        });
        this.problem = null;
        this.#enter(seated.token);
      } catch (problem) {
        this.problem = problem;
        await this.#look();
        this.problem = null;
        this.notice = explain(/** @type {any} */ (problem));
        this.requestUpdate();
      }
    };
    return html`<form class="create" @submit=${take}>
      <label class="field"
        >${text.create.name}
        <input name="name" required maxlength="32" autocomplete="nickname" .value=${personName()} />
      </label>
      <label class="field"
        >${text.create.seat}
        <select name="seat">
          ${room.seats
            .filter((seat) => seat.name == null)
            .map(({ seat }) => html`<option value=${seat}>${seat + 1}</option>`)}
        </select>
      </label>
      ${this.notice ? html`<p class="bad" role="alert">${this.notice}</p>` : nothing}
      <button class="primary">${text.room.takeSeat}</button>
    </form>`;
  }

  notice = '';

  #leave() {
    forgetSeat(this.code);
    this.session?.close();
    this.session = null;
    this.#look();
  }

  /** @param {string} code @param {string} detail */
  #obstacle(code, detail) {
    if (code === 'room_unknown') return unknownRoom();
    const again = () => {
      const held = heldSeat(this.code);
      if (held || this.session) this.#enter(held?.token ?? null);
      else this.#look();
    };
    const [title, help, action] = {
      abandoned: [text.room.abandoned, text.room.abandonedHelp, nothing],
      token_unknown: [
        text.room.tokenUnknown,
        text.room.tokenUnknownHelp,
        html`<button class="primary" @click=${this.#leave}>${text.room.forgetSeat}</button>`,
      ],
      replaced: [
        text.room.replaced,
        '',
        html`<button class="primary" @click=${again}>${text.room.takeBack}</button>`,
      ],
      new_protocol: [
        text.room.newProtocol,
        '',
        html`<button class="primary" @click=${() => location.reload()}>
          ${text.room.reload}
        </button>`,
      ],
      gallery_full: [
        text.room.galleryFull,
        '',
        html`<button @click=${again}>${text.room.tryAgain}</button>`,
      ],
    }[code] ?? [
      detail || text.problem.unreachable,
      '',
      html`<button @click=${again}>${text.room.tryAgain}</button>`,
    ];
    return html`<main class="page" role="alert">
      <h1>${title}</h1>
      <p>${help}</p>
      <div class="row">${action} ${link('', text.app.home, 'button')}</div>
    </main>`;
  }
}

customElements.define('entente-room', RoomPage);
