// The room before the match: its people, the link to share, bots, and who is ready. Where nobody but bots has
// the other seats, the match begins by itself.

import { addBot, freeSeat } from '../core/api.js';
import { botLevel } from '../core/bot-level.js';
import { gameInfo } from '../core/knowledge.js';
import { later, needed } from '../core/needed.js';
import { ROOT, roomLink } from '../core/root.js';
import { handedOver, handOver, sharing } from '../core/share.js';
import { rolesOf } from '../games/registry.js';
import { explain, text } from '../text/index.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { levelChoice, levelMark } from './bot-level.js';
import './chat.js';
import './copy.js';
import { suspected } from './fairness.js';
import { optionList } from './option-list.js';
import { UNSET, showing } from './component.js';
import './meanwhile.js';
import { unprovenNote } from './practice.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Session } from '../core/session.js' */

/** Only the host of a room is shown the programs that wait. */
const programs = later(() => import('./programs.js'));

export class Lobby extends showing({
  session: /** @type {Session} */ (UNSET),
  /** The form with which a spectator takes a seat. @type {unknown} */ join: nothing,
}) {
  /** @type {Wire.GameInfo | null} */ info = null;
  notice = '';

  /** The attempt at the deal that this page has begun by itself; null if a person has to. @type {number | null} */
  begun = null;

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const { room, connection } = this.session;
    // Tried once: whatever prevented it, the person sees it and starts the match.
    if (connection.state !== 'online' || room?.fairness.attempt !== this.begun) this.begun = null;
    if (!changed.has('session')) return;
    if (room?.host === this.session.seat) programs();
    this.#begin();
    needed(() => gameInfo(this.session.room?.game ?? '')).then(
      (info) => {
        this.info = info;
        this.requestUpdate();
      },
      () => {},
    );
  }

  /** Begins the match with bots, unless something is wrong with its deal. */
  #begin() {
    const { session } = this;
    const room = /** @type {Wire.Room} */ (session.room);
    const mine = room.seats[session.seat ?? -1];
    const may = room.state === 'lobby' && mine && session.deal.suspicions.length === 0;
    if (!may || !this.#alone(room)) return;
    this.begun = room.fairness.attempt;
    if (!mine.ready) session.ready();
  }

  /** Checks whether bots have all seats but this one. @param {Wire.Room} room */
  #alone({ seats }) {
    const others = seats.filter(({ seat }) => seat !== this.session.seat);
    return others.length < seats.length && others.every(({ name, kind }) => name && kind === 'bot');
  }

  /** Checks whether anybody would read a line of chat. @param {Wire.Room} room */
  #company({ seats, spectators }) {
    const people = seats.filter(({ name, kind }) => name != null && kind !== 'bot');
    return spectators > 0 || people.some(({ seat }) => seat !== this.session.seat);
  }

  render() {
    const { session, info } = this;
    const room = /** @type {Wire.Room} */ (session.room);
    if (this.begun !== null) {
      return html`<main class="page lobby">
        <h1>${info?.name ?? room.game}</h1>
        <p role="status">${text.lobby.dealing}</p>
        ${suspected(session)}
      </main>`;
    }
    return html`<main class="page lobby">
      <h1>
        ${info?.name ?? room.game}
        ${this.#alone(room) ? nothing : html`<span class="code">${room.code}</span>`}
      </h1>
      ${suspected(session)} ${unprovenNote(session)} ${this.#invite(room)}
      <section aria-labelledby="seats-title">
        <h2 id="seats-title">${text.lobby.seats}</h2>
        <ul class="seats">
          ${room.seats.map((seat) => this.#seat(room, seat))}
        </ul>
        ${this.#level(room)}
        ${
          info && !rolesOf(info, room.options)
            ? html`<p class="faint">${text.sides.settledIn[info.id] ?? text.sides.settled}</p>`
            : nothing
        }
        <div class="begin" aria-live="polite">
          ${this.notice ? html`<p class="bad">${this.notice}</p>` : nothing}
          ${
            session.seat === null
              ? html`<p class="faint">${text.lobby.watching}</p>`
              : this.#ready(room, session.seat)
          }
        </div>
      </section>
      ${
        session.seat !== null && room.state === 'lobby' && !this.#alone(room)
          ? html`<entente-meanwhile .game=${room.game}></entente-meanwhile>`
          : nothing
      }
      ${this.join}
      <section aria-labelledby="options-title">
        <h2 id="options-title">${text.lobby.options}</h2>
        ${info ? optionList(info, room.options) : nothing}
        <p>
          <a href=${new URL(`rules/${room.game}`, ROOT).href} target="_blank"
            >${text.lobby.rules}</a
          >
        </p>
      </section>
      ${
        this.#company(room)
          ? html`<section aria-labelledby="chat-title">
              <h2 id="chat-title">${text.match.chat}</h2>
              <entente-chat .session=${session}></entente-chat>
            </section>`
          : nothing
      }
    </main>`;
  }

  /** Shows the link while a seat is free. @param {Wire.Room} room */
  #invite(room) {
    const free = room.seats.filter(({ name }) => name == null).length;
    if (free === 0) return nothing;
    const [link, handed] = [roomLink(room.code), handedOver(room.code)];
    const words = text.home.inviteText(this.info?.name ?? room.game);
    return html`<section class="invite" aria-labelledby="invite-title">
      <h2 id="invite-title">${free === 1 ? text.lobby.inviteOne : text.lobby.invite}</h2>
      <p role="status">${handed ? text.lobby.handed[handed] : text.lobby.inviteHelp}</p>
      <entente-copy .value=${link} .label=${text.lobby.link}></entente-copy>
      ${
        sharing()
          ? html`<button class="share" @click=${() => handOver(link, words)}>
              ${text.lobby.share}
            </button>`
          : nothing
      }
    </section>`;
  }

  /** Lets the host choose how well the next bots play. @param {Wire.Room} room */
  #level(room) {
    const free = room.seats.some(({ name }) => name == null);
    return free && this.#isHost(room) ? levelChoice(this.info, text.bots.next) : nothing;
  }

  /** @param {Wire.Room} room */
  #isHost({ host }) {
    return this.session.seat !== null && this.session.seat === host;
  }

  /** @param {Wire.Room} room @param {Wire.Seat} one */
  #seat(room, one) {
    const { seat, name, kind, program, ready, connected } = one;
    const { session, info } = this;
    const mine = session.seat === seat;
    const host = this.#isHost(room);
    const roles = rolesOf(info, room.options);
    const marks = [
      mine && text.lobby.you,
      room.host === seat && text.lobby.host,
      kind === 'bot' && text.lobby.bot,
      program && text.lobby.program(program.contact, program.level),
      name != null && !connected && text.lobby.away,
    ].filter(Boolean);
    // Whoever is quicker than the list of games gets a bot of the level that they chose too.
    const level = async () => botLevel(await gameInfo(room.game));
    const add = () => this.#do(async (token) => addBot(room.code, seat, token, await level()));
    const remove = () => this.#do((token) => freeSeat(room.code, seat, token));
    return html`<li class="seat ${ready ? 'ready' : ''}" data-seat=${seat}>
      <span class="role">${roles?.[seat] ?? text.sides.seat(seat)}</span>
      ${
        name == null
          ? html`<span class="sitter faint">${text.lobby.free}</span> ${
                host
                  ? html`<button @click=${add}>${text.lobby.addBot}</button>
                      <entente-programs
                        .room=${room}
                        .seat=${seat}
                        .token=${session.token ?? ''}
                        @refused=${(/** @type {any} */ { detail }) => this.#refused(detail)}
                      ></entente-programs>`
                  : nothing
              }`
          : html`<span class="sitter"
                ><b>${name}</b> ${levelMark(one)}
                <span class="faint">${marks.join(', ')}</span></span
              >
              ${
                kind === 'bot'
                  ? nothing
                  : html`<span class="state"
                      >${ready ? `✓ ${text.lobby.isReady}` : text.lobby.notReady}</span
                    >`
              }
              ${
                host && !mine
                  ? html`<button
                      class="quiet"
                      aria-label=${text.lobby.remove(name)}
                      title=${text.lobby.remove(name)}
                      @click=${remove}
                    >
                      ×
                    </button>`
                  : nothing
              }`
      }
    </li>`;
  }

  /** @param {Wire.Room} room @param {number} seat */
  #ready(room, seat) {
    const taken = room.seats.every(({ name }) => name != null);
    const mine = room.seats[seat];
    const say = room.state === 'sealing' ? text.lobby.sealing : text.lobby.waiting;
    const alone = this.#alone(room);
    return html`${
        mine?.ready && taken
          ? html`<p>${say}</p>`
          : html`<p class="faint">${alone ? text.lobby.withBots : text.lobby.needPlayers}</p>`
      }
      <div class="row">
        ${
          mine?.ready
            ? nothing
            : html`<button
                class="primary big"
                ?disabled=${this.session.connection.state !== 'online'}
                @click=${() => this.session.ready()}
              >
                ${alone ? text.lobby.start : text.lobby.ready}
              </button>`
        }
        ${
          room.state === 'lobby'
            ? html`<button @click=${() => this.emit('leave')}>${text.lobby.leave}</button>`
            : nothing
        }
      </div>`;
  }

  /** @param {(token: string) => Promise<unknown>} what */
  async #do(what) {
    try {
      this.notice = '';
      if (this.session.token) await what(this.session.token);
    } catch (problem) {
      this.#refused(/** @type {any} */ (problem));
    }
    this.requestUpdate();
  }

  /** @param {{code: string}} problem */
  #refused(problem) {
    this.notice = explain(problem);
    this.requestUpdate();
  }
}

customElements.define('entente-lobby', Lobby);
