// The choice of how well bots play, and a bot's level as it is shown beside its name.

import { botLevel, rememberLevel } from '../core/bot-level.js';
import { text } from '../text/index.js';
import { html, nothing } from '../vendor/lit/lit.js';

/** @import * as Wire from '../types/protocol.js' */

/** @param {string} level one that a newer server knows is called as on the wire */
const words = (level) => text.bots.levels[level] ?? { name: level, help: '' };

/** Renders the choice; nothing where a game leaves none. @param {Wire.GameInfo | null} info @param {string} label */
export function levelChoice(info, label) {
  const levels = info?.bot_levels ?? [];
  if (levels.length < 2) return nothing;
  const chosen = botLevel(info);
  return html`<label class="field bot-level"
    >${label}
    <select name="level" @change=${(/** @type {any} */ event) => rememberLevel(event.target.value)}>
      ${levels.map(
        (level) =>
          html`<option value=${level} ?selected=${level === chosen}>${described(level)}</option>`,
      )}
    </select>
  </label>`;
}

/** @param {string} level */
function described(level) {
  const { name, help } = words(level);
  return help ? text.bots.described(name, help) : name;
}

/** Renders the level of a seat's bot, to follow its name. @param {Wire.Seat} seat */
export const levelMark = ({ level }) =>
  level ? html`<span class="level">${text.bots.beside(words(level).name)}</span>` : nothing;
