// The texts of Balance of Power's board in English. The server's texts (offers, events, refusals) and those of
// the component data (names and texts) are not here.

import { plural } from './plural.en.js';

/** @param {number} count */
const troops = (count) => plural(count, 'troop');

const owners = /** @type {Record<string, string>} */ ({
  red: 'Red',
  blue: 'Blue',
  neutral: 'neutral',
});

export const en = {
  owners,
  army: /** @type {Record<string, string>} */ ({
    red: 'Red',
    blue: 'Blue',
    neutral: 'Neutral army',
  }),
  you: 'you',
  troops,
  mark: 'Reconstructed: chosen by this project, not read from the printed game',
  back: 'Back',
  panels: 'Beside the map',

  versions: /** @type {Record<string, string>} */ ({
    basic_training: 'Basic Training',
    command_room: 'Command Room',
  }),
  setUp: /** @param {number} id */ (id) => `set-up ${id}`,
  fullRules:
    'The full game: lost troops lie on charts, pay for combat support, and neutrals can come back',

  turn: {
    before: 'Before the first turn',
    number: /** @param {number} turn */ (turn) => `Turn ${turn}`,
    of: /** @param {number} turn @param {number} most */ (turn, most) => `Turn ${turn} of ${most}`,
    steps: 'Steps of a turn',
  },
  stages: /** @type {Record<string, string>} */ ({
    place_map: 'Placing',
    choose: 'Colours',
    resistance: 'Resistance',
    support: 'Support',
    draft: 'Draft',
    attack: 'Attack',
    collect: 'Collect',
    manoeuvre: 'Manoeuvre',
    draw: 'Card',
    over: 'Ended',
  }),

  race: {
    label: 'Objectives',
    aim: 'To win: three collected objectives and your own capital at the end of your turn. Collect at most one a turn.',
    lost: /** @param {string} who */ (who) =>
      `${who} has lost its capital and cannot win by objectives without it`,
  },

  doubts: {
    list: /** @param {string[]} parts */ (parts) => `Reconstructed: ${parts.join(', ')}`,
    name: 'its name',
    region: 'its region',
    terrain: 'its terrain',
    city: 'its city',
    borders: /** @param {string[]} names */ (names) =>
      `${names.length === 1 ? 'border' : 'borders'} with ${names.join(', ')}`,
  },

  key: {
    troops: /** @param {string} owner */ (owner) => `Troops, ${owner}`,
    capital: 'Capital: +1 troop a turn',
    city: 'City: counts like a territory in the draft',
    sea: 'Sea-line: neighbours across water',
    barrier: 'No border: no attacks across it',
    legal: 'May be chosen now',
    chosen: 'Chosen',
    doubts: 'reconstructed by this project, not read from the printed game',
    border: 'Border',
    seaDoubt: 'Sea-line',
    rough: 'Rough terrain',
    region: 'Territories of a region; its bonus',
  },

  map: {
    label: 'Map of Europe. Arrow keys move from territory to territory, Enter chooses.',
    west: 'The west',
    east: 'The east',
    key: 'Key to the map',
    territory: /** @param {string} name @param {string} owner @param {number} count */ (
      name,
      owner,
      count,
    ) => `${name}, ${troops(count)}, ${owner}`,
    rough: 'rough terrain',
    roughHelp: 'Rough: at most two dice attack into it',
    overSea: /** @param {string[]} names */ (names) => `Sea-line to ${names.join(', ')}`,
    city: 'city',
    capital: /** @param {string} colour */ (colour) => `capital of ${colour}`,
    capitalHelp: /** @param {string} colour */ (colour) =>
      `Capital of ${colour}: +1 troop a turn; without it ${colour} cannot win by objectives`,
    region: /** @param {string} name @param {number} bonus */ (name, bonus) =>
      `${name} region, +${bonus} if whole`,
    regionName: /** @param {string} name */ (name) => `${name} region`,
    bonus: /** @param {number} bonus */ (bonus) => `+${bonus} if whole`,
    sites: /** @type {Record<string, string>} */ ({
      swiss_vault: 'Swiss Vault',
      naval_base: 'Naval Base',
      satellite_centre: 'Satellite Centre',
    }),
    pending: /** @param {number} count */ (count) => `${count} more to be placed`,
    chance: /** @param {string} chance */ (chance) => `chance ${chance}`,
    chosen: 'chosen',
    legal: 'can be chosen',
  },

  act: {
    label: 'Your step',
    roll: /** @param {number} dice */ (dice) => `Roll ${plural(dice, 'die', 'dice')}`,
    fewer: /** @param {number} dice */ (dice) => `Roll ${dice}`,
    untilEnd: 'Attack to the end',
    untilUnscouted: 'To the end, no second throw',
    untilHelp: /** @param {string} chance @param {string} name @param {number} stop */ (
      chance,
      name,
      stop,
    ) =>
      `One roll after another, until ${name} falls (${chance}) or only ${troops(stop)} ${stop === 1 ? 'is' : 'are'} left`,
    chanceTo: /** @param {string} chance */ (chance) => `chance to take it ${chance}`,
    keepLeast: 'Keep at least',
    keepBack: /** @param {number} count */ (count) =>
      `Keep ${troops(count)}: the attack stops when no more ${count === 1 ? 'is' : 'are'} left`,
    tooMany: 'not computed',
    chances: 'Chance to take it, by the troops that you keep',
    ifKept: 'if you keep',
    best: 'Best chances:',
    attack: /** @param {string} to @param {string} chance @param {string} from */ (
      to,
      chance,
      from,
    ) => `${to} ${chance}: the chance to take it from ${from}`,
    into: /** @param {string} from @param {string} to */ (from, to) => `${from} → ${to}`,
    forces: /** @param {number} own @param {number} other */ (own, other) =>
      `${own} against ${other}`,
    move: /** @param {number} count */ (count) => `Move ${count}`,
    moving: /** @param {number} count @param {string} from @param {string} to */ (
      count,
      from,
      to,
    ) => `Move ${count}: ${from} → ${to}`,
    sendOn: /** @param {number} more @param {number} all */ (more, all) =>
      more > 0 ? `Send ${more} more: ${all} in all` : `Leave it at ${all}`,
    inside: /** @param {string} name */ (name) => `In ${name}`,
    stay: /** @param {string} name @param {number} count */ (name, count) =>
      `${count} ${count === 1 ? 'stays' : 'stay'} in ${name}`,
    change: /** @param {string} name @param {number} before @param {number} now */ (
      name,
      before,
      now,
    ) => `${name} ${before} → ${now}`,
    place: /** @param {number} count */ (count) => (count > 0 ? `Place ${troops(count)}` : 'Place'),
    putBack: /** @param {number} count */ (count) =>
      count > 0 ? `Return ${troops(count)}` : 'Return',
    clear: 'Take back all',
    less: /** @param {string} name */ (name) => `One less in ${name}`,
    rest: /** @param {number} count @param {string} name */ (count, name) =>
      `All ${count} to ${name}`,
    again: /** @param {number} value */ (value) => `Roll the ${value} again`,
    buy: /** @param {string} name @param {number} price */ (name, price) => `${name} (${price})`,
    /** What combat support does, in as many words as a button has room for. */
    does: /** @type {Record<string, string>} */ ({
      reconnaissance: 'throw one die again',
      start_manoeuvre: 'move troops now',
      neutral_attack: 'neutrals attack',
      special_unit: 'three dice into rough',
    }),
    /** @param {number} count @param {number} before */
    toPlace: (count, before) => `${troops(count)} to place, not ${before}`,
    dealt: 'Chance places the troops of both colours and the neutral army.',
    cards: 'Cards for troops …',
    pointed: /** @type {Record<string, string>} */ ({
      start_manoeuvre: 'Start manoeuvre: press where troops start.',
      neutral_attack: 'Neutral attack: press the neutral territory that attacks.',
    }),
    choose: /** @param {string} own @param {boolean} first */ (own, first) =>
      `Play ${own}, go ${first ? 'first' : 'second'}`,
    sendMap: 'Send the map',
    auto: 'Deal an even map',
  },

  ended: {
    won: /** @param {string} who */ (who) => `${who} has won.`,
    drawn: 'The match ends in a draw.',
    over: 'The match is over.',
  },

  outcome: {
    label: 'What the last attacks came to',
    taken: /** @param {string} from @param {string} to */ (from, to) => `${from} took ${to}`,
    held: /** @param {string} from @param {string} to */ (from, to) =>
      `${from} has not taken ${to}`,
    neutral: /** @param {string} what */ (what) => `Neutral attack: ${what}`,
    lost: /** @param {number} own @param {number} other */ (own, other) =>
      `lost ${own}, beat ${other}`,
    moved: /** @param {number} count @param {string} name */ (count, name) =>
      `${count} moved into ${name}: ${count === 1 ? 'it' : 'they'} threw the last dice.`,
    collected: /** @param {string} who @param {string} name */ (who, name) =>
      `${who} collected the objective ${name}.`,
    none: /** @param {string} who */ (who) => `${who} attacked nobody.`,
    lostCapital: 'You have lost your capital: you cannot win by objectives without it.',
    tookCapital: /** @param {string} whose */ (whose) =>
      `You hold the capital of ${whose}, who cannot win by objectives without it.`,
    drew: /** @param {string} name @param {number} stars */ (name, stars) =>
      `You drew a card: ${name}, ${plural(stars, 'star')}.`,
    more: /** @param {number} count */ (count) => `${count} more in the log`,
  },

  asked: {
    other: /** @param {string} who @param {string} what */ (who, what) => `${who} ${what}`,
    /** Descriptions of another player's question. */
    theirs: /** @type {Record<string, string>} */ ({
      place_map: 'places the map for both colours.',
      choose: 'chooses a colour, and who goes first.',
      resist: 'decides about neutral resistance.',
      return_troops: 'returns neutral troops to the map.',
      support: 'may buy combat support.',
      draft: 'places drafted troops.',
      attack: 'may attack.',
      reroll: 'may roll one die again.',
      occupy: 'moves into the conquered territory.',
      collect: 'may collect an objective.',
      manoeuvre: 'may make the manoeuvre.',
    }),
    choose: 'Choose your colour, and which colour goes first.',
    resist: /** @param {number} chart @param {number | string} needed */ (chart, needed) =>
      `Neutral resistance: ${needed} or more on two dice brings back ${Math.ceil(chart / 2)} of ${chart} lost neutral ${chart === 1 ? 'troop' : 'troops'}.`,
    returnTroops: /** @param {number} left */ (left) =>
      left > 0
        ? `Press neutral territories: ${troops(left)} left to return.`
        : 'All stand where you want them? Then return them.',
    support: /** @param {number} chart */ (chart) =>
      `Buy combat support: ${troops(chart)} on your chart.`,
    draft: /** @param {number} left */ (left) =>
      left > 0
        ? `Press your territories: ${troops(left)} left to place.`
        : 'All stand where you want them? Then place them.',
    attack: 'Attack: press your territory, then its target.',
    target: /** @param {string} name */ (name) => `${name} attacks: press a target.`,
    noAttack: 'There is nothing you can attack.',
    reroll: 'Reconnaissance: roll one attack die again, or keep the roll.',
    occupy: /** @param {string} name @param {number} least */ (name, least) =>
      `${least} went into ${name}. Send more?`,
    threw: /** @param {number} least */ (least) =>
      least === 1 ? 'It threw the last die.' : `They threw the last ${least} dice.`,
    sum: /** @param {string[]} parts */ (parts) => `New troops: ${parts.join(' + ')}`,
    third: /** @param {number} territories @param {number} cities @param {number} base */ (
      territories,
      cities,
      base,
    ) =>
      `${base} (a third of ${plural(territories, 'territory', 'territories')} and ${plural(cities, 'city', 'cities')}${Math.floor((territories + cities) / 3) < base ? ', at least 3' : ''})`,
    forCards: /** @param {number} count */ (count) => `${count} for cards`,
    handIn: 'Cards for troops: which ones?',
    collect: /** @param {boolean} earned */ (earned) =>
      earned
        ? 'Collect an objective, or draw the card that you have earned?'
        : 'Collect an objective?',
    fulfils: /** @param {string[]} names */ (names) =>
      `You fulfil ${names.join(' and ')}: end your attacks to collect.`,
    manoeuvre: 'One manoeuvre, then the turn ends: press where troops start.',
    noManoeuvre: 'You have no troops to move: end your turn.',
    wins: 'You have three objectives and your capital: you win when your turn ends.',
    destination: /** @param {string} name */ (name) => `Troops leave ${name}: press where they go.`,
  },

  dice: {
    label: 'Last roll',
    none: 'No dice yet this turn',
    lost: /** @param {number} attacker @param {number} defender */ (attacker, defender) =>
      `Attacker −${attacker}, defender −${defender}`,
    open: 'Losses have not been taken yet',
    sum: /** @param {number} sum @param {number} needed */ (sum, needed) =>
      `${sum}, needed ${needed}`,
    die: /** @param {number} value */ (value) => `${value}`,
    combat: /** @param {string} from @param {string} to */ (from, to) => `${from} into ${to}`,
    resistance: 'Neutral resistance',
    series: /** @param {number} at @param {number} all */ (at, all) => `roll ${at} of ${all}`,
    skip: 'Skip the animation',
  },

  sheet: {
    borders: /** @param {string[]} names */ (names) => `Next to ${names.join('; ')}`,
    territory: /** @param {string} name @param {string} owner @param {number} count */ (
      name,
      owner,
      count,
    ) => `${name} (${owner}, ${count})`,
    place: /** @param {number} count */ (count) => `Place ${troops(count)} here`,
    placeAll: /** @param {number} count */ (count) =>
      count > 1 ? `Place all ${count} here` : 'Place all here',
    takeBack: 'Take 1 back',
    leave: 'Move troops from here',
    stay: 'Move no troops from here',
    go: /** @param {string} from */ (from) => `Move the troops from ${from} here`,
    attack: /** @param {string} from @param {number} count @param {string} chance */ (
      from,
      count,
      chance,
    ) => `Attack from ${from} (${troops(count)}${chance ? `, ${chance}` : ''})`,
    attackFrom: 'Attack from here',
  },

  summaryLine: /** @param {string} place @param {string} army @param {string} troops */ (
    place,
    army,
    troops,
  ) => `${place}: ${army}, ${troops}`,

  sides: {
    title: 'Sides',
    territories: 'Territories',
    troops: 'Troops',
    cities: 'Cities',
    draft: 'Next draft',
    capitals: 'Capitals held',
    cards: 'Cards',
    objectives: 'Objectives',
    base: /** @param {number} base */ (base) => `${base} for territories and cities`,
    regionBonus: /** @param {string} name @param {number} bonus */ (name, bonus) =>
      `${bonus} for ${name}`,
    capitalBonus: /** @param {number} count */ (count) => `${count} for capitals`,
    collected: /** @param {number} count */ (count) => `${count} of 3`,
  },

  objectives: {
    title: 'Objectives',
    fulfilled: /** @param {string} who */ (who) => `fulfilled by ${who}`,
    lacking: /** @param {string[]} names */ (names) => `You lack ${names.join(', ')}`,
    neutralLeft: /** @param {number} count */ (count) => `${count} left`,
    collectedBy: /** @param {string} who */ (who) => `collected by ${who}`,
    collect: /** @param {string} name */ (name) => `Collect ${name}`,
    held: /** @param {string} who @param {number} held @param {number} of */ (who, held, of) =>
      `${who} holds ${held} of ${of}`,
  },

  cards: {
    title: 'Your cards',
    none: 'No cards yet. Conquer one of your opponent’s territories to draw one.',
    earned:
      'You have conquered: you draw a card when your turn ends, unless you collect an objective.',
    stars: /** @param {number} count */ (count) => plural(count, 'star'),
    plain: 'No territory',
    deck: /** @param {number} deck */ (deck) => `${deck} in the deck`,
    discards: /** @param {number} count */ (count) => `${count} handed in`,
    handIn: /** @param {number} stars @param {number | string} count */ (stars, count) =>
      `Hand in ${plural(stars, 'star')}: +${count} troops`,
    choose: 'Choose cards with 2 to 10 stars in total',
    use: 'Only the stars count. Hand cards in when you place new troops; many at once earn more.',
    next: /** @param {[number, number][]} rows stars and the troops for them */ (rows) =>
      `With more stars: ${rows.map(([stars, count]) => `${stars}★ +${count}`).join(', ')}`,
    table: 'Stars and the troops they earn',
    handedIn: 'Cards were handed in this turn.',
  },

  charts: {
    title: 'Charts',
    help: 'Lost troops lie here. With yours you pay combat support; lost neutrals may come back.',
    chart: /** @param {string} owner @param {number} count @param {number} capacity */ (
      owner,
      count,
      capacity,
    ) => `${owner}: ${count} of ${capacity}`,
    resistance: /** @param {number} needed */ (needed) =>
      `Neutral resistance needs ${needed} on two dice`,
    needs: /** @param {number} count @param {number} needed */ (count, needed) =>
      `with ${troops(count)}: ${needed} or more`,
    support: 'Combat support',
    price: 'Price',
    bought: 'bought',
    active: 'in force',
  },

  editor: {
    brush: 'What a press on a territory does; keys: R, B, N owner, + and − troops, C capital',
    brushes: /** @type {Record<string, string>} */ ({
      red: 'Make it Red; if it is, add 1',
      blue: 'Make it Blue; if it is, add 1',
      neutral: 'Make it neutral; if it is, add 1',
      less: '−1',
      'capital-red': 'Red capital',
      'capital-blue': 'Blue capital',
    }),
    count: /** @param {string} owner @param {number} placed @param {number} all */ (
      owner,
      placed,
      all,
    ) => `${owner} ${placed} of ${all}`,
    start: 'Start from',
    use: 'Use',
    empty: 'Nothing',
    setUp: /** @param {number} id */ (id) => `Set-up ${id}`,
    wrong: /** @type {Record<string, (name: string, by: number) => string>} */ ({
      missing: (owner, by) => `${owner}: ${troops(by)} still to place`,
      over: (owner, by) => `${owner}: ${troops(by)} too many`,
      capital: (owner) => `${owner} has no capital`,
    }),
    ready: 'The map is complete.',
    how: 'Choose what a press adds, then press territories. The other player will choose a colour.',
  },

  keys: [
    {
      title: 'On the map',
      keys: [
        ['← → ↑ ↓', 'to the next territory that may be chosen'],
        ['Shift ← → ↑ ↓', 'to any territory'],
        ['Enter, Space', 'choose it; press the target again to go on'],
        ['+ −', 'more or fewer troops, while placing'],
        ['Esc', 'one step back'],
      ],
    },
    {
      title: 'Placing the map in the Command Room',
      keys: [
        ['R B N', 'Red’s, Blue’s, neutral'],
        ['+ −', 'troops'],
        ['C', 'the capital'],
      ],
    },
  ],

  group: {
    from: /** @param {string} name */ (name) => `From ${name}`,
  },
};
