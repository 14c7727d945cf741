// The options of a game under their headings.

import { options as words } from '../text/options.en.js';

/** @import { Option } from '../core/options.js' */

export { words as optionText };

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
