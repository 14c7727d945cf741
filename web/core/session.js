// The state of one room and its match, built from the server's messages. Everything that shows a match
// reads a session; a session knows neither how it is shown nor a rule of any game.

import { Absence } from './absence.js';
import { backoff } from './backoff.js';
import { Connection } from './connection.js';
import { Deal } from './deal.js';
import { newId } from './ids.js';
import { AGAIN, Part } from './part.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { ConnectionStatus } from './connection.js' */
/** @import { Store } from '../proof/evidence.js' */

/** Maximum number of events kept for the log. */
const EVENTS_KEPT = 2_000;
/** Maximum number of chat lines kept. */
const LINES_KEPT = 500;

/** The time after which people are told that a command is still on its way, in milliseconds. */
const LATE_MS = 2_000;

/**
 * @typedef {ReturnType<typeof setTimeout>} Timer
 * @typedef {{message: any, done: (answer: Answer) => void, late: boolean, refusals: number, timer?: Timer, again?: Timer}} Waiting
 * @typedef {{ok: true, seq: number, hint?: Wire.Hint, preview?: Wire.Preview} | {ok: false, code: string, detail: string, rule?: string, wait?: number}} Answer
 */

/**
 * Fires `change` after anything changed, `refused` with a refusal, and `events` with new events; `news` is
 * `false` for those that were missed while away.
 */
export class Session extends EventTarget {
  /** @type {Wire.You | null} */ you = null;
  /** @type {Wire.Room | null} */ room = null;
  /** @type {Wire.Limits | null} */ limits = null;
  /** @type {Wire.Update | null} the newest update */ view = null;
  /** @type {any[]} oldest first */ events = [];
  /** @type {Wire.ChatLine[]} */ chat = [];
  /** @type {Wire.LessonStep | null} the step that a lesson has reached */ lesson = null;
  /** @type {{id: string, at: string[], text?: string} | null} what a coach points at */ pointed =
    null;
  /** `true` while a link for a coach is wanted. */
  invites = false;
  /** @type {ConnectionStatus} */ connection = { state: 'connecting' };
  /** @type {number | null} the entry of this seat's newest command that this page has sent */ acted =
    null;
  /** `true` if all act at any time, in this game: then nothing waits for an answer. */
  atOnce = false;
  /** `true` if the server was restored from older data while this page was open. */
  rolledBack = false;
  /** The number of times that it was. */
  restores = 0;

  /** @type {Map<string, Waiting>} messages without an answer, by id */ #waiting = new Map();
  /** The entry that was kept on an earlier visit, and that the server has not shown. */
  #missing = 0;
  #arrived = 0;
  #absence = new Absence();
  #connection;
  #part;

