// The rules in words, fetched once for each game; where citations lead; and the marks in their texts.

import { rules } from './api.js';

/** @import * as Wire from '../types/protocol.js' */

/** @type {Map<string, Promise<Wire.Reference>>} */
const known = new Map();

/** @param {string} game @returns {Promise<Wire.Reference>} */
export function reference(game) {
  const asked = known.get(game) ?? rules(game);
  known.set(game, asked);
  // A failure must not be kept: the next one who asks tries again.
  asked.catch(() => known.delete(game));
  return asked;
}

/** Returns the section of a cited rule, or with this anchor. @param {Wire.Reference} all @param {string} wanted */
export const sectionOf = ({ sections }, wanted) =>
  sections.find(({ cites }) => cites.includes(wanted)) ?? sections.find(({ id }) => id === wanted);

/**
 * Returns the sections of what may be done now, each once.
 * @param {Wire.Reference} all @param {readonly string[]} cited
 */
export const sectionsOf = (all, cited) => [
  ...new Set(cited.flatMap((rule) => sectionOf(all, rule) ?? [])),
];

/**
 * Returns why whoever has these offers is asked, in a prompt of this kind.
 * @param {Wire.Reference} all @param {string | undefined} kind @param {readonly Wire.Offer[]} offers
 */
export function reasonOf({ prompts }, kind, offers) {
  const types = new Set(offers.map(({ command }) => /** @type {any} */ (command).type));
  const fits = (/** @type {Wire.PromptReason} */ { kinds, commands }) =>
    (kinds?.includes(kind ?? '') ?? true) && commands.some((type) => types.has(type));
  return prompts.find(fits) ?? null;
}

/** A part of a text. @typedef {{kind: 'text' | 'strong' | 'link' | 'sign', text: string, to: string}} Part */

/** Strong words, a link to a section, or the name of a sign. */
const MARKS = /\*\*(.+?)\*\*|\[([^\]]+)\]\(#([a-z-]+)\)|:([a-z][a-z0-9-]*):/g;

/** Takes the marks of a text apart. @param {string} text @returns {Part[]} */
export function parts(text) {
  /** @type {Part[]} */ const all = [];
  let end = 0;
  /** @param {Part['kind']} kind @param {string} said @param {string} [to] */
  const add = (kind, said, to = '') => said && all.push({ kind, text: said, to });
  for (const found of text.matchAll(MARKS)) {
    const [mark, strong, link, to, sign] = found;
    add('text', text.slice(end, found.index));
    if (strong) add('strong', strong);
    else if (link) add('link', link, to);
    else add('sign', sign);
    end = found.index + mark.length;
  }
  add('text', text.slice(end));
  return all;
}

/** @param {Wire.ReferenceBlock} block @returns {string[]} everything it says */
function said(block) {
  switch (block.kind) {
    case 'list':
      return block.items;
    case 'table':
      return [...block.head, ...block.rows.flat()];
    case 'legend':
      return block.rows.flatMap(({ name, text }) => [name, text]);
    default:
      return [block.text];
  }
}

/** Checks whether a section has all these words. @param {Wire.ReferenceSection} section @param {string[]} words */
export function says({ title, cites, blocks }, words) {
  const texts = [title, ...cites, ...blocks.flatMap(said)];
  const plain = texts.join(' ').replace(MARKS, '$1$2').toLowerCase();
  return words.every((word) => plain.includes(word));
}
