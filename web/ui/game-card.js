// The card of a game on the first page: what it is, and the ways into it.

import { isDone, nextOf } from '../core/lessons.js';
import { asked } from '../core/needed.js';
import { isSolved, nextOf as nextPuzzle } from '../core/puzzles.js';
import { personName, rememberName } from '../core/person.js';
import { text } from '../text/index.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { UNSET, showing } from './component.js';
import { link } from './link.js';
import { Way } from './way.js';

/** @import * as Wire from '../types/protocol.js' */

/** Not before a click. */
const ways = () => asked(() => import('./open.js'));

/** Width and height of the pictures: known before they are loaded, so that nothing moves. */
const PICTURE = [640, 300];
/** The games that have a picture. */
const PICTURED = ['europe-divided', 'balance-of-power', 'europe'];

/** Fires `more` when the person wants to choose the options. */
export class GameCard extends showing({
  game: /** @type {Wire.GameInfo} */ (UNSET),
  /** Its lessons, in the order of learning. */ lessons: /** @type {Wire.LessonInfo[]} */ ([]),
  /** Its puzzles. */ puzzles: /** @type {Wire.PuzzleInfo[]} */ ([]),
}) {
  #way = new Way(this);
  /** `true` while a name is asked for. */ naming = false;

  render() {
    const { game } = this;
    const { problem } = this.#way;
    const { id, name, seats } = game;
    const about = text.home.about[id];
    const facts = [text.home.players(seats.min, seats.max), about?.length, about?.difficulty];
    return html`${this.#picture(id)}
      <div class="what">
        <h3>${name}</h3>
        ${about ? html`<p class="kind">${about.kind}</p>` : nothing}
        <p>${about?.about ?? game.description}</p>
        <ul class="facts">
          ${facts.filter(Boolean).map((fact) => html`<li>${fact}</li>`)}
        </ul>
      </div>
      ${problem ? html`<p class="bad" role="alert">${problem}</p>` : nothing}
      ${this.naming ? this.#name() : this.#ways()}`;
  }

  #ways() {
    const { game } = this;
    const { busy } = this.#way;
    const { name } = game;
    return html`<div class="ways" aria-busy=${busy ? 'true' : 'false'}>
      ${
        game.bot_levels?.length
          ? html`<button
              class="primary play"
              aria-label=${text.home.playNowOf(name)}
              ?disabled=${busy}
              @click=${this.#play}
            >
              ${busy ? text.home.opening : text.home.playNow}
              <small>${text.home.aBot}</small>
            </button>`
          : nothing
      }
      <button
        class="friend"
        aria-label=${text.home.inviteTo(name)}
        ?disabled=${busy}
        @click=${this.#invite}
      >
        ${text.home.invite}
      </button>
      ${this.lessons.length > 0 ? this.#learn() : nothing} ${this.#puzzle()}
      <button
        class="quiet more"
        aria-label=${text.home.moreOf(name)}
        @click=${() => this.emit('more', game)}
      >
        ${text.home.more}
      </button>
      <span class="read"
        >${link(`rules/${game.id}`, html`${text.home.rules}<span class="unseen"> ${name}</span>`)}</span
      >
    </div>`;
  }

  /** Offers the next lesson with one click, and all of them where there are several. */
  #learn() {
    const { lessons } = this;
    const done = lessons.filter(isDone).length;
    const several = html`<details class="lessons">
      <summary>
        ${text.home.lessons}
        ${done > 0 ? html`<b class="done">${text.home.lessonsDone(done, lessons.length)}</b>` : nothing}
      </summary>
      ${lessons.map((one) => this.#lesson(one, one.title))}
    </details>`;
    return html`${this.#lesson(nextOf(lessons), text.home.learn, 'learn')}
    ${lessons.length > 1 ? several : nothing}`;
  }

  /** @param {Wire.LessonInfo} lesson @param {string} label @param {string} [kind] */
  #lesson(lesson, label, kind = 'quiet') {
    const { title, minutes } = lesson;
    const done = isDone(lesson);
    const go = async () => (await ways()).learn(lesson.game, lesson.lesson);
    return html`<button
      class=${kind}
      title=${lesson.about}
      ?disabled=${this.#way.busy}
      @click=${() => this.#way.go(go)}
    >
      ${label}<span class="unseen">${text.home.learnOf(this.game.name)}</span>
      <small>${kind === 'learn' ? html`${title} · ` : nothing}${text.home.minutes(minutes)}</small>
      ${
        done
          ? html`<b class="done"
              ><i aria-hidden="true">✓</i><span class="unseen">${text.home.learned}</span></b
            >`
          : nothing
      }
    </button>`;
  }

  /** Offers the next puzzle with one click. */
  #puzzle() {
    const { puzzles } = this;
    const next = nextPuzzle(puzzles);
    if (!next) return nothing;
    const solved = puzzles.filter(isSolved).length;
    const go = async () => (await ways()).learn(next.game, next.puzzle);
    return html`<button class="puzzle" ?disabled=${this.#way.busy} @click=${() => this.#way.go(go)}>
      ${text.home.puzzles}<span class="unseen">${text.home.puzzlesOf(this.game.name)}</span>
      <small>${text.home.solvedOf(solved, puzzles.length)}</small>
    </button>`;
  }

  /** @param {string} id */
  #picture(id) {
    if (!PICTURED.includes(id)) return nothing;
    const url = new URL(`../pictures/${id}.svg`, import.meta.url).href;
    return html`<img src=${url} alt="" width=${PICTURE[0]} height=${PICTURE[1]} />`;
  }

  /** Asks for a name, once: people want to know who invites them. */
  #name() {
    /** @param {SubmitEvent} event */
    const given = (event) => {
      event.preventDefault();
      const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
      const name = String(form.get('name')).trim();
      this.#way.problem = name ? '' : text.problem.name_invalid;
      if (name) {
        rememberName(name);
        this.#invite();
      } else this.requestUpdate();
    };
    const back = () => {
      this.naming = false;
      this.#way.problem = '';
      this.requestUpdate();
    };
    return html`<form class="naming" novalidate @submit=${given}>
      <label class="field"
        >${text.home.nameAsked} <input name="name" maxlength="32" autocomplete="nickname"
      /></label>
      <div class="row">
        <button class="primary">${text.home.nameGiven}</button>
        <button type="button" class="quiet" @click=${back}>${text.match.cancel}</button>
      </div>
    </form>`;
  }

  #play() {
    this.#way.go(async () => (await ways()).playNow(this.game));
  }

  async #invite() {
    this.naming = !personName();
    if (!this.naming) return this.#way.go(async () => (await ways()).inviteFriend(this.game));
    this.requestUpdate();
    await this.updateComplete;
    this.querySelector('input')?.focus();
  }
}

customElements.define('entente-game-card', GameCard);
