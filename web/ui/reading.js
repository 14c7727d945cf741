// The sheet that a tap opens over a board: a card or a place with its whole text, and what can be done with it as
// buttons. On a touch screen a tap reads, and only a button acts.

import { style } from '../core/style.js';
import { table } from '../text/table.js';
import { html } from '../vendor/lit/lit.js';
import { WayBack } from './way-back.js';

/** @import { Pointed } from '../core/play.js' */
/** @import { Component } from './component.js' */

await style(new URL('../styles/reading.css', import.meta.url));

/**
 * One thing to do; `stays` leaves the sheet open, for what is done more than once, `off` is `true` while it cannot be
 * done, and `choice` is what a preview is shown of.
 * @typedef {{text: string, act: () => void, stays?: boolean, off?: boolean, choice?: Pointed}} Action
 */

/** What a finger has opened on a board. */
export class Reading {
  /** @type {string | null} what is being read */ open = null;
  /** `true` if the last press on the board was a finger's. */
  finger = false;
  #board;
  /** @type {HTMLElement | null} what had the focus before the sheet */ #before = null;
  #wayBack = new WayBack(() => this.#close?.click());

  /** @param {Component} board */
  constructor(board) {
    this.#board = board;
    board.addController(this);
  }

  /** Follows what the board shows: once the sheet is gone, the focus goes back to what had it. */
  hostUpdated() {
    this.#wayBack.watch(this.open !== null);
    const before = this.#before;
    if (this.open !== null || !before) return;
    this.#before = null;
    if (document.activeElement === document.body) before.focus({ preventScroll: true });
  }

  hostDisconnected() {
    this.#wayBack.watch(false);
  }

  /** Notes what pressed the board. @param {PointerEvent} event */
  note({ pointerType }) {
    this.finger = pointerType === 'touch';
  }

  /** Opens the sheet with something, or closes it (null). @param {string | null} id */
  async show(id) {
    if (id === null && this.open === null) return;
    if (this.open === null)
      this.#before = /** @type {HTMLElement | null} */ (document.activeElement);
    this.open = id;
    this.#board.requestUpdate();
    await this.#board.updateComplete;
    this.#close?.focus();
    // The drawer would open behind the sheet.
    this.#board.follow(document, 'drawer', () => this.#close?.click());
  }

  /** The button that closes the sheet, as its board does it; `null` while none is open. */
  get #close() {
    return /** @type {HTMLElement | null} */ (this.#board.querySelector('.reading-close'));
  }
}

/**
 * Renders the sheet.
 * @param {string} name of what is read @param {unknown} inner @param {Action[]} actions the first one stands out
 * @param {() => void} close
 */
export function sheet(name, inner, actions, close) {
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  };
  const buttons = actions.map(
    ({ text: label, act, stays, off, choice }, at) =>
      html`<button
        .choice=${choice}
        class=${at === 0 ? 'primary' : ''}
        ?disabled=${off}
        @click=${() => {
          if (!stays) close();
          act();
        }}
      >
        ${label}
      </button>`,
  );
  // What closes it needs no row of its own: the text has the room.
  return html`<section class="reading" role="dialog" aria-label=${name} @keydown=${key}>
    <div class="reading-text" tabindex="0">${inner}</div>
    <div class="reading-acts">
      ${buttons.slice(0, -1)}
      <div class="reading-last">
        ${buttons.slice(-1)}
        <button class="reading-close" @click=${close}>${table.reading.close}</button>
      </div>
    </div>
  </section>`;
}
