// The result of a match, and the buttons for what comes next.

import { rematch } from '../core/api.js';
import { goTo } from '../core/router.js';
import { holdSeated } from '../core/seats.js';
import { rolesOf } from '../games/registry.js';
import { text, why } from '../text/index.js';
import { html, nothing } from '../vendor/lit/lit.js';
import './fairness.js';
import { link } from './link.js';
import { unprovenNote } from './practice.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Paced } from '../core/paced.js' */

/** @param {Paced} session @param {Wire.GameInfo | null} info */
export function ending(session, info) {
  const { room, view, seat, token } = session;
  const outcome = view?.outcome;
  if (!room || !outcome) return nothing;
  const name = (/** @type {number} */ one) => room.seats[one]?.name ?? String(one + 1);
  const { winners, scores, reason } = outcome;
  const roles = rolesOf(info, room.options);
  const title =
    winners.length === 0
      ? text.match.drawn
      : seat === null
        ? text.match.winners(winners.map(name).join(', '))
        : winners.includes(seat)
          ? text.match.won
          : text.match.lost;
  const again = async () => {
    if (!token) return;
    const seated = await rematch(room.code, token);
    holdSeated(seated, name(seated.seat));
    goTo(`r/${seated.room.code}`);
  };
  const lookBack = (/** @type {any} */ event) =>
    event.target.dispatchEvent(new CustomEvent('look-back', { detail: seat, bubbles: true }));
  return html`<div class="ending" role="status">
    <p class="result">${title}</p>
    <p class="faint">${why(reason)}</p>
    ${unprovenNote(room)}
    <table class="scores">
      <caption class="unseen">
        ${text.match.score}
      </caption>
      ${scores.map(
        (score, one) =>
          html`<tr class=${winners.includes(one) ? 'winner' : ''}>
            <th scope="row">${name(one)} ${roles ? html`(${roles[one]})` : nothing}</th>
            <td>${score}</td>
          </tr>`,
      )}
    </table>
    <div class="row">
      ${
        seat === null
          ? nothing
          : html`<button class="primary" @click=${again}>
              ${room.rematch ? text.match.toRematch : text.match.rematch}
            </button>`
      }
      <button @click=${lookBack}>${text.match.replay}</button>
      ${room.unproven ? nothing : html`<entente-fairness .session=${session.session}></entente-fairness>`}
      ${link('', text.app.home, 'button')}
    </div>
  </div>`;
}
