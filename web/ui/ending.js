// The result of a match, and the buttons for what comes next.

import { rematch } from '../core/api.js';
import { canSwap, swapSides } from '../core/other-side.js';
import { goTo } from '../core/router.js';
import { holdSeated } from '../core/seats.js';
import { style } from '../core/style.js';
import { rolesOf } from '../games/registry.js';
import { text, why } from '../text/index.js';
import { table } from '../text/table.en.js';
import { html, nothing } from '../vendor/lit/lit.js';
import './fairness.js';
import { draw, share } from './keepsake.js';
import { link } from './link.js';
import './points.js';
import { unprovenNote } from './practice.js';
import './turning-points.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Paced } from '../core/paced.js' */
/** @import { Session } from '../core/session.js' */
/** @import { Play } from '../core/play.js' */
/** @import { GameModule } from '../games/registry.js' */

await style(new URL('../styles/ending.css', import.meta.url));

/**
 * Renders the result as a moment of its own: who won and how, the figures, and what comes next.
 * @param {Paced} session @param {Wire.GameInfo | null} info @param {Play} play @param {GameModule} game
 */
export function ending(session, info, play, game) {
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
    <div class="row">${next(session.session, info)}</div>
    <div class="row">
      <button @click=${(/** @type {Event} */ event) => lookBack(event, seat, false)}>
        ${text.match.replay}
      </button>
      ${
        info?.hints
          ? html`<button @click=${(/** @type {Event} */ event) => lookBack(event, seat, true)}>
              ${table.analysis.open}
            </button>`
          : nothing
      }
      <button @click=${() => picture(session, info, play, game)}>${table.result.picture}</button>
      ${session.session.unproven ? nothing : html`<entente-fairness .session=${session.session}></entente-fairness>`}
      ${link('', text.app.home, 'button')}
    </div>
    <entente-points
      .play=${play}
      .game=${game}
      .names=${view.outcome?.scores.map((_, one) => nameOf(room, one)) ?? []}
    ></entente-points>
    ${info?.hints ? html`<entente-turning-points .session=${session}></entente-turning-points>` : nothing}
  </div>`;
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

/** Renders the ways to play again, for who has played; the note of a lesson has its own. @param {Session} session @param {Wire.GameInfo | null} info */
function next({ room, seat, token, taught }, info) {
  if (!room || seat === null || !token || taught) return nothing;
  const again = async () => {
    const seated = await rematch(room.code, token);
    holdSeated(seated, nameOf(room, seated.seat));
    goTo(`r/${seated.room.code}`);
  };
  const swap = async () => goTo(`r/${await swapSides(room, seat)}`);
  return html`<button class="primary" @click=${again}>
      ${room.rematch ? text.match.toRematch : text.match.rematch}
    </button>
    ${
      rolesOf(info, room.options) && canSwap(room, seat)
        ? html`<button @click=${swap}>${table.result.otherSide}</button>`
        : nothing
    }`;
}

/** Opens the replay, perhaps with its analysis. @param {Event} event @param {number | null} seat @param {boolean} analyse */
function lookBack({ target }, seat, analyse) {
  const detail = { seat, analyse };
  target?.dispatchEvent(new CustomEvent('look-back', { detail, bubbles: true }));
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
