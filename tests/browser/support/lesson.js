// A lesson as its learner goes through it on a page: what its data teach, done through the complete list of choices.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AXE, soundFor } from './axe.js';
import { nobodyComplained, person } from './browser.js';
import { browser, server } from './fixture.js';
import { PHONE } from './hand.js';
import { rotated } from './rotation.js';

/** @import { Page } from 'playwright-core' */
/** @import { LessonInfo, LessonStep } from '../../../web/types/protocol.js' */

const DATA = fileURLToPath(new URL('../../../data/', import.meta.url));

/** A step of a lesson, as far as a test needs it. @typedef {{id: string, say: string, other?: string, hint?: string, command?: object}} Step */

/** Returns the steps of a lesson from its data, with the command that each teaches. @param {string} game @param {string} lesson @returns {Step[]} */
export function stepsOf(game, lesson) {
  const file = readFileSync(`${DATA}${game}/lessons/${lesson}.en.toml`, 'utf8');
  return file
    .split(/^\[\[step\]\]$/m)
    .slice(1)
    .map((block) => {
      const said = (/** @type {string} */ key) => {
        const found = new RegExp(`^${key} = (".*")$`, 'm').exec(block)?.[1];
        return found && JSON.parse(found);
      };
      const allow = /^allow = (\[[^]*?\])$/m.exec(block)?.[1];
      const [command] = allow ? jsonOf(allow) : [];
      return {
        id: said('id'),
        say: said('say'),
        other: said('other'),
        hint: said('hint'),
        command,
      };
    });
}

/** Returns what a puzzle says, from its data, and its answer. @param {string} game @param {string} puzzle */
export function puzzleOf(game, puzzle) {
  const file = readFileSync(`${DATA}${game}/puzzles/${puzzle}.en.toml`, 'utf8');
  const said = (/** @type {string} */ key) =>
    JSON.parse(new RegExp(`^${key} = (".*")$`, 'm').exec(file)?.[1] ?? '""');
  const [command] = jsonOf(/^allow = (\[[^]*?^\])$/m.exec(file)?.[1] ?? '[]');
  return {
    title: said('title'),
    ask: said('ask'),
    other: said('other'),
    why: said('why'),
    command: /** @type {object} */ (command),
  };
}

/** Reads a list of inline tables of TOML. @param {string} list */
const jsonOf = (list) =>
  JSON.parse(list.replace(/([\w-]+) = /g, '"$1": ').replace(/,(\s*[\]}])/g, '$1'));

/** Gives a command by pressing its choice in the list, and filling its form in. @param {Page} page @param {object} command */
export async function give(page, command) {
  // While dice roll, the list keeps the choices of before.
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('entente-match')).play.unseen === 0,
  );
  // What a new step points at closes a drawer that lies over it, and the list follows its update later: then the
  // choice is looked for again.
  while (!(await page.evaluate(press, command)));
  if (await page.evaluate(drafted)) await page.evaluate(fillIn, command);
}

/** Checks in the page whether a form is open. */
const drafted = () =>
  /** @type {any} */ (document.querySelector('entente-match')).play.draft !== null;

/** Presses, in the page, the choice of the list that admits a command; returns whether there is one. @param {any} command */
async function press(command) {
  const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]'));
  const { answersFor } = await import(new URL('core/offers.js', script.src).href);
  /** @type {any} */ (document.querySelector('entente-match')).drawer.turnTo('choices');
  await new Promise((done) => requestAnimationFrame(done));
  const listed = /** @type {any[]} */ ([...document.querySelectorAll('entente-offers .offer')]);
  const found = listed.find(({ choice }) => answersFor(choice.offer, command));
  found?.click();
  // A form is drawn before the next task.
  await new Promise((done) => setTimeout(done));
  return found !== undefined;
}

