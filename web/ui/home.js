// The first page: choose a game, join with a code, continue a match.

import { games, lessons, listedRooms, puzzles } from '../core/api.js';
import { asked, later } from '../core/needed.js';
import { codeOf, goTo } from '../core/router.js';
import { hasSeats, personName, rememberName } from '../core/person.js';
import { explain, text } from '../text/index.js';
import { html, nothing, repeat } from '../vendor/lit/lit.js';
import { broken } from './broken.js';
import { levelChoice } from './bot-level.js';
import './game-card.js';
import { link } from './link.js';
import { Component } from './component.js';
import { unprovenMark } from './practice.js';
import { themeChoice } from './settings.js';
import './today.js';

/** @import * as Wire from '../types/protocol.js' */

/** Only who holds a seat needs it. */
const matches = () => asked(() => import('./continue.js'));
/** Only who wants more than one click needs it. */
const create = later(() => import('./create.js'));

export class Home extends Component {
  /** @type {Wire.GameInfo[] | null} */ games = null;
  /** @type {Wire.LessonInfo[]} */ lessons = [];
  /** @type {Wire.Puzzles} */ puzzles = { puzzles: [] };
  /** @type {Wire.Room[]} */ listed = [];
  /** @type {string | null} */ problem = null;
  /** @type {Wire.GameInfo | null} the game whose options are being chosen */ chosen = null;
  codeProblem = '';

  connectedCallback() {
    super.connectedCallback();
    document.title = text.app.name;
    this.follow(document, 'visibilitychange', () => document.hidden || this.#load());
    this.#load();
  }

  async #load() {
    try {
      this.problem = null;
      const list = hasSeats() ? matches() : null;
      [this.games, this.listed, this.lessons, this.puzzles] = await Promise.all([
        games(),
        listedRooms(),
        lessons(),
        puzzles(),
        list,
      ]);
    } catch (problem) {
      this.problem = explain(/** @type {any} */ (problem));
    }
    this.requestUpdate();
  }

  render() {
    const { games, chosen } = this;
    return html`<main class="home">
      <div class="hero">
        <h1>${text.app.name}</h1>
        <p class="lead">${text.app.tagline}</p>
      </div>
      ${this.problem ? broken(this.problem, () => this.#load()) : nothing}
      ${chosen ? this.#create(chosen) : nothing}
      ${
        (games || this.problem) && !chosen
          ? html`<entente-continue .games=${games}></entente-continue> ${this.#games()}
              ${this.#today()}`
          : nothing
      }
      ${
        games && !chosen
          ? html`<div class="columns">${this.#join()} ${this.#open()}</div>
              ${this.#footer(games)}`
          : nothing
      }
    </main>`;
  }

  #games() {
    const { games } = this;
    const leveled = games?.find(({ bot_levels: levels }) => (levels?.length ?? 0) > 1);
    return html`<section aria-labelledby="games-title">
      <div class="heading">
        <h2 id="games-title">${text.home.games}</h2>
        ${levelChoice(leveled ?? null, text.bots.level)}
      </div>
      <div
        class="game-cards"
        @more=${(/** @type {any} */ event) => this.#choose(event.detail)}
        aria-busy=${games ? 'false' : 'true'}
      >
        ${repeat(
          games ?? [],
          ({ id }) => id,
          (game) =>
            html`<article class="game-card" data-game=${game.id}>
              <entente-game-card
                .game=${game}
                .lessons=${this.lessons.filter((lesson) => lesson.game === game.id)}
                .puzzles=${this.puzzles.puzzles.filter((puzzle) => puzzle.game === game.id)}
              ></entente-game-card>
            </article>`,
        )}
      </div>
    </section>`;
  }

  #today() {
    const { today } = this.puzzles;
    if (!today) return nothing;
    return html`<entente-today .puzzle=${today} .game=${this.#name(today.game)}></entente-today>`;
  }

  /** The form that opens a room of a game; the other games are hidden meanwhile. @param {Wire.GameInfo} game */
  #create(game) {
    return html`<section class="card" aria-labelledby="create-title">
      <h2 id="create-title">${text.create.titleOf(game.name)}</h2>
      <entente-create .game=${game} @cancel=${() => this.#choose(null)}></entente-create>
    </section>`;
  }

  /** @param {Wire.GameInfo | null} game null to go back to all games */
  async #choose(game) {
    if (game) await create();
    const before = this.chosen;
    this.chosen = game;
    this.requestUpdate();
    await this.updateComplete;
    scrollTo(0, 0);
    /** @type {HTMLElement | null} */ (
      this.querySelector(`[data-game="${before?.id}"] .more`)
    )?.focus();
  }

  /** @param {Wire.GameInfo[]} games */
  #footer(games) {
    return html`<footer>
      <div class="row">
        <label class="own-name"
          >${text.home.called}
          <input
            maxlength="32"
            autocomplete="nickname"
            placeholder=${text.home.guest}
            .value=${personName()}
            @change=${(/** @type {any} */ event) => rememberName(event.target.value.trim())}
          />
        </label>
        ${themeChoice()} <a href="docs/">${text.docs.title}</a>
        ${link('licences', text.licences.title)}
      </div>
      <details>
        <summary>${text.home.aboutGames}</summary>
        ${games.map(
          ({ name, licence }) => html`<p class="licence">${text.home.aboutGame(name, licence)}</p>`,
        )}
      </details>
    </footer>`;
  }

