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

  result: {
    hide: 'Look at the board',
    show: 'Result',
  },
};
