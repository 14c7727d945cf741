// The texts of the browser client in English. Another language is a file of the same shape. The server's
// texts (offers, events, refusals) are not here.

import { home } from './home.en.js';
import { from } from './moment.en.js';
import { plural } from './plural.en.js';
import { table } from './table.en.js';

export const en = {
  ...table,

  app: {
    name: 'Entente',
    tagline: 'Europe’s great-power board games, with a friend far away.',
    skip: 'Skip to the content',
    home: 'All games',
    loading: 'One moment …',
    settings: 'Settings',
  },

  docs: { title: 'For authors and hosts' },

  licences: {
    title: 'Licences',
    lead: 'For the games’ data, this page and the server that sent it.',
  },

  keys: {
    title: 'Keys',
    open: 'Keys',
    close: 'Close',
    single: 'Single keys act at once',
    groups: [
      {
        title: 'Everywhere',
        keys: [
          ['Tab', 'to the next element; with Shift to the previous one'],
          ['Enter, Space', 'press it'],
          ['Esc', 'back: closes a form, a menu, this list'],
          ['?', 'this list'],
        ],
      },
      {
        title: 'Beside the board',
        keys: [
          ['/', 'all your choices as a list'],
          ['L', 'the log, unless the board needs the letter'],
          ['C', 'the chat, unless the board needs the letter'],
          ['R', 'the rules at what is asked, unless the board needs the letter'],
          ['S', 'skips what others do, while it is played out'],
          ['B', 'the board in words, unless the board needs the letter'],
          ['N', 'what has happened since your last move, unless the board needs the letter'],
        ],
      },
      {
        title: 'In a lesson',
        keys: [
          ['Enter →', 'the next step, unless something else has the focus'],
          ['←', 'one step back, unless something else has the focus'],
        ],
      },
      {
        title: 'When looking back, on the slider',
        keys: [
          ['← →', 'one step'],
          ['Home End', 'to the beginning, to the end'],
        ],
      },
    ],
  },

  home,

  create: {
    titleOf: /** @param {string} game */ (game) => `Open a room: ${game}`,
    name: 'Your name',
    side: 'Your side',
    anySeat: 'Random',
    opponent: 'Opponents',
    opponentFriend: 'Friends, with a link that you share',
    opponentBot: 'Bots: start at once',
    moreOptions: 'More options',
    listed: 'List the room on the first page',
    listedHelp: 'Everybody on this server sees it there and may take a free seat.',
    spectators: 'Others may watch',
    spectatorsHelp: 'They see what all players may know, and nobody’s hand.',
    entropy: 'Every player must take part in the shuffle',
    entropyHelp: 'Otherwise players whose clients cannot do that may play too.',
    hints: 'Hints',
    hintsOf: { alone: 'When I play against bots alone', all: 'For everybody', off: 'For nobody' },
    button: 'Open the room',
    start: 'Start the match',
    limits: /** @param {string} min @param {string} max */ (min, max) => `From ${min} to ${max}.`,
    atLeast: /** @param {string} min */ (min) => `${min} or more.`,
    atMost: /** @param {number} most */ (most) => `None, or up to ${most}.`,
    nth: /** @param {string} title @param {number} at */ (title, at) => `${title}, number ${at}`,
    none: 'None',
    without: /** @param {string} value */ (value) => `Remove ${value}`,
    addTime: 'Add a time',
    addNumber: 'Add a number',
    refused: /** @param {string} why */ (why) => `The server says: ${why}.`,
    faults: {
      time: 'Enter minutes and seconds, for example 3:00.',
      whole: 'Enter a whole number.',
      twice: 'The same value is here twice.',
    },
  },

  bots: {
    level: 'How well bots play',
    next: 'How well the next bot plays',
    levels: /** @type {Record<string, {name: string, help: string}>} */ ({
      easy: { name: 'Easy', help: 'makes mistakes' },
      normal: { name: 'Normal', help: 'plays soundly' },
      hard: { name: 'Hard', help: 'thinks a moment' },
      expert: { name: 'Expert', help: 'thinks up to a second' },
    }),
    described: /** @param {string} name @param {string} help */ (name, help) => `${name}: ${help}`,
    beside: /** @param {string} name */ (name) => `(${name.toLowerCase()})`,
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
    sum: /** @param {string} name @param {number} best @param {number} all @param {string} cost @param {string} luck */ (
      name,
      best,
      all,
      cost,
      luck,
    ) => `${name}: ${best} of ${all} choices were the best; lost ${cost}, luck ${luck}`,
    table: 'Every choice',
    heads: ['Entry', 'Player', 'Command', 'Lost', 'Luck', 'Better'],
  },

  room: {
    title: /** @param {string} code */ (code) => `Room ${code}`,
    unknown: 'There is no such room',
    unknownHelp:
      'Check the code, or ask your friend for the link again. Rooms are closed after a while.',
    full: 'All seats are taken',
    fullHelp: 'You can watch the match.',
    started: 'The match has begun',
    startedHelp:
      'You can watch it. If you have a seat, open the room where you took it, or use the link for another device from the menu there.',
    invited: /** @param {string} names @param {boolean} one */ (names, one) =>
      `${names} ${one ? 'waits' : 'wait'} for you.`,
    program: /** @param {string | null | undefined} name @param {string} contact of its author */ (
      name,
      contact,
    ) => `${name} (a program, by ${contact})`,
    nobody: 'Nobody is here yet.',
    takeSeat: 'Take a seat',
    youPlay: /** @param {string} side */ (side) => `You play ${side}.`,
    watch: 'Watch',
    orWatch: 'Only watch',
    abandoned: 'This room was abandoned',
    abandonedHelp: 'Open a new one from the first page.',
    tokenUnknown: 'Your seat is no longer known here',
    tokenUnknownHelp: 'You left it, the host gave it away, or the link is incomplete.',
    coachedNoMore: 'The coaching has ended',
    coachedNoMoreHelp: 'Your pupil has ended it, has another coach, or the server was restarted.',
    coachLooks: 'Look at the room',
    forgetSeat: 'Open the room without it',
    ownSeat: 'Continue with the seat that this browser holds',
    otherSeat: 'This link is for another seat',
    otherSeatHelp:
      'You already hold a seat in this room, and keep it whichever you choose. Whoever sent you the link holds the other one too.',
    severalSeats: 'You hold several seats here',
    severalSeatsHelp: 'Which one do you want to play now?',
    goOnAs: /** @param {string} name @param {string} seat */ (name, seat) =>
      `Continue as ${name || seat || 'before'}${name && seat ? ` (${seat})` : ''}`,
    takeGiven: 'Take the seat from the link too',
    replaced: 'This seat is open in another tab or on another device',
    takeBack: 'Continue here',
    galleryFull: 'No more spectators are admitted',
    reload: 'Reload the page',
    newVersion: 'The server was updated. Reload the page to continue.',
    newProtocol: 'This server speaks a newer protocol than this page. Reload the page.',
    tryAgain: 'Try again',
  },

  sides: {
    seat: /** @param {number} seat */ (seat) => `Seat ${seat + 1}`,
    settled: 'Sides are decided when the match begins.',
    settledIn: /** @type {Record<string, string>} */ ({
      'balance-of-power':
        'When the match begins, one of you is drawn to place the map; the other chooses a colour.',
      europe: 'When the match begins, everybody chooses a country.',
    }),
  },

  lobby: {
    rules: 'Read the rules',
    invite: 'Invite your friends',
    inviteOne: 'Invite a friend',
    inviteHelp: 'Whoever opens this link can take a free seat.',
    handed: {
      copied: 'The link is copied: send it to your friend. Whoever opens it can take a free seat.',
      shared: 'Your friend has the link. Whoever opens it can take a free seat.',
    },
    share: 'Share the link',
    link: 'Link to this room',
    copy: 'Copy the link',
    copied: 'Copied',
    seats: 'Seats',
    free: 'free',
    you: 'you',
    host: 'host',
    bot: 'bot',
    program: /** @param {string} contact of its author @param {string | null} [level] */ (
      contact,
      level,
    ) => `a program${level ? ` (${level})` : ''}, by ${contact}, not run by this server`,
    away: 'away',
    here: 'here',
    isReady: 'ready',
    notReady: 'not ready',
    ready: 'I am ready',
    start: 'Start the match',
    withBots: 'The others are bots: the match begins when you start it.',
    dealing: 'The cards are dealt …',
    waiting: 'You are ready. Waiting for the others …',
    sealing: 'Sealing the deal …',
    needPlayers: 'The match begins when all seats are taken and everybody is ready.',
    watching: 'You are watching. The match begins when everybody is ready.',
    addBot: 'Add a bot',
    remove: /** @param {string} name */ (name) => `Remove ${name}`,
    leave: 'Leave the room',
    options: 'Options',
    allOptions: 'Other options, at their defaults',
    yes: 'yes',
    no: 'no',
    none: 'none',
  },

  match: {
    yourTurn: 'Your turn',
    allAtOnce: 'All act at once',
    yourTurnTitle: /** @param {string} game */ (game) => `● Your turn: ${game}`,
    waitingFor: /** @param {string} names */ (names) => `Waiting for ${names}`,
    spectating: 'You are watching',
    noChoices: 'Nothing to do at the moment.',
    sending: 'Sending …',
    rolling: 'The dice are rolling …',
    filter: 'Type to filter',
    confirm: 'Confirm',
    cancel: 'Back',
    cannotUndo: 'This cannot be taken back.',
    undo: 'Undo',
    undoAsk: 'Ask to undo',
    log: 'Log',
    chat: 'Chat',
    chatLabel: 'Say something',
    unread: /** @param {number} lines */ (lines) => plural(lines, 'new line'),
    send: 'Send',
    chatEmpty: 'No messages yet.',
    logEmpty: 'Nothing has happened yet.',
    earlier: 'Earlier events are not shown.',
    times: /** @param {number} times */ (times) => `× ${times}`,
    resign: 'Resign',
    resignSure: 'Yes, resign',
    pause: 'Ask for a pause',
    resume: 'Resume the clock',
    paused: 'The clock is paused',
    claimWin: 'Claim the win',
    claimDraw: 'End it without a winner',
    claimFrom: /** @param {Date} date */ (date) => `You can claim ${from(date)}`,
    agree: 'Agree',
    refuse: 'Refuse',
    withdraw: 'Withdraw',
    asksUndo: /** @param {string} name @param {number} moves */ (name, moves) =>
      `${name} asks to take back ${plural(moves, 'move')}`,
    asksPause: /** @param {string} name */ (name) => `${name} asks for a pause`,
    asksCoach: /** @param {string} name */ (name) =>
      `${name} asks for a coach: a friend who sees what ${name} sees, and points`,
    over: 'The match is over',
    won: 'You have won',
    lost: 'You have lost',
    drawn: 'Nobody has won',
    winners: /** @param {string} names */ (names) => `${names} won`,
    score: 'Score',
    rematch: 'Rematch',
    toRematch: 'Go to the rematch',
    replay: 'Look back',
    timeLeft: 'Time left',
    reasons: /** @type {Record<string, string>} */ ({
      resigned: 'by resignation',
      claimed: 'by a claim: the opponent was away too long',
      abandoned: 'the match was abandoned',
      // Europe Divided
      prestige: 'by prestige',
      contested_cards: 'prestige was equal: by contested Action Cards',
      armies_and_money: 'prestige and cards were equal: by armies and money',
      tie_to_europe: 'everything was equal: Europe wins',
      // Balance of Power
      objectives: 'by three objectives while holding their own capital',
      elimination: 'the loser has no territory left',
      limit_objectives: 'the turns are over: by objectives',
      limit_territories: 'the turns are over: by territories',
      limit_troops: 'the turns are over: by troops',
      draw: 'the turns are over and everything is equal',
      // Europe
      happiness: 'by happiness',
      coin: 'happiness was equal: by coin',
      shared: 'happiness and coin were equal: the win is shared',
      limit_happiness: 'the rounds are over: by happiness',
      limit_coin: 'the rounds are over and happiness is equal: by coin',
      limit_shared: 'the rounds are over, happiness and coin are equal: the win is shared',
    }),
  },

  form: {
    choose: /** @param {number} min @param {number} max */ (min, max) =>
      min === max ? `Choose ${min}` : `Choose ${min} to ${max}`,
    chooseOne: 'Choose one',
    number: /** @param {number} min @param {number} max */ (min, max) => `From ${min} to ${max}`,
    total: /** @param {number} total */ (total) => `${total} in all`,
    less: /** @param {string} what */ (what) => `Less ${what}`,
    more: /** @param {string} what */ (what) => `More ${what}`,
  },

  connection: {
    connecting: 'Connecting …',
    online: 'Connected',
    waiting: 'Connection lost. Trying again …',
    rolledBack: 'The server was restored from an older copy: the newest moves are gone.',
  },

  replay: {
    title: 'Look back',
    step: /** @param {number} at @param {number} all */ (at, all) => `Step ${at} of ${all}`,
    first: 'To the beginning',
    back: 'One step back',
    forward: 'One step forward',
    last: 'To the end',
    play: 'Play',
    stop: 'Stop',
    view: 'Seen by',
    everybody: 'Everybody (public)',
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
      past: 'The server shows a different history of the match than before.',
      distrust:
        'The server contradicted itself in this room: this browser no longer reveals anything for the deal, and cards and dice may not be fair. Save what it saw: that is your proof.',
      lost: 'This browser no longer has the bytes that it was bound to.',
      missed:
        'An attempt at the deal was abandoned because the server did not receive this browser’s bytes.',
    },
  },

  notices: {
    title: 'Tell me when it is my turn',
    none: 'This server sends no notices.',
    email: 'By email to',
    webhook: 'By a webhook at',
    confirm: 'An email was sent there. No more will follow until its owner agrees.',
    set: 'Save',
    stop: 'Stop',
    push: 'On this device, also when the page is closed',
    pushMissing:
      'This browser cannot show notices of a closed page. On an iPhone or iPad it can once the page is on the home screen.',
    pushBlocked: 'Your browser blocks notifications of this page; its settings can allow them.',
  },

  settings: {
    sound: 'Sounds',
    theme: 'Colours',
    themes: { system: 'Same as the system', light: 'Light', dark: 'Dark' },
    guide: 'Advice on what is asked',
    guides: { first: 'In a first match', always: 'Always', never: 'Never' },
    device: 'Continue on another device',
    deviceHelp: 'Open this link there. Whoever has it can play your seat: show it to nobody.',
  },

  problem: {
    unreachable: 'The server does not answer. Check your connection and try again.',
    room_full: 'All seats are taken. You can watch the match.',
    seat_taken: 'Somebody was faster: this seat is taken.',
    started: 'It is too late for that: the match has begun.',
    too_many_requests: 'Too many requests in a short time. Wait a little and try again.',
    name_invalid: 'Please enter a name.',
    hints_off: 'There are no hints in this room.',
    no_mind: 'The server cannot think about this game.',
    not_over: 'The match is not over.',
    data_unknown: 'The server no longer has the cards and texts of that match.',
    unproven: 'This match is not provably dealt, so there is no record of it.',
    stale: 'The situation has changed in the meantime. Look again and choose.',
  },
};
