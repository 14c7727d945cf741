// A lesson as its learner goes through it on a page: what its data teach, done through the complete list of choices.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tryClick, turnTo } from './play.js';

/** @import { Page } from 'playwright-core' */

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

/** An answer to what an offer leaves open: which boxes to check, or which numbers to enter. @typedef {{boxes?: number[], numbers?: number[]}} Given */

/** Gives a command by pressing its choice in the list, and filling its form in. @param {Page} page @param {object} command */
export async function give(page, command) {
  // While dice roll, the list keeps the choices of before.
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('entente-match')).play.unseen === 0,
  );
  // The list follows its update in the next picture; and what a new step points at closes a drawer that lies
  // over it, perhaps between the look at the list and the press.
  const offers = page.locator('entente-offers .offer');
  let given = null;
  while (!given) {
    await turnTo(page, 'choices');
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    const found = await page.evaluate(find, command);
    if (found && (await tryClick(offers.nth(found.at)))) given = found.given;
  }
  const form = page.locator('.offer-form');
  if (!(await page.evaluate(drafted))) return;
  for (const [field, { boxes = [], numbers = [] }] of given.entries()) {
    const fieldset = form.locator('fieldset, :scope > .stepper').nth(field);
    for (const box of boxes) await fieldset.locator('input').nth(box).check();
    for (const [input, number] of numbers.entries()) {
      await fieldset.locator('input').nth(input).fill(String(number));
      await fieldset.locator('input').nth(input).dispatchEvent('change');
    }
  }
  await form.locator('button.primary').click();
}

/** Checks in the page whether a form is open. */
const drafted = () =>
  /** @type {any} */ (document.querySelector('entente-match')).play.draft !== null;

/** Returns, in the page, which choice of the list admits a command, and the answers that its form needs; null while none does. @param {any} command */
async function find(command) {
  const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]'));
  const { answersFor, holes } = await import(new URL('core/offers.js', script.src).href);
  const listed = /** @type {any[]} */ ([...document.querySelectorAll('entente-offers .offer')]);
  for (const [at, { choice }] of listed.entries()) {
    const values = answersFor(choice.offer, command);
    if (!values) continue;
    const given = holes(choice.offer).map(
      (/** @type {any} */ { placeholder }, /** @type {number} */ hole) => {
        const value = values[hole];
        if (placeholder.kind === 'int') return { numbers: [value] };
        if (placeholder.kind === 'bag')
          return { numbers: Object.keys(placeholder.max).map((key) => value[key] ?? 0) };
        const wanted = [value].flat();
        const boxes = placeholder.from.flatMap(
          (/** @type {any} */ item, /** @type {number} */ box) =>
            wanted.includes(item.value) ? [box] : [],
        );
        return { boxes };
      },
    );
    return { at, given: /** @type {Given[]} */ (given) };
  }
  return null;
}
