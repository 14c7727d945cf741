// The choice of a country: all of them, with the players who took them.

import { html, nothing } from '../../vendor/lit/lit.js';
import { mark } from './icons.js';
import { words } from './words.js';

/** @import { Desk } from './desk.js' */

/** @param {Desk} desk */
export function countries(desk) {
  const { at, me } = desk;
  const takers = new Map(at.players.map((player, seat) => [player.country, seat]));
  const title =
    !me || desk.past
      ? words.country.watching
      : me.country
        ? words.country.chosen
        : words.country.title;
  return html`<section class="eu-countries" aria-label=${title}>
    <h2>${title}</h2>
    <p class="aim">${words.country.aim(desk.options.win_happiness, desk.options.max_rounds)}</p>
    <p class="faint">
      ${words.country.help} <span class="by-keys">${words.country.helpKeys}</span>
    </p>
    ${me && !me.country && !desk.past ? forMe(desk) : nothing}
    <ul class="countries" @keydown=${walk}>
      ${[...desk.names.countries.values()].map(({ id, name }) => country(desk, id, name, takers.get(id)))}
    </ul>
  </section>`;
}

/** Takes any free country: they differ in nothing. @param {Desk} desk */
function forMe(desk) {
  const all = [...desk.names.countries.keys()].map((code) => ({ type: 'country', code }));
  const free = all.filter((command) => desk.acts.can(command));
  const take = () => desk.act(free[Math.floor(Math.random() * free.length)]);
  return html`<button class="primary any" ?disabled=${free.length === 0} @click=${take}>
    ${words.country.any}
  </button>`;
}

/** @param {Desk} desk @param {string} id @param {string} name @param {number | undefined} taker */
function country(desk, id, name, taker) {
  const command = { type: 'country', code: id };
  const mine = taker !== undefined && taker === desk.seat;
  const said =
    taker === undefined
      ? nothing
      : mine
        ? html`${mark('check')} ${words.country.yours}`
        : words.country.taken(desk.names.player(taker));
  return html`<li class=${desk.lit(id)}>
    <button
      class="country ${mine ? 'mine' : taker === undefined ? '' : 'taken'}"
      data-country=${id}
      data-name=${name.toLowerCase()}
      ?disabled=${!desk.acts.can(command)}
      @click=${() => desk.act(command)}
    >
      <b class="two">${id}</b>
      <span class="of">${name}<span class="taker">${said}</span></span>
    </button>
  </li>`;
}

/** Moves with arrow keys through the countries as they are laid out. @param {KeyboardEvent} event */
function walk(event) {
  const list = /** @type {HTMLElement} */ (event.currentTarget);
  const all = /** @type {HTMLButtonElement[]} */ ([
    ...list.querySelectorAll('button:not(:disabled)'),
  ]);
  const at = all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  const rows = (/** @type {1 | -1} */ way) => {
    const here = all[at].getBoundingClientRect();
    const lines = all.filter((one) => (one.getBoundingClientRect().top - here.top) * way > 4);
    const near = lines.toSorted((a, b) => distance(a, here) - distance(b, here));
    return near[0];
  };
  const next =
    event.key === 'ArrowRight'
      ? all[at + 1]
      : event.key === 'ArrowLeft'
        ? all[at - 1]
        : event.key === 'ArrowDown'
          ? rows(1)
          : event.key === 'ArrowUp'
            ? rows(-1)
            : null;
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/**
 * Returns the distance to a country; rows count more than columns.
 * @param {HTMLElement} one @param {DOMRect} here
 */
function distance(one, here) {
  const there = one.getBoundingClientRect();
  return Math.abs(there.top - here.top) * 10 + Math.abs(there.left - here.left);
}

/** The letters typed recently, for finding a country. */
let typed = '';
let typedAt = 0;
/** Pause after which typing starts over, in milliseconds. */
const PAUSE_MS = 1_000;

/**
 * Focuses the first free country that begins with the typed letters.
 * @param {Desk} desk @param {string} letter
 */
export function find(desk, letter) {
  const now = performance.now();
  typed = (now - typedAt > PAUSE_MS ? '' : typed) + letter.toLowerCase();
  typedAt = now;
  const all = /** @type {HTMLButtonElement[]} */ ([
    ...desk.querySelectorAll('button.country:not(:disabled)'),
  ]);
  const byCode = all.find((one) => one.dataset.country?.toLowerCase() === typed);
  const byName = all.find((one) => one.dataset.name?.startsWith(typed));
  (byCode ?? byName)?.focus();
}