  /** @param {string} id */
  #name(id) {
    return this.games?.find((game) => game.id === id)?.name ?? id;
  }

  #join() {
    /** @param {SubmitEvent} event */
    const go = (event) => {
      event.preventDefault();
      const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
      const code = codeOf(String(form.get('code')));
      this.codeProblem = code ? '' : text.home.codeInvalid;
      if (code) goTo(`r/${code}`);
      else this.requestUpdate();
    };
    return html`<section aria-labelledby="join-title">
      <h2 id="join-title">${text.home.join}</h2>
      <form class="join" @submit=${go}>
        <label for="code">${text.home.codeLabel}</label>
        <div class="copy">
          <input
            id="code"
            name="code"
            class="code"
            autocomplete="off"
            autocapitalize="characters"
            spellcheck="false"
            aria-describedby="code-hint"
            aria-invalid=${this.codeProblem ? 'true' : 'false'}
          />
          <button>${text.home.joinButton}</button>
        </div>
        <p id="code-hint" class=${this.codeProblem ? 'bad' : 'faint'}>
          ${this.codeProblem || text.home.codeHint}
        </p>
      </form>
    </section>`;
  }

  #open() {
    return html`<section aria-labelledby="listed-title">
      <h2 id="listed-title">${text.home.listed}</h2>
      ${
        this.listed.length === 0
          ? html`<p class="faint">${text.home.noneListed}</p>`
          : html`<ul class="rooms">
              ${this.listed.map((room) => this.#listed(room))}
            </ul>`
      }
    </section>`;
  }

  /** @param {Wire.Room} room */
  #listed(room) {
    const { code, game, seats, state } = room;
    const free = seats.filter((seat) => seat.name == null).length;
    const holders = seats.filter(({ name }) => name != null);
    const names = holders
      .map(({ name, program }) => (program ? text.home.program(name) : name))
      .join(', ');
    const joinable = state === 'lobby' && free > 0;
    const what = joinable ? text.home.joinRoom : text.home.watch;
    return html`<li>
      <span>
        <b>${this.#name(game)}</b> ${unprovenMark(room)}
        <span class="faint">${names}${joinable ? ` · ${text.home.seatsFree(free)}` : nothing}</span>
      </span>
      ${link(
        `r/${code}`,
        html`${what}<span class="unseen">${text.home.roomOf(this.#name(game), names)}</span>`,
        'button',
      )}
    </li>`;
  }
}

customElements.define('entente-home', Home);
