// Every text of the browser client in English. Another language is a file of the same shape. What the
// server says (offers, events, refusals) comes in its own words and is not here.

/** @param {number} count @param {string} one @param {string} [many] */
const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A long time in its largest whole unit, rounded. @param {number} ms */
function lasting(ms) {
  if (ms >= 1.5 * DAY_MS) return plural(Math.round(ms / DAY_MS), 'day');
  if (ms >= 1.5 * HOUR_MS) return plural(Math.round(ms / HOUR_MS), 'hour');
  return plural(Math.ceil(ms / MINUTE_MS), 'minute');
}

/** A moment of the days to come, "Wed 14:20"; with its date where there is another such day before. @param {Date} date */
function moment(date) {
  const near = date.getTime() - Date.now() < 6 * DAY_MS;
  const day = near ? {} : /** @type {const} */ ({ day: 'numeric', month: 'short' });
  const parts = new Intl.DateTimeFormat('en-GB', { weekday: 'short', ...day });
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
  return `${parts.format(date).replace(',', '')} ${time.format(date)}`;
}

export const en = {
  app: {
    name: 'Entente',
    tagline: 'Europe’s great-power board games, with a friend far away.',
    skip: 'Skip to the content',
    home: 'All games',
    loading: 'One moment …',
    settings: 'Settings',
  },

  licences: {
    title: 'Licences',
    lead: 'Of the games’ data, of this page, and of the server that sent it.',
  },

  keys: {
    title: 'Keys',
    open: 'Keys',
    close: 'Close',
    groups: [
      {
        title: 'Everywhere',
        keys: [
          ['Tab', 'to the next thing; with Shift to the one before'],
          ['Enter, Space', 'press it'],
          ['Esc', 'back: closes a form, a menu, this list'],
          ['?', 'this list'],
        ],
      },
      {
        title: 'Looking back, on the slider',
        keys: [
          ['← →', 'one step'],
          ['Home End', 'to the beginning, to the end'],
        ],
      },
    ],
  },

  home: {
    games: 'Choose a game',
    play: /** @param {string} game */ (game) => `Play ${game}`,
    players: /** @param {number} min @param {number} max */ (min, max) =>
      min === max ? plural(min, 'player') : `${min} to ${max} players`,
    join: 'Join with a code',
    codeLabel: 'Room code or link',
    codeHint: 'Six letters and digits, for example K7P2XR, or the whole link',
    joinButton: 'Go to the room',
    codeInvalid: 'That is not a room code. It has six letters and digits.',
    continue: 'Continue',
    forget: /** @param {string} code */ (code) => `Forget the seat in room ${code}`,
    listed: 'Open rooms',
    noneListed: 'No room is open to everybody at the moment.',
    watch: 'Watch',
    joinRoom: 'Join',
    roomOf: /** @param {string} game @param {string} names */ (game, names) => ` ${game}: ${names}`,
    seatsFree: /** @param {number} free */ (free) => plural(free, 'free seat'),
  },

  create: {
    title: 'Open a room',
    name: 'Your name',
    side: 'Your side',
    anySeat: 'Any, at random',
    opponent: 'Opponents',
    opponentFriend: 'Friends, by a link that you share',
    opponentBot: 'Bots: play at once',
    moreOptions: 'More options',
    listed: 'Show the room on the first page',
    listedHelp: 'Everybody on this server sees it there and may take a free seat.',
    spectators: 'Others may watch',
    spectatorsHelp: 'They see what everybody at the table may know, and no hand.',
    entropy: 'Every player must take part in the shuffle',
    entropyHelp: 'Else somebody whose client cannot do that plays all the same.',
    button: 'Open the room',
    limits: /** @param {string} min @param {string} max */ (min, max) => `From ${min} to ${max}.`,
    atLeast: /** @param {string} min */ (min) => `${min} or more.`,
    atMost: /** @param {number} most */ (most) => `None, or up to ${most}.`,
    nth: /** @param {string} title @param {number} at */ (title, at) => `${title}, number ${at}`,
    none: 'None',
    without: /** @param {string} value */ (value) => `Without ${value}`,
    addTime: 'Add a time',
    addNumber: 'Add a number',
    refused: /** @param {string} why */ (why) => `The server says: ${why}.`,
    faults: {
      time: 'Write minutes and seconds, for example 3:00.',
      whole: 'Write a whole number.',
      twice: 'The same stands here twice.',
    },
  },

  room: {
    title: /** @param {string} code */ (code) => `Room ${code}`,
    unknown: 'There is no such room',
    unknownHelp: 'Check the code, or ask your friend for the link again. Rooms end after a while.',
    full: 'All seats are taken',
    fullHelp: 'You can watch the match.',
    started: 'The match has begun',
    startedHelp:
      'You can watch it. If a seat is yours, open the room where you took it, or the link that the menu there has for another device.',
    invited: /** @param {string} names @param {boolean} one */ (names, one) =>
      `${names} ${one ? 'waits' : 'wait'} for you.`,
    nobody: 'Nobody is here yet.',
    takeSeat: 'Take a seat',
    youPlay: /** @param {string} side */ (side) => `You play ${side}.`,
    watch: 'Watch',
    orWatch: 'Only watch',
    abandoned: 'This room was given up',
    abandonedHelp: 'Open a new one from the first page.',
    tokenUnknown: 'Your seat is not known here any more',
    tokenUnknownHelp: 'You left it, the host gave it away, or the link is not whole.',
    forgetSeat: 'Look at the room without it',
    ownSeat: 'Go on with the seat that this browser has',
    otherSeat: 'This link is for another seat',
    otherSeatHelp:
      'You hold a seat in this room already, and keep it whichever you choose. Whoever sent you the link holds the other one too.',
    severalSeats: 'You hold several seats here',
    severalSeatsHelp: 'Which one do you play now?',
    goOnAs: /** @param {string} name @param {string} seat */ (name, seat) =>
      `Go on as ${name || seat || 'before'}${name && seat ? ` (${seat})` : ''}`,
    takeGiven: 'Take the seat of the link too',
    replaced: 'This seat is open in another tab or on another device',
    takeBack: 'Go on here',
    galleryFull: 'No more spectators are let in',
    reload: 'Load the page again',
    newVersion: 'The server was updated. Load the page again to go on.',
    newProtocol: 'This server speaks a newer protocol than this page. Load the page again.',
    tryAgain: 'Try again',
  },

  sides: {
    redBlue: ['Red', 'Blue'],
    seat: /** @param {number} seat */ (seat) => `Seat ${seat + 1}`,
    settled: 'Who plays what is settled when the match begins.',
    settledIn: /** @type {Record<string, string>} */ ({
      'balance-of-power':
        'When the match begins, one of you is drawn to place the map; the other chooses a colour.',
      europe: 'When the match begins, everybody chooses a country.',
    }),
  },

  lobby: {
    invite: 'Invite your friends',
    inviteOne: 'Invite a friend',
    inviteHelp: 'Whoever opens this link can take a free seat.',
    link: 'Link to this room',
    copy: 'Copy the link',
    copied: 'Copied',
    seats: 'Seats',
    free: 'free',
    you: 'you',
    host: 'host',
    bot: 'bot',
    away: 'away',
    here: 'here',
    isReady: 'ready',
    notReady: 'not ready',
    ready: 'I am ready',
    waiting: 'You are ready. Waiting for the others …',
    sealing: 'Sealing the deal …',
    needPlayers: 'The match begins when all seats are taken and everybody is ready.',
    watching: 'You are watching. The match begins when everybody is ready.',
    addBot: 'Add a bot',
    remove: /** @param {string} name */ (name) => `Remove ${name}`,
    leave: 'Leave the room',
    options: 'Options',
    allOptions: 'Everything else, as usual',
    yes: 'yes',
    no: 'no',
    none: 'none',
  },

  match: {
    yourTurn: 'Your turn',
    yourTurnTitle: /** @param {string} game */ (game) => `● Your turn: ${game}`,
    waitingFor: /** @param {string} names */ (names) => `Waiting for ${names}`,
    spectating: 'You are watching',
    choices: 'What you may do',
    choicesTab: 'Choices',
    noChoices: 'Nothing to do at the moment.',
    sending: 'Sending …',
    rolling: 'The dice roll …',
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
    chatEmpty: 'Nothing was said yet.',
    logEmpty: 'Nothing happened yet.',
    earlier: 'Earlier events are not shown.',
    resign: 'Resign',
    resignSure: 'Resign for good',
    pause: 'Ask for a pause',
    resume: 'Go on with the clock',
    paused: 'The clock stands still',
    claimWin: 'Claim the win',
    claimDraw: 'End it without a winner',
    claimFrom: /** @param {number} ms @param {Date} date */ (ms, date) =>
      `You can claim in ${lasting(ms)} (${moment(date)})`,
    agree: 'Agree',
    refuse: 'Refuse',
    withdraw: 'Withdraw',
    asksUndo: /** @param {string} name @param {number} moves */ (name, moves) =>
      `${name} asks to take back ${plural(moves, 'move')}`,
    asksPause: /** @param {string} name */ (name) => `${name} asks for a pause`,
    over: 'The match is over',
    won: 'You have won',
    lost: 'You have lost',
    drawn: 'Nobody has won',
    winners: /** @param {string} names */ (names) => `${names} won`,
    score: 'Score',
    rematch: 'Rematch',
    toRematch: 'To the rematch',
    replay: 'Look back',
    timeLeft: 'Time left',
    reasons: /** @type {Record<string, string>} */ ({
      resigned: 'by resignation',
      claimed: 'by a claim: the opponent was away too long',
      abandoned: 'the match was given up',
      // Europe Divided
      prestige: 'by prestige',
      contested_cards: 'prestige was equal: by contested Action Cards',
      armies_and_money: 'prestige and cards were equal: by armies and money',
      tie_to_europe: 'all was equal: Europe wins',
      // Balance of Power
      objectives: 'by three objectives, with the own capital held',
      elimination: 'the opponent has no territory left',
      limit_objectives: 'the turns are over: by objectives',
      limit_territories: 'the turns are over: by territories',
      limit_troops: 'the turns are over: by troops',
      draw: 'the turns are over and all is equal',
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

  line: {
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
    forward: 'One step on',
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
      'Before the first card the server bound itself to a secret, and every player who took part to random bytes of their own. All cards and dice follow from these together.',
    commitment: 'What the server is bound to',
    attempt: /** @param {number} attempt */ (attempt) => `Attempt ${attempt + 1}`,
    brings: 'took part in the deal',
    bringsNot: 'took no part',
    alone: 'Nobody but the server took part in this deal.',
    head: /** @param {number} seq */ (seq) => `The log up to entry ${seq} is sealed with`,
    kept: /** @param {number} heads */ (heads) =>
      `This browser keeps ${plural(heads, 'seal')} of this match to check the record against.`,
    check: 'Check the whole deal',
    checking: 'Checking …',
    later: 'After the end the whole deal can be checked here.',
    holds: 'The record holds: every card and die follows from what all were bound to.',
    holdsAlone:
      'The record holds in itself; this browser kept nothing of the match to compare it with.',
    counts: /** @param {number} entries @param {number} draws */ (entries, draws) =>
      `${plural(entries, 'entry', 'entries')} and ${plural(draws, 'draw')} were checked.`,
    notChecked:
      'Not checked here: that the rules asked for these draws (the server’s own check can), and that nobody who runs the server looked.',
    notSealed:
      'Not checked either: that no player was bound late. This browser did not see the deal, or kept it with an older version of this page.',
    warning: 'Warning: something is wrong with the deal',
    saveKept: 'Save what this browser saw',
    refused: /** @param {string} place @param {string} why */ (place, why) =>
      `The record does not hold at ${place}: ${why}.`,
    save: 'Save the record',
    close: 'Close',
    suspicions: {
      server: 'The server showed another commitment or secret of its own than before.',
      seat: 'The server showed other commitments or bytes of players than before.',
      void: 'The server says of an attempt at the deal that the wrong players did not take part.',
      attempt: 'The server began the deal again, or went back in it, without saying why.',
      required:
        'Everybody has to take part in the deal of this room, and the server lets somebody off.',
      data: 'The server changed the component data of this match.',
      options: 'The server changed the options of this match.',
      past: 'The server shows another past of the match than before.',
      distrust:
        'The server contradicted itself in this room: this browser reveals nothing for the deal any more, and cards and dice may not be fair. Save what it saw, which is your proof.',
      lost: 'This browser does not have the bytes any more that it was bound to.',
      missed:
        'An attempt at the deal was given up, for the server did not get this browser’s bytes.',
    },
  },

  notices: {
    title: 'Tell me when it is my turn',
    none: 'This server sends no notices.',
    email: 'By mail to',
    webhook: 'By a webhook at',
    confirm: 'A mail was sent there. Nothing else is until its owner agrees.',
    set: 'Save',
    stop: 'Stop',
  },

  settings: {
    sound: 'Sound when it is my turn',
    dark: 'Dark',
    light: 'Light',
    system: 'Like the system',
    theme: 'Colours',
    device: 'Continue on another device',
    deviceHelp: 'Open this link there. Whoever has it plays for your seat: show it to nobody.',
  },

  problem: {
    unreachable: 'The server does not answer. Check your connection and try again.',
    room_full: 'All seats are taken. You can watch the match.',
    seat_taken: 'Somebody was faster: this seat is taken.',
    started: 'It is too late for that: the match has begun.',
    too_many_requests: 'Too often in a short time. Wait a little and try again.',
    name_invalid: 'Please give a name.',
    stale: 'The situation has changed meanwhile. Look again and choose.',
  },
};
