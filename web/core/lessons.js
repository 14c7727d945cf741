// Which lessons this browser's person has been through. The server does not know people, so it is kept here.

import { beginAfresh } from './guide.js';
import { read, write } from './storage.js';

/** @import * as Wire from '../types/protocol.js' */

/** Prefix of a game and the name of its lesson. */
const DONE = 'entente/lesson/';

/** @param {string} game @param {string} lesson */
const keyOf = (game, lesson) => `${DONE}${game}/${lesson}`;

/** Checks whether a lesson has been gone through to its end. @param {Pick<Wire.LessonInfo, 'game' | 'lesson'>} info */
export const isDone = ({ game, lesson }) => read(keyOf(game, lesson)) === 'done';

/** Notes that a lesson is over: the match after it is explained again. @param {string} game @param {string} lesson */
export function noteDone(game, lesson) {
  write(keyOf(game, lesson), 'done');
  beginAfresh(game);
}

/** Returns the lesson to begin with: the first one that is not done, else the first. @param {readonly Wire.LessonInfo[]} lessons */
export const nextOf = (lessons) => lessons.find((one) => !isDone(one)) ?? lessons[0];
