// Sounds: few, one at a time, none before the first gesture or where they are switched off. The page's sounds go to
// a recorder that stands in for what sounds in a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAP_MS, SOUNDS } from '../../web/core/sound.js';
import { nobodyComplained, person } from './support/browser.js';
import { begin, playUntil, random, seedOf, state } from './support/play.js';
import { browser, server, withServer } from './support/fixture.js';
import { resign } from './support/table.js';

/** @import { Page } from 'playwright-core' */

withServer();

/** Replaces what sounds, in the page. */
function recorder() {
  const tones = /** @type {any[]} */ ([]);
  const param = () => ({ value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} });
  const node = () => ({ gain: param(), connect: (/** @type {any} */ next) => next });
  const source = () => {
    const made = {
      ...node(),
      frequency: param(),
      start: () => tones.push({ pitch: made.frequency.value, at: performance.now() }),
      stop: () => setTimeout(() => made.onended?.()),
      /** @type {(() => void) | null} */ onended: null,
    };
    return made;
  };
  class Recorder {
    currentTime = 0;
    resume() {}
    suspend() {}
    sampleRate = 8_000;
    destination = {};
    createGain = node;
    createOscillator = source;
    createBufferSource = source;
    createBuffer = () => ({ getChannelData: () => new Float32Array(1) });
  }
  Object.assign(window, { AudioContext: Recorder, tones });
}

/** Returns the sounds that the page has made, by their first tones. @param {Page} page @returns {Promise<{sound: string, at: number}[]>} */
async function recorded(page) {
  const tones = await page.evaluate(() => /** @type {any} */ (window).tones);
  const all = [];
  for (let at = 0; at < tones.length;) {
    const found = Object.entries(SOUNDS).find(([, [[pitch]]]) => pitch === tones[at].pitch);
    assert.ok(found, `a tone of ${tones[at].pitch}`);
    all.push({ sound: found[0], at: tones[at].at });
    at += found[1].length;
  }
  return all;
}

/** A table of Europe Divided whose pages record their sounds. @param {(page: Page) => Promise<unknown>} [prepared] */
async function table(prepared = async () => {}) {
  const { links } = await server.room('europe-divided');
  const people = await Promise.all([person(browser), person(browser)]);
  for (const { page } of people) {
    await page.addInitScript(recorder);
    await prepared(page);
  }
  await Promise.all(people.map(({ page }, seat) => page.goto(links[seat])));
  return people;
}

test('your turn, cards, dice and the end are heard, never two at once', async () => {
  const people = await table();
  const pages = people.map(({ page }) => page);
  await begin(pages);
  await playUntil(pages, random(seedOf(4)), async () => {
    const sounds = new Set((await recorded(pages[0])).map(({ sound }) => sound));
    return ['turn', 'card', 'die'].every((sound) => sounds.has(sound));
  });
  await resign(pages[1]);
  for (const page of pages) await page.locator('.ending').waitFor();
  for (const page of pages) {
    const all = await recorded(page);
    assert.equal(all.at(-1)?.sound, 'end');
    apart(all);
  }
  nobodyComplained(people);
});

/** Asserts that sounds keep their distance. @param {{at: number}[]} all */
function apart(all) {
  for (const [at, { at: time }] of all.slice(1).entries())
    assert.ok(time - all[at].at >= GAP_MS, `${time - all[at].at} ms apart`);
}

test('of sounds that come together the one that matters most is heard', async () => {
  const people = await table();
  const pages = people.map(({ page }) => page);
  await begin(pages);
  const [page] = pages;
  await page.locator('.ed-hand .legal').first().waitFor();
  await page.evaluate(async () => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    const { play } = await import(String(loaded.find((name) => name.endsWith('/core/sound.js'))));
    /** @type {any} */ (window).tones.length = 0;
    play(['card', 'point']);
    // By then the first ones have been heard.
    await new Promise((done) => setTimeout(done));
    play(['die']);
    play(['end']);
  });
  await page.waitForFunction(
    (pitch) =>
      /** @type {any} */ (window).tones.some((/** @type {any} */ tone) => tone.pitch === pitch),
    SOUNDS.end[0][0],
  );
  const all = await recorded(page);
  assert.deepEqual(
    all.map(({ sound }) => sound),
    ['point', 'end'],
  );
  apart(all);
  nobodyComplained(people);
});

test('nothing is heard before the first gesture, or once sounds are switched off', async () => {
  const people = await table();
  const [ada, bo] = people.map(({ page }) => page);
  // Ready by a script: nobody has touched the page.
  for (const page of [ada, bo]) {
    await page.locator('.lobby button.big').waitFor();
    await page.evaluate(() =>
      /** @type {HTMLElement} */ (document.querySelector('.lobby button.big')).click(),
    );
  }
  await Promise.all([ada, bo].map((page) => page.locator('.ed-hand .legal').first().waitFor()));
  assert.deepEqual(await recorded(ada), []);

  await ada.getByRole('button', { name: 'Settings' }).click();
  await ada.getByLabel('Sounds').uncheck();
  await ada.keyboard.press('Escape');
  await playUntil([ada, bo], random(seedOf(4)), async () => (await state(ada)).seq >= 16);
  assert.deepEqual(await recorded(ada), []);
  assert.notDeepEqual(await recorded(bo), []);
  await ada.reload();
  await ada.getByRole('button', { name: 'Settings' }).click();
  assert.equal(await ada.getByLabel('Sounds').isChecked(), false, 'on this device');
  nobodyComplained(people);
});

test('between sounds the audio device may sleep', async () => {
  const ada = await person(browser);
  const { page } = ada;
  await page.addInitScript(() => {
    const Real = AudioContext;
    /** @type {string[]} */ const states = [];
    class Seen extends Real {
      constructor() {
        super();
        this.addEventListener('statechange', () => states.push(this.state));
      }
    }
    Object.assign(window, { AudioContext: Seen, states });
  });
  const { links } = await server.room('europe-divided');
  await page.goto(links[0]);
  // The gesture without which nothing is heard.
  await page.locator('.lobby h1, .lobby h2').first().click();
  for (let time = 1; time <= 2; time += 1) {
    await page.evaluate(async () => {
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
      const { play } = await import(String(loaded.find((name) => name.endsWith('/core/sound.js'))));
      play(['turn']);
    });
    // It sleeps less than a second after it woke: nobody need look just then.
    await page.waitForFunction(
      (times) => /** @type {any} */ (window).states.length === 2 * times,
      time,
    );
    assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).states.slice(-2)), [
      'running',
      'suspended',
    ]);
  }
  nobodyComplained([ada]);
});
