// The texts of Europe's trade desk in English. The names and texts of cards are in the match's component data,
// and events come in the server's words.

import { plural } from './plural.en.js';

export const en = {
  goods: /** @type {Record<string, string>} */ ({
    cloth: 'Cloth',
    dyes: 'Dyes',
    grain: 'Grain',
    livestock: 'Livestock',
    fuel: 'Fuel',
    water: 'Water',
    materials: 'Materials',
    coin: 'Coin',
  }),
  nothing: 'nothing',
  count: /** @param {number} count @param {string} good */ (count, good) =>
    `${count} ${good.toLowerCase()}`,
  reconstructed: 'Chosen by this project: the published text does not say it',

  bar: {
    before: 'Before round 1',
    round: /** @param {number} round @param {number} most */ (round, most) =>
      `Round ${round} of ${most}`,
    phases: /** @type {Record<string, string>} */ ({
      country: 'Choose your country',
      choose: 'Choose your citizens',
      play: 'Open trade',
      allocate: 'Serve your citizens',
      over: 'The match is over',
    }),
    /** What is asked, where no panel says it. */
    asks: /** @type {Record<string, string>} */ ({
      play: 'Trade for what your citizens lack',
    }),
    asksDebts: 'First pay the crisis',
    asksDrawn: 'Choose among the citizens you drew',
    /** What is asked of whoever lacks nothing. */
    asksNothing: 'Your citizens have all they need',
    /** Who is waited for, to whoever is ready. */
    waits: /** @param {string[]} names */ (names) =>
      `You are ready: waiting for ${names.length > 2 ? `${names.length} others` : names.join(' and ')}`,
    resigned: 'You have resigned: the others play on',
    ends: 'ends in',
    crisis: 'crisis in',
    noCrisis: 'none left',
    ready: 'Ready',
    readyHelp:
      'When everyone is ready, the clock jumps to the next crisis or to the end of the round',
    readyGoesOn: 'No clock runs: when everyone is ready, a crisis or the end of the round comes',
    readyToCrisis: 'No clock: a crisis comes when all are ready',
    readyToEnd: 'No clock: the round ends when all are ready',
    readyOf: /** @param {number} ready @param {number} all */ (ready, all) =>
      `${ready} of ${all} ready`,
    oweHelp: 'Go to what you owe for crises',
    paused: 'The clock is paused',
    keys: 'Keys',
    words: 'The board in words, and what is new',
    inWords: 'In words',
  },

  table: {
    title: 'Who holds what',
    goods: 'Goods',
    you: 'You',
    deal: 'Give ← → want',
    bank: 'Bank',
    each: 'each',
    supply: 'Supply',
    supplyNote: 'feeds cards',
    supplyHelp:
      'What nobody holds, of 25 of each. Resource cards give from it, used cubes go back to it; nobody can buy it. Where it has run out, cards give nothing.',
    none: 'none',
    /** Before how many of a good a player needs. */
    needs: 'needs',
    coinBank: /** @param {number} coin */ (coin) => `${plural(coin, 'coin')} in the bank`,
    seat: /** @param {number} seat */ (seat) => `Seat ${seat + 1}`,
    happiness: /** @param {number} now @param {number} win */ (now, win) =>
      `Happiness ${now} of ${win}`,
    ready: 'ready',
    answered: 'has answered',
    drawing: 'is drawing',
    resigned: 'resigned',
    held: /** @param {string} who @param {number} count @param {string} good @param {number} needed @param {number} locked */ (
      who,
      count,
      good,
      needed,
      locked,
    ) =>
      `${who}: ${count} ${good.toLowerCase()}${needed ? `, open citizens and debts need ${needed}` : ''}${locked ? `, ${locked} more locked` : ''}`,
    giveOne: 'Click: give one more',
    wantOne: /** @param {string} who */ (who) => `Click: ask ${who} for one more`,
    buy: 'buy',
    buyOne: /** @param {string} good @param {number} price */ (good, price) =>
      `Buy one ${good.toLowerCase()} from the bank for ${price} coin`,
    closed: 'closed',
    inSupply: /** @param {number} count @param {string} good */ (count, good) =>
      `${count} ${good.toLowerCase()} in the supply: cards give from it, used cubes go back to it`,
  },

  builder: {
    title: 'Your next offer',
    to: 'To',
    all: 'All',
    give: 'You give',
    want: 'You want',
    send: 'Offer',
    answer: 'Answer',
    clear: 'Clear',
    stepper: /** @param {string} good */ (good) => `${good}: give or want`,
    less: /** @param {string} good */ (good) =>
      `Give one ${good.toLowerCase()} more, or want one less`,
    more: /** @param {string} good */ (good) =>
      `Want one ${good.toLowerCase()} more, or give one less`,
    giving: /** @param {number} count */ (count) => `give ${count}`,
    wanting: /** @param {number} count */ (count) => `want ${count}`,
    neither: 'neither',
    empty: 'Choose goods: − gives, + wants',
    drawn: 'First choose among the citizens you drew',
    owing: 'Pay the crisis, or it is taken at the end',
    owingMore: 'You lack what the crisis takes',
    served: 'You have all you need: Ready?',
    ready: 'You are ready',
    /** How an offer of one's own ended. */
    outcome: /** @type {Record<string, (give: string, want: string) => string>} */ ({
      declined: (give, want) => `Refused: your ${give} for ${want}`,
      expired: (give, want) => `Expired: your ${give} for ${want}`,
      unfunded: (give, want) => `Gone, you lack goods: your ${give} for ${want}`,
      coin_blocked: (give, want) => `Gone, no coin now: your ${give} for ${want}`,
    }),
    /** What is open of one's own. */
    waits: /** @param {string} to */ (to) => `Your offer waits for ${to}`,
    open: /** @param {number} count */ (count) => `${plural(count, 'offer')} of yours wait`,
    taken: /** @param {string} who */ (who) => `${who} took your offer`,
    needWant: 'What do you want for it?',
    needGive: 'What do you give for it?',
    short: /** @param {string} goods */ (goods) => `You lack ${goods}`,
    full: /** @param {number} limit */ (limit) =>
      `You have ${plural(limit, 'open offer')}, the most allowed: take one back`,
    barred: 'Not possible now',
    both: /** @param {string} good */ (good) => `${good} is on both sides`,
    sent: 'Offered',
    good: 'Ready to send',
  },

  offers: {
    title: 'Offers to you',
    /** How many there are, where they may lie out of view. */
    many: /** @param {number} count */ (count) => `${count} offers to you`,
    none: 'None at the moment.',
    mine: 'Your offers',
    others: 'Among the others',
    all: 'Offers',
    get: 'you get',
    give: 'you give',
    gives: 'gives',
    wants: 'wants',
    to: 'to',
    everybody: 'all',
    accept: 'Accept',
    refuse: 'Refuse',
    counter: 'Answer with other goods',
    withdraw: 'Take back',
    counterTo: 'answers you',
    short: 'you lack',
    changed: 'The marked offer has just changed. Look again.',
    closed: /** @type {Record<string, string>} */ ({
      accepted: 'done',
      declined: 'refused',
      cancelled: 'taken back',
      expired: 'expired',
      unfunded: 'the goods are gone',
      coin_blocked: 'coin may not be traded',
      resigned: 'its player resigned',
      round_over: 'the round is over',
    }),
    gone: 'closed',
    left: 'left',
  },

  cards: {
    mine: 'Your citizens',
    resources: 'Your resource cards',
    numbers: 'at first / each later round',
    none: 'No citizens',
    missing: /** @param {string} goods */ (goods) => `lacks ${goods}`,
    complete: 'has all it needs',
    nobody: /** @param {string[]} goods */ (goods) => `nobody has ${goods.join(' or ')}`,
    ask: 'Ask for',
    askHelp: 'Ask for what is missing',
    byCrisis: 'new, dealt by a crisis',
    hidden: 'face down',
    hiddenHelp: 'Only you see this card',
    pays: /** @param {number} coin */ (coin) => `pays 1 happiness or ${coin} coin`,
    needs: 'needs',
    or: 'or',
    draw: 'Draw three citizens, keep one or more',
    drawHelp:
      'See three more citizens. At least one must be kept and served this round; the others are discarded',
    reveal: 'Reveal',
    gives: /** @param {number} first @param {number} later */ (first, later) =>
      `${first} now, ${later} in each later round`,
    gave: /** @param {number} first @param {number} later */ (first, later) =>
      `${first} at first, ${later} in each later round`,
    facedown: /** @param {number} count */ (count) => plural(count, 'face-down citizen'),
    hiddenResource: 'a face-down resource card',
    dealt: /** @param {number} count */ (count) => `${plural(count, 'citizen')} to choose from`,
  },

  choose: {
    title: /** @param {number} least @param {number} most */ (least, most) =>
      least === most ? `Keep ${least}` : `Keep ${least} to ${most} citizens`,
    help: 'Keep those you can serve; the others are discarded. At the end of the round each one served pays 1 happiness or its coin. For one not served two dice decide: it may cost 1 happiness.',
    /** Above what there was to choose from, for who looks back. */
    dealt: 'Dealt to choose from',
    drawn: 'Keep one or more of these; the others are discarded',
    keep: 'Keep',
    kept: 'Kept',
    /** @param {number} count */
    least: (count) => `Keep at least ${count}`,
    faceDown: 'Keep face down',
    faceDownHelp: 'Face down, nobody else sees what it needs until the round ends.',
    resource: 'Your new resource card',
    revealNow: 'Reveal it now: it produces at once',
    keepDown: 'Keep it face down: it gives nothing yet',
    confirm: 'Keep these',
    confirmResource: 'Confirm',
    none: 'No citizens were dealt: the deck is too small.',
    final: 'Chosen. The others cannot see it yet.',
    answers: 'Answers:',
    expected: 'You will produce',
    expectedHelp: 'What your cards give this round, if the supply lasts',
    after: 'would lack',
    watching: 'The players are choosing their citizens in secret.',
    resourceOpen: 'revealed',
    resourceDown: 'kept face down',
  },

  country: {
    title: 'Which country do you lead?',
    aim: /** @param {number} win @param {number} rounds */ (win, rounds) =>
      `Each round you keep citizens, trade for what they need and serve them. A citizen who is served pays 1 happiness or coin, one who is not may cost 1 happiness. The most happiness wins, once somebody has ${win} or after round ${rounds}.`,
    help: 'They differ in nothing but the name.',
    helpKeys: 'Press one, or type its first letters, then Enter.',
    any: 'Any country',
    taken: /** @param {string} name */ (name) => name,
    yours: 'yours',
    chosen: 'Waiting for the others to choose',
    watching: 'The players are choosing their countries.',
  },

  market: {
    title: 'Market',
    price: /** @param {number} coin */ (coin) => `${coin} coin`,
    buy: /** @param {string} card @param {number} coin */ (card, coin) =>
      `Buy ${card} for ${coin} coin`,
    empty: 'empty',
    numbers: 'now / each later round',
    purse: 'you have',
    bought: /** @param {string} who */ (who) => `${who} bought`,
    youBought: 'You bought',
    swept: 'new cards come after your choice',
    blind: 'Top card',
    unseen: 'unseen',
    top: 'Top card, unseen',
    blindHelp: /** @param {number} least @param {number} most */ (least, most) =>
      `Top card of the deck, bought unseen: it costs 1 coin less than its two numbers, ${least} to ${most} coin. You must hold ${most}.`,
    deck: /** @param {number} cards */ (cards) => `${cards} left`,
    card: /** @param {string} good @param {string} gives */ (good, gives) => `${good} (${gives})`,
    decks: /** @param {number} citizens @param {number} crises */ (citizens, crises) =>
      `Decks: ${plural(citizens, 'citizen')}, ${plural(crises, 'crisis', 'crises')}`,
  },

  crises: {
    title: 'Crises',
    none: 'No crisis at the moment.',
    directive: 'Directive',
    disaster: 'Disaster',
    stays: 'stays for the match',
    passes: 'this round only',
    bonus: /** @param {number} coin @param {boolean} citizensOnly */ (coin, citizensOnly) =>
      `${citizensOnly ? 'All served' : 'All paid, all served'}: +${coin} coin`,
    unpaid: /** @param {boolean} bonus @param {boolean} happiness */ (bonus, happiness) => {
      const lost = [bonus ? 'no bonus' : [], happiness ? '−1 happiness' : []].flat().join(', ');
      return `Unpaid, it is taken when trade ends. Still short: ${lost || 'no penalty'}.`;
    },
    owe: 'You owe',
    owes: 'owes',
    you: 'you',
    pay: 'Pay',
    lock: 'Lock',
    free: 'You owe nothing',
    payWith: /** @param {string} goods */ (goods) => `Pay ${goods}`,
    pick: 'Choose what you pay',
    press: 'Choose',
    picked: /** @param {string} good @param {number} count @param {number} most */ (
      good,
      count,
      most,
    ) => `${good}: pay ${count} of ${most}`,
    cubes: /** @param {number} count */ (count) => plural(count, 'cube'),
    debts: /** @param {number} count */ (count) => plural(count, 'debt'),
    neighbour: /** @param {number} count @param {string} name */ (count, name) =>
      `${plural(count, 'cube')} to ${name}`,
    stockpile: /** @param {number} count */ (count) => `${plural(count, 'cube')} to lock away`,
    or: 'or',
    alert: /** @param {string} name */ (name) => `Crisis: ${name}`,
  },

  players: {
    title: 'The others: what citizens need, what cards give at first / later',
    has: 'has',
    everybody: 'Players',
    everybodys: 'Players: what their cards give at first / each later round',
    bank: 'Bank',
  },

  allocation: {
    title: 'Give your cubes to your citizens',
    help: 'Press a good to give or take a cube. A citizen with all it needs pays what you choose; for any other, two dice are rolled: each missing cube makes −1 happiness likelier.',
    left: 'Left over',
    met: 'met',
    happiness: '1 happiness',
    coin: /** @param {number} coin */ (coin) => `${coin} coin`,
    reward: /** @param {string} name */ (name) => `What ${name} pays`,
    confirm: 'Serve them',
    proposal: 'Back to the proposal',
    slot: /** @param {string} good @param {string} name @param {number} given @param {number} needed */ (
      good,
      name,
      given,
      needed,
    ) => `${good} for ${name}: ${given} of ${needed}`,
    sum: /** @param {number} happiness @param {number} coin @param {number} risk */ (
      happiness,
      coin,
      risk,
    ) => `+${happiness} happiness, +${coin} coin${risk ? `, up to −${risk} by the dice` : ''}`,
    final: 'Done. The others cannot see it yet.',
    none: 'You have no citizens to serve.',
    watching: 'The players are serving their citizens in secret.',
  },

  dice: {
    chance: /** @param {number} target @param {number} percent */ (target, percent) =>
      percent === 0
        ? 'too much is missing for the dice: −1 happiness'
        : `two dice: ${target} or more (${percent} %) and nothing is lost, else −1 happiness`,
    risk: /** @param {number} percent */ (percent) => `risk ${percent} %: −1`,
    happiness: 'happiness',
    help: /** @param {number} unmet @param {number} target @param {number} percent */ (
      unmet,
      target,
      percent,
    ) =>
      percent === 0
        ? `If ${plural(unmet, 'cube')} are missing at the end, you lose 1 happiness: two dice cannot show ${target}`
        : `If ${plural(unmet, 'cube')} ${unmet === 1 ? 'is' : 'are'} missing at the end, two dice are rolled: ${target} or more (${percent} %) and nothing is lost, else 1 happiness`,
  },

  results: {
    score: 'Happiness',
    gained: /** @param {number} coin */ (coin) => `+${coin}`,
    title: /** @param {number} round */ (round) => `Results of round ${round}`,
    happiness: /** @param {number} before @param {number} after */ (before, after) =>
      `${before} → ${after}`,
    met: /** @type {Record<string, string>} */ ({
      happiness: 'met: +1 happiness',
      coin: 'met: coin',
    }),
    placated: /** @param {number} sum @param {number} target */ (sum, target) =>
      `nothing lost: rolled ${sum}, needed ${target}`,
    failed: /** @param {number} sum @param {number} target */ (sum, target) =>
      `−1 happiness: rolled ${sum}, needed ${target}`,
    rewards: /** @param {number} coin */ (coin) => `+${coin} coin`,
    bonus: /** @param {number} coin */ (coin) => `+${coin} coin for the crisis`,
    crisisFailed: 'crisis not paid',
    dice: /** @param {number} one @param {number} two */ (one, two) => `dice ${one} and ${two}`,
    none: 'no citizens',
    winner: 'winner',
  },

  panels: {
    label: 'Panels of the desk',
    first: /** @type {Record<string, string>} */ ({
      choose: 'Choose',
      play: 'Trade',
      allocate: 'Serve',
      over: 'Result',
    }),
    mine: 'Citizens',
    market: 'Market',
    players: 'Players',
    /** What waits in a panel that may be out of view. */
    waiting: {
      offered: /** @param {number} count */ (count) => `${plural(count, 'offer')} to you`,
      drawn: 'Choose among the citizens you drew',
      owed: 'You owe for a crisis',
      crisis: 'A crisis',
    },
  },

  points: {
    inOrder: 'Round by round',
    sources: {
      start: 'At the start',
      met: 'Citizens met',
      lost: 'Citizens lost',
      crisis: 'Failed crises',
      floor: 'Lost below 0, not counted',
      what: /** @param {string} source @param {string} name */ (source, name) =>
        `${source}: ${name}`,
    },
  },

  sheet: {
    /** Above what a citizen to choose needs. */
    coming: 'Of what you will produce:',
    needs: /** @param {number} count @param {string} good @param {number} has */ (
      count,
      good,
      has,
    ) =>
      `${count} ${good.toLowerCase()}: ${has >= count ? 'enough' : has ? `only ${has}` : 'none'}`,
    keep: 'Keep this citizen',
    discard: 'Discard it',
    faceUp: 'Keep it face up',
    produces: /** @param {string} good */ (good) => `Resource card: ${good.toLowerCase()}`,
    costs: /** @param {number} coin @param {number | null} has */ (coin, has) =>
      `It costs ${coin} coin${has === null ? '' : `; you have ${has}`}.`,
    buy: /** @param {number} coin */ (coin) => `Buy it for ${coin} coin`,
    buyBlind: 'Buy it unseen',
    kind: /** @param {string} kind @param {string} until */ (kind, until) => `${kind}: ${until}`,
    owes: /** @param {string} who */ (who) => `${who} owes`,
    inBank: /** @param {number} count @param {number} price */ (count, price) =>
      `Bank: ${count}, for ${price} coin each`,
    want: /** @param {string} good */ (good) => `Want one more ${good.toLowerCase()}`,
    give: /** @param {string} good */ (good) => `Give one more ${good.toLowerCase()}`,
    draft: /** @param {string} amount */ (amount) => `Your offer: ${amount}`,
  },

  summary: {
    player: /** @param {string} who @param {string} country */ (who, country) =>
      country ? `${who} (${country})` : who,
    line: /** @param {string} name @param {string} does */ (name, does) => `${name}: ${does}`,
    citizen: /** @param {string} name @param {string} goods @param {number} coin */ (
      name,
      goods,
      coin,
    ) => `${name} needs ${goods}; pays 1 happiness or ${coin} coin`,
    bank: 'Bank and supply',
    slot: /** @param {number} slot @param {string} card @param {number} coin */ (
      slot,
      card,
      coin,
    ) => `${slot}: ${card}, for ${coin} coin`,
    offer:
      /** @param {string} from @param {string} to @param {string} give @param {string} want */ (
        from,
        to,
        give,
        want,
      ) => `${from} to ${to}: ${give} for ${want}`,
    said: {
      has: /** @param {string} goods */ (goods) => `Goods: ${goods}`,
      locked: /** @param {string} goods */ (goods) => `Locked away: ${goods}`,
      cards: /** @param {string[]} cards */ (cards) => `Resource cards: ${cards.join(', ')}`,
      owes: /** @param {string} crisis */ (crisis) => `Owes for: ${crisis}`,
      sells: /** @param {string} goods @param {number} price */ (goods, price) =>
        `The bank sells ${goods}, for ${price} coin each`,
      supply: /** @param {string} goods */ (goods) => `In the supply: ${goods}`,
    },
  },

  log: { round: /** @param {number} round */ (round) => `Round ${round}` },

  keys: {
    buying: 'Buy: press the letter of a good (Esc: stop)',
    drawing: 'N once more draws three citizens: one of them must be kept',
    taking: 'Take a card: press 1, 2, 3, or 0 for the top card (Esc: stop)',
    groups: [
      {
        title: 'Choosing',
        keys: [
          ['A … Z', 'a country by its name'],
          ['← → ↑ ↓', 'from country to country'],
          ['1 2 3', 'keep a citizen, or not'],
          ['Shift 1 2 3', 'keep it face down (with Shift)'],
          ['V', 'reveal the resource card, or not'],
          ['Enter, K', 'confirm'],
        ],
      },
      {
        title: 'Trading',
        keys: [
          ['C D G L F W M E', 'want one more'],
          ['Shift + letter', 'give one more (with Shift)'],
          ['1 … 4, 0', 'offer to this seat, or to all'],
          ['Enter', 'send the offer'],
          ['Backspace', 'clear the offer'],
          ['A', 'accept the marked offer'],
          ['X', 'refuse the marked offer'],
          ['Q', 'answer the marked offer with other goods'],
          ['U', 'take your newest offer back'],
          ['B', 'then a letter: buy one from the bank'],
          ['T', 'then 1 to 3, or 0: take a market card, or the top card'],
          ['P', 'pay a crisis'],
          ['N N', 'draw three citizens'],
          ['Shift B', 'the board in words (with Shift)'],
          ['Shift N', 'what has happened since your last move (with Shift)'],
          ['1 2 3, K', 'keep a citizen that you drew (with Shift: face down), and confirm'],
          ['V', 'reveal your face-down resource card'],
          ['R', 'ready, or not'],
          ['Esc', 'stop after B or T'],
        ],
      },
      {
        title: 'Serving citizens',
        keys: [
          ['1 … 8', 'a citizen’s reward: happiness or coin'],
          ['Enter', 'confirm'],
        ],
      },
      {
        title: 'In a field of your offer',
        keys: [['↑ ↓, + −', 'one more, one less']],
      },
    ],
  },
};
