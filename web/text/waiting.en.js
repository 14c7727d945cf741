// The texts for the time before the others come.

export const en = {
  title: 'While you wait',
  help: 'Your room stays open, and calls you when it is time.',
  learn: /** @param {string} title @param {number} minutes */ (title, minutes) =>
    `Learn by playing: ${title}, ${minutes} minutes`,
  puzzle: 'A puzzle',
  waits: /** @param {string} code */ (code) => `Room ${code} waits for players`,
  calls: /** @param {string} names */ (names) =>
    names ? `${names}: your match is about to begin` : 'Your match is about to begin',
  back: 'Back to the room',
  go: 'Go to the match',
  calledTitle: '● Your match',
};
