// The page of a match: one line above, the board, and a drawer with the choices, the log and the chat.

import { stepOf } from '../core/analysis.js';
import { OtherData, matchData } from '../core/data.js';
import { isGuided, noteFirst } from '../core/guide.js';
import { gameInfo } from '../core/knowledge.js';
import { later, needed } from '../core/needed.js';
import { Paced } from '../core/paced.js';
import { Play } from '../core/play.js';
import { Replay } from '../core/replay.js';
import { noteSeen, seenUpTo } from '../core/seen.js';
import { isFree, keysWanted } from '../core/single-keys.js';
import { play as sound } from '../core/sound.js';
import { eventText } from '../core/event-text.js';
import { loadGame } from '../games/registry.js';
import { explain, text } from '../text/index.js';
import { table } from '../text/table.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { UNSET, showing } from './component.js';
import { DrawerState, drawerButtons } from './drawer.js';
import { suspected } from './fairness.js';
import { link } from './link.js';
import './menu.js';
import { missed, playing, skipKey } from './playing.js';
import { considered } from './preview.js';
import { requests } from './requests.js';
import { statusLine } from './status.js';
import './summary.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Session } from '../core/session.js' */
/** @import { GameModule } from '../games/registry.js' */

/** How a match is looked back at. @typedef {{seat: number | null, analyse?: boolean, seq?: number}} LookBack */

/** Time for which a refusal is shown, in milliseconds. */
const NOTICE_MS = 6_000;

/** Only who learns needs them. */
const lesson = later(() => import('./lesson.js'));
const guide = later(() => import('./guide.js'));
const coaching = later(() => import('./coaching.js'));
/** Only who sees the end of a match, or looks back at it. */
const result = later(() => import('./ending.js'));
const lookingBack = later(() => import('./replay.js'));

