// The texts around longer explanations; what they say of a game comes with its rules.

export const en = {
  label: 'What usually is good',
  title: 'Advice',
  rule: 'The rule',
  more: 'More',
  less: 'Less',
  enough: 'Hide',
  enoughHelp: 'No longer explain what is asked; the settings have it again',
  follows: 'You need do nothing. Watch what your move brings; the log says it in words.',
  waits:
    'The other side plays now, and you need do nothing. Watch what changes on the board; the log says it in words.',
};
