// Dark or light: as the system has it, unless the person chose.

import { read, write } from './seats.js';

/** @typedef {'system' | 'dark' | 'light'} Theme */

const THEME = 'entente/theme';

/** @type {readonly Theme[]} */
export const THEMES = ['system', 'light', 'dark'];

/** @returns {Theme} */
export function theme() {
  const chosen = /** @type {Theme} */ (read(THEME));
  return THEMES.includes(chosen) ? chosen : 'system';
}

/** Shows the page in the colours that were chosen, or in these from now on. @param {Theme} [chosen] */
export function useTheme(chosen) {
  if (chosen) write(THEME, chosen);
  document.documentElement.dataset.theme = theme();
}
