// Lessons: one with detours, and what leads to them and from them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soundFor } from './support/axe.js';
import { nobodyComplained } from './support/browser.js';
import { stopClock } from './support/clock.js';
import { browser, server, withServer } from './support/fixture.js';
import {
  allLessons,
  beginLesson,
  give,
  learner,
  next,
  note,
  shown,
  skip,
  stepsOf,
} from './support/lesson.js';
import { begin, state } from './support/play.js';

/** @import { LessonInfo } from '../../web/types/protocol.js' */

const DESK = { width: 1440, height: 900 };

withServer('--bot-pace-ms', '0');

test('one click on the first page begins a lesson; at its end it is checked off and leads to a match', async () => {
  const ada = await learner(DESK);
  const { page } = ada;
  await page.goto(server.url);
  await page.evaluate(() => localStorage.setItem('entente/guide', 'first'));
  const card = page.locator('[data-game="europe-divided"]');
  await soundFor(page, 'the first page with lessons');
  const [lesson] = await allLessons();
  await card
    .getByRole('button', { name: /^Learn by playing/ })
    .first()
    .click();
  for (let at = 0; at < lesson.steps; at += 1) {
    const { awaits } = await shown(page, at);
    await (awaits === 'next' ? next(page) : skip(page));
  }
  await shown(page, lesson.steps);
  const end = page.url();
  await note(page).getByRole('link', { name: 'All games' }).click();
  await card.getByText('1 of 2 done').waitFor();
  // The next one comes first now.
  await card.locator('.learn').getByText('The first scoring').waitFor();
  await page.goto(end);
  await note(page).getByRole('button', { name: 'Now against an easy bot, with hints' }).click();
  await page.waitForURL((url) => url.href !== end);
  await begin([page]);
  await page.getByRole('button', { name: 'Hint', exact: true }).waitFor();
  await page.locator('.guide-note').waitFor();
  // A narrow page has no room to show it.
  assert.match((await page.locator('.who').textContent()) ?? '', /easy/);
  nobodyComplained([ada]);
});

test('a lesson can be gone through with detours', async () => {
  const ada = await learner(DESK);
  const { page } = ada;
  const [lesson] = await allLessons();
  const steps = stepsOf(lesson.game, lesson.lesson);
  await beginLesson(page, lesson);
  await shown(page, 0);
  // What does not belong is not there.
  for (const gone of ['[data-tab="chat"]', '.undo', '.suspected', '.again', 'entente-fairness'])
    assert.equal(await page.locator(gone).count(), 0, gone);
  await page.keyboard.press('ArrowRight');
  await shown(page, 1);
  await page.keyboard.press('Enter');
  await shown(page, 2);
  await page.keyboard.press('ArrowLeft');
  await shown(page, 1);
  await next(page);
  await shown(page, 2);
  await next(page);
  await shown(page, 3);

  const before = await state(page);
  await give(page, { type: 'lock_initiative', cards: ['europe-denmark', 'europe-turkey'] });
  await note(page)
    .getByText(steps[3].other ?? '')
    .waitFor();
  assert.equal(await page.locator('.calls .notice').innerText(), '');
  assert.equal((await state(page)).seq, before.seq);
  await shown(page, 3);

  await skip(page);
  await shown(page, 4);
  await page.reload();
  await shown(page, 4);
  await page.locator('.lesson-back').click();
  await shown(page, 3);
  await give(page, steps[3].command ?? {});
  await shown(page, 4);

  await note(page).getByRole('button', { name: 'The rule' }).click();
  await page.locator('#rule-initiative').waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Leave the lesson' }).click();
  await page.locator('.game-card .learn').first().waitFor();
  assert.equal(await page.locator('entente-continue li').count(), 0);
  nobodyComplained([ada]);
});

test('the buttons of a note keep the focus while a step is on its way', async () => {
  const ada = await learner(DESK);
  const { page } = ada;
  const lesson = (await allLessons()).find((one) => one.game === 'europe-divided');
  assert.ok(lesson);
  await beginLesson(page, lesson);
  const focused = () => page.evaluate(() => document.activeElement?.className);
  await shown(page, 0);
  await page.locator('.lesson-next').focus();
  for (const step of [1, 2]) {
    await page.keyboard.press('Enter');
    await shown(page, step);
    assert.match(String(await focused()), /lesson-next/);
  }
  await page.locator('.lesson-back').focus();
  await page.keyboard.press('Enter');
  await shown(page, 1);
  assert.match(String(await focused()), /lesson-back/);
  nobodyComplained([ada]);
});

test('the hint comes to whoever does nothing for a while', async () => {
  const ada = await learner(DESK);
  const { page } = ada;
  const [lesson] = await allLessons();
  const steps = stepsOf(lesson.game, lesson.lesson);
  await beginLesson(page, lesson);
  for (const at of [0, 1, 2]) {
    await shown(page, at);
    // The step that follows has a hint, which comes when the test says so.
    if (at === 2) await stopClock(page);
    await next(page);
  }
  const { hint_after_ms: ms } = await shown(page, 3);
  assert.equal(await page.locator('.lesson-help').innerText(), '');
  await page.clock.fastForward(ms);
  await note(page)
    .getByText(steps[3].hint ?? '')
    .waitFor();
  nobodyComplained([ada]);
});

test('the moves that a Sea Card allows from a space say where they end', async () => {
  const ada = await learner(DESK);
  const { page } = ada;
  const steps = stepsOf('europe-divided', 'halfway');
  const wanted = steps.findIndex(({ id }) => id === 'sea-move');
  const lessons = await allLessons();
  await beginLesson(
    page,
    /** @type {LessonInfo} */ (lessons.find((one) => one.lesson === 'halfway')),
  );
  for (let at = 0; at < wanted; at += 1) {
    const { awaits } = await shown(page, at);
    await (awaits === 'next' ? next(page) : skip(page));
  }
  await shown(page, wanted);
  await page.locator('.ed-space[data-space="poland"]').click();
  const moves = page.getByRole('button', { name: /^Baltic Sea Card: move to/ });
  await moves.first().waitFor();
  const names = await moves.allInnerTexts();
  assert.equal(new Set(names).size, names.length);
  await moves.filter({ hasText: 'the Baltics' }).click();
  await shown(page, wanted + 1);
  nobodyComplained([ada]);
});
