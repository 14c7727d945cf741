// Open requests: those of other seats to be answered, and this seat's own.

import { text } from '../text/index.js';
import { html } from '../vendor/lit/lit.js';

/** @import { Session } from '../core/session.js' */

/** Says what somebody asks for. @param {string} kind @param {string} name @param {number | null | undefined} moves */
function asks(kind, name, moves) {
  if (kind === 'undo') return text.match.asksUndo(name, moves ?? 1);
  if (kind === 'coach') return text.match.asksCoach(name);
  // A newer server may know requests that this page does not.
  return kind === 'pause' ? text.match.asksPause(name) : text.match.asksFor(name, kind);
}

/** @param {Session} session */
export function requests(session) {
  const { room, seat } = session;
  return (room?.requests ?? []).map(({ id, kind, by, moves, agreed }) => {
    const name = room?.seats[by]?.name ?? String(by + 1);
    const says = asks(kind, name, moves);
    const answered = agreed?.includes(seat ?? -1);
    const answers =
      seat === null || answered
        ? ''
        : seat === by
          ? html`<button @click=${() => session.consent(id, false)}>${text.match.withdraw}</button>`
          : html`<button class="primary" @click=${() => session.consent(id, true)}>
                ${text.match.agree}
              </button>
              <button @click=${() => session.consent(id, false)}>${text.match.refuse}</button>`;
    return html`<div class="request" role="alert">
      <p>${says}</p>
      <div class="row">${answers}</div>
    </div>`;
  });
}
