// The lessons, on a phone. The same at a desk is a file of its own.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nobodyComplained, resize } from './support/browser.js';
import { withServer } from './support/fixture.js';
import { allLessons, beginLesson, learner, playLessons } from './support/lesson.js';

withServer('--bot-pace-ms', '0');

test('lessons are played to their end on a phone, and what they point at is marked and in view', () =>
  playLessons('a phone'));

/** Small phones, upright and on their side. */
const SMALL = /** @type {const} */ ([
  [667, 375],
  [568, 320],
  [360, 640],
  [320, 568],
]);

/** The least part of a screen that a map has beside the note of a lesson. */
const MAP_LEAST = 0.11;

/** The games with a map, and what selects it. */
const MAPS = /** @type {const} */ ([
  ['europe-divided', '.ed-map'],
  ['balance-of-power', 'balance-of-power-map'],
]);

for (const [game, map] of MAPS) {
  test(`${game}: on a small phone a lesson leaves the map its room, and its buttons stay in view`, async () => {
    const [width, height] = SMALL[0];
    const pupil = await learner({ width, height });
    const { page } = pupil;
    const lesson = (await allLessons()).find((one) => one.game === game);
    assert.ok(lesson);
    await beginLesson(page, lesson);
    await page.locator('.lesson-next').waitFor();
    for (const [wide, high] of SMALL) {
      await resize(page, wide, high);
      const box = await page.locator(map).boundingBox();
      assert.ok(box);
      const at = `${wide} by ${high}: ${box.width} by ${box.height}`;
      assert.ok(box.width * box.height >= MAP_LEAST * wide * high && box.width >= 120, at);
      const next = await page.locator('.lesson-next').boundingBox();
      assert.ok(next && next.x + next.width <= wide && next.y + next.height <= high, at);
    }
    nobodyComplained([pupil]);
  });
}
