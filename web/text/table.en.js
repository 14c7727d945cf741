// The texts of the page of a match in English: what stands around every board.

export const table = {
  drawer: {
    buttons: 'Beside the board',
    tabs: { choices: 'Choices', log: 'Log', chat: 'Chat' },
    titles: { choices: 'All your choices', log: 'Log', chat: 'Chat' },
    open: /** @param {string} tab @param {string} key */ (tab, key) => `${tab} (key ${key})`,
    close: 'Close the drawer',
  },

  sources: {
    show: 'Show sources',
    help: 'Marks with ~ what no printed source has and this project chose.',
  },

  playing: {
    label: 'What the other side does',
    skip: 'Skip',
    again: '↻ Show it again',
    missed: 'While you were away',
    goOn: 'Go on',
    pace: 'Moves of others',
    paces: { slow: 'Slowly', normal: 'Step by step', fast: 'Fast', off: 'At once' },
  },

  summary: {
    titles: { board: 'The board in words', news: 'Since your last move' },
    noBoard: 'This board has no summary.',
    noNews: 'Nothing has happened since your last move.',
  },

  result: {
    hide: 'Look at the board',
    show: 'Result',
    named: /** @param {string} name @param {string} role */ (name, role) => `${name} (${role})`,
    otherSide: 'Play the other side',
    picture: 'A picture to share',
    file: /** @param {string} code */ (code) => `entente-${code}.png`,
  },
};
