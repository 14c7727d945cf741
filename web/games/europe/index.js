// Europe in the browser: the module that the shell loads.

import { style } from '../../core/style.js';
import { html } from '../../vendor/lit/lit.js';
import './desk.js';
import { boardKeys } from './keys.js';
import { text } from './text.js';

/** The style sheets in the order of their precedence. */
const SHEETS = ['board', 'trade', 'cards', 'phases', 'narrow', 'phone'];

await Promise.all(SHEETS.map((sheet) => style(new URL(`./${sheet}.css`, import.meta.url))));

/** The fields of events that name something on the desk. */
const NAMES = ['card', 'crisis', 'resource', 'country'];
/** The fields that name seats. */
const SEATS = ['seat', 'by', 'from'];
/** The fields that are counts of goods. */
const GOODS = ['give', 'want', 'cubes'];

/** @type {import('../registry.js').GameModule} */
const europe = {
  board: (play) => html`<entente-europe .play=${play}></entente-europe>`,
  ownClock: true,
  keys: boardKeys,
  // With the clock running nothing is confirmed; final decisions have forms of their own.
  name: (id) => text.goods[id],
  objection({ give = {}, want = {} }) {
    const both = Object.keys(give).filter((good) => want[good]);
    return both.length > 0 ? text.builder.both(text.goods[both[0]]) : null;
  },
  chronicle: {
    opens: ({ type, round }) => (type === 'round_began' ? text.log.round(round) : null),
    sideOf: () => null,
    sign: () => null,
  },
  mentions: (event) => {
    const named = NAMES.flatMap((key) => (typeof event[key] === 'string' ? [event[key]] : []));
    const seats = event.type === 'happiness_changed' ? ['seat'] : SEATS;
    const players = seats.flatMap((key) =>
      Number.isInteger(event[key]) ? [`seat-${event[key]}`] : [],
    );
    const bags = [event, event.offer ?? {}].flatMap((at) => GOODS.map((key) => at[key] ?? {}));
    return [...named, ...players, ...bags.flatMap((bag) => Object.keys(bag))];
  },
};

export default europe;
