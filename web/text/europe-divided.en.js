// The texts of Europe Divided's board in English. The server's texts (offers, events, refusals) and those of the
// component data (names and texts of cards) are not here.

import { plural } from './plural.en.js';

const powers = /** @type {Record<string, string>} */ ({ eu: 'EU', nato: 'NATO', russia: 'Russia' });
const ofPower = /** @type {Record<string, string>} */ ({ ...powers, russia: 'Russian' });
const sides = /** @type {Record<string, string>} */ ({ europe: 'Europe', russia: 'Russia' });

/** @param {string} power */
const dieOf = (power) => `${power === 'eu' ? 'an' : 'a'} ${ofPower[power]} die`;

/** @param {number} count */
const armies = (count) => plural(count, 'army', 'armies');

export const en = {
  powers,
  sides,
  you: 'you',
  mark: 'Reconstructed: chosen by this project, not read from the printed game',

  map: {
    label: 'Map of Europe',
    centre: 'The contested regions',
    die: /** @param {string} power @param {number} value */ (power, value) =>
      `${powers[power]} ${value}${value === 6 ? ' (dominance)' : ''}`,
    armies: /** @param {string} side @param {number} count */ (side, count) =>
      plural(
        count,
        `${side === 'nato' ? 'NATO' : 'Russian'} army`,
        `${side === 'nato' ? 'NATO' : 'Russian'} armies`,
      ),
    tokens: /** @param {number} count */ (count) => plural(count, 'money token'),
    openCard: /** @param {string} side */ (side) => `contested card of ${sides[side]} still open`,
    openCards: 'both contested cards still open',
    fracture: 'EU fracture marker',
    controls: /** @param {string} power */ (power) => `${powers[power]} has the Sea Card`,
    noControl: 'nobody has the Sea Card',
    empty: 'empty',
    choices: /** @param {number} count */ (count) => `${plural(count, 'choice')} here`,
    destination: /** @param {string} text */ (text) => `move here: ${text}`,
    since: 'Since you acted:',
  },

  menu: {
    close: 'Close',
    by: /** @param {number} amount */ (amount) => `by ${amount}`,
    more: /** @param {string} text */ (text) => `${text} …`,
    priced: /** @param {string} text @param {string} price */ (text, price) => `${text} (${price})`,
    change: /** @param {string} text @param {string} from @param {string} to */ (text, from, to) =>
      `${text}: ${from} → ${to}`,
  },

  summary: {
    sides: 'The two sides',
    contested: 'Contested regions',
    others: 'Other spaces',
    line: /** @param {string} place @param {string} content */ (place, content) =>
      `${place}: ${content}`,
    side: /** @param {string} side @param {{money: number, prestige: number, supply: number, hand: number}} has */ (
      side,
      { money, prestige, supply, hand },
    ) =>
      `${sides[side]}: ${money} money, ${prestige} prestige, ${plural(supply, 'army', 'armies')} left to build, ${plural(hand, 'card')} in hand`,
    headline: /** @param {string} name @param {string} regions @param {string} condition */ (
      name,
      regions,
      condition,
    ) => `${name}: ${condition} (${regions})`,
  },

  figures: [
    { key: 'contested_taken', name: 'Contested cards' },
    { key: 'money', name: 'Money' },
    { key: 'supply', name: 'Armies left to build' },
  ],

  points: {
    sources: /** @type {Record<string, string>} */ ({
      handicap_given: 'Handicap',
      headline_awarded: 'Headlines',
      dominance_scored: 'Dominance',
      advantages_scored: 'Advantage Cards kept',
    }),
    headline: /** @param {string} name */ (name) => `Headline: ${name}`,
  },

  sheet: {
    choose: 'Choose this card',
    unchoose: 'Do not choose it',
    moveTo: /** @param {string} where */ (where) => `Move the army to ${where}`,
  },

  track: {
    label: 'Turns',
    turn: /** @param {number} turn */ (turn) => `Turn ${turn}`,
    of: /** @param {number} turns */ (turns) => `/${turns}`,
    setUp: 'Before turn 1',
    start: 'Set-up',
    thisTurn: 'This turn',
    none: 'No headline steps are left.',
    steps: /** @type {Record<string, string>} */ ({
      resolve: 'decide',
      shift: 'move up',
      place: 'place 1',
      discard: 'discard',
      new: 'draw',
      score_dominance: 'score 6s',
      advantage_reset: 'Advantages',
      advantage_score: 'score Advantages',
      game_end: 'the end',
    }),
    help: /** @type {Record<string, string>} */ ({
      resolve: 'current headlines are decided',
      shift: 'forthcoming headlines become current',
      place: 'each side places a headline',
      discard: 'each side discards headlines',
      new: 'each side draws headlines',
      score_dominance: 'each region with a 6 scores',
      advantage_reset: 'Advantage Cards score and new ones are drawn',
      advantage_score: 'Advantage Cards score',
      game_end: 'the match ends',
    }),
    each: /** @param {string} step @param {number} count */ (step, count) => `${step} ${count}`,
  },

  headlines: {
    current: 'Current headlines',
    currentHelp: 'The headlines that are decided next',
    forthcoming: 'Forthcoming headlines',
    forthcomingHelp: 'They become current once the current ones are decided',
    decided: /** @param {number} [turn] */ (turn) => (turn ? `decided after turn ${turn}` : ''),
    none: 'none',
    aim: /** @param {number} turns */ (turns) =>
      `The aim: the most prestige ★ after turn ${turns}, from headlines that come true, regions with your 6 and Advantage Cards that you keep.`,
    banner: /** @param {string} side */ (side) => `Banner of ${sides[side]}`,
    prestige: /** @param {number | string} prestige */ (prestige) => `${prestige} prestige`,
    tokens: /** @param {string} places */ (places) =>
      `If it comes true: a money token on ${places}`,
    deck: /** @param {number} count */ (count) => `${count} in the deck`,
    holds: 'true now',
    lacks: {
      influence: /** @param {string} power @param {number} steps @param {string} region */ (
        power,
        steps,
        region,
      ) => `${power} lacks ${steps} influence in ${region}`,
      armies: /** @param {string} power @param {number} count @param {string} region */ (
        power,
        count,
        region,
      ) => `${power} lacks ${armies(count)} in ${region}`,
      both: /** @param {string} power @param {number} steps @param {number} count @param {string} region */ (
        power,
        steps,
        count,
        region,
      ) => `${power} lacks ${steps} influence, ${armies(count)} in ${region}`,
      barred: /** @param {string} lack */ (lack) => `${lack}, where an army or a 6 is in the way`,
    },
  },

  panel: {
    label: /** @param {string} side */ (side) => `What ${sides[side]} has`,
    money: 'Money',
    prestige: 'Prestige',
    aim: /** @param {number} turns */ (turns) =>
      `Prestige: whoever has most after turn ${turns} wins`,
    pending: /** @param {number} count */ (count) => `${count} more count at the end`,
    projected:
      /** @param {number} total @param {number} headlines @param {number} dominance @param {number} cards */
      (total, headlines, dominance, cards) =>
        `If nothing changed: ${total} prestige at the end (+${headlines} from headlines true now, +${dominance} from dominance still to be scored, +${cards} from Advantage Cards kept)`,
    supply: 'Armies left to build',
    hand: 'Hand',
    deck: 'Deck',
    discards: 'Disc.',
    advantages: 'Adv.',
    headlines: 'Headl.',
    taken: 'Taken',
    help: /** @type {Record<string, string>} */ ({
      supply: 'Armies in the supply: those that are not on the map',
      hand: 'Action Cards in hand, locked ones included',
      deck: 'Action Cards in the deck',
      discards: 'Action Cards discarded',
      advantages: 'Advantage Cards in hand',
      headlines: 'Headlines in hand',
      taken: 'Contested Action Cards taken',
    }),
    initiative: /** @param {number} sum */ (sum) => `Initiative ${sum}`,
    first: 'goes first',
    locked: 'Locked',
    choosing: 'Is choosing …',
    acts: 'Acts',
    sanctions: 'US Sanctions: may pay for nothing this turn',
    more: 'More cards',
    lists: /** @type {Record<string, string>} */ ({
      discards: 'Discards',
      contested_open: 'Contested cards still open',
      advantages_shown: 'Advantage Cards used',
      awarded: 'Headlines awarded',
      removed: 'Out of the game',
      discards_face_down: 'Your discards that lie face down',
      advantages_returned: 'Advantage Cards you did not choose',
      advantages_scored: 'Advantage Cards that scored',
      headlines_discarded: 'Headlines you discarded',
      failed: 'Headlines that failed',
    }),
  },

  hand: {
    label: 'Cards',
    actions: 'Action Cards',
    table: 'Played this turn',
    advantages: 'Advantage Cards',
    drawn: 'Keep two of these',
    headlines: 'Headlines in hand',
    deck: 'Your deck and discards, in no order',
    seen: /** @param {number} turn */ (turn) => `Europe held, turn ${turn}`,
    locked: 'locked',
    passed: 'passed',
    chosen: 'chosen',
    nothing: 'No cards',
    initiative: 'Initiative',
    use: 'Use',
    sell: /** @param {number | string} money */ (money) => `Sell for ${money}`,
    watching: 'Nothing has been played yet this turn.',
  },

  card: {
    action: /** @param {string} side */ (side) => `Action Card of ${sides[side]}`,
    contested: /** @param {string} side */ (side) => `Contested card of ${sides[side]}`,
    advantage: /** @param {string} side */ (side) => `Advantage Card of ${sides[side]}`,
    headline: /** @param {number} period */ (period) => `Headline of period ${period}`,
    needs: /** @param {string} region */ (region) =>
      `An action of a colour needs a die of that colour with 5 or 6 in ${region}.`,
    own_turn: 'Use it in your own segment',
    before_initiative: 'Use it before you lock the initiative',
    sell: /** @param {number | string} money */ (money) => `or sell it for ${money} money`,
    place: /** @param {string} power */ (power) => `place ${dieOf(power)}`,
    increase: /** @param {string} power @param {number} amount */ (power, amount) =>
      `raise ${dieOf(power)} by ${amount}`,
    gain: /** @param {number} amount */ (amount) => `gain ${amount} money`,
    build: /** @param {string} [where] */ (where) =>
      where ? `build in ${where}` : 'build an army',
    move: 'move an army',
    barred: /** @param {string} what */ (what) => `${what}: not possible now`,
    short: /** @type {Record<string, string>} */ ({
      place_influence: 'place',
      build_army: 'build',
      move_army: 'move',
    }),
    open: 'not taken yet',
    taken: /** @param {string} side */ (side) => `taken by ${sides[side]}`,
  },

  sea: {
    title: /** @param {string} sea */ (sea) => `${sea} Card`,
    spent: 'used this turn',
    minimum: /** @param {number} sum @param {string} regions */ (sum, regions) =>
      `It goes to the power with the highest sum of dice, at least ${sum}, in ${regions}, as long as it has that.`,
    held: /** @param {string} power @param {string} card */ (power, card) =>
      `${powers[power]} leads around the sea, so the ${card} is yours to use: once a turn, beside your actions.`,
  },

  prompt: {
    label: 'What is asked',
    kinds: /** @type {Record<string, string>} */ ({
      keep_advantages: 'Keep two of your three Advantage Cards',
      initiative: 'Lock two Action Cards for this turn',
      segment: 'Play a locked card',
      segmentOver: 'Use another card, or end your segment',
      segmentDone: 'Both cards are played',
      take_cards: 'Take two cards from your deck and discards',
      action: 'Choose an action',
      propaganda: 'Choose the next +1',
      effect: 'Use the Effect or not',
      reaction: 'Use the Reaction or not',
      advantage: 'Choose how it is used',
      place_headline: 'Place a headline',
    }),
    waits: /** @type {Record<string, string>} */ ({
      keep_advantages: 'choosing Advantage Cards',
      initiative: 'locking two cards',
      segment: 'playing',
      action: 'choosing an action',
      propaganda: 'spreading propaganda',
      effect: 'deciding on the Effect',
      reaction: 'deciding on the Reaction',
      advantage: 'using an Advantage Card',
      place_headline: 'choosing a headline',
    }),
    waiting: /** @param {string[]} awaited @param {string} what */ (awaited, what) =>
      awaited.length > 1 ? `Both sides are ${what}` : `${awaited[0]} is ${what}`,
    locked: 'Locked. Nobody sees your choice before both have chosen.',
    chooseMore: /** @param {number} have @param {number} want */ (have, want) =>
      `${have} of ${want} chosen`,
    chooseWithSum: /** @param {number} have @param {number} want @param {number} sum */ (
      have,
      want,
      sum,
    ) => `${have} of ${want} chosen, initiative ${sum} so far`,
    send: /** @type {Record<string, string>} */ ({
      keep_advantages: 'Keep these two',
      lock_initiative: 'Lock these two',
      council_meeting: 'Discard these two',
      take_cards: 'Take these two',
      place_headline: 'Place it',
      fracture: 'Put the marker here',
      use_advantage: 'Use it',
      sell_advantage: 'Sell it',
      cyber_attack: 'Use it',
      play: 'Play it',
      place_influence: 'Place it',
      increase_influence: 'Raise it',
      lower_influence: 'Lower it',
      build_army: 'Build it',
      sea_build: 'Build it',
      move_army: 'Move it',
      sea_move: 'Move it',
    }),
    confirm: 'Confirm',
    follows: 'See what follows',
    marked: 'Choose one of the places that are marked on the map now.',
    back: 'Back',
    final: 'This cannot be taken back.',
    done: 'No Advantage or Sea Card can be used now: end your segment, and the turn goes on.',
    shown: 'Everybody sees it; then you take one of its actions.',
    at: /** @param {string} what @param {string} where */ (what, where) => `${what}: ${where}`,
    moves: /** @param {string} from @param {string} to */ (from, to) =>
      `An army moves from ${from} to ${to}`,
    destination: 'Choose where the army goes: the places are marked on the map.',
    where: /** @param {number} places */ (places) =>
      `Marks on the map only where this can be done: ${plural(places, 'place')}`,
    over: 'The match is over',
    kindsOf: /** @type {Record<string, (power: string) => string>} */ ({
      place_influence: (power) => `Place ${ofPower[power]} die`,
      increase_influence: (power) => `Raise ${ofPower[power]} die`,
      lower_influence: (power) => `Lower ${ofPower[power]} die`,
      build_army: () => 'Build army',
      move_army: () => 'Move army',
      pass: () => 'No action',
      sea_move: () => 'Move with the Baltic Sea Card',
      sea_build: () => 'Build with the Black Sea Card',
      visegrad_group: () => 'Visegrád Group',
      fracture: () => 'Place the marker',
    }),
  },

  table: { open: 'Headlines', close: 'Map' },

  keys: [
    {
      title: 'On the map',
      keys: [
        ['← → ↑ ↓', 'to the next space; to the next highlighted one, if there are any'],
        ['Shift ← → ↑ ↓', 'to any space'],
        ['Enter, Space', 'choose it; its menu opens beside it'],
        ['Esc', 'one step back'],
      ],
    },
    {
      title: 'In the menu of a space',
      keys: [
        ['↑ ↓', 'to the next action'],
        ['Esc', 'close it'],
      ],
    },
  ],
};
