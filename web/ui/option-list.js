// The options of a room: first the main ones and those that differ from their defaults, the rest folded. They stand in
// the order of the form that opened it.

import { groupedOptions, written } from '../core/options.js';
import { text } from '../text/index.js';
import { html, nothing } from '../vendor/lit/lit.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Option } from '../core/options.js' */

/** @param {Wire.GameInfo} info @param {Record<string, any>} given those of the room: some are left out at their default */
export function optionList(info, given) {
  const { main, groups } = groupedOptions(info);
  const options = [...main, ...groups.flatMap((group) => group.options)];
  const chosen = {
    ...Object.fromEntries(options.map((option) => [option.key, option.default])),
    ...given,
  };
  /** @param {Option} option */
  const notable = (option) =>
    main.includes(option) || said(option, chosen[option.key]) !== said(option, option.default);
  const rest = options.filter((option) => !notable(option));
  return html`${lines(options.filter(notable), chosen)}
  ${
    rest.length > 0
      ? html`<details>
          <summary>${text.lobby.allOptions}</summary>
          ${lines(rest, chosen)}
        </details>`
      : nothing
  }`;
}

/** @param {Option[]} options @param {Record<string, any>} chosen */
const lines = (options, chosen) =>
  html`<dl class="options">
    ${options.map(
      (option) =>
        html`<div>
          <dt>${option.title}</dt>
          <dd>
            <b>${said(option, chosen[option.key])}</b>
            <span class="faint">${meant(option, chosen[option.key])}</span>
          </dd>
        </div>`,
    )}
  </dl>`;

/** @param {Option} option @param {any} value */
function said(option, value) {
  if (option.kind === 'switch') return value ? text.lobby.yes : text.lobby.no;
  if (option.kind === 'choice') return choice(option, value)?.name ?? String(value);
  const given = written(option, value);
  return Array.isArray(given) ? given.join(', ') || text.lobby.none : String(given);
}

/** @param {Option} option @param {any} value */
const meant = (option, value) =>
  option.kind === 'choice' ? (choice(option, value)?.text ?? '') : option.description;

/** @param {Extract<Option, {kind: 'choice'}>} option @param {any} value */
const choice = (option, value) => option.choices.find((one) => one.value === value);
