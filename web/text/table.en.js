// The texts of the page of a match in English: what stands around every board.

export const table = {
  drawer: {
    buttons: 'Beside the board',
    tabs: { choices: 'Choices', log: 'Log', chat: 'Chat', rules: 'Rules' },
    titles: { choices: 'All your choices', log: 'Log', chat: 'Chat', rules: 'The rules' },
    rule: /** @param {string} rule */ (rule) => `Rule: ${rule}`,
    open: /** @param {string} tab @param {string} key */ (tab, key) => `${tab} (key ${key})`,
    close: 'Close the drawer',
  },

  reading: { close: 'Close' },

  sources: {
    show: 'Show sources',
    help: 'Marks with ~ what no printed source has and this project chose.',
  },

  playing: {
    label: 'What the other side does',
    skip: 'Skip',
    rolling: 'The dice roll …',
    again: '↻ Show it again',
    missed: 'While you were away',
    goOn: 'Go on',
    pace: 'Moves of others',
    paces: { slow: 'Slowly', normal: 'Step by step', fast: 'Fast', off: 'At once' },
  },

  summary: {
    titles: { board: 'The board in words', news: 'Since your last move' },
    open: 'The board in words, and what is new',
    noBoard: 'This board has no summary.',
    noNews: 'Nothing has happened since your last move.',
  },

  result: {
    hide: 'Look at the board',
    show: 'Result',
    wonBy: /** @param {string} names @param {string} how */ (names, how) => `${names} won, ${how}`,
    named: /** @param {string} name @param {string} role */ (name, role) => `${name} (${role})`,
    otherSide: 'Play the other side',
    picture: 'A picture to share',
    file: /** @param {string} code */ (code) => `entente-${code}.png`,
  },

  points: {
    title: /** @param {string} what */ (what) => `Where the ${what.toLowerCase()} came from`,
    points: 'points',
    turns: 'Turn by turn',
    signed: /** @param {number} points */ (points) => (points < 0 ? `−${-points}` : String(points)),
  },

  /** What can be chosen beyond an edge of the map. */
  edges: {
    north: (/** @type {number} */ n) =>
      n === 1 ? '1 more place to the north' : `${n} more places to the north`,
    east: (/** @type {number} */ n) =>
      n === 1 ? '1 more place to the east' : `${n} more places to the east`,
    south: (/** @type {number} */ n) =>
      n === 1 ? '1 more place to the south' : `${n} more places to the south`,
    west: (/** @type {number} */ n) =>
      n === 1 ? '1 more place to the west' : `${n} more places to the west`,
  },

  turningPoints: {
    title: 'Turning points',
    waiting: 'Looking for the turning points …',
    progress: /** @param {string} part */ (part) => `Looking for the turning points: ${part}`,
    yourChance: 'Your chance to win, before and after',
    chanceOf: /** @param {string} name */ (name) => `${name}’s chance to win, before and after`,
    change: /** @param {string} from @param {string} to */ (from, to) => `${from} → ${to}`,
    said: /** @param {string} name @param {string} command */ (name, command) =>
      `${name}: ${command}`,
    look: 'Look back there',
    lookAt: /** @param {string} label */ (label) => `Look back there: ${label}`,
  },

  practice: {
    open: 'Play on from here',
    help: 'Opens a new room in which the match goes on from what is shown. Dice and decks are new.',
    name: 'Player',
    mark: 'Practice',
    note: /** @param {string} from @param {number} seq */ (from, seq) =>
      `Practice, from entry ${seq} of match ${from}: not provably dealt.`,
    dev: /** @param {number} seed */ (seed) =>
      `A server for authors deals from the seed ${seed}: not provably dealt.`,
    other: 'Nothing proves how this match is dealt.',
  },

  lesson: {
    note: 'A lesson or a puzzle, with a fixed deal: there is nothing to prove.',
    leave: 'Leave the lesson',
  },
};
