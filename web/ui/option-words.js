// The options of a game in the words of this client, and the headings under which they stand.

import { optionsOf } from '../core/options.js';
import { options as words } from '../text/options.en.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Option } from '../core/options.js' */

export { words as optionText };

/** Returns the options of a game. @param {Wire.GameInfo} game */
export const optionsIn = (game) => optionsOf(game.options).map((option) => worded(game.id, option));

/** @param {string} game @param {Option} option @returns {Option} */
function worded(game, option) {
  const { title, help, choices } = words.of(game, option.key);
  const own = {
    ...option,
    title: title ?? option.title,
    description: help ?? option.description,
  };
  if (own.kind !== 'choice') return own;
  const said = own.choices.map((choice) => {
    const named = choices?.[String(choice.value)];
    return named ? { text: '', ...named, value: choice.value } : choice;
  });
  return { ...own, choices: said };
}

/**
 * Returns options under their headings, without headings that have none.
 * @param {readonly Option[]} options @returns {{heading: string, options: Option[]}[]}
 */
export function grouped(options) {
  return Object.entries(words.headings)
    .map(([key, heading]) => ({
      heading,
      options: options.filter((option) => (words.under[option.key] ?? 'rest') === key),
    }))
    .filter((group) => group.options.length > 0);
}
