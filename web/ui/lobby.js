// The room before the match: who is there, the link to share, bots, ready.

import { addBot, freeSeat } from '../core/api.js';
import { gameInfo } from '../core/knowledge.js';
import { optionsOf } from '../core/options.js';
import { roomLink } from '../core/root.js';
import { explain, text } from '../text/index.js';
import { html, nothing } from '../vendor/lit/lit.js';
import './chat.js';
import './copy.js';
import { Part } from './part.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Session } from '../core/session.js' */

export class Lobby extends Part {
  static properties = { session: { attribute: false } };

  /** @type {Wire.GameInfo | null} */ info = null;
  notice = '';

  constructor() {
    super();
    this.session = /** @type {Session} */ (/** @type {unknown} */ (null));
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has('session')) return;
    this.follow(this.session);
    gameInfo(this.session.room?.game ?? '').then(
      (info) => {
        this.info = info;
        this.requestUpdate();
      },
      () => {},
    );
  }

  render() {
    const { session, info } = this;
    const room = /** @type {Wire.Room} */ (session.room);
    return html`<main class="page lobby">
      <h1>${info?.name ?? room.game} <span class="code">${room.code}</span></h1>
      <section class="invite" aria-labelledby="invite-title">
        <h2 id="invite-title">${text.lobby.invite}</h2>
        <entente-copy .value=${roomLink(room.code)} .label=${text.lobby.link}></entente-copy>
      </section>
      <section aria-labelledby="seats-title">
        <h2 id="seats-title">${text.lobby.seats}</h2>
        <ul class="seats">
          ${room.seats.map((seat) => this.#seat(room, seat))}
        </ul>
        <div aria-live="polite">
          ${this.notice ? html`<p class="bad">${this.notice}</p>` : nothing}
          ${session.seat === null ? nothing : this.#ready(room, session.seat)}
        </div>
      </section>
      <section aria-labelledby="options-title">
        <h2 id="options-title">${text.lobby.options}</h2>
        <ul class="options">
          ${this.#options(room).map((line) => html`<li>${line}</li>`)}
        </ul>
      </section>
      <section aria-labelledby="chat-title">
        <h2 id="chat-title">${text.match.chat}</h2>
        <entente-chat .session=${session}></entente-chat>
      </section>
    </main>`;
  }

  /** @param {Wire.Room} room @param {Wire.Seat} seat */
  #seat(room, { seat, name, kind, ready, connected }) {
    const mine = this.session.seat === seat;
    const host = this.session.seat === room.host && this.session.seat !== null;
    const marks = [
      mine && text.lobby.you,
      room.host === seat && text.lobby.host,
      kind === 'bot' && text.lobby.bot,
      name != null && !connected && text.lobby.away,
    ].filter(Boolean);
    return html`<li class="seat ${ready ? 'ready' : ''}" data-seat=${seat}>
      <span class="role">${this.info?.roles?.[seat] ?? seat + 1}</span>
      ${
        name == null
          ? html`<span class="faint">${text.lobby.free}</span> ${
                host
                  ? html`<button
                      @click=${() => this.#do((token) => addBot(room.code, seat, token))}
                    >
                      ${text.lobby.addBot}
                    </button>`
                  : nothing
              }`
          : html`<b>${name}</b> <span class="faint">${marks.join(', ')}</span>
              <span class="state">${ready ? `✓ ${text.lobby.isReady}` : text.lobby.notReady}</span>
              ${
                host && !mine
                  ? html`<button
                      class="quiet"
                      @click=${() => this.#do((token) => freeSeat(room.code, seat, token))}
                    >
                      ${text.lobby.remove(name)}
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
    const leave = () =>
      this.#do(async (token) => {
        await freeSeat(room.code, seat, token);
        this.tell('left');
      });
    return html`${
      mine?.ready
        ? html`<p>${say}</p>`
        : html`<button class="primary big" @click=${() => this.session.ready()}>
            ${text.lobby.ready}
          </button>`
    }
    ${taken ? nothing : html`<p class="faint">${text.lobby.needPlayers}</p>`}
    ${room.state === 'lobby' ? html`<button @click=${leave}>${text.lobby.leave}</button>` : nothing}`;
  }

  /** @param {Wire.Room} room */
  #options(room) {
    return optionsOf(this.info?.options ?? {}).map((option) => {
      const value = room.options[option.key];
      const said =
        option.kind === 'choice'
          ? (option.choices.find((choice) => choice.value === value)?.text ?? value)
          : option.kind === 'number'
            ? `${Number(value) / option.unit}${option.unit > 1 ? ' s' : ''}`
            : value;
      return `${option.title}: ${said}`;
    });
  }

  /** @param {(token: string) => Promise<unknown>} what */
  async #do(what) {
    try {
      this.notice = '';
      if (this.session.token) await what(this.session.token);
    } catch (problem) {
      this.notice = explain(/** @type {any} */ (problem));
    }
    this.requestUpdate();
  }
}

customElements.define('entente-lobby', Lobby);