export class Match extends showing({ session: /** @type {Session} */ (UNSET) }) {
  /** @type {Wire.GameInfo | null} */ info = null;
  /** @type {GameModule | null} */ game = null;
  /** @type {Play | null} */ play = null;
  /** @type {Paced | null} the session as it is shown */ paced = null;
  /** `true` once what shows the result is here. */ ending = false;
  /** @type {number | null} the last entry that was seen before one was away, until what follows is read */ unread =
    null;
  /** @type {Replay | null} set while looking back */ replay = null;
  /** @type {Map<number | null, Replay>} what was looked at so far, by whose view it is */ #replays =
    new Map();
  /** @type {DrawerState | null} */ drawer = null;
  /** `true` while the board is looked at instead of the result. */ aside = false;
  /** `true` once the replay was opened for its analysis. */ analyse = false;
  /** `true` if what is asked of whoever plays is explained at length. */ guided = false;
  notice = '';
  broken = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  /** @type {boolean | null} whether this seat's turn, or the end, was shown last */ #asked = null;
  /** @type {boolean | null} */ #wasOver = null;
  /** Where the pointer was last, and what it has moved over. */ #pointer = '';
  /** @type {EventTarget | null} */ #under = null;

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('session')) this.#open();
    this.#attend();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.paced?.close();
    this.replay?.leave();
  }

  async #open() {
    const { session } = this;
    const room = /** @type {Wire.Room} */ (session.room);
    this.follow(session, 'refused', ({ detail }) => this.#refused(detail));
    try {
      const [game, info, data] = await Promise.all([
        loadGame(room.game),
        needed(() => gameInfo(room.game)),
        needed(() => matchData(room.fairness.data)),
        session.taught ? lesson() : null,
      ]);
      if (session.seat !== null && !session.taught) noteFirst(room.game, session.code);
      this.follow(document, 'guide', () => this.#explain());
      await this.#explain();
      this.game = game;
      this.emit('board', game);
      this.info = info;
      session.atOnce = game.ownClock ?? false;
      const drawer = new DrawerState(session, game);
      this.drawer = drawer;
      this.follow(drawer);
      // On the window: whatever board is shown uses its keys first.
      this.follow(window, 'keydown', (event) => this.#handleKey(event));
      this.follow(document, 'visibilitychange', () => this.#return());
      this.#return();
      this.paced = new Paced(session, () => (this.play?.unseen ?? 0) > 0, game);
      this.follow(this.paced);
      this.follow(this.paced, 'events', ({ detail }) => this.#sound(game, detail));
      this.#show(this.paced, data);
    } catch (problem) {
      if (problem instanceof OtherData) session.deal.otherData();
      this.broken = true;
    }
    this.requestUpdate();
  }

  /** @param {Paced | Replay} session @param {Wire.ComponentData | null} data */
  #show(session, data) {
    this.play = new Play(session, data);
    const own = session === this.paced && this.session.pupil === null;
    this.play.foresees = !!this.info?.hints && own;
    this.follow(this.play);
    this.requestUpdate();
  }

  /** Starts a replay as seen by a seat or by everybody (null), perhaps at an entry, or leaves it ('end'). */
  #lookBack(/** @type {CustomEvent<number | null | 'end' | LookBack>} */ { detail }) {
    const { session, play, paced } = this;
    if (!play || !paced || !session.room) return;
    const at = this.replay?.at ?? 0;
    this.replay?.leave();
    /** @type {{seat: number | null | 'end', analyse?: boolean, seq?: number}} */
    const wanted = typeof detail === 'object' && detail !== null ? detail : { seat: detail };
    this.replay = wanted.seat === 'end' ? null : this.#replayOf(session.room, wanted.seat);
    if (wanted.analyse) this.analyse = true;
    this.#show(this.replay ?? paced, play.data);
    if (!this.replay) return;
    // Nothing can be chosen there, and on a phone the drawer would lie over the controls.
    if (this.drawer?.tab === 'choices') this.drawer.turnTo(null);
    this.follow(this.replay);
    const { seq } = wanted;
    this.replay.open((steps) => (seq === undefined ? at : stepOf(steps, seq)));
  }

  /** Returns what was fetched for this view before, or a new replay. @param {Wire.Room} room @param {number | null} seat */
  #replayOf(room, seat) {
    const replay = this.#replays.get(seat) ?? new Replay(room, seat);
    this.#replays.set(seat, replay);
    return replay;
  }

  /** @param {{code: string, detail: string}} refusal */
  #refused(refusal) {
    // The note of the lesson says this one.
    if (refusal.code !== 'not_now' || !this.session.taught) this.#notify(explain(refusal));
  }

  /** @param {string} notice */
  #notify(notice) {
    this.notice = notice;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#notify(''), NOTICE_MS);
    this.requestUpdate();
  }

  /** Updates the title, and sounds when it becomes this seat's turn, and at the end. */
  #attend() {
    const name = this.info?.name ?? text.app.name;
    const { asked } = this.session;
    document.title = asked ? text.match.yourTurnTitle(name) : `${name} · ${text.app.name}`;
    this.#cue();
    const { seq } = this.session.view ?? {};
    // Not before it is known what was seen last.
    if (this.drawer && seq !== undefined && this.unread === null && !document.hidden)
      noteSeen(this.session.code, seq);
  }

  /** @param {GameModule} game @param {{events: any[], news: boolean}} shown */
  #sound({ sound: soundOf }, { events, news }) {
    if (!news || !soundOf) return;
    sound(events.map(soundOf).filter((one) => one !== null));
  }

  /** Sounds when this seat's turn, or the end, is shown: not at what was so when the page was opened. */
  #cue() {
    const { paced } = this;
    if (!paced) return;
    const [asked, over] = [paced.asked, !!paced.view?.outcome];
    if (asked && this.#asked === false) sound(['turn']);
    if (over && this.#wasOver === false) sound(['end']);
    this.#asked = asked;
    this.#wasOver = over;
  }

  /** Shows what has happened since this person last looked. */
  #return() {
    const { session } = this;
    const seen = seenUpTo(session.code);
    if (document.hidden || seen === null || session.view?.outcome || session.taught) return;
    const news = session.events.filter(({ seq }) => seq > seen);
    this.unread = news.length > 0 && session.view?.deadline_ms == null ? seen : null;
    this.requestUpdate();
  }

  #read() {
    this.unread = null;
    this.requestUpdate();
  }

  /** Uses the keys of the shell, after the board. @param {KeyboardEvent} event */
  #handleKey(event) {
    if (this.paced && keysWanted() && isFree(event)) skipKey(this.paced, event);
    this.drawer?.handle(event);
  }

  render() {
    const { session, play, game, drawer, paced } = this;
    if (this.broken) return this.#reload();
    if (!play || !game || !drawer || !paced)
      return html`<main class="page"><p>${text.app.loading}</p></main>`;
    const guided = this.#isGuided && !this.#coached;
    return html`<main
      class="match ${this.replay ? 'past' : ''} ${session.taught ? 'learning' : ''} ${guided ? 'guided' : ''} ${this.#coached ? 'coaching' : ''}"
      @look-back=${this.#lookBack}
      @keydown=${this.#key}
      @mousemove=${(/** @type {MouseEvent} */ event) => this.#hovered(play, event)}
      @mouseleave=${() => this.#left(play)}
      @focusin=${(/** @type {Event} */ event) => considered(play, event)}
    >
      ${this.#header(play, game, drawer, paced)}
      ${session.taught ? this.#lesson(play, game, drawer, paced) : nothing}
      ${this.#coached ? this.#coaching(game, drawer) : nothing}
      ${guided ? html`<entente-guide .play=${play} .info=${this.info} .hints=${drawer.hints}></entente-guide>` : nothing}
      <entente-drawer
        class=${drawer.tab ? 'open' : ''}
        .state=${drawer}
        .session=${session}
        .play=${play}
        .game=${game}
        .info=${this.info}
      ></entente-drawer>
      <div class="board">${play.view ? game.board(play) : nothing}</div>
      ${this.replay ? nothing : playing(paced, play, game)}
      ${this.unread === null ? nothing : missed(play, game, this.unread, () => this.#read())}
      ${this.#over(paced, play, game)}
      <entente-summary .play=${play} .game=${game}></entente-summary>
      ${this.replay ? this.#lookingBack(this.replay, play, game) : nothing}
      <div class="calls">
        ${session.taught ? nothing : html`${suspected(session)} ${requests(session)}`}
        <p class="notice ${this.notice ? 'bad' : 'empty'}" role="alert">${this.notice}</p>
      </div>
      <div class="unseen" aria-live="polite">${this.#news()}</div>
    </main>`;
  }

  /** @param {Play} play @param {GameModule} game @param {DrawerState} drawer @param {Paced} paced */
  #header(play, game, drawer, paced) {
    const { session, info } = this;
    return html`<header class="status">
      ${link('', text.app.name, 'brand')}
      <h1 class="unseen">${info?.name}</h1>
      ${play.view ? (game.ribbon?.(play) ?? nothing) : nothing}
      ${statusLine(paced, info, play, game)}
      ${this.#ended && this.aside ? this.#showResult() : nothing} ${drawerButtons(drawer)}
      <entente-menu .session=${session} .info=${info}></entente-menu>
    </header>`;
  }

  /** @param {Play} play @param {GameModule} game @param {DrawerState} drawer @param {Paced} paced */
  #lesson(play, game, drawer, paced) {
    return html`<entente-lesson
      .session=${this.session}
      .paced=${paced}
      .playing=${play.unseen > 0}
      .game=${game}
      .info=${this.info}
      .drawer=${drawer}
    ></entente-lesson>`;
  }

  /** `true` if there is a coach beside this seat, or this is one. */
  get #coached() {
    const { room, seat, pupil } = this.session;
    return (pupil !== null || !!room?.seats[seat ?? -1]?.coach) && !this.replay;
  }

  /** @param {GameModule} game @param {DrawerState} drawer */
  #coaching(game, drawer) {
    coaching();
    return html`<entente-coaching
      .session=${this.session}
      .game=${game}
      .drawer=${drawer}
    ></entente-coaching>`;
  }

  /** @param {Replay} replay @param {Play} play @param {GameModule} game */
  #lookingBack(replay, play, game) {
    lookingBack();
    return html`<entente-replay
      .replay=${replay}
      .play=${play}
      .game=${game}
      .info=${this.info}
      .analyse=${this.analyse}
    ></entente-replay>`;
  }

  /** `true` while what is asked of this seat is explained at length. */
  get #isGuided() {
    const { session, replay } = this;
    // While the end is played out the board keeps its place.
    const over = !!this.paced?.view?.outcome;
    const plays = session.seat !== null && !session.taught && !replay && !over;
    return plays && this.guided;
  }

  /** Looks whether what is asked is to be explained. */
  async #explain() {
    const { session } = this;
    const wanted = isGuided(session.room?.game ?? '', session.code);
    if (wanted) await guide();
    this.guided = wanted;
    this.requestUpdate();
  }

  /** `true` once the board has shown what led to the result. */
  get #ended() {
    return !!this.paced?.view?.outcome && this.play?.unseen === 0 && !this.replay;
  }

  /** Renders the result over the board, unless the board is wanted. @param {Paced} paced @param {Play} play @param {GameModule} game */
  #over(paced, play, game) {
    if (!this.#ended || this.aside) return nothing;
    if (!this.ending) {
      result().then(() => {
        this.ending = true;
        this.requestUpdate();
      });
      return nothing;
    }
    return html`<section class="over" aria-labelledby="over-title">
      <h2 id="over-title">${text.match.over}</h2>
      <entente-ending
        .session=${paced}
        .info=${this.info}
        .play=${play}
        .game=${game}
      ></entente-ending>
      <button class="quiet" @click=${() => this.#setAside(true)}>${table.result.hide}</button>
    </section>`;
  }

  #showResult() {
    return html`<button @click=${() => this.#setAside(false)}>${table.result.show}</button>`;
  }

  /** @param {boolean} aside */
  #setAside(aside) {
    this.aside = aside;
    this.requestUpdate();
  }

  /** Returns the text of the last event, for screen readers. */
  #news() {
    const events = this.replay ? this.session.events : (this.play?.events ?? []);
    const last = events.at(-1);
    const called = this.play ? this.game?.called?.(this.play) : [];
    return last ? eventText(last, this.session.room, called) : nothing;
  }

  /** Cancels a form with Escape, unless the board has used the key. @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== 'Escape' || event.defaultPrevented || !this.play?.draft) return;
    this.play.cancel();
    event.preventDefault();
  }

  /** Considers what the pointer has gone to; what has come to lie under one that rests, once it moves. @param {Play} play @param {MouseEvent} event */
  #hovered(play, event) {
    const at = `${event.screenX} ${event.screenY}`;
    if (at === this.#pointer) return;
    this.#pointer = at;
    if (event.target === this.#under) return;
    this.#under = event.target;
    considered(play, event);
  }

  /** @param {Play} play */
  #left(play) {
    this.#under = null;
    play.consider();
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
