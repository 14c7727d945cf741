// The paces that set several options of a game at once, in English. What each option changes for a player, and the
// headings over them, are said by the server.

export const options = {
  room: 'The room',
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
