// Lessons: each is played to its end through the page, straight and on a phone, and one with detours.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AXE, soundFor } from './support/axe.js';
import { nobodyComplained, person } from './support/browser.js';
import { browser, server, withServer } from './support/fixture.js';
import { give, stepsOf } from './support/lesson.js';
import { begin, state } from './support/play.js';

/** @import { Page } from 'playwright-core' */
/** @import { LessonInfo, LessonStep } from '../../web/types/protocol.js' */

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

withServer('--bot-pace-ms', '0');

/** @returns {Promise<LessonInfo[]>} */
const allLessons = async () => (await server.ask('GET', 'lessons')).lessons;

/** @param {{width: number, height: number}} viewport @param {string} [pace] the speed at which others' moves are played out */
async function learner(viewport, pace = 'fast') {
  const ada = await person(browser, {
    viewport,
    bypassCSP: true,
    reducedMotion: 'no-preference',
  });
  await ada.page.addInitScript(AXE);
  await ada.page.addInitScript((chosen) => localStorage.setItem('entente/pace', chosen), pace);
  return ada;
}

/** Begins a lesson without the first page. @param {Page} page @param {LessonInfo} lesson */
async function beginLesson(page, { game, lesson }) {
  const { room, token } = await server.ask('POST', `lessons/${game}/${lesson}`, { name: 'Ada' });
  await page.goto(`${server.url}/r/${room.code}#seat=${token}`);
}

/** Waits until a step is shown, and returns it. @param {Page} page @param {number} at @returns {Promise<LessonStep>} */
async function shown(page, at) {
  await page.waitForFunction((wanted) => {
    const { step, going, session, paced } = /** @type {any} */ (
      document.querySelector('entente-lesson') ?? {}
    );
    return (
      step?.step === wanted &&
      step === session.lesson &&
      step.awaits !== 'script' &&
      !going &&
      !paced.behind
    );
  }, at);
  return page.evaluate(() => /** @type {any} */ (document.querySelector('entente-lesson')).step);
}

/** Waits until everything that the step is about is marked, in view. @param {Page} page @param {LessonStep} step */
const marked = (page, { points }) =>
  page.waitForFunction(
    (wanted) =>
      wanted.every((point) => {
        const box = document
          .querySelector(`.pointed[data-point="${point}"]`)
          ?.getBoundingClientRect();
        return (
          !!box &&
          box.width > 8 &&
          box.height > 8 &&
          box.left >= 0 &&
          box.top >= 0 &&
          box.right <= innerWidth &&
          box.bottom <= innerHeight
        );
      }),
    points,
  );

/** @param {Page} page */
const note = (page) => page.locator('.lesson-note');
/** @param {Page} page */
const next = (page) => page.locator('.lesson-next').click();
/** @param {Page} page */
const skip = (page) => page.locator('.lesson-skip').click();

for (const [name, viewport, pace] of /** @type {const} */ ([
  ['a desk', DESK, 'fast'],
  ['a phone', PHONE, 'off'],
])) {
  test(`every lesson is played to its end at ${name}, and what it points at is marked and in view`, async () => {
    const lessons = await allLessons();
    assert.ok(lessons.length > 0);
    for (const lesson of lessons) {
      const ada = await learner(viewport, pace);
      const { page } = ada;
      await beginLesson(page, lesson);
      const steps = stepsOf(lesson.game, lesson.lesson);
      assert.equal(steps.length, lesson.steps);
      const seen = new Set();
      for (const [at, { id, say, command }] of steps.entries()) {
        const step = await shown(page, at);
        assert.deepEqual([step.id, await page.locator('.lesson-say').innerText()], [id, say]);
        await marked(page, step);
        if (!seen.has(step.awaits)) await soundFor(page, `${lesson.game}, ${id}, ${name}`);
        seen.add(step.awaits);
        if (command) await give(page, command);
        else await next(page);
      }
      await shown(page, steps.length);
      await note(page).getByText('The lesson is over').waitFor();
      await soundFor(page, `the end of ${lesson.game}/${lesson.lesson}, ${name}`);
      nobodyComplained([ada]);
      await page.context().close();
    }
  });
}

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

test('the hint comes to whoever does nothing for a while', async () => {
  const ada = await learner(DESK);
  const { page } = ada;
  await page.clock.install();
  const [lesson] = await allLessons();
  const steps = stepsOf(lesson.game, lesson.lesson);
  await beginLesson(page, lesson);
  for (const at of [0, 1, 2]) {
    await shown(page, at);
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
