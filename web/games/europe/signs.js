// The signs of Europe beside the text of its rules: the same as on the desk.

import { html } from '../../vendor/lit/lit.js';
import { pay, resource } from './cards.js';
import { CUBES } from './goods.js';
import { die, goodIcon, goodsIcons, mark } from './icons.js';
import './styles.js';

/** @type {Record<string, () => unknown>} */
const signs = {
  ...Object.fromEntries([...CUBES, 'coin'].map((good) => [good, () => goodIcon(good)])),
  happiness: () => mark('happiness'),
  gives: () => resource(/** @type {any} */ ({ resource: 'grain', first: 2, later: 1 })),
  pays: () => pay(/** @type {any} */ ({ coin: 3 })),
  crisis: () => mark('crisis'),
  hidden: () => mark('hidden'),
  lock: () => mark('lock'),
  swap: () => mark('swap'),
  die: () => die(5),
  made: () => html`<b>~</b>`,
  // Small boards: a card in its first round and in a later one, and a swap.
  'first-then-later': () =>
    html`<span class="scenes">
      ${signs.gives()}<b aria-hidden="true">→</b>${goodsIcons({ grain: 2 })}<b aria-hidden="true"
        >→</b
      >${goodsIcons({ grain: 1 })}
    </span>`,
  'fair-swap': () =>
    html`<span class="scenes">
      ${goodsIcons({ water: 2 })} ${mark('swap')} ${goodsIcons({ grain: 2 })}
    </span>`,
};

/** Renders a sign; its meaning is beside it. @param {string} name */
export default (name) => signs[name]?.() ?? null;
