// What the choice that is pointed at would change. An element says which choice it is by its property `choice`.
// It lies over what a board shows in the same place, so nothing moves when it comes or goes.

import { tenths } from '../core/analysis.js';
import { Preview } from '../core/preview.js';
import { table } from '../text/table.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { UNSET, showing } from './component.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Play, Pointed } from '../core/play.js' */

/** What a command would change, in words; empty if nothing. @typedef {(command: any) => string} Known */

export class PreviewLine extends showing({
  preview: /** @type {Play['preview']} */ (UNSET),
  /** What else must be known before it is confirmed. */ note: '',
  /** Returns what the board itself knows to change. */ known: /** @type {Known} */ (() => ''),
}) {
  render() {
    const { now } = this.preview;
    if (!now) return nothing;
    const known = this.known(now.command);
    return html`<p class="preview-of">${now.text}</p>
      <ul class="preview-then">
        ${this.note ? html`<li class="preview-note">${this.note}</li>` : nothing}
        ${known ? html`<li>${known}</li>` : nothing} ${now.reasons.map(reason)}
        ${
          this.note || known || now.reasons.length > 0
            ? nothing
            : html`<li class="faint">${table.preview.nothing}</li>`
        }
      </ul>`;
  }
}

/** @param {Wire.AdviceReason} reason */
const reason = ({ text: words, chance }) =>
  html`<li>
    ${words}${chance == null ? nothing : html` <b>${table.hint.often(tenths(chance))}</b>`}
  </li>`;

/** Renders the place for previews. @param {Play} play @param {string} [note] @param {Known} [known] */
export const previewLine = (play, note = '', known = () => '') =>
  html`<entente-preview
    role="status"
    aria-label=${table.preview.title}
    .preview=${play.preview}
    .note=${note}
    .known=${known}
  ></entente-preview>`;

/** What each of several choices would change, where a finger can point at none without taking it. */
export class Previews extends showing({
  play: /** @type {Play} */ (UNSET),
  choices: /** @type {Pointed[]} */ ([]),
  known: /** @type {Known} */ (() => ''),
}) {
  /** @type {Map<string, Preview>} of the question, by choice */ #previews = new Map();
  /** @type {unknown} */ #decision;

  render() {
    const { decision } = this.play.view ?? {};
    if (decision !== this.#decision) this.#previews = new Map();
    this.#decision = decision;
    return this.choices.map(
      (choice) =>
        html`<entente-preview
          .preview=${this.#of(keyOf(choice))}
          .known=${this.known}
        ></entente-preview>`,
    );
  }

  updated() {
    for (const preview of this.#previews.values()) preview.look();
  }

  /** @param {string} key */
  #of(key) {
    const { play } = this;
    const source = () => {
      // Each update brings offers of its own.
      const choice = this.choices.find((one) => keyOf(one) === key);
      return choice ? play.whole(choice) : null;
    };
    const preview =
      this.#previews.get(key) ?? new Preview(source, (command) => play.session.preview(command));
    this.#previews.set(key, preview);
    return preview;
  }
}

/** @param {Pointed} choice */
const keyOf = ({ offer, values }) => JSON.stringify([offer.command, values]);

/** Renders what these choices would change, each under its name, if that can be known. @param {Play} play @param {Pointed[]} choices @param {Known} [known] */
export const previews = (play, choices, known = () => '') =>
  play.foresees && choices.length > 0
    ? html`<entente-previews
        role="status"
        aria-label=${table.preview.title}
        .play=${play}
        .choices=${choices}
        .known=${known}
      ></entente-previews>`
    : nothing;

/** Considers the choice that the pointer or the focus is on, if any. @param {Play} play @param {Event} event */
export const considered = (play, { target }) => play.consider(() => choiceAt(target));

/** @param {EventTarget | null} target */
function choiceAt(target) {
  for (let at = /** @type {any} */ (target); at; at = at.parentElement) {
    if (at.choice) return at.choice;
  }
  return null;
}

customElements.define('entente-preview', PreviewLine);
customElements.define('entente-previews', Previews);
