// The texts around lessons; what a lesson says comes from the server.

export const en = {
  label: 'Lesson',
  at: /** @param {number} step @param {number} steps */ (step, steps) => `Step ${step} of ${steps}`,
  over: 'The lesson is over',
  next: 'Next',
  back: 'Back',
  skip: 'Do it for me',
  rule: 'The rule',
  watch: 'Watch: the moves that follow are played for you.',
  hint: /** @param {string} hint */ (hint) => `Hint: ${hint}`,
  puzzle: {
    label: 'Puzzle',
    at: () => 'What would you do?',
    over: 'The answer',
    skip: 'Show the answer',
    back: 'The question again',
    next: /** @param {string} title */ (title) => `Next puzzle: ${title}`,
  },
  ended: {
    play: /** @param {boolean} hints */ (hints) =>
      hints ? 'Now against an easy bot, with hints' : 'Now against an easy bot',
    next: /** @param {string} title */ (title) => `Next lesson: ${title}`,
    home: 'All games',
  },
};