/** Fills in, in the page, the form of a choice as a command has it, and sends it. @param {any} command */
async function fillIn(command) {
  const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]'));
  const { answersFor, holes } = await import(new URL('core/offers.js', script.src).href);
  const { offer } = /** @type {any} */ (document.querySelector('entente-match')).play.draft;
  const drawn = () => new Promise((done) => setTimeout(done));
  const fields = [
    ...document.querySelectorAll('.offer-form :is(fieldset, .offer-form > .stepper)'),
  ];
  const values = answersFor(offer, command);
  for (const [at, { placeholder }] of holes(offer).entries()) {
    const inputs = [...fields[at].querySelectorAll('input')];
    const value = values[at];
    if (placeholder.kind === 'int' || placeholder.kind === 'bag') {
      const numbers =
        placeholder.kind === 'int'
          ? [value]
          : Object.keys(placeholder.max).map((key) => value[key] ?? 0);
      for (const [input, number] of numbers.entries()) {
        inputs[input].value = String(number);
        inputs[input].dispatchEvent(new Event('change', { bubbles: true }));
        await drawn();
      }
      continue;
    }
    for (const [box, item] of placeholder.from.entries()) {
      if ([value].flat().includes(item.value) && !inputs[box].checked) inputs[box].click();
      await drawn();
    }
  }
  /** @type {HTMLElement} */ (document.querySelector('.offer-form button.primary')).click();
}

/** @returns {Promise<LessonInfo[]>} */
export const allLessons = async () => (await server.ask('GET', 'lessons')).lessons;

/** @param {{width: number, height: number}} viewport @param {string} [pace] the speed at which others' moves are played out */
export async function learner(viewport, pace = 'fast') {
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
export async function beginLesson(page, { game, lesson }) {
  const { room, token } = await server.ask('POST', `lessons/${game}/${lesson}`, { name: 'Ada' });
  await page.goto(`${server.url}/r/${room.code}#seat=${token}`);
}

/** Waits until a step is shown, and returns it. @param {Page} page @param {number} at @returns {Promise<LessonStep>} */
export async function shown(page, at) {
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

/**
 * Waits until what the step is about is marked, in view: the first of it always, the rest unless it lies under a sheet
 * that shows the first. No mark lies on a sheet that does not hold what it marks.
 * @param {Page} page @param {LessonStep} step
 */
const marked = (page, { points }) =>
  page.waitForFunction((wanted) => {
    const { game } = /** @type {any} */ (document.querySelector('entente-pointing'));
    const things = (/** @type {string} */ point) => {
      const { parts = {}, of } = game.places;
      const css = [...(parts[point] ?? []), ...of(CSS.escape(point))].join();
      return [...document.querySelectorAll(`${css}, .drawer-panel[data-tab="${point}"]`)];
    };
    return wanted.every((point, at) => {
      const mark = document.querySelector(`.pointed[data-point="${point}"]`);
      if (!mark) return at > 0;
      const { left, top, right, bottom, width, height } = mark.getBoundingClientRect();
      const over = document.elementFromPoint(left + width / 2, top + height / 2);
      const sheet = over?.closest('[data-panel], .drawer-panel');
      const held =
        !sheet || things(point).some((one) => sheet.contains(one) || one.contains(sheet));
      const seen = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      return held && seen && width > 8 && height > 8;
    });
  }, points);

/** @param {Page} page */
export const note = (page) => page.locator('.lesson-note');
/** @param {Page} page */
export const next = (page) => page.locator('.lesson-next').click();
/** @param {Page} page */
export const skip = (page) => page.locator('.lesson-skip').click();

/** The sizes of the page at which lessons are played, and how fast others' moves are played out there. */
const SIZES = /** @type {const} */ ({
  'a desk': { viewport: { width: 1440, height: 900 }, pace: 'fast' },
  'a phone': { viewport: PHONE.viewport, pace: 'off' },
});

/**
 * Plays to their end the lessons that this run tries at a size: what they point at is marked and in view, and no step
 * has a serious fault. @param {keyof typeof SIZES} name
 */
export async function playLessons(name) {
  const { viewport, pace } = SIZES[name];
  const lessons = await allLessons();
  assert.ok(lessons.length > 0);
  for (const lesson of lessons) {
    if (!rotated(Object.keys(SIZES)).includes(name)) continue;
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
}
