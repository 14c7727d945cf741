// The texts around the rules in words; the rules themselves come from the server.

import { plural } from './plural.en.js';

export const en = {
  title: /** @param {string} game */ (game) => `The rules of ${game}`,
  lead: 'In our own words, and complete: you could play from this page alone.',
  others: 'Other games',
  search: 'Search the rules',
  found: /** @param {number} count */ (count) =>
    count === 0 ? 'Nothing has all these words.' : `${plural(count, 'section')}`,
  now: 'You are asked about',
  contents: 'Contents',
  own: 'On a page of its own, to print or keep open',
  print: 'Print',
  ruling: 'Our ruling:',
  house: 'House rule:',
  example: 'Example:',
  sign: 'Sign',
  name: 'Name',
  meaning: 'What it means',
  unknown: 'This server has no such game.',
};
