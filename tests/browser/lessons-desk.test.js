// The lessons, at a desk. The same on a phone is a file of its own: no test takes longer, and two run side by side.

import { test } from 'node:test';
import { withServer } from './support/fixture.js';
import { playLessons } from './support/lesson.js';

withServer('--bot-pace-ms', '0');

test('lessons are played to their end at a desk, and what they point at is marked and in view', () =>
  playLessons('a desk'));
