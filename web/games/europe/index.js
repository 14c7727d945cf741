// Europe in the browser: the module that the shell loads.

import { html } from '../../vendor/lit/lit.js';
import './desk.js';
import { boardKeys } from './keys.js';
import { Names } from './names.js';
import { points } from './points.js';
import './styles.js';
import { summary } from './summary.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Play } from '../../core/play.js' */

/** The fields of events that name something on the desk. */
const NAMES = ['card', 'crisis', 'resource', 'country'];
/** The fields that name seats. */
const SEATS = ['seat', 'by', 'from'];
/** The fields that are counts of goods. */
const GOODS = ['give', 'want', 'cubes'];

/** Returns the public view. @param {Play} play */
const at = (play) => /** @type {Wire.EuropePublic} */ (/** @type {unknown} */ (play.view?.public));

/** What is heard of events: of happiness, what was gained. @param {any} event @returns {import('../../core/sound.js').Sound | null} */
function sound({ type, from, to }) {
  if (type === 'happiness_changed') return to > from ? 'point' : null;
  return ['developed', 'citizen_revealed', 'crisis_turned'].includes(type) ? 'card' : null;
}

/** @type {import('../registry.js').GameModule} */
const europe = {
  board: (play) => html`<entente-europe .play=${play}></entente-europe>`,
  ownClock: true,
  ready: (seat, play) => at(play).phase === 'play' && at(play).players[seat].ready,
  called(play) {
    const names = new Names(play);
    return play.view ? at(play).players.map(({ country }) => names.country(country) || null) : [];
  },
  score: words.results.score,
  inOrder: words.points.inOrder,
  figures: (play) => [[words.goods.coin, ...at(play).players.map(({ coin }) => String(coin))]],
  keys: boardKeys,
  summary,
  // With the clock running nothing is confirmed; final decisions have forms of their own.
  name: (id, play) => words.goods[id] ?? new Names(play).citizen(id).name,
  objection({ give = {}, want = {} }) {
    const both = Object.keys(give).filter((good) => want[good]);
    return both.length > 0 ? words.builder.both(words.goods[both[0]]) : null;
  },
  points: (events, play) => points(events, new Names(play)),
  sound,
  chronicle: {
    opens: ({ type, round }) => (type === 'round_began' ? words.log.round(round) : null),
    sideOf: () => null,
    sign: () => null,
  },
  places: {
    of: (id) => [
      `.eu-table [data-good="${id}"]`,
      `.eu-desk [data-card="${id}"]`,
      `.eu-desk [data-crisis="${id}"]`,
    ],
    parts: {
      bank: ['.holdings .bank'],
      choices: ['.eu-countries', '.eu-task', '.eu-ready', '.eu-table'],
      hand: ['.eu-mine', '.eu-task', '.eu-table'],
      market: ['.eu-market'],
      offers: ['.eu-offers'],
      sides: ['.eu-players'],
    },
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
