// A small menu beside a space of the map, with the question and its answers.

import { html, nothing } from '../../vendor/lit/lit.js';
import { words } from './words.js';

/** @import { Choice } from './targets.js' */

/** Distance of the menu from its space, and from the edge of the map, in pixels. */
const GAP = 8;

/**
 * @param {string} title @param {string} text @param {Choice[]} choices
 * @param {(choice: Choice) => void} choose @param {() => void} close
 */
export function callout(title, text, choices, choose, close) {
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const menu = /** @type {HTMLElement} */ (event.currentTarget);
    const buttons = [...menu.querySelectorAll('button')];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return html`<div class="ed-callout" role="dialog" aria-label=${title} @keydown=${key}>
    <div class="ed-callout-head">
      <h3>${title}</h3>
      <button class="quiet" aria-label=${words.menu.close} @click=${close}>×</button>
    </div>
    ${text ? html`<p class="ed-callout-text">${text}</p>` : nothing}
    <ul>
      ${choices.map(
        (choice) =>
          html`<li>
            <button class="ed-choice" .choice=${choice} @click=${() => choose(choice)}>
              ${choice.text}
            </button>
          </li>`,
      )}
    </ul>
  </div>`;
}

/**
 * Positions the menu below its space, or above it if there is more room, within the map.
 * @param {HTMLElement} element @param {HTMLElement} frame
 * @param {{x: number, y: number}} top of the space, on the page @param {{x: number, y: number}} bottom
 */
export function settle(element, frame, top, bottom) {
  const room = frame.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = element;
  const below = bottom.y - room.top + GAP;
  const above = top.y - room.top - GAP - height;
  const y = below + height + GAP <= room.height || above < GAP ? below : above;
  const x = top.x - room.left - width / 2;
  const inside = (/** @type {number} */ at, /** @type {number} */ of, /** @type {number} */ all) =>
    Math.max(GAP, Math.min(all - of - GAP, at));
  element.style.setProperty('left', `${inside(x, width, room.width)}px`);
  element.style.setProperty('top', `${inside(y, height, room.height)}px`);
}
