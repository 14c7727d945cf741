// The signs of Europe Divided beside the text of its rules: the same pieces and symbols as on the board.

import { html } from '../../vendor/lit/lit.js';
import { army, control, die, emblem, fracture, icon, lock, money, openCard } from './pieces.js';
import { scenes } from './scenes.js';
import './styles.js';
import { symbol } from './symbols.js';

/** @import * as Wire from '../../types/protocol.js' */

/** @param {Wire.EuropeDividedSymbolRow['action']} action @param {number} [amount] */
const action = (action, amount) => () =>
  symbol({ action, power: 'nato', amount, source: 'printed' });

/** @type {Record<string, () => unknown>} */
const signs = {
  'eu-die': () => icon(die('eu', 3)),
  'nato-die': () => icon(die('nato', 3)),
  'russia-die': () => icon(die('russia', 3)),
  six: () => icon(die('eu', 6)),
  'nato-army': () => icon(army('nato', 1)),
  'russia-army': () => icon(army('russia', 1)),
  money: () => icon(money('')),
  prestige: () => html`<i class="ed-prestige">★</i>`,
  'open-europe': () => icon(openCard('europe')),
  'open-russia': () => icon(openCard('russia')),
  control: () => icon(control('nato')),
  fracture: () => icon(fracture()),
  lock: () => icon(lock()),
  passed: () => html`<i class="ed-plain">∅</i>`,
  initiative: () => html`<b class="ed-initiative">4</b>`,
  banner: () => emblem('europe'),
  place: action('place_influence'),
  increase: action('increase_influence', 2),
  gain: action('gain_money', 3),
  build: action('build_army'),
  move: action('move_army'),
  decides: () => html`<i class="ed-decides"></i>`,
  'to-come': () => html`<span class="ed-to-come">→ 7</span>`,
  made: () => html`<b>~</b>`,
  ...scenes,
};

/** Renders a sign; its meaning is beside it. @param {string} name */
export default (name) => signs[name]?.() ?? null;
