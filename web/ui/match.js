// The page of a match: the board, and beside it choices, log and chat.

import { ring } from '../core/attention.js';
import { OtherData, matchData } from '../core/data.js';
import { gameInfo } from '../core/knowledge.js';
import { Play } from '../core/play.js';
import { Replay } from '../core/replay.js';
import { eventText } from '../core/event-text.js';
import { loadGame } from '../games/registry.js';
import { explain, text } from '../text/index.js';
import { html, nothing } from '../vendor/lit/lit.js';
import './chat.js';
import './log.js';
import { ending } from './ending.js';
import './hint.js';
import { suspected } from './fairness.js';
import './menu.js';
import './offers.js';
import { UNSET, showing } from './component.js';
import './replay.js';
import { requests } from './requests.js';
import { statusLine } from './status.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Session } from '../core/session.js' */
/** @import { GameModule } from '../games/registry.js' */

/** Time for which a refusal is shown, in milliseconds. */
const NOTICE_MS = 6_000;

export class Match extends showing({ session: /** @type {Session} */ (UNSET) }) {
  /** @type {Wire.GameInfo | null} */ info = null;
  /** @type {GameModule | null} */ game = null;
  /** @type {Play | null} */ play = null;
  /** @type {Replay | null} set while looking back */ replay = null;
  /** @type {'choices' | 'log' | 'chat'} the panel shown on a narrow screen */ tab = 'choices';
  notice = '';
  broken = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #asked = false;
  /** Number of chat lines that have been read. */ #read = 0;

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('session')) this.#open();
    if (this.tab === 'chat' || this.session.chat.length < this.#read) {
      this.#read = this.session.chat.length;
    }
    this.#attend();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  async #open() {
    const { session } = this;
    const room = /** @type {Wire.Room} */ (session.room);
    this.follow(session, 'refused', ({ detail }) => this.#notify(explain(detail)));
    try {
      const [game, info, data] = await Promise.all([
        loadGame(room.game),
        gameInfo(room.game),
        matchData(room.fairness.data),
      ]);
      this.game = game;
      this.emit('board', game);
      this.info = info;
      this.#show(session, data);
    } catch (problem) {
      if (problem instanceof OtherData) session.deal.otherData();
      this.broken = true;
    }
    this.requestUpdate();
  }

  /** @param {Session | Replay} session @param {Wire.ComponentData | null} data */
  #show(session, data) {
    this.play = new Play(session, data);
    this.follow(this.play);
    this.requestUpdate();
  }

  /** Starts a replay as seen by a seat or by everybody (null), or leaves it ('end'). */
  #lookBack(/** @type {CustomEvent<number | null | 'end'>} */ { detail }) {
    const { session, play } = this;
    if (!play || !session.room) return;
    const at = this.replay?.at ?? 0;
    this.replay = detail === 'end' ? null : new Replay(session.room, detail);
    this.#show(this.replay ?? session, play.data);
    if (!this.replay) return;
    this.follow(this.replay);
    const { replay } = this;
    replay.load().then(
      () => replay.go(at),
      (problem) => this.#notify(explain(problem)),
    );
  }

  /** @param {string} notice */
  #notify(notice) {
    this.notice = notice;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#notify(''), NOTICE_MS);
    this.requestUpdate();
  }

  /** Updates the title, and plays the sound when it becomes this seat's turn. */
  #attend() {
    const name = this.info?.name ?? text.app.name;
    const { asked } = this.session;
    document.title = asked ? text.match.yourTurnTitle(name) : `${name} · ${text.app.name}`;
    if (asked && !this.#asked && document.hidden) ring();
    this.#asked = asked;
  }

  render() {
    const { session, play, game } = this;
    if (this.broken) return this.#reload();
    if (!play || !game) return html`<main class="page"><p>${text.app.loading}</p></main>`;
    // The result is shown only after the board has shown what led to it.
    const over = session.view?.outcome && play.unseen === 0;
    return html`<main
      class="match ${this.replay ? 'past' : ''}"
      data-tab=${this.tab}
      @look-back=${this.#lookBack}
      @keydown=${this.#key}
    >
      <div class="status">
        ${statusLine(session, this.info, game.ownClock ?? false, play.unseen > 0)}
      </div>
      <div class="board">${play.view ? game.board(play) : nothing}</div>
      ${
        this.replay
          ? html`<entente-replay .replay=${this.replay} .info=${this.info}></entente-replay>`
          : nothing
      }
      <aside class="side">
        <div class="requests">${suspected(session)} ${requests(session)}</div>
        <p class="notice ${this.notice ? 'bad' : 'empty'}" role="alert">${this.notice}</p>
        <section class="choices" aria-labelledby="choices-title">
          <div class="row">
            <h2 id="choices-title">${over ? text.match.over : text.match.choices}</h2>
            <entente-menu .session=${session} .info=${this.info}></entente-menu>
          </div>
          ${
            over
              ? ending(session, this.info)
              : html`<entente-hint
                    .session=${session}
                    .play=${play}
                    .info=${this.info}
                  ></entente-hint>
                  <entente-offers .play=${play} .game=${game}></entente-offers>`
          }
        </section>
        <section class="happened" aria-labelledby="log-title">
          <h2 id="log-title">${text.match.log}</h2>
          <entente-log .play=${play} .game=${game}></entente-log>
        </section>
        <section class="said" aria-labelledby="chat-title">
          <h2 id="chat-title">${text.match.chat}</h2>
          <entente-chat .session=${session}></entente-chat>
        </section>
      </aside>
      ${this.#tabs()}
      <div class="unseen" aria-live="polite">${this.#news()}</div>
    </main>`;
  }

  /** Returns the text of the last event, for screen readers. */
  #news() {
    const events = this.replay ? this.session.events : (this.play?.events ?? []);
    const last = events.at(-1);
    return last ? eventText(last, this.session.room) : nothing;
  }

  /** Cancels a form with Escape, unless the board has used the key. @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === 'Escape' && !event.defaultPrevented && this.play?.draft) this.play.cancel();
  }

  #tabs() {
    const tabs = /** @type {const} */ ([
      ['choices', text.match.choicesTab],
      ['log', text.match.log],
      ['chat', text.match.chat],
    ]);
    const unread = this.session.chat.length - this.#read;
    return html`<nav class="tabs">
      ${tabs.map(
        ([tab, label]) =>
          html`<button
            aria-pressed=${this.tab === tab ? 'true' : 'false'}
            @click=${() => this.#turnTo(tab)}
          >
            ${label}
            ${
              tab === 'chat' && unread > 0
                ? html`<span class="news" aria-label=${text.match.unread(unread)}>${unread}</span>`
                : nothing
            }
          </button>`,
      )}
    </nav>`;
  }

  /** @param {Match['tab']} tab */
  #turnTo(tab) {
    this.tab = tab;
    this.requestUpdate();
  }

  #reload() {
    return html`<main class="page" role="alert">
      ${suspected(this.session)}
      <h1>${text.room.newVersion}</h1>
      <button class="primary" @click=${() => location.reload()}>${text.room.reload}</button>
    </main>`;
  }
}

customElements.define('entente-match', Match);
