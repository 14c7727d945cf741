// The texts of the page of a match in English: what stands around every board.

import { plural } from './plural.en.js';

export const en = {
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
    again: 'Show it again',
    missed: 'While you were away',
    goOn: 'Go on',
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
    inOrder: 'Turn by turn',
    signed: /** @param {number} points */ (points) => (points < 0 ? `−${-points}` : String(points)),
  },

  map: { closer: 'Zoom in', farther: 'Zoom out', whole: 'The whole map' },

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
    saidIn: /** @param {number} turn @param {string} name @param {string} command */ (
      turn,
      name,
      command,
    ) => `Turn ${turn}, ${name}: ${command}`,
    look: 'Look back there',
    lookAt: /** @param {string} label */ (label) => `Look back there: ${label}`,
  },

  lesson: {
    leave: 'Leave the lesson',
  },

  hint: {
    ask: 'Hint',
    thinking: 'Thinking …',
    title: 'What a bot would do',
    win: /** @param {string} chance */ (chance) => `${chance} to win`,
    nothing: 'Nothing comes to mind.',
    tried: /** @param {number} times */ (times) =>
      `Tried in ${plural(times, 'imagined match', 'imagined matches')}`,
    then: /** @param {string} command */ (command) => `Then: ${command}`,
    often: /** @param {number} tenths */ (tenths) => `about ${tenths} in 10`,
    had: /** @param {number} hints */ (hints) => plural(hints, 'hint'),
  },

  preview: {
    title: 'What this would change',
    nothing: 'Nothing on the board changes.',
  },

  analysis: {
    open: 'Analyse the match',
    thinking: 'The server is thinking …',
    progress: /** @param {number} done @param {number} all */ (done, all) =>
      `The server is thinking: entry ${done} of ${all}`,
    curve: /** @param {string} name */ (name) =>
      `${name}’s chance to win, entry by entry; the marks are the choices that cost most`,
    cost: /** @param {string} chance */ (chance) => `lost ${chance}`,
    better: /** @param {string} command */ (command) => `better: ${command}`,
    luck: /** @param {string} chance */ (chance) => `luck ${chance}`,
    said: /** @param {number} seq @param {string} name @param {string} command @param {string} rest */ (
      seq,
      name,
      command,
      rest,
    ) => `Entry ${seq}, ${name}: ${command}${rest ? ` (${rest})` : ''}`,
    /** A win is a chance of 100 %, so that luck of many entries is some wins. */
    sum: /** @param {string} name @param {number} best @param {number} all @param {string} cost @param {string} wins */ (
      name,
      best,
      all,
      cost,
      wins,
    ) =>
      `${name}: ${best} of ${all} choices were the best; on average one lost ${cost}; luck was worth ${wins} wins`,
    table: 'Every choice',
    heads: ['Entry', 'Player', 'Command', 'Lost', 'Luck', 'Better'],
  },

  replay: {
    title: 'Look back',
    step: /** @param {number} at @param {number} all */ (at, all) => `Step ${at} of ${all}`,
    secret: 'Nothing is revealed yet',
    first: 'To the beginning',
    back: 'One step back',
    forward: 'One step forward',
    last: 'To the end',
    play: 'Play',
    stop: 'Stop',
    view: 'Seen by',
    everybody: 'Everybody (public)',
    partial: /** @param {string} why */ (why) => `Not all steps are here. ${why}`,
    close: 'Back to the result',
  },

  fairness: {
    title: 'Fairness',
    open: 'How it was dealt',
    intro:
      'Before the first card the server committed itself to a secret, and every player who took part to random bytes of their own. All cards and dice follow from these together.',
    commitment: 'The server’s commitment',
    attempt: /** @param {number} attempt */ (attempt) => `Attempt ${attempt + 1}`,
    brings: 'took part in the deal',
    bringsNot: 'took no part',
    alone: 'Nobody but the server took part in this deal.',
    head: /** @param {number} seq */ (seq) => `The log up to entry ${seq} is sealed with`,
    kept: /** @param {number} heads */ (heads) =>
      `This browser keeps ${plural(heads, 'seal')} of this match to check the record against.`,
    check: 'Check the whole deal',
    checking: 'Checking …',
    later: 'After the match the whole deal can be checked here.',
    holds: 'The record holds: every card and die follows from what everyone was bound to.',
    holdsAlone:
      'The record is consistent; this browser kept nothing of the match to compare it with.',
    counts: /** @param {number} entries @param {number} draws */ (entries, draws) =>
      `${plural(entries, 'entry', 'entries')} and ${plural(draws, 'draw')} were checked.`,
    notChecked:
      'Not checked here: that the rules asked for these draws (the server’s own check covers that), and that nobody running the server looked.',
    notSealed:
      'Also not checked: that no player was bound late. This browser did not see the deal, or kept it with an older version of this page.',
    warning: 'Warning: something is wrong with the deal',
    saveKept: 'Save what this browser saw',
    refused: /** @param {string} pointer @param {string} why */ (pointer, why) =>
      `The record does not hold at ${pointer}: ${why}.`,
    withheld: /** @param {string} why */ (why) =>
      `Warning: the server was bound to show the record of this match, and does not. Its answer: ${why} Without the record nothing shows that the cards and dice were fair.`,
    save: 'Save the record',
    close: 'Close',
    suspicions: {
      server: 'The server showed a different commitment or secret of its own than before.',
      seat: 'The server showed different commitments or bytes of players than before.',
      void: 'The server names the wrong players as missing from an attempt at the deal.',
      attempt: 'The server restarted the deal, or went back in it, without giving a reason.',
      required:
        'Everybody has to take part in the deal of this room, but the server let somebody skip it.',
      data: 'The server changed the component data of this match.',
      options: 'The server changed the options of this match.',
      unproven:
        'The server was bound to a provable deal, and later said that nothing proves how this match was dealt.',
      past: 'The server shows a different history of the match than before.',
      distrust:
        'The server contradicted itself in this room: this browser no longer reveals anything for the deal, and cards and dice may not be fair. Save what it saw: that is your proof.',
      lost: 'This browser no longer has the bytes that it was bound to.',
      missed:
        'An attempt at the deal was abandoned because the server did not receive this browser’s bytes.',
    },
  },

  coach: {
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
  },
};
