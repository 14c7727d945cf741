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

  result: {
    hide: 'Look at the board',
    show: 'Result',
  },
};
