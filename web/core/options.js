// The options of a game as the server describes them (JSON Schema), prepared for a form: the kind of each,
// how its values are written, and which values are valid. Only the server knows which options go together.

import { spanOf, spanText } from './span.js';

/** @import * as Wire from '../types/protocol.js' */

/**
 * Bounds of an integer; with `time` it is a duration or a moment in milliseconds.
 * @typedef {{min: number, max: number, time: boolean}} Range
 * @typedef {{value: any, name: string, text: string}} Choice `text` explains it and may be empty
 * @typedef {{key: string, title: string, description: string, default: any}
 *   & ({kind: 'choice', choices: Choice[]} | {kind: 'number', range: Range} | {kind: 'switch'}
 *     | {kind: 'list', range: Range, most: number})} Option
 * @typedef {'time' | 'whole' | 'range' | 'twice'} Fault why a value is invalid
 */

/** The text entered for an option; a list of numbers has one for each. @typedef {string | string[] | boolean} Given */

/** @param {any} schema @returns {Option[]} */
export function optionsOf(schema) {
  return Object.entries(schema.properties ?? {}).flatMap(([key, given]) => {
    const option = read(key, resolve(schema, given));
    return option ? [option] : [];
  });
}

/**
 * Returns the options that everybody who opens a room is asked, and the others in their groups.
 * @param {Wire.GameInfo} info @returns {{main: Option[], groups: {title: string, options: Option[]}[]}}
 */
export function groupedOptions({ options, option_groups = [] }) {
  const all = new Map(optionsOf(options).map((option) => [option.key, option]));
  const groups = option_groups.map(({ title, options: keys }) => ({
    title,
    options: keys.flatMap((key) => all.get(key) ?? []),
  }));
  const grouped = new Set(option_groups.flatMap((group) => group.options));
  return { main: [...all.values()].filter(({ key }) => !grouped.has(key)), groups };
}

/** Returns a value as it appears in a form. @param {Option} option @param {any} value @returns {Given} */
export function written(option, value) {
  switch (option.kind) {
    case 'switch':
      return value === true;
    case 'number':
      return numberText(option.range, value);
    case 'list':
      return value.map((/** @type {number} */ one) => numberText(option.range, one));
    default:
      return String(value);
  }
}

/** @param {Range} range @param {number} value */
export const numberText = ({ time }, value) => (time ? spanText(value) : String(value));

/**
 * Returns the value that was entered, or why it is invalid.
 * @param {Option} option @param {Given} given @returns {{value: any} | {fault: Fault}}
 */
export function valueOf(option, given) {
  if (option.kind === 'switch') return { value: given };
  if (option.kind === 'number') return numberOf(option.range, String(given));
  if (option.kind === 'list') return numbersOf(option.range, /** @type {string[]} */ (given));
  const found = option.choices.find(({ value }) => String(value) === given);
  return { value: found ? found.value : option.default };
}

/** @param {Range} range @param {string} given @returns {{value: number} | {fault: Fault}} */
function numberOf({ min, max, time }, given) {
  const value = time ? spanOf(given) : /^\s*\d+\s*$/.test(given) ? Number(given) : null;
  if (value === null) return { fault: time ? 'time' : 'whole' };
  return value < min || value > max ? { fault: 'range' } : { value };
}

/** @param {Range} range @param {string[]} given @returns {{value: number[]} | {fault: Fault}} */
function numbersOf(range, given) {
  const all = given.map((one) => numberOf(range, one));
  const wrong = all.find((one) => 'fault' in one);
  if (wrong) return /** @type {{fault: Fault}} */ (wrong);
  const values = all.map((one) => /** @type {{value: number}} */ (one).value);
  if (new Set(values).size < values.length) return { fault: 'twice' };
  // Moments are sent in order, however they were entered.
  return { value: range.time ? values.sort((a, b) => a - b) : values };
}

/** Resolves `$ref`, keeping what is written beside the reference. @param {any} schema @param {any} given */
function resolve(schema, given) {
  const name = given.$ref?.split('/').at(-1);
  return name ? { ...schema.$defs[name], ...given } : given;
}

/** @param {string} key @param {any} found @returns {Option | null} */
function read(key, found) {
  const time = key.endsWith('_ms');
  const base = {
    key,
    title: found.title ?? words(key),
    // The form shows durations as minutes and seconds, so the description has to say so too.
    description: (found.description ?? '').replace('milliseconds', 'minutes and seconds'),
    default: found.default,
  };
  const choices = choicesOf(found);
  if (choices) return { ...base, kind: 'choice', choices };
  const type = [found.type].flat().find((/** @type {string} */ one) => one !== 'null');
  if (type === 'boolean') return { ...base, kind: 'switch' };
  if (type === 'integer') return { ...base, kind: 'number', range: rangeOf(found, time) };
  if (type === 'array' && found.items?.type === 'integer') {
    const most = found.maxItems ?? Infinity;
    return { ...base, kind: 'list', range: rangeOf(found.items, time), most };
  }
  return null;
}

/** @param {{minimum?: number, maximum?: number}} found @param {boolean} time @returns {Range} */
const rangeOf = ({ minimum = 0, maximum = Infinity }, time) => ({
  min: minimum,
  max: maximum,
  time,
});

/** @param {string} key */
function words(key) {
  const all = key.replaceAll('_', ' ');
  return all[0].toUpperCase() + all.slice(1);
}

/** @param {any} found @returns {Choice[] | null} */
function choicesOf(found) {
  const listed =
    found.oneOf ?? found.anyOf ?? found.enum?.map((/** @type {any} */ value) => ({ const: value }));
  if (!listed?.every((/** @type {any} */ one) => 'const' in one)) return null;
  return listed.map((/** @type {any} */ one) => ({
    value: one.const,
    name: one.title ?? words(String(one.const)),
    text: one.description ?? '',
  }));
}
