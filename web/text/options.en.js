// The options of the games in English, for people who have never read the rules: what each changes for a player.
// What is not here is in the server's words.

/**
 * @typedef {object} OptionWords
 * @property {string} [title]
 * @property {string} [help]
 * @property {Record<string, {name: string, text?: string}>} [choices] by value
 */

/** @type {Record<string, OptionWords>} */
const EVERYWHERE = {
  undo: {
    title: 'Taking moves back',
    help: 'For slips of the hand.',
    choices: {
      free: {
        name: 'Freely',
        text: 'While it taught nobody anything; otherwise the others have to agree.',
      },
      consent: { name: 'Only if the others agree' },
      off: { name: 'Never' },
    },
  },
};

/** The headings under which options stand, in this order. */
const HEADINGS = {
  rules: 'The rules',
  length: 'Beginning and end',
  time: 'Time',
  cards: 'Cards',
  trade: 'Trade',
  crises: 'Crises and citizens',
  unequal: 'For players of unequal strength',
  rest: 'Others',
  room: 'The room',
};

/** Under which heading each option stands; any other one stands under `rest`. */
const UNDER = /** @type {Record<string, keyof typeof HEADINGS>} */ ({
  ...{ edition: 'rules', version: 'rules', undo: 'rules' },
  ...{ setup: 'length', first: 'length', max_turns: 'length', win_happiness: 'length' },
  ...{ max_rounds: 'length', start_coin: 'length', start_happiness: 'length' },
  ...{ round_ms: 'time', choose_ms: 'time', allocate_ms: 'time', offer_ttl_ms: 'time' },
  ...{ crisis_at_ms: 'time', end_early_when_ready: 'time', untimed: 'time' },
  ...{ citizen_deck: 'cards', crisis_deck: 'cards', market: 'cards', recycle_spent: 'cards' },
  ...{ max_citizens: 'cards', carry_over: 'trade', allow_gifts: 'trade', offer_limit: 'trade' },
  ...{ bank_price: 'trade', crisis_bonus: 'crises', crisis_failure: 'crises' },
  ...{ happiness_floor: 'crises', placate_base: 'crises' },
  ...{ handicap: 'unequal', handicap_for: 'unequal' },
});

