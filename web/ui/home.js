// The first page: choose a game, join with a code, continue a match.

import { games, listedRooms } from '../core/api.js';
import { codeOf, goTo } from '../core/router.js';
import { forgetSeat, heldSeats } from '../core/seats.js';
import { explain, text } from '../text/index.js';
import { html, nothing, repeat } from '../vendor/lit/lit.js';
import { broken } from './broken.js';
import './create.js';
import { link } from './link.js';
import { Component } from './component.js';
import { unprovenMark } from './practice.js';
import { themeChoice } from './theme.js';

/** @import * as Wire from '../types/protocol.js' */

export class Home extends Component {
  /** @type {Wire.GameInfo[] | null} */ games = null;
  /** @type {Wire.Room[]} */ listed = [];
  /** @type {string | null} */ problem = null;
  /** @type {string | null} the game for which a room is being opened */ chosen = null;
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
      [this.games, this.listed] = await Promise.all([games(), listedRooms()]);
    } catch (problem) {
      this.problem = explain(/** @type {any} */ (problem));
    }
    this.requestUpdate();
  }

  render() {
    const { games, chosen } = this;
    const shown = (games ?? []).filter(({ id }) => chosen === null || id === chosen);
    return html`<main class="home">
      <div class="hero">
        <h1>${text.app.name}</h1>
        <p class="lead">${text.app.tagline}</p>
      </div>
      ${this.problem ? broken(this.problem, () => this.#load()) : nothing}
      ${chosen === null ? this.#continue() : nothing}
      <section aria-labelledby="games-title">
        <h2 id="games-title">${chosen === null ? text.home.games : text.create.title}</h2>
        <div class="game-cards ${chosen === null ? '' : 'one'}">
          ${repeat(
            shown,
            ({ id }) => id,
            (game) => this.#card(game),
          )}
        </div>
      </section>
      ${chosen === null ? html`<div class="columns">${this.#join()} ${this.#open()}</div>` : nothing}
      <footer>${themeChoice()} ${link('licences', text.licences.title)}</footer>
    </main>`;
  }

  /** @param {Wire.GameInfo} game */
  #card(game) {
    const open = this.chosen === game.id;
    const toggle = async () => {
      this.chosen = open ? null : game.id;
      this.requestUpdate();
      await this.updateComplete;
      if (!open) return scrollTo(0, 0);
      /** @type {HTMLElement | null} */ (
        this.querySelector(`[data-game=${game.id}] .primary`)
      )?.focus();
    };
    return html`<article class="game-card ${open ? 'open' : ''}" data-game=${game.id}>
      <h3>${game.name}</h3>
      <p>${game.description}</p>
      <p class="faint">${text.home.players(game.seats.min, game.seats.max)}</p>
      ${
        open
          ? html`<entente-create .game=${game} @cancel=${toggle}></entente-create>`
          : html`<button class="primary" @click=${toggle}>${text.home.play(game.name)}</button>`
      }
      <p class="licence">${game.licence}</p>
    </article>`;
  }

  #continue() {
    const seats = heldSeats();
    if (seats.length === 0) return nothing;
    /** @param {string} token */
    const forget = (token) => {
      forgetSeat(token);
      this.requestUpdate();
    };
    return html`<section aria-labelledby="continue-title">
      <h2 id="continue-title">${text.home.continue}</h2>
      <ul class="rooms">
        ${repeat(
          seats.slice(0, 8),
          ({ token }) => token,
          ({ code, game, name, token }) =>
            html`<li>
              ${link(`r/${code}`, html`<b>${this.#name(game)}</b> <span class="code">${code}</span>`)}
              <span class="faint">${name}</span>
              <button
                class="quiet"
                aria-label=${text.home.forget(code)}
                title=${text.home.forget(code)}
                @click=${() => forget(token)}
              >
                ×
              </button>
            </li>`,
        )}
      </ul>
    </section>`;
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
    const names = seats
      .map((seat) => seat.name)
      .filter(Boolean)
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
