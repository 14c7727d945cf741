// The headings under which the options of the games stand, in English, and the paces that set several at once.
// What each option changes for a player is said by the server.

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

export const options = {
  headings: HEADINGS,
  under: UNDER,
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
