// The rules of a game in words, with the signs of its board: in the drawer of a match at what is asked, or on
// a page of their own. Loaded when somebody asks for them.

import { parts, reference, says, sectionOf, sectionsOf } from '../core/rules.js';
import { ROOT } from '../core/root.js';
import { style } from '../core/style.js';
import { signsOf } from '../games/registry.js';
import { explain } from '../text/index.js';
import { en as text } from '../text/rules.en.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { broken } from './broken.js';
import { showing } from './component.js';

/** @import * as Wire from '../types/protocol.js' */

/** What is to be shown: a cited rule or an anchor; null for what is asked, or else the beginning. @typedef {{rule: string | null}} Target */

await style(new URL('../styles/rules.css', import.meta.url));

/** The words before a block that is not of the print. @type {Record<string, string>} */
const LABELS = { ruling: text.ruling, house: text.house, example: text.example };

/** Fires `shown` with the anchor when a section is gone to. */
export class Rules extends showing({
  game: '',
  target: /** @type {Target | null} */ (null),
  /** The rules of all that is on offer. */ now: /** @type {readonly string[]} */ ([]),
  /** `true` on a page of their own. */ whole: false,
}) {
  wanted = '';
  /** @type {string | null} */ problem = null;
  /** @type {Wire.Reference | null} */ reference = null;
  /** @type {(sign: string) => unknown} */ sign = () => nothing;
  /** The target that is still to be gone to. @type {Target | null} */ #pending = null;

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('game')) this.#load();
    if (changed.has('target')) this.#pending = this.target;
    if (this.#pending) this.wanted = '';
  }

  updated() {
    const { reference: all } = this;
    if (!all || !this.#pending) return;
    const wanted = this.#pending.rule ?? this.now[0];
    const section = wanted && sectionOf(all, wanted);
    this.#pending = null;
    if (section) this.#go(section.id);
    else if (!this.whole) this.querySelector('input')?.focus();
  }

  async #load() {
    this.reference = null;
    try {
      this.problem = null;
      [this.reference, this.sign] = await Promise.all([reference(this.game), signsOf(this.game)]);
    } catch (problem) {
      const { code } = /** @type {any} */ (problem);
      this.problem = code === 'not_found' ? text.unknown : explain(/** @type {any} */ (problem));
    }
    this.requestUpdate();
  }

  /** Goes to a section. @param {string} id */
  #go(id) {
    const title = /** @type {HTMLElement | null} */ (this.querySelector(`#rule-${id} > h3`));
    title?.focus({ preventScroll: true });
    const section = title?.parentElement;
    const panel = this.closest('.drawer-panel');
    const head = this.querySelector('.rules-head');
    // In a drawer it alone is scrolled: the table stays where it is. The search stays at the top, as high as it is now.
    if (section && panel && head)
      panel.scrollTop += section.getBoundingClientRect().top - head.getBoundingClientRect().bottom;
    else section?.scrollIntoView({ block: 'start' });
    this.emit('shown', id);
  }

  render() {
    const { reference: all, wanted } = this;
    if (this.problem) return broken(this.problem, () => this.#load());
    if (!all) return nothing;
    const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
    const found = all.sections.filter((section) => says(section, words));
    return html`<div class="rules signs ${this.whole ? 'whole' : ''}">
      <div class="rules-head">
        <input
          class="rules-search"
          type="search"
          aria-label=${text.search}
          placeholder=${text.search}
          .value=${wanted}
          @input=${this.#search}
        />
        <p class="faint" role="status">${words.length > 0 ? text.found(found.length) : nothing}</p>
        ${this.#now(all)}
      </div>
      ${words.length > 0 ? nothing : this.#contents(all)}
      ${found.map((section) => this.#section(section))}
    </div>`;
  }

  /** @param {any} event */
  #search({ target }) {
    this.wanted = target.value;
    this.requestUpdate();
  }

  /** Links to the sections of what is asked now. @param {Wire.Reference} all */
  #now(all) {
    const open = sectionsOf(all, this.now);
    if (open.length === 0) return nothing;
    return html`<nav class="rules-now" aria-label=${text.now}>
      <span class="faint">${text.now}</span>
      ${open.map(({ id, title }) => this.#link(id, title))}
    </nav>`;
  }

  /** @param {Wire.Reference} all */
  #contents({ sections }) {
    const all = [...new Set(sections.map(({ part }) => part))];
    return html`<details class="rules-contents" ?open=${this.whole}>
        <summary>${text.contents}</summary>
        ${all.map(
          (part) =>
            html`<h4>${part}</h4>
              <ul>
                ${sections
                  .filter((section) => section.part === part)
                  .map(({ id, title }) => html`<li>${this.#link(id, title)}</li>`)}
              </ul>`,
        )}
      </details>
      ${
        this.whole
          ? nothing
          : html`<p>
              <a href=${new URL(`rules/${this.game}`, ROOT).href} target="_blank">${text.own}</a>
            </p>`
      }`;
  }

  /** @param {string} id @param {unknown} content */
  #link(id, content) {
    /** @param {MouseEvent} event */
    const go = async (event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      this.wanted = '';
      this.requestUpdate();
      await this.updateComplete;
      this.#go(id);
    };
    const { href } = new URL(`rules/${this.game}#${id}`, ROOT);
    return html`<a href=${href} @click=${go}>${content}</a>`;
  }

  /** @param {Wire.ReferenceSection} section */
  #section({ id, title, blocks }) {
    return html`<section id=${`rule-${id}`}>
      <h3 tabindex="-1">${title}</h3>
      ${blocks.map((block) => this.#block(block))}
    </section>`;
  }

  /** @param {Wire.ReferenceBlock} block */
  #block(block) {
    switch (block.kind) {
      case 'list':
        return html`<ul class="items">
          ${block.items.map((item) => html`<li>${this.#words(item)}</li>`)}
        </ul>`;
      case 'table':
        return this.#table(
          block.head.map((cell) => this.#words(cell)),
          block.rows.map((row) => row.map((cell) => this.#words(cell))),
        );
      case 'legend':
        return this.#table(
          [text.sign, text.name, text.meaning],
          // What only text clients write is of no use here.
          block.rows.flatMap(({ sign, name, text: meaning }) =>
            sign ? [[this.sign(sign), html`<b>${name}</b>`, this.#words(meaning)]] : [],
          ),
        );
      default:
        return html`<p class=${`of-${block.kind}`}>
          ${block.kind in LABELS ? html`<b>${LABELS[block.kind]}</b> ` : nothing}${this.#words(block.text)}
        </p>`;
    }
  }

  /** A table that scrolls by itself where it is too wide. @param {unknown[]} head @param {unknown[][]} rows */
  #table(head, rows) {
    return html`<div class="table" tabindex="0">
      <table>
        <thead>
          <tr>
            ${head.map((cell) => html`<th scope="col">${cell}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ([first, ...rest]) =>
              html`<tr>
                <th scope="row">${first}</th>
                ${rest.map((cell) => html`<td>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  /** Renders a text with its marks. @param {string} said */
  #words(said) {
    return parts(said).map(({ kind, text: words, to }) => {
      if (kind === 'strong') return html`<b>${words}</b>`;
      if (kind === 'link') return this.#link(to, words);
      return kind === 'sign' ? this.sign(words) : words;
    });
  }
}

customElements.define('entente-rules', Rules);