  /**
   * @param {string} code
   * @param {string | null} token null for a spectator
   * @param {{address: string | URL, store: Store | null, Socket?: typeof WebSocket}} place where its socket
   *   is, and where this part in the deal is kept
   */
  constructor(code, token, { address, store, Socket }) {
    super();
    this.code = code;
    this.token = token;
    this.deal = new Deal(store);
    this.#connection = new Connection(
      address,
      () => this.#hello(),
      (message) => this.#receive(message),
      (status) => {
        this.connection = status;
        this.#changed();
      },
      Socket,
    );
    this.#part = new Part(this.deal, (message) => this.#connection.send(message));
  }

  /** The seat that is held; null for a spectator. @returns {number | null} */
  get seat() {
    const you = /** @type {any} */ (this.you);
    return you && 'seat' in you ? you.seat : null;
  }

  /** The seat that this page coaches; null for anybody else. @returns {number | null} */
  get pupil() {
    const you = /** @type {any} */ (this.you);
    return you && 'coach' in you ? you.coach : null;
  }

  /** @returns {Wire.Offer[]} the choices of this seat */
  get offers() {
    return this.busy ? [] : (this.view?.offers ?? []);
  }

  /** `true` if the game waits for this seat. */
  get asked() {
    const { seat, view } = this;
    return seat !== null && !!view && !view.outcome && view.awaiting.includes(seat);
  }

  /**
   * `true` while a command of this seat is on its way. Not with a clock or where all act at once: there the
   * question stays open.
   */
  get busy() {
    if (this.atOnce || this.view?.deadline_ms != null) return false;
    return [...this.#waiting.values()].some(({ message }) => message.type === 'command');
  }

  /** `true` if a command of this seat has been on its way for so long that people wonder. */
  get late() {
    return [...this.#waiting.values()].some(({ late }) => late);
  }

  /** Why nothing proves the deal, if the room has said so from the beginning: later it is not believed. */
  get unproven() {
    return this.deal.unproven ? this.room?.unproven : null;
  }

  /** `true` if a lesson is given here. */
  get taught() {
    return this.unproven?.kind === 'lesson';
  }

  /** Match time now, in milliseconds. */
  get now() {
    if (!this.view) return 0;
    return this.view.now_ms + (this.view.paused ? 0 : performance.now() - this.#arrived);
  }

  /** Leaves the room's socket. */
  close() {
    this.#waiting.forEach(({ timer, again }) => [timer, again].forEach(clearTimeout));
    this.#part.leave();
    this.#connection.close();
  }

  /**
   * Sends a command of the game that one of the offers admits.
   * @param {object} command @returns {Promise<Answer>}
   */
  async command(command) {
    const answer = await this.#act({ type: 'command', decision: this.view?.decision, command });
    if (answer.ok) this.acted = answer.seq;
    return answer;
  }

  /** @param {number} to @returns {Promise<Answer>} */
  undo(to) {
    return this.#act({ type: 'undo', to });
  }

  /** @param {boolean} want @returns {Promise<Answer>} */
  pause(want) {
    return this.#act({ type: 'pause', want });
  }

  /** @param {string} request @param {boolean} agree @returns {Promise<Answer>} */
  consent(request, agree) {
    return this.#act({ type: 'consent', request, agree });
  }

  /** @returns {Promise<Answer>} */
  resign() {
    return this.#act({ type: 'resign' });
  }

  /** @param {'win' | 'abandoned'} outcome @returns {Promise<Answer>} */
  claim(outcome) {
    return this.#act({ type: 'claim', outcome });
  }

  /** Asks what a mind would do now. @returns {Promise<Answer>} */
  hint() {
    return this.#act({ type: 'hint', decision: this.view?.decision });
  }

  /** Asks what a command would change. @param {object} command @returns {Promise<Answer>} */
  preview(command) {
    return this.#ask({ type: 'preview', decision: this.view?.decision, command });
  }

  /** Goes through the lesson. @param {Wire.LessonGo} go @returns {Promise<Answer>} */
  learn(go) {
    return this.#act({ type: 'lesson', step: this.lesson?.step, go });
  }

  /** Asks the others whether a guest may coach this seat, or ends that. @param {boolean} want @returns {Promise<Answer>} */
  coach(want) {
    return this.#act({ type: 'coach', want });
  }

  /**
   * Points at things, for the pupil.
   * @param {string[]} at by the view's own identifiers @param {string} [line] said beside it
   * @returns {boolean} `false` if there is no connection
   */
  point(at, line) {
    return this.#connection.send({ type: 'point', at, ...(line ? { text: line } : {}) });
  }

  /** Has a link for a coach made, where it is shown. */
  inviteCoach() {
    this.invites = true;
    this.#changed();
  }

  /** Shows no longer what a coach has pointed at. */
  forgetPoint() {
    this.pointed = null;
    this.#changed();
  }

  /**
   * Says that this seat is ready, and commits to the entropy that it brings to the deal.
   * @param {boolean} [bring] `false` for a seat without entropy
   */
  ready(bring = true) {
    this.#part.ready(bring);
  }

  /** @param {string} text @returns {boolean} `false` if there is no connection */
  sendChat(text) {
    return this.#connection.send({ type: 'chat', text });
  }

  /** @param {any} act @returns {Promise<Answer>} */
  #act(act) {
    const answer = this.#ask(act);
    this.#changed();
    return answer;
  }

  /** Sends a message that has an answer. @param {any} act @returns {Promise<Answer>} */
  #ask(act) {
    const message = { ...act, id: newId() };
    return new Promise((done) => {
      /** @type {Waiting} */
      const waiting = {
        message,
        done,
        late: false,
        refusals: 0,
        // Nobody is told that anything else is late, so nothing changes when it is.
        timer: act.type === 'command' ? setTimeout(() => late(), LATE_MS) : undefined,
      };
      const late = () => {
        waiting.late = true;
        this.#changed();
      };
      this.#waiting.set(message.id, waiting);
      this.#connection.send(message);
    });
  }

  #hello() {
    const after = this.view?.seq ?? this.#missing;
    return {
      type: 'hello',
      ...(this.token ? { token: this.token } : {}),
      ...(this.view || after > 0 ? { after } : {}),
    };
  }

  /** @param {any} message */
  #receive(message) {
    switch (message.type) {
      case 'welcome':
        this.you = message.you;
        this.deal.enter(message.room, this.seat);
        this.#part.enter(message.features);
        this.#roomChanged(message.room);
        this.#absence.joined(message.away_ms ?? [], Date.now());
        this.limits = message.limits;
        this.chat = [];
        // Safe to repeat: the server recognises a message by its id.
        for (const { message: unanswered, again } of this.#waiting.values()) {
          clearTimeout(again);
          this.#connection.send(unanswered);
        }
        break;
      case 'room':
        this.#roomChanged(message.room);
        break;
      case 'update':
        this.#updated(message);
        break;
      case 'accepted':
        this.#part.accepted(message);
        this.#answered(message.id, { ok: true, seq: message.seq });
        break;
      case 'rejected':
        this.#rejected(message);
        break;
      case 'hint':
        this.#answered(message.id, { ok: true, seq: this.view?.seq ?? 0, hint: message });
        break;
      case 'preview':
        // Of interest to whoever asked alone: nothing that anybody follows has changed.
        return this.#answered(message.id, { ok: true, seq: this.view?.seq ?? 0, preview: message });
      case 'lesson':
        this.lesson = message;
        break;
      case 'point': {
        const { at, text } = message;
        this.pointed = at.length > 0 || text ? { id: newId(), at, text } : null;
        break;
      }
      case 'chat':
        this.chat = [...this.chat, message].slice(-LINES_KEPT);
        break;
      case 'error':
        this.#error(message);
        break;
      default:
        return;
    }
    this.#changed();
  }

  /**
   * The moment from which a claim is possible, in milliseconds since 1970; 0 if only the server knows it,
   * null while nobody who is awaited is away.
   */
  get claimableAt() {
    const { room, view, seat } = this;
    return room && view ? this.#absence.claimableAt(room, view.awaiting, seat) : null;
  }

  /** @param {Wire.Room} room */
  #roomChanged(room) {
    this.room = room;
    this.#absence.look(room, Date.now());
    this.#part.look(room);
  }

  /** @param {Wire.Update} update */
  #updated(update) {
    const news = this.view !== null;
    const old = Number.isSafeInteger(update.seq) && this.deal.newest > update.seq;
    if (!news && this.#missing === 0 && old) {
      // Asked for what comes after that, a server that was restored says so.
      this.#missing = this.deal.newest;
      this.#connection.again();
      return;
    }
    if (!this.deal.note(update.seq, update.head)) return;
    this.view = update;
    this.#arrived = performance.now();
    if (update.events.length > 0) {
      // Where some are left out the log begins after them, as for whoever has just come.
      const known = update.events_from === undefined ? this.events : [];
      this.events = [...known, ...update.events].slice(-EVENTS_KEPT);
      const detail = { events: update.events, news };
      this.dispatchEvent(new CustomEvent('events', { detail }));
    }
  }

  /** @param {any} message */
  #rejected(message) {
    const { id, code, detail, rule, retry_after_ms: wait } = message;
    if (this.#part.refused(message)) return;
    const waiting = this.#waiting.get(id);
    if (waiting && AGAIN.has(code)) {
      waiting.refusals += 1;
      const pause = backoff(waiting.refusals, wait ?? null, Math.random());
      waiting.again = setTimeout(() => this.#connection.send(waiting.message), pause);
      return;
    }
    this.#answered(id, { ok: false, code, detail, rule, wait });
    // The claim's buttons show the remaining time themselves.
    if (waiting?.message.type === 'claim' && wait) return this.#absence.refused(wait, Date.now());
    // So does the panel of hints its reason; and what cannot be shown beforehand is simply not shown.
    if (['hint', 'preview'].includes(waiting?.message.type)) return;
    this.dispatchEvent(new CustomEvent('refused', { detail: { code, detail, rule } }));
  }

  /** @param {any} message */
  #error(message) {
    const { code, detail } = message;
    if (this.#part.refused(message)) return;
    if (code === 'rolled_back') {
      this.rolledBack = true;
      this.restores += 1;
      this.deal.rolledBack();
      this.events = [];
    }
    this.dispatchEvent(new CustomEvent('refused', { detail: { code, detail } }));
  }

  /** @param {string} id @param {Answer} answer */
  #answered(id, answer) {
    const waiting = this.#waiting.get(id);
    clearTimeout(waiting?.timer);
    clearTimeout(waiting?.again);
    waiting?.done(answer);
    this.#waiting.delete(id);
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}