/** @type {Record<string, Record<string, OptionWords>>} */
const WORDS = {
  'europe-divided': {
    edition: {
      title: 'Printed rules',
      help: 'The revised rules settle what the first printing left open. Take the first ones if you know the game by them.',
      choices: { revised: { name: 'Revised (usual)' }, first: { name: 'First printing' } },
    },
    handicap: {
      title: 'Head start',
      help: 'Prestige with which one side begins, two for each step.',
    },
    handicap_for: {
      title: 'Who has the head start',
      help: 'It changes nothing without a head start.',
      choices: { europe: { name: 'Europe' }, russia: { name: 'Russia' } },
    },
  },
  'balance-of-power': {
    version: {
      title: 'Kind of match',
      help: '',
      choices: {
        basic_training: {
          name: 'Basic Training',
          text: 'The map is laid out for you: the place to begin.',
        },
        command_room: {
          name: 'Command Room',
          text: 'One of you lays out the map, the other picks a colour. Attacks can be supported.',
        },
      },
    },
    setup: {
      title: 'Starting map of Basic Training',
      help: 'Where troops, cities and capitals lie at the beginning, and which objectives there are. Map 3 is a good first one.',
    },
    first: {
      title: 'Who goes first',
      help: 'In Basic Training; in the Command Room a player decides.',
      choices: {
        set_up: { name: 'As the map is even', text: 'Drawn by lot where it says nothing.' },
        drawn: { name: 'Drawn by lot' },
        red: { name: 'Red' },
        blue: { name: 'Blue' },
      },
    },
    max_turns: {
      title: 'Longest match, in turns',
      help: 'Turns of both players together; then the match ends without more.',
    },
    handicap: {
      title: 'Head start',
      help: 'Troops that one of you has more at the beginning, on the capital, two for each step.',
    },
    handicap_for: {
      title: 'Who has the head start',
      help: 'It changes nothing without a head start.',
      choices: {
        first_seat: { name: 'The first seat', text: 'Red in Basic Training.' },
        second_seat: { name: 'The second seat', text: 'Blue in Basic Training.' },
      },
    },
  },
  europe: {
    players: { title: 'Players', help: 'You and the others, people or bots.' },
    round_ms: {
      title: 'Length of a round',
      help: 'The time in which all trade at once.',
    },
    choose_ms: {
      title: 'Time to choose citizens',
      help: 'Before a round, and for the country before the first one.',
    },
    allocate_ms: {
      title: 'Time to serve citizens',
      help: 'After a round, to say which goods go to whom.',
    },
    offer_ttl_ms: { title: 'How long an offer stands', help: 'Then it is gone by itself.' },
    crisis_at_ms: {
      title: 'When crises come',
      help: 'How long after the beginning of a round, in minutes and seconds.',
    },
    end_early_when_ready: {
      title: 'Go on as soon as all are ready',
      help: 'The clock jumps ahead when nobody wants anything more.',
    },
    untimed: {
      title: 'No clock',
      help: 'Crises and the end of a round come when all are ready, however long that takes.',
    },
    win_happiness: { title: 'Happiness to win', help: 'The match ends when somebody reaches it.' },
    max_rounds: { title: 'Most rounds', help: 'Then the happiest country wins.' },
    start_coin: { title: 'Coins at the start', help: 'For each player.' },
    start_happiness: {
      title: 'Happiness at the start',
      help: 'For each player; less than it takes to win.',
    },
    citizen_deck: {
      title: 'Citizens in the deck',
      help: 'What they ask for decides how hard the match is.',
      choices: {
        standard: { name: 'All kinds (usual)', text: 'About four goods each.' },
        gentle: { name: 'Modest ones', text: 'They ask for fewer goods: good for a first match.' },
        seed_only: { name: 'Two kinds only', text: 'Those of the published text.' },
      },
    },
    crisis_deck: {
      title: 'Crises in the deck',
      help: 'What may befall all of you in a round.',
      choices: {
        full: { name: 'All fourteen (usual)' },
        seed_only: {
          name: 'Four',
          text: 'Those of the published text, as this project reads them.',
        },
      },
    },
    market: {
      title: 'Cards for sale',
      help: 'What happens to them when a round begins.',
      choices: {
        refresh: { name: 'All are replaced (usual)' },
        persist: { name: 'Only sold ones are replaced' },
      },
    },
    recycle_spent: {
      title: 'Used-up cards come back',
      help: 'Cards that will never give another good return to the deck.',
    },
    max_citizens: { title: 'Most citizens of a player', help: 'Nobody holds more at a time.' },
    carry_over: {
      title: 'Goods that are left over',
      help: 'What a player keeps for the next round.',
      choices: {
        none: { name: 'Nothing but the stockpile (usual)' },
        all: { name: 'Everything' },
      },
    },
    allow_gifts: { title: 'Gifts', help: 'An offer may ask for nothing, or give nothing.' },
    offer_limit: { title: 'Offers at a time', help: 'As many a player may have open.' },
    bank_price: { title: 'Price at the bank', help: 'Coins for one good.' },
    crisis_bonus: {
      title: 'Who earns the bonus of a crisis',
      help: 'The bonus stands on the card of the crisis.',
      choices: {
        citizens_and_crisis: { name: 'Who met all citizens and the crisis (usual)' },
        citizens_only: { name: 'Who met all citizens' },
      },
    },
    crisis_failure: {
      title: 'Price of failing a crisis',
      help: 'For whoever leaves a debt of it unpaid.',
      choices: {
        no_bonus: { name: 'Its bonus (usual)' },
        lose_one_happiness: { name: 'Its bonus and one happiness' },
      },
    },
    happiness_floor: {
      title: 'Lowest happiness',
      help: 'It never falls below this.',
    },
    placate_base: {
      title: 'Placating unhappy citizens',
      help: 'What two dice have to reach, plus one for each missing good.',
    },
    handicap: {
      title: 'Head start',
      help: 'Coins that one player has more at the beginning, two for each step.',
    },
    handicap_for: {
      title: 'Who has the head start',
      help: 'It changes nothing without a head start.',
      choices: {
        first_seat: { name: 'The first seat' },
        second_seat: { name: 'The second seat' },
        third_seat: { name: 'The third seat', text: 'With three or four players.' },
        fourth_seat: { name: 'The fourth seat', text: 'With four players.' },
      },
    },
  },
};

export const options = {
  headings: HEADINGS,
  under: UNDER,
  /** @param {string} game @param {string} key @returns {OptionWords} */
  of: (game, key) => WORDS[game]?.[key] ?? EVERYWHERE[key] ?? {},
  pace: 'Clock',
  paces: /** @type {Record<string, {name: string, text: string}>} */ ({
    usual: { name: 'Usual', text: 'Five minutes a round: lively.' },
    calm: {
      name: 'Without hurry',
      text: 'A quarter of an hour a round, and it goes on as soon as all are ready.',
    },
    none: {
      name: 'No clock',
      text: 'It goes on when all are ready: to practise, or to take your time.',
    },
    own: { name: 'As set below', text: 'See “Time” among the other options.' },
  }),
};
