// The icons of the goods and of a few other things. Each good has a shape, a letter and a colour of its
// own, so that it can be recognised without any one of them.

import { html, nothing, svg } from '../../vendor/lit/lit.js';
import { pips } from '../../ui/pips.js';
import { LETTERS, entries, goodsText } from './goods.js';
import { words } from './words.js';

/** @import { Bag } from './goods.js' */

/**
 * The shapes in a square of 24: a shirt, a flask, a sack, a bull's head, a flame, a drop, a block, a coin.
 */
const SHAPES = /** @type {Record<string, string>} */ ({
  cloth: 'M8 2 2 5.5 4 11l2.5-1V22h11V10l2.5 1 2-5.5L16 2c-1 2.5-7 2.5-8 0Z',
  dyes: 'M8.5 1.5h7V7L21 18c1 2.5-.5 4.5-3 4.5H6c-2.5 0-4-2-3-4.5L8.5 7Z',
  grain:
    'M7 1.5h10l-2.5 4C20 8 22 12.5 21.5 17c-.3 3.5-2 5.5-5 5.5h-9c-3 0-4.7-2-5-5.5C2 12.5 4 8 9.5 5.5Z',
  livestock:
    'M2 2c0 3 2 4.5 5 4h10c3 .5 5-1 5-4 1.5 4 .5 7-2.5 8v5c0 4.5-3.5 7.5-7.5 7.5S4.5 19.5 4.5 15v-5C1.5 9 .5 6 2 2Z',
  fuel: 'M12 1c.5 4.5 8.5 7.5 8.5 14.5a8.5 7.5 0 0 1-17 0c0-4 3-5.5 3.5-9.5 2 1 3 2.5 3 4 1.8-2.5 2.3-5.5 2-9Z',
  water: 'M12 1c4.5 6 8.5 9.5 8.5 14a8.5 8 0 0 1-17 0C3.5 10.5 7.5 7 12 1Z',
  materials: 'M12 1.5 21.5 6.5v11L12 22.5 2.5 17.5v-11Z',
  coin: 'M12 1.5a10.5 10.5 0 1 1 0 21 10.5 10.5 0 1 1 0-21Z',
});

/** The baseline of the letter, for shapes whose middle is lower. */
const BASELINE = /** @type {Record<string, number>} */ ({
  dyes: 19.5,
  water: 19.5,
  fuel: 20,
  grain: 18.5,
});

/** The signs that people know better than the letter of the key. */
const SIGNS = /** @type {Record<string, string>} */ ({ coin: '€' });

/** Renders the icon of a good, without words. @param {string} good */
export function goodIcon(good) {
  const sign = SIGNS[good] ?? LETTERS[good] ?? '?';
  return html`<svg class="ware ${good}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d=${SHAPES[good] ?? SHAPES.coin} />
    <text x="12" y=${BASELINE[good] ?? 17} text-anchor="middle">${sign}</text>
  </svg>`;
}

/** Renders goods as icons with counts, and in words for screen readers. @param {Bag} bag */
export function goodsIcons(bag) {
  const held = entries(bag);
  return html`<span class="bag"
    >${held.map(
      ([good, count]) =>
        html`<span class="some" title=${words.count(count, words.goods[good])}
          ><b aria-hidden="true">${count}</b>${goodIcon(good)}</span
        >`,
    )}<span class="unseen">${goodsText(bag)}</span
    >${held.length ? nothing : html`<span aria-hidden="true">–</span>`}</span
  >`;
}

const MARKS = {
  happiness: svg`<circle cx="12" cy="12" r="10" class="fill" /><path class="stroke" d="M7.5 14c2 4 7 4 9 0" /><circle class="eye" cx="8.5" cy="9" r="1.4" /><circle class="eye" cx="15.5" cy="9" r="1.4" />`,
  lock: svg`<rect x="4" y="10" width="16" height="12" rx="2" class="fill" /><path class="stroke" d="M8 10V7a4 4 0 0 1 8 0v3" />`,
  hidden: svg`<path class="stroke" d="M2 9c5 6 15 6 20 0M5 13l-2 3M12 14.5V18M19 13l2 3" />`,
  crisis: svg`<path class="fill" d="M12 2 23 21H1Z" /><path class="hole" d="M12 9v6m0 2.5v.5" />`,
  check: svg`<path class="stroke" d="M4 13l5 6L20 5" />`,
  cross: svg`<path class="stroke" d="M5 5l14 14M19 5 5 19" />`,
  die: svg`<rect x="3" y="3" width="18" height="18" rx="4" class="fill" />`,
  swap: svg`<path class="stroke" d="M3 8h16l-4-4M21 16H5l4 4" />`,
};

/** Renders a small sign, without words. @param {keyof typeof MARKS} name */
export const mark = (name) =>
  html`<svg class="mark mark-${name}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    ${MARKS[name]}
  </svg>`;

/** The distances of the pips from the middle, across and down, where they are not 5. */
const SPREAD = /** @type {Record<number, [number, number]>} */ ({
  2: [4.5, 4.5],
  4: [4.5, 4.5],
  6: [4.5, 5.5],
});

/** Renders a die. @param {number} points */
export function die(points) {
  const [across, down] = SPREAD[points] ?? [5, 5];
  return html`<svg class="mark mark-die" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    ${MARKS.die}${pips(points).map(([x, y]) => svg`<circle cx=${12 + x * across} cy=${12 + y * down} r="1.9" class="hole" />`)}
  </svg>`;
}

/** Renders the mark of a value that this project reconstructed. @param {string | null | undefined} source */
export const provenance = (source) =>
  source === 'reconstructed'
    ? html`<span
        class="made"
        title=${words.reconstructed}
        aria-label=${words.reconstructed}
        role="img"
        >~</span
      >`
    : nothing;
