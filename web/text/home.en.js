// The texts of the first page in English.

import { moment } from './moment.en.js';
import { plural } from './plural.en.js';

/**
 * What a game is for somebody who does not know it: a kind that tells it from the others, what one does in
 * it, how long a match takes, and how hard it is to learn.
 * @typedef {{kind: string, about: string, length: string, difficulty: string}} About
 */

export const home = {
  games: 'Choose a game',
  about: /** @type {Record<string, About>} */ ({
    'europe-divided': {
      kind: 'The duel of cards',
      about:
        'One of you is Europe, the other Russia. Play cards for influence in the countries between, and make the headlines of 1992 to 2019 true.',
      length: '60 minutes',
      difficulty: 'hard to learn',
    },
    'balance-of-power': {
      kind: 'The war of dice',
      about:
        'Red against Blue, and a neutral army between them. Roll dice for territories, fulfil three objectives and keep your capital.',
      length: '45 minutes',
      difficulty: 'easy to learn',
    },
    europe: {
      kind: 'The trading game',
      about:
        'Every player leads a country. Trade goods against the clock, all at once, and keep your citizens happy through the crises.',
      length: '45 minutes',
      difficulty: 'fairly easy',
    },
  }),
  aboutGames: 'About these games',
  aboutGame: /** @param {string} game @param {string} licence */ (game, licence) =>
    `${game}: ${licence}`,
  playNow: 'Play now',
  aBot: 'against a bot',
  playNowOf: /** @param {string} game */ (game) => `Play now against a bot: ${game}`,
  invite: 'Invite a friend',
  inviteTo: /** @param {string} game */ (game) => `Invite a friend: ${game}`,
  inviteText: /** @param {string} game */ (game) => `Let us play ${game}. Take a seat here:`,
  learn: 'Learn by playing',
  learnOf: /** @param {string} game */ (game) => ` ${game}:`,
  learned: 'done',
  minutes: /** @param {number} minutes */ (minutes) => plural(minutes, 'minute'),
  lessons: 'All lessons',
  lessonsDone: /** @param {number} done @param {number} all */ (done, all) =>
    `${done} of ${all} done`,
  today: 'Puzzle of the day',
  whatWouldYouDo: 'What would you do?',
  solved: 'solved',
  puzzles: 'Puzzles',
  puzzlesOf: /** @param {string} game */ (game) => ` ${game}:`,
  solvedOf: /** @param {number} solved @param {number} all */ (solved, all) =>
    `${solved} of ${all} solved`,
  more: 'More options',
  rules: 'Rules',
  rulesOf: /** @param {string} game */ (game) => `Rules: ${game}`,
  moreOf: /** @param {string} game */ (game) => `More options: ${game}`,
  nameAsked: 'Your name, for your friend to know you by',
  nameGiven: 'Open the room and copy the link',
  opening: 'One moment …',
  guest: 'Guest',
  called: 'Others see me as',
  players: /** @param {number} min @param {number} max */ (min, max) =>
    min === max ? plural(min, 'player') : `${min} to ${max} players`,
  join: 'Join with a code',
  codeLabel: 'Room code or link',
  codeHint: 'Six letters and digits, for example K7P2XR, or the whole link',
  joinButton: 'Go to the room',
  codeInvalid: 'That is not a room code. A code has six letters and digits.',
  continue: 'Continue',
  titleTurns: /** @param {number} turns @param {string} page */ (turns, page) =>
    `(${turns}) Your turn · ${page}`,
  taught: /** @param {string} game */ (game) => `A lesson or puzzle: ${game}`,
  against: /** @param {string} names */ (names) => `against ${names}`,
  standing: {
    open: 'Go on',
    free: 'Waiting for somebody to sit down',
    lobby: 'Not begun yet',
    mine: /** @param {Date | null} since */ (since) =>
      since ? `Your turn since ${moment(since)}` : 'Your turn',
    theirs: /** @param {string} names @param {Date | null} since */ (names, since) =>
      since ? `Waiting for ${names} since ${moment(since)}` : `Waiting for ${names}`,
  },
  others: /** @param {number} left */ (left) => plural(left, 'more match', 'more matches'),
  results: { won: 'You won', lost: 'You lost', drawn: 'Nobody won', over: 'Over' },
  unlist: /** @param {string} game @param {string} others */ (game, others) =>
    others
      ? `Leave out of this list: ${game} against ${others}`
      : `Leave out of this list: ${game}`,
  listed: 'Open rooms',
  noneListed: 'There are no open rooms at the moment.',
  watch: 'Watch',
  joinRoom: 'Join',
  roomOf: /** @param {string} game @param {string} names */ (game, names) => ` ${game}: ${names}`,
  program: /** @param {string | null | undefined} name */ (name) => `${name} (program)`,
  seatsFree: /** @param {number} free */ (free) => plural(free, 'free seat'),
};
