// The lessons, on a phone. The same at a desk is a file of its own.

import { test } from 'node:test';
import { withServer } from './support/fixture.js';
import { playLessons } from './support/lesson.js';

withServer('--bot-pace-ms', '0');

test('lessons are played to their end on a phone, and what they point at is marked and in view', () =>
  playLessons('a phone'));
