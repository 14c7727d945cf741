// The pieces on the pictures of the first page, drawn around their middles, and the pictures' colours.

import { pips } from '../../../web/ui/pips.js';

/** @type {Record<string, string>} */
const DIE = {
  eu: '<circle r="12.5"/>',
  nato: '<rect x="-12" y="-12" width="24" height="24" rx="3"/>',
  russia: '<rect x="-10.5" y="-10.5" width="21" height="21" rx="2.5" transform="rotate(45)"/>',
};

/** A die of influence. @param {string} power @param {number} value */
export const DICE = (power, value) =>
  `<g class="die ${power}">${DIE[power]}<text y="5.5">${value}</text></g>`;

/** @type {Record<string, [string, string]>} */
const BODIES = {
  nato: [
    'M-11-11Q0-8 11-11V1Q10 9 0 13Q-10 9-11 1Z',
    'M0-7.5 1.7-1.7 7 0 1.7 1.7 0 8-1.7 1.7-7 0-1.7-1.7Z',
  ],
  russia: [
    'M-11 12V-4L0-13 11-4V12Z',
    'M-6.5 1 0-5 6.5 1V4L0-2-6.5 4ZM-6.5 7 0 1 6.5 7V10L0 4-6.5 10Z',
  ],
};

/** An army. @param {string} side */
export const ARMY = (side) => {
  const [body, sign] = BODIES[side];
  return `<g class="army ${side}"><path d="${body}"/><path class="sign" d="${sign}"/></g>`;
};

/** Shape, fill, edge and ink of each good. @type {Record<string, [string, string, string, string, number]>} */
const GOODS = {
  grain: [
    'M7 1.5h10l-2.5 4C20 8 22 12.5 21.5 17c-.3 3.5-2 5.5-5 5.5h-9c-3 0-4.7-2-5-5.5C2 12.5 4 8 9.5 5.5Z',
    '#f2c230',
    '#7d5f00',
    '#2b2100',
    18.5,
  ],
  livestock: [
    'M2 2c0 3 2 4.5 5 4h10c3 .5 5-1 5-4 1.5 4 .5 7-2.5 8v5c0 4.5-3.5 7.5-7.5 7.5S4.5 19.5 4.5 15v-5C1.5 9 .5 6 2 2Z',
    '#7a4a22',
    '#d9a77a',
    '#fff',
    17,
  ],
  water: [
    'M12 1c4.5 6 8.5 9.5 8.5 14a8.5 8 0 0 1-17 0C3.5 10.5 7.5 7 12 1Z',
    '#1766b5',
    '#9fd0ff',
    '#fff',
    19.5,
  ],
  coin: ['M12 1.5a10.5 10.5 0 1 1 0 21 10.5 10.5 0 1 1 0-21Z', '#e9d9a0', '#80681c', '#3d3000', 17],
};

/** Goods in rows of two. @param {string[]} goods */
export const WARES = (goods) =>
  goods
    .map((good, index) => {
      const [shape, fill, edge, ink, baseline] = GOODS[good];
      const [x, y] = [-49 + (index % 2) * 52, -50 + Math.floor(index / 2) * 54];
      return `<g transform="translate(${x} ${y}) scale(1.9)"><path d="${shape}" fill="${fill}" stroke="${edge}" stroke-width="1.5"/><text x="12" y="${baseline}" fill="${ink}">${good === 'coin' ? 'E' : good[0].toUpperCase()}</text></g>`;
    })
    .join('');

/** @param {string} owner @param {number} troops */
const block = (owner, troops) =>
  `<g class="block ${owner}"><rect x="-15" y="-12" width="30" height="24" rx="5"/><text y="5.5">${troops}</text></g>`;

/** @param {string} owner @param {number} value */
const die = (owner, value) =>
  `<g class="dice ${owner}"><rect x="-14" y="-14" width="28" height="28" rx="6"/>${pips(value)
    .map(([x, y]) => `<circle cx="${x * 7}" cy="${y * 7}" r="2.8"/>`)
    .join('')}</g>`;

/** @param {number} turn in degrees @param {string} content */
const card = (turn, content) =>
  `<g transform="rotate(${turn})"><rect class="card" x="-74" y="-84" width="148" height="168" rx="14"/>${content}</g>`;

/** The clock of a round, and the two arrows of a trade around it. */
const clock = () =>
  '<path class="swap" d="M-34-62h60l-14-13M34 62h-60l14 13"/><circle class="clock" r="38"/><path class="past" d="M0 0V-38A38 38 0 0 1 33 19Z"/><path class="hand" d="M0 0V-26M0 0 16 9"/>';

const TYPE = 'text{font:700 16px system-ui,sans-serif;text-anchor:middle}';
const DARK = '@media(prefers-color-scheme:dark)';
const LAND = 'path{stroke-linejoin:round;fill-rule:evenodd}';

const PAINT = {
  divided: `${TYPE}${LAND}.water{fill:#c3d8e4}.sea{fill:#b2ccdb}.far{fill:#e3e1da}.contested{fill:#f4e8c4;stroke:#4a4840}.europe{fill:#bfd0e6;stroke:#6d7b8c}.russia{fill:#e5c6bf;stroke:#8c6f6a}.die text{fill:#fff}.die :first-child,.army :first-child{stroke:#fff;stroke-width:1.6}.die.eu{fill:#2455a4}.die.nato,.army.nato{fill:#0f6f6a}.die.russia,.army.russia{fill:#b3261e;stroke:none}.sign{fill:#fff}${DARK}{.water{fill:#12202d}.sea{fill:#16293a}.far{fill:#232a30}.contested{fill:#4f4a37;stroke:#0b0f13}.europe{fill:#2c4260;stroke:#0b0f13}.russia{fill:#5a3836;stroke:#0b0f13}}`,
  balance: `${TYPE}${LAND}.water{fill:#c3d8e4}.far{fill:#e3e1da}.neutral{fill:#ece3c9;stroke:#77725f}.red{fill:#dd9a8f;stroke:#7c3b33}.blue{fill:#9dbbe2;stroke:#36547f}.block :first-child,.dice :first-child{stroke:#fff;stroke-width:1.6}.block.red,.dice.red{fill:#a8322a;stroke:none}.block.blue,.dice.blue{fill:#1d4fa0;stroke:none}.block.neutral{fill:#5c5a52;stroke:none}.block text,.dice circle{fill:#fff}${DARK}{.water{fill:#12202d}.far{fill:#232a30}.neutral{fill:#4a4637;stroke:#0b0f13}.red{fill:#6e312b;stroke:#0b0f13}.blue{fill:#2c4f82;stroke:#0b0f13}}`,
  europe: `${TYPE}${LAND}.water{fill:#d5e4d9}.member{fill:#bfd6c5;stroke:#d5e4d9;stroke-width:2}.card{fill:#fffdf7;stroke:#8f9a8f;stroke-width:1.5}.clock{fill:#fffdf7;stroke:#2f6e48;stroke-width:5}.past{fill:#2f7d4f;opacity:.25}.hand,.swap{fill:none;stroke:#2f6e48;stroke-width:5;stroke-linecap:round}text{font-size:12.5px}${DARK}{.water{fill:#16241d}.member{fill:#264334;stroke:#16241d}.card{fill:#28313b;stroke:#56626d}.clock{fill:#1d232d;stroke:#72c695}.hand,.swap{stroke:#72c695}.past{fill:#72c695}}`,
};

export const board = { block, die, card, clock, PAINT };
