// The matches to go on with, on the first page: those that wait for this person first.

import { LISTED, countTurns, heldMatches, myTurn, renewMatches } from '../core/matches.js';
import { unlistSeat } from '../core/seats.js';
import { text } from '../text/index.js';
import { html, nothing, repeat } from '../vendor/lit/lit.js';
import { link } from './link.js';
import { showing } from './component.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { HeldMatch } from '../core/matches.js' */

/** Time after which the server is asked again while the page is looked at, in milliseconds. */
const RENEW_MS = 60_000;

export class Continue extends showing({ games: /** @type {Wire.GameInfo[] | null} */ (null) }) {
  /** `true` once all are wanted. */ all = false;
  /** @type {ReturnType<typeof setInterval> | undefined} */ #timer;

  connectedCallback() {
    super.connectedCallback();
    const renew = () => document.hidden || this.#renew();
    this.follow(document, 'visibilitychange', renew);
    this.#timer = setInterval(renew, RENEW_MS);
    // Another tab has played on.
    this.follow(window, 'storage');
    this.#renew();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  async #renew() {
    await renewMatches();
    this.requestUpdate();
  }

  render() {
    const turns = countTurns();
    document.title = turns > 0 ? text.home.titleTurns(turns, text.app.name) : text.app.name;
    const matches = heldMatches();
    if (matches.length === 0) return nothing;
    const left = matches.length - LISTED;
    return html`<section aria-labelledby="continue-title">
      <h2 id="continue-title">${text.home.continue}</h2>
      <ul class="rooms">
        ${repeat(
          this.all ? matches : matches.slice(0, LISTED),
          ({ token }) => token,
          (held) => this.#match(held),
        )}
      </ul>
      ${
        left > 0 && !this.all
          ? html`<button class="quiet" @click=${() => this.#showAll()}>
              ${text.home.others(left)}
            </button>`
          : nothing
      }
    </section>`;
  }

  /** Lists the others too, and gives the first of them the focus. */
  async #showAll() {
    this.all = true;
    this.requestUpdate();
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (
      this.querySelector(`li:nth-child(${LISTED + 1}) .held`)
    )?.focus();
  }

  /** @param {HeldMatch} held */
  #match(held) {
    const { code, game, seat, match, token } = held;
    const unlist = () => {
      unlistSeat(token);
      this.requestUpdate();
    };
    const name = this.games?.find(({ id }) => id === game)?.name ?? game;
    const taught = match?.taught ?? false;
    const others = taught ? '' : match?.names.filter((one, at) => at !== seat && one).join(', ');
    return html`<li class=${myTurn(held) ? 'mine' : ''}>
      ${link(
        `r/${code}`,
        html`<b>${taught ? text.home.taught(name) : name}</b>
          ${others ? text.home.against(others) : nothing}
          <span class="standing">${standing(held)}</span>`,
        'held',
      )}
      <button
        class="quiet"
        aria-label=${text.home.unlist(name, others ?? '')}
        title=${text.home.unlist(name, others ?? '')}
        @click=${unlist}
      >
        ×
      </button>
    </li>`;
  }
}

/** Returns in words how a match stands for this seat. @param {HeldMatch} held */
function standing(held) {
  const { match, seat } = held;
  // A lesson waits for nobody: it is there until it is left.
  if (!match || match.taught) return text.home.standing.open;
  if (match.state === 'finished') return text.home.results[match.result ?? 'over'];
  if (match.state !== 'running') {
    return match.names.includes(null) ? text.home.standing.free : text.home.standing.lobby;
  }
  const since = match.since === null ? null : new Date(match.since);
  if (myTurn(held)) return text.home.standing.mine(since);
  const awaited = match.names.filter((name, at) => at !== seat && match.awaiting.includes(at));
  return text.home.standing.theirs(awaited.filter(Boolean).join(', '), since);
}

customElements.define('entente-continue', Continue);
