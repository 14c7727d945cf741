// The result of a match, and the buttons for what comes next.

import { rematch } from '../core/api.js';
import { canSwap, swapSides } from '../core/other-side.js';
import { goTo } from '../core/router.js';
import { holdSeated } from '../core/seats.js';
import { style } from '../core/style.js';
import { rolesOf } from '../games/registry.js';
import { text, why } from '../text/index.js';
import { table } from '../text/table.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { UNSET, showing } from './component.js';
import './fairness.js';
import { draw, share } from './keepsake.js';
import { link } from './link.js';
import './points.js';
import { unprovenNote } from './practice.js';
import './turning-points.js';
import { Way } from './way.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Paced } from '../core/paced.js' */
/** @import { Session } from '../core/session.js' */
/** @import { Play } from '../core/play.js' */
/** @import { GameModule } from '../games/registry.js' */

await style(new URL('../styles/ending.css', import.meta.url));

/** Shows the result as a moment of its own: who won and how, the figures, and what comes next. */
export class Ending extends showing({
  session: /** @type {Paced} */ (UNSET),
  info: /** @type {Wire.GameInfo | null} */ (null),
  play: /** @type {Play} */ (UNSET),
  game: /** @type {GameModule} */ (UNSET),
}) {
  #way = new Way(this);

  render() {
    const { session, info, play, game } = this;
    const { room, view, seat } = session;
    const outcome = view?.outcome;
    if (!room || !outcome) return nothing;
    const { winners, reason } = outcome;
    // A coach sees a table of somebody else, who has won or lost.
    const own = session.session.seat;
    const won = own !== null && winners.includes(own);
    const rows = figures(session, info, play, game);
    const [heads, ...lines] = rows;
    return html`<div class="ending ${won ? 'won' : ''}" role="status">
      <p class="result">${titleOf({ room, view, seat: own })}</p>
      <p class="faint">${how({ room, view, seat: own }, reason)}</p>
      ${unprovenNote(session.session)}
      <table class="scores">
        <caption class="unseen">
          ${game.score ?? text.match.score}
        </caption>
        <tr>
          ${heads.map((head, at) => (at === 0 ? html`<td></td>` : html`<th scope="col" class=${winners.includes(at - 1) ? 'winner' : ''}>${head}</th>`))}
        </tr>
        ${lines.map(
          ([what, ...values]) =>
            html`<tr>
              <th scope="row">${what}</th>
              ${values.map((value, one) => html`<td class=${winners.includes(one) ? 'winner' : ''}>${value}</td>`)}
            </tr>`,
        )}
      </table>
      <div class="row">${this.#next(session.session)}</div>
      <div class="row">
        <button @click=${() => this.#lookBack(false)}>${text.match.replay}</button>
        ${
          info?.hints
            ? html`<button @click=${() => this.#lookBack(true)}>${table.analysis.open}</button>`
            : nothing
        }
        ${this.#button(table.result.picture, () => picture(session, info, play, game))}
        ${session.session.unproven ? nothing : html`<entente-fairness .session=${session.session}></entente-fairness>`}
        ${link('', text.app.home, 'button')}
      </div>
      ${this.#way.problem ? html`<p class="bad" role="alert">${this.#way.problem}</p>` : nothing}
      <entente-points
        .play=${play}
        .game=${game}
        .names=${view.outcome?.scores.map((_, one) => nameOf(room, one)) ?? []}
      ></entente-points>
      ${info?.hints ? html`<entente-turning-points .session=${session}></entente-turning-points>` : nothing}
    </div>`;
  }

  /** Renders the ways to play again, for who has played; the note of a lesson has its own. @param {Session} session */
  #next({ room, seat, token, taught }) {
    if (!room || seat === null || !token || taught) return nothing;
    const again = async () => {
      const seated = await rematch(room.code, token);
      holdSeated(seated, nameOf(room, seated.seat));
      goTo(`r/${seated.room.code}`);
    };
    const swap = async () => goTo(`r/${await swapSides(room, seat)}`);
    const swaps = rolesOf(this.info, room.options) && canSwap(room, seat);
    return html`${this.#button(room.rematch ? text.match.toRematch : text.match.rematch, again, 'primary')}
    ${swaps ? this.#button(table.result.otherSide, swap) : nothing}`;
  }

  /** @param {string} label @param {() => Promise<unknown>} way @param {string} [kind] */
  #button(label, way, kind = '') {
    const { busy } = this.#way;
    return html`<button class=${kind} ?disabled=${busy} @click=${() => this.#way.go(way)}>
      ${label}
    </button>`;
  }

  /** Opens the replay, perhaps with its analysis. @param {boolean} analyse */
  #lookBack(analyse) {
    this.emit('look-back', { seat: this.session.seat, analyse });
  }
}

/** @param {Pick<Paced, 'room' | 'view' | 'seat'>} session */
function titleOf({ room, view, seat }) {
  const winners = view?.outcome?.winners ?? [];
  if (winners.length === 0) return text.match.drawn;
  if (seat !== null) return winners.includes(seat) ? text.match.won : text.match.lost;
  return text.match.winners(winners.map((one) => nameOf(room, one)).join(', '));
}

/**
 * Says how the match ended, and among more than two who has won it.
 * @param {Pick<Paced, 'room' | 'view' | 'seat'>} session @param {string} reason
 */
function how({ room, view, seat }, reason) {
  const winners = view?.outcome?.winners ?? [];
  const lost = seat !== null && winners.length > 0 && !winners.includes(seat);
  if (!lost || (room?.seats.length ?? 0) < 3) return why(reason);
  return table.result.wonBy(winners.map((one) => nameOf(room, one)).join(', '), why(reason));
}

/** @param {Wire.Room | null} room @param {number} seat */
const nameOf = (room, seat) => room?.seats[seat]?.name ?? String(seat + 1);

/**
 * Returns the figures in rows: the names, the score, and what the game counts besides.
 * @param {Paced} session @param {Wire.GameInfo | null} info @param {Play} play @param {GameModule} game
 * @returns {string[][]}
 */
function figures({ room, view }, info, play, game) {
  const scores = view?.outcome?.scores ?? [];
  const roles = game.roles?.(play) ?? (room && rolesOf(info, room.options)) ?? [];
  const names = scores.map((_, one) => {
    const [name, role] = [nameOf(room, one), roles[one]];
    return role ? table.result.named(name, role) : name;
  });
  return [
    ['', ...names],
    [game.score ?? text.match.score, ...scores.map(String)],
    ...(game.figures?.(play) ?? []),
  ];
}

/** @param {Paced} session @param {Wire.GameInfo | null} info @param {Play} play @param {GameModule} game */
async function picture(session, info, play, game) {
  const { room, view } = session;
  const contents = {
    game: info?.name ?? '',
    title: titleOf({ room, view, seat: null }),
    reason: why(view?.outcome?.reason ?? ''),
    rows: figures(session, info, play, game),
    map: game.sketch?.(play) ?? null,
  };
  await share(await draw(contents), table.result.file(room?.code ?? ''));
}

customElements.define('entente-ending', Ending);
