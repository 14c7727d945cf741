// The page of a room: finds out whether this person holds a seat, is new or watches, opens the session and
// shows the lobby, the match, or what prevents that.

import { freeSeat, lookAtRoom, takeSeat } from '../core/api.js';
import { gameInfo } from '../core/knowledge.js';
import { noteMatch } from '../core/matches.js';
import { socketUrl } from '../core/root.js';
import { goTo } from '../core/router.js';
import { personName, rememberName } from '../core/person.js';
import {
  chooseSeat,
  coachHere,
  forgetSeat,
  heldSeat,
  heldSeatsOf,
  holdSeat,
  holdSeated,
  noteCoach,
  useSeat,
} from '../core/seats.js';
import { Session } from '../core/session.js';
import { waiting } from '../core/waiting.js';
import { fetchAhead, rolesOf } from '../games/registry.js';
import { browserStore } from '../proof/evidence.js';
import { explain, text } from '../text/index.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { link } from './link.js';
import './lobby.js';
import './match.js';
import { showing } from './component.js';
import { unknownRoom } from './unknown.js';
import { Way } from './way.js';

/** @import * as Wire from '../types/protocol.js' */

export class RoomPage extends showing({
  code: '',
  /** A seat's token that came with the address. */ given: /** @type {string | null} */ (null),
  /** A coach's token that came with the address. */ coach: /** @type {string | null} */ (null),
}) {
  /** @type {Wire.Room | null} the room as seen without a seat */ seen = null;
  /** @type {Session | null} */ session = null;
  /** @type {Wire.GameInfo | null} */ info = null;
  /** @type {any} */ problem = null;
  /** `true` while this person is asked which of several seats to take. */ choosing = false;
  #way = new Way(this);

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('code')) this.#begin();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    const { session } = this;
    this.session = null;
    if (session && this.#waits(session)) waiting.take(session);
    else session?.close();
  }

  /** Checks whether others have yet to come to a lobby in which this person holds a seat. @param {Session} session */
  #waits({ room, seat, token, connection }) {
    const held = heldSeatsOf(this.code).some((one) => one.token === token);
    return held && seat !== null && room?.state === 'lobby' && connection.state !== 'ended';
  }

  async #begin() {
    document.title = `${text.room.title(this.code)} · ${text.app.name}`;
    const { code, given } = this;
    // Kept for this tab alone: it is no seat.
    if (this.coach) noteCoach(code, this.coach);
    const beside = given ? null : coachHere(code);
    if (beside) return this.#enter(beside);
    const held = heldSeatsOf(code);
    if (given && held.length === 0) {
      // Kept at once, because the address bar no longer has it.
      holdSeat({ code, game: '', seat: 0, token: given, name: personName() });
    }
    // A link may come from anybody, so it must not displace the seat that is held.
    const other = given && held.length > 0 && !held.some(({ token }) => token === given);
    const token = other ? null : (given ?? heldSeat(code)?.token);
    if (token) return this.#enter(token);
    this.choosing = held.length > 0;
    if (this.choosing) this.requestUpdate();
    else await this.#look();
  }

  /** Asks which seat to take: one that this browser holds, or the one in the link. */
  #choice() {
    const { code, given } = this;
    const take = (/** @type {string} */ token) => {
      this.choosing = false;
      chooseSeat(code, token);
      this.#enter(token);
    };
    const held = heldSeatsOf(code);
    const strange = given && !held.some(({ token }) => token === given);
    return html`<main class="page obstacle">
      <h1>${strange ? text.room.otherSeat : text.room.severalSeats}</h1>
      <p>${strange ? text.room.otherSeatHelp : text.room.severalSeatsHelp}</p>
      <div class="row">
        ${held.map(
          ({ seat, name, token, game }, at) =>
            html`<button class=${at === 0 ? 'primary' : ''} @click=${() => take(token)}>
              ${text.room.goOnAs(name, game ? text.sides.seat(seat) : '')}
            </button>`,
        )}
        ${
          strange
            ? html`<button @click=${() => take(given)}>${text.room.takeGiven}</button>`
            : nothing
        }
        ${link('', text.app.home, 'button')}
      </div>
    </main>`;
  }

  async #look() {
    this.problem = null;
    try {
      this.seen = await lookAtRoom(this.code);
      fetchAhead(this.seen.game);
      this.info = await gameInfo(this.seen.game);
    } catch (problem) {
      this.problem = problem;
    }
    this.requestUpdate();
  }

  /** @param {string | null} token null for a spectator */
  #enter(token) {
    this.session?.close();
    if (token) useSeat(token);
    this.session =
      waiting.handBack(this.code, token) ??
      new Session(this.code, token, { address: socketUrl(this.code), store: browserStore() });
    this.session.addEventListener('change', () => this.#learn());
    this.follow(this.session);
    this.requestUpdate();
  }

  /**
   * Fetches what the room's game needs, completes a seat that came with a link, once the room has said which,
   * and lists one again that was left out of the first page.
   */
  #learn() {
    const { session } = this;
    const { room, seat, token } = session ?? {};
    if (room) fetchAhead(room.game);
    if (session) noteMatch(session);
    const held = heldSeatsOf(this.code).find((one) => one.token === token);
    if (!room || seat == null || !token || (held?.game && !held.unlisted)) return;
    const name = room.seats[seat]?.name ?? personName();
    holdSeat({ code: this.code, game: room.game, seat, token, name });
  }

  render() {
    const { session } = this;
    if (this.choosing) return this.#choice();
    if (session) return this.#inside(session);
    if (this.problem) return this.#obstacle(this.problem.code, explain(this.problem));
    if (!this.seen) return html`<main class="page"><p>${text.app.loading}</p></main>`;
    return this.#outside(this.seen);
  }

  /** @param {Session} session */
  #inside(session) {
    const { connection, room } = session;
    if (connection.state === 'ended') return this.#obstacle(connection.code, connection.detail);
    if (!room) return html`<main class="page"><p>${text.connection[connection.state]}</p></main>`;
    if (room.state === 'abandoned' && !session.view) return this.#obstacle('abandoned', '');
    if (session.view) return html`<entente-match .session=${session}></entente-match>`;
    const open = room.state === 'lobby' && room.seats.some(({ name }) => name == null);
    const join =
      session.seat === null && open
        ? html`<section aria-labelledby="join-title">
            <h2 id="join-title">${text.room.takeSeat}</h2>
            ${this.#takeSeat(room)}
          </section>`
        : nothing;
    return html`${
        connection.state === 'online'
          ? nothing
          : html`<p class="banner" role="status">${text.connection[connection.state]}</p>`
      }
      <entente-lobby .session=${session} .join=${join} @leave=${this.#leaveRoom}></entente-lobby>`;
  }

  /** @param {Wire.Room} room */
  #outside(room) {
    const { info } = this;
    const free = room.seats.some((seat) => seat.name == null);
    if (room.state === 'abandoned') return this.#obstacle('abandoned', '');
    const watch = (/** @type {string} */ label, kind = '') =>
      html`<button class=${kind} @click=${() => this.#enter(null)}>${label}</button>`;
    if (room.state !== 'lobby' || !free) {
      const [title, help] =
        room.state === 'lobby'
          ? [text.room.full, text.room.fullHelp]
          : [text.room.started, text.room.startedHelp];
      return html`<main class="page obstacle">
        <h1>${title}</h1>
        <p>${help}</p>
        <div class="row">
          ${watch(text.room.watch, 'primary')} ${link('', text.app.home, 'button')}
        </div>
      </main>`;
    }
    const people = room.seats.filter(({ name, kind }) => name != null && kind !== 'bot');
    const names = people
      .map(({ name, program }) => (program ? text.room.program(name, program.contact) : name))
      .join(', ');
    return html`<main class="page">
      <div>
        <h1>${info?.name ?? room.game}</h1>
        <p class="lead">
          ${names ? text.room.invited(names, people.length === 1) : text.room.nobody}
        </p>
      </div>
      ${info ? html`<p>${info.description}</p>` : nothing} ${this.#takeSeat(room)}
      ${watch(text.room.orWatch, 'quiet')}
    </main>`;
  }

  /** @param {Wire.Room} room */
  #takeSeat(room) {
    const { busy, problem } = this.#way;
    return html`<form
      class="create card"
      @submit=${(/** @type {any} */ event) => this.#take(event)}
    >
      <label class="field"
        >${text.create.name}
        <input name="name" required maxlength="32" autocomplete="nickname" .value=${personName()} />
      </label>
      ${this.#sides(room)} ${problem ? html`<p class="bad" role="alert">${problem}</p>` : nothing}
      <button class="primary" ?disabled=${busy}>${text.room.takeSeat}</button>
    </form>`;
  }

  /** Lets the person choose a side, if sides belong to seats. @param {Wire.Room} room */
  #sides(room) {
    const { info } = this;
    const roles = rolesOf(info, room.options);
    if (!roles) {
      const settled = info && (text.sides.settledIn[info.id] ?? text.sides.settled);
      return html`<p class="faint">${settled}</p>`;
    }
    const free = room.seats.filter(({ name }) => name == null).map(({ seat }) => seat);
    if (free.length === 1) {
      return html`<p>${text.room.youPlay(roles[free[0]])}</p>
        <input type="hidden" name="seat" value=${free[0]} />`;
    }
    return html`<label class="field"
      >${text.create.side}
      <select name="seat">
        ${free.map((seat) => html`<option value=${seat}>${roles[seat]}</option>`)}
      </select>
    </label>`;
  }

  /** @param {SubmitEvent} event */
  async #take(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const name = String(form.get('name')).trim();
    const seat = form.get('seat');
    rememberName(name);
    await this.#way.go(async () => {
      const wanted = { name, ...(seat === null ? {} : { seat: Number(seat) }) };
      const seated = await takeSeat(this.code, wanted);
      holdSeated(seated, name);
      chooseSeat(this.code, seated.token);
      this.#enter(seated.token);
    });
    if (this.#way.problem) await this.#look();
  }

  /** Gives the seat back, forgets it, and shows the first page. */
  async #leaveRoom() {
    const { token, seat } = this.session ?? {};
    if (!token || seat == null) return;
    // Closed first: the end of a seat that its holder leaves is no news.
    this.session?.close();
    try {
      await freeSeat(this.code, seat, token);
    } catch {
      // The match has begun meanwhile, or the server is away: the page shows which.
      this.#enter(token);
      return;
    }
    forgetSeat(token);
    goTo('');
  }

  #leave() {
    if (this.session?.token) forgetSeat(this.session.token);
    this.session?.close();
    this.session = null;
    this.#look();
  }

  /** Offers what is left when the coaching has ended: to look at the room like anybody. */
  #coachedNoMore() {
    const look = () => {
      this.coach = null;
      noteCoach(this.code, null);
      this.session?.close();
      this.session = null;
      this.#begin();
    };
    return html`<button class="primary" @click=${look}>${text.room.coachLooks}</button>`;
  }

  /** Offers a way on after an unknown token: another seat held here, or none. */
  #tokenUnknown() {
    const held = heldSeatsOf(this.code).find(({ token }) => token !== this.session?.token);
    if (held) {
      return html`<button class="primary" @click=${() => this.#goOnWith(held.token)}>
        ${text.room.ownSeat}
      </button>`;
    }
    return html`<button class="primary" @click=${this.#leave}>${text.room.forgetSeat}</button>`;
  }

  /** Forgets the unknown token and goes on with another one. @param {string} token */
  #goOnWith(token) {
    if (this.session?.token) forgetSeat(this.session.token);
    chooseSeat(this.code, token);
    this.#enter(token);
  }

  /** @param {string} code @param {string} detail */
  #obstacle(code, detail) {
    if (code === 'room_unknown') return unknownRoom();
    const again = () => {
      const held = heldSeat(this.code);
      if (this.session) this.#enter(this.session.token);
      else if (held) this.#enter(held.token);
      else this.#look();
    };
    const [title, help, action] = {
      abandoned: [text.room.abandoned, text.room.abandonedHelp, nothing],
      token_unknown:
        this.session?.token && this.session.token === coachHere(this.code)
          ? [text.room.coachedNoMore, text.room.coachedNoMoreHelp, this.#coachedNoMore()]
          : [text.room.tokenUnknown, text.room.tokenUnknownHelp, this.#tokenUnknown()],
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
    return html`<main class="page obstacle" role="alert">
      <h1>${title}</h1>
      ${help ? html`<p>${help}</p>` : nothing}
      <div class="row">${action} ${link('', text.app.home, 'button')}</div>
    </main>`;
  }
}

customElements.define('entente-room', RoomPage);
