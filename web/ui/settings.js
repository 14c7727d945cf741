// What a person sets for this browser: the colours, the speed at which the moves of others are played out, and when
// what is asked is explained at length.

import { GUIDES, guide, useGuide } from '../core/guide.js';
import { PACES, pace, usePace } from '../core/pace.js';
import { theme, THEMES, useTheme } from '../core/theme.js';
import { text } from '../text/index.js';
import { html } from '../vendor/lit/lit.js';

/**
 * Renders the choice of one of a few values.
 * @template {string} Value
 * @param {string} label @param {readonly Value[]} values @param {Readonly<Record<Value, string>>} names
 * @param {Value} now @param {(chosen: Value) => void} choose
 */
const choice = (label, values, names, now, choose) =>
  html`<label class="setting"
    >${label}
    <select @change=${(/** @type {any} */ event) => choose(event.target.value)}>
      ${values.map((one) => html`<option value=${one} ?selected=${one === now}>${names[one]}</option>`)}
    </select>
  </label>`;

/** Renders the choice of a theme. */
export const themeChoice = () =>
  choice(text.settings.theme, THEMES, text.settings.themes, theme(), useTheme);

/** Renders the choice of the speed. */
export const paceChoice = () =>
  choice(text.settings.pace, PACES, text.settings.paces, pace(), usePace);

/** Renders the choice of when what is asked is explained at length. */
export const guideChoice = () =>
  choice(text.settings.guide, GUIDES, text.settings.guides, guide(), useGuide);
