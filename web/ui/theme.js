// The choice of a theme.

import { theme, THEMES, useTheme } from '../core/theme.js';
import { text } from '../text/index.js';
import { html } from '../vendor/lit/lit.js';

export const themeChoice = () =>
  html`<label class="theme"
    >${text.settings.theme}
    <select @change=${(/** @type {any} */ event) => useTheme(event.target.value)}>
      ${THEMES.map(
        (one) =>
          html`<option value=${one} ?selected=${one === theme()}>${text.settings[one]}</option>`,
      )}
    </select>
  </label>`;
