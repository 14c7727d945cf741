// The lies of a server about its deal, each a forgery of what an honest one shows at a step. docs/FAIRNESS.md
// has the table for people.

import { STEPS, WRONG } from './course.js';

/** @import { Course, Step } from './course.js' */

/** @typedef {{name: string, step: Step, word: string, forge: (shown: any, course: Course) => unknown}} Lie */

/** Gives a late commitment to a seat that brought nothing. @param {any} seat @param {Course} course */
const late = (seat, course) =>
  Object.assign(seat, { commitment: course.bound(1, 1, WRONG), entropy: WRONG });

/** Calls a match practice that was to be provably dealt. @param {any} room */
const practice = (room) => (room.unproven = { kind: 'practice', from: 'K7P2XR', seq: 3 });

/** @type {Record<Step, [name: string, word: string, forge: Lie['forge']][]>} */
const FORGERIES = {
  welcome: [
    ['an attempt without the one before', 'attempt', ({ fairness }) => (fairness.attempt = 1)],
    ['a commitment that is no hash', 'server', ({ fairness }) => (fairness.commitment = 'c0ffee')],
  ],
  sealing: [
    ['another commitment of the server', 'server', ({ fairness }) => (fairness.commitment = WRONG)],
    ['other component data', 'data', ({ fairness }) => (fairness.data = WRONG)],
    ['other options', 'options', (room) => (room.options = { pace: 3 })],
    ['entropy is no longer required', 'required', (room) => (room.entropy = 'optional')],
    [
      'our commitment left out',
      'seat',
      (room) => {
        room.fairness.seats[0] = {};
        room.seats[0].kind = 'bot';
      },
    ],
    ['a seat more', 'seat', ({ fairness }) => (fairness.seats = [fairness.seats[0], {}, {}])],
    ['nothing proves the deal any more', 'unproven', practice],
  ],
  void: [
    ['a void attempt is left out', 'attempt', ({ fairness }) => (fairness.voided = [])],
    [
      'the same attempt again',
      'attempt',
      ({ fairness }, course) =>
        Object.assign(fairness, { voided: [], attempt: 0, commitment: course.commitment(0) }),
    ],
    [
      'a void attempt without its secret',
      'server',
      ({ fairness }) => (fairness.voided[0].server_secret = ''),
    ],
    [
      'a void attempt with another secret',
      'server',
      ({ fairness }) => (fairness.voided[0].server_secret = WRONG),
    ],
    [
      'a void attempt with another commitment of a seat',
      'seat',
      ({ fairness }) => (fairness.voided[0].seats[1].commitment = WRONG),
    ],
    [
      'a void attempt for our seat, which revealed',
      'void',
      ({ fairness: { voided } }) => {
        voided[0].seats[0].entropy = null;
        voided[0].missing = [0, 1];
      },
    ],
    ['a void attempt for nobody', 'void', ({ fairness }) => (fairness.voided[0].missing = [])],
  ],
  'sealing again': [
    [
      'a person without the required entropy',
      'required',
      ({ seats }) => (seats[1].kind = 'person'),
    ],
  ],
  running: [
    ['a late commitment', 'seat', ({ fairness }, course) => late(fairness.seats[1], course)],
    ['other entropy of ours', 'seat', ({ fairness }) => (fairness.seats[0].entropy = WRONG)],
    [
      'a deal of the attempt before',
      'attempt',
      (room, course) => Object.assign(room, course.room('sealing'), { state: 'running' }),
    ],
    ['nothing proves the match any more', 'unproven', practice],
  ],
  data: [['component data of another digest', 'data', (answer) => (answer.body = '{"fake":2}')]],
  update: [
    ['another past', 'head', (update) => (update.head = WRONG)],
    ['a head that is no hash', 'head', (update) => (update.head = 'soup')],
  ],
  record: [
    [
      'a record with a late commitment',
      'seat',
      ({ header }, course) => late(header.seats[1], course),
    ],
    [
      'a record with another void attempt',
      'seat',
      ({ voided }, course) => (voided[0].seats[1].commitment = course.bound(0, 1, WRONG)),
    ],
    ['a record with other component data', 'data', ({ header }) => (header.data = WRONG)],
    ['a record with other options', 'options', ({ header }) => (header.options = { pace: 3 })],
    ['a record with another name', 'head', ({ header }) => (header.seats[1].name = 'Mallory')],
    [
      'a record with another entry',
      'head',
      ({ entries }) => (entries[0].input = { type: 'resign', seat: 0 }),
    ],
    ['a record without the last entry', 'head', ({ entries }) => entries.pop()],
  ],
};

/** Every lie: its name, the step at which it is said, and the word that the record is refused with. @type {Lie[]} */
export const LIES = STEPS.flatMap((step) =>
  FORGERIES[step].map(([name, word, forge]) => ({ name, step, word, forge })),
);
