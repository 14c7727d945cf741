// Dark or light: as the system says, unless the person chose.

import { read, write } from './storage.js';

/** @typedef {'system' | 'dark' | 'light'} Theme */

const THEME = 'entente/theme';

/** @type {readonly Theme[]} */
export const THEMES = ['system', 'light', 'dark'];

/** @returns {Theme} */
export function theme() {
  const chosen = /** @type {Theme} */ (read(THEME));
  return THEMES.includes(chosen) ? chosen : 'system';
}

/** Applies the chosen theme; a new choice is kept. @param {Theme} [chosen] */
export function useTheme(chosen) {
  if (chosen) write(THEME, chosen);
  document.documentElement.dataset.theme = theme();
}
