// The players of a match, whose turn it is, the time left, and the connection.

import { rolesOf } from '../games/registry.js';
import { text } from '../text/index.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { levelMark } from './bot-level.js';
import './clock.js';
import { coachMark } from './coach-mark.js';
import { hintMark } from './hint.js';
import { unprovenMark } from './practice.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Paced } from '../core/paced.js' */
/** @import { Play } from '../core/play.js' */
/** @import { GameModule } from '../games/registry.js' */

/**
 * @param {Paced} session @param {Wire.GameInfo | null} info @param {Play} play @param {GameModule} game
 */
export function statusLine(session, info, play, game) {
  const { room, view } = session;
  const { connection, rolledBack } = session.session;
  if (!room || !view) return nothing;
  const roles = rolesOf(info, room.options);
  // While dice roll, whose turn comes next would reveal how they fall.
  const rolling = play.unseen > 0;
  return html`<ul class="who">
      ${room.seats.map((one) => {
        const { seat, name, connected } = one;
        return html`<li
          class=${view.awaiting.includes(seat) && !game.ready?.(seat, play) ? 'awaited' : ''}
        >
          <span class="dot ${connected ? 'here' : 'away'}" aria-hidden="true"></span>
          ${roles ? html`<span class="role">${roles[seat]}</span>` : nothing}
          <b>${name}</b> ${levelMark(one)} ${hintMark(one)} ${coachMark(one)}
          <span class="unseen">${connected ? text.lobby.here : text.lobby.away}</span>
        </li>`;
      })}
    </ul>
    ${unprovenMark(session.session)}
    <p class="turn" aria-live="polite">${rolling ? text.match.rolling : turn(session)}</p>
    ${game.ownClock ? nothing : countdown(session)}
    <p class="line ${connection.state} ${rolledBack ? 'told' : ''}" role="status">
      ${connection.state === 'online' ? nothing : text.connection[/** @type {'waiting'} */ (connection.state)]}
      ${connection.state === 'online' && session.session.late ? text.match.sending : nothing}
      ${rolledBack ? text.connection.rolledBack : nothing}
    </p>`;
}

/** Renders the time until the match's next deadline. @param {Paced} session */
function countdown(session) {
  const { view } = session;
  if (view?.deadline_ms == null) return nothing;
  if (view.paused) return html`<span class="countdown">${text.match.paused}</span>`;
  return html`<entente-clock
    class="countdown"
    .session=${session}
    .until=${view.deadline_ms}
    .label=${text.match.timeLeft}
  ></entente-clock>`;
}

/** @param {Paced} session */
function turn(session) {
  const { room, view, seat } = session;
  if (!room || !view) return '';
  if (view.outcome) return text.match.over;
  if (session.asked && session.session.pupil === null)
    return view.awaiting.length > 1 ? text.match.allAtOnce : text.match.yourTurn;
  const names = view.awaiting.map((one) => room.seats[one]?.name ?? one + 1).join(', ');
  const waits = names ? text.match.waitingFor(names) : '';
  if (session.session.pupil !== null) return waits;
  return seat === null ? `${text.match.spectating}. ${waits}` : waits;
}
