// The texts around coaches.

export const en = {
  ask: 'Let a friend coach me',
  asked: 'The others are asked about a coach',
  link: 'A link for my coach',
  end: 'End the coaching',
  linkTitle: 'All have agreed: a friend may coach you',
  linkHelp:
    'Give this link to your friend. Whoever opens it sees what you see, your hand too, and points at it for you alone. A new link makes this one useless.',
  close: 'Close',
  says: 'Your coach',
  points: 'points at the board',
  here: 'sees what you see, and has not said anything yet',
  awaited: 'has not come yet; the link is in the menu',
  dismiss: 'Thank you',
  mark: 'coached',
  markHere: /** @param {string} name */ (name) =>
    `A coach sees what ${name} sees, and points; all have agreed`,
  markInvited: /** @param {string} name */ (name) =>
    `${name} may have a coach; all have agreed, nobody has come yet`,
  title: /** @param {string} name */ (name) => `You coach ${name}`,
  help: /** @param {string} name */ (name) =>
    `You see what ${name} sees. What you choose is shown to ${name}, not done; nobody else hears of it.`,
  sayLabel: /** @param {string} name */ (name) => `Say something to ${name}`,
  say: 'Say',
  clear: 'Point at nothing',
};
