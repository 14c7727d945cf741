// The fields of a game's options, each with its explanation, its limits and its error. They keep no state:
// the text is passed in, and changes go out through `set`.

import { numberText } from '../core/options.js';
import { text } from '../text/index.js';
import { html, nothing } from '../vendor/lit/lit.js';

/** @import { Fault, Given, Option, Range } from '../core/options.js' */

/** The largest range of numbers that is offered as a list rather than typed. */
const LISTED_UP_TO = 12;

/** @typedef {(given: Given) => void} Set */

/**
 * Renders the field of an option.
 * @param {Option} option @param {Given} given the text entered
 * @param {string} problem its error, for people; may be empty
 * @param {Set} set
 */
export function optionField(option, given, problem, set) {
  const id = `option-${option.key}`;
  if (option.kind === 'list') return list(option, /** @type {string[]} */ (given), problem, set);
  const control =
    option.kind === 'switch'
      ? html`<label class="check"
          ><input
            type="checkbox"
            name=${id}
            .checked=${given === true}
            aria-describedby="${id}-help"
            @change=${(/** @type {any} */ event) => set(event.target.checked)}
          />
          ${option.title}</label
        >`
      : html`<label class="field"
          >${option.title} ${single(option, String(given), problem, set)}</label
        >`;
  return html`<div class="option" data-option=${option.key}>
    ${control} ${help(option, given)} ${wrong(option.key, problem)}
  </div>`;
}

/**
 * Returns an error in words.
 * @param {Option} option @param {Fault} fault
 */
export function faultText(option, fault) {
  if (fault !== 'range') return text.create.faults[fault];
  return 'range' in option ? limits(option.range) : '';
}

/** @param {Option} option @param {string} given @param {string} problem @param {Set} set */
function single(option, given, problem, set) {
  const id = `option-${option.key}`;
  const choices =
    option.kind === 'choice'
      ? option.choices.map(({ value, name }) => ({ value: String(value), name }))
      : option.kind === 'number'
        ? few(option.range)
        : null;
  if (!choices) return input(id, option, given, problem, (value) => set(value));
  return html`<select
    name=${id}
    aria-describedby="${id}-help ${id}-wrong"
    @change=${(/** @type {any} */ event) => set(event.target.value)}
  >
    ${choices.map(
      ({ value, name }) =>
        html`<option value=${value} ?selected=${value === given}>${name}</option>`,
    )}
  </select>`;
}

/** Returns all numbers of a small range; null for a larger one. @param {Range} range */
function few({ min, max, time }) {
  if (time || max - min >= LISTED_UP_TO) return null;
  return Array.from({ length: max - min + 1 }, (_, at) => {
    return { value: String(min + at), name: String(min + at) };
  });
}

/**
 * @param {string} id @param {Option} option @param {string} given @param {string} problem
 * @param {(value: string) => void} set @param {string} [label] if nothing else names it
 */
function input(id, option, given, problem, set, label) {
  const time = 'range' in option && option.range.time;
  return html`<input
    name=${id}
    class=${time ? 'span' : 'number'}
    inputmode=${time ? 'decimal' : 'numeric'}
    placeholder=${time ? numberText(option.range, option.range.min) : nothing}
    autocomplete="off"
    aria-label=${label ?? nothing}
    aria-invalid=${problem ? 'true' : 'false'}
    aria-describedby="${id}-help ${id}-wrong"
    .value=${given}
    @input=${(/** @type {any} */ event) => set(event.target.value)}
  />`;
}

/**
 * Renders one field for each number, each with a button that removes it, and a button that adds one.
 * @param {Extract<Option, {kind: 'list'}>} option @param {string[]} given @param {string} problem
 * @param {Set} set
 */
function list(option, given, problem, set) {
  const { key, title, range, most } = option;
  const id = `option-${key}`;
  const more = () => set([...given, '']);
  return html`<fieldset
    class="option several"
    data-option=${key}
    aria-describedby="${id}-help ${id}-wrong"
  >
    <legend>${title}</legend>
    <div class="row">
      ${given.map(
        (one, at) =>
          html`<span class="one">
            ${input(
              id,
              option,
              one,
              problem,
              (value) => set(given.with(at, value)),
              text.create.nth(title, at + 1),
            )}
            <button
              type="button"
              class="quiet"
              aria-label=${text.create.without(one)}
              title=${text.create.without(one)}
              @click=${() => set(given.toSpliced(at, 1))}
            >
              ×
            </button>
          </span>`,
      )}
      ${given.length === 0 ? html`<span class="faint">${text.create.none}</span>` : nothing}
      <button type="button" class="more" ?disabled=${given.length >= most} @click=${more}>
        ${range.time ? text.create.addTime : text.create.addNumber}
      </button>
    </div>
    ${help(option, given)} ${wrong(key, problem)}
  </fieldset>`;
}

/** @param {Option} option @param {Given} given */
function help(option, given) {
  const { key, description } = option;
  const chosen = option.kind === 'choice' && more(option.choices, given);
  const said = [
    description,
    chosen,
    option.kind === 'number' && !few(option.range) && limits(option.range),
    option.kind === 'list' && Number.isFinite(option.most) && text.create.atMost(option.most),
  ].filter(Boolean);
  return html`<p class="help" id="option-${key}-help">${said.join(' ')}</p>`;
}

/** Returns what a choice says beyond its name, if it does. @param {Extract<Option, {kind: 'choice'}>['choices']} choices @param {Given} given */
function more(choices, given) {
  const chosen = choices.find(({ value }) => String(value) === given);
  return chosen && chosen.text !== `${chosen.name}.` ? chosen.text : '';
}

/** @param {Range} range */
function limits(range) {
  const [min, max] = [range.min, range.max].map((value) => numberText(range, value));
  return Number.isFinite(range.max) ? text.create.limits(min, max) : text.create.atLeast(min);
}

/** @param {string} key @param {string} problem */
const wrong = (key, problem) =>
  html`<p class="bad" id="option-${key}-wrong" role="alert">${problem}</p>`;
