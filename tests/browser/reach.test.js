// Small screens: on a phone, upright or on its side, and at 200 % zoom every choice of the question can be reached and
// pressed, its words are whole, and the page does not scroll sideways.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer } from './support/answer.js';
import { nobodyComplained, person } from './support/browser.js';
import { FAST } from './support/europe.js';
import { browser, server, withServer } from './support/fixture.js';
import { begin, random, seedOf } from './support/play.js';
import { rotated } from './support/rotation.js';

/** @import { Page } from 'playwright-core' */

withServer();

/**
 * A phone on its side, what advice and what a lesson leave of it; a desk of 1440 by 900 at 200 %, a phone upright; the
 * smallest phone, and what advice and what a puzzle leave of it.
 */
const SIZES = /** @type {const} */ ([
  [844, 390],
  [844, 344],
  [610, 390],
  [720, 450],
  [390, 844],
  [320, 568],
  [320, 468],
  [320, 378],
]);

/**
 * What answers the current question on each board: buttons, and places of a map. `panels` are buttons that show
 * one part of the board at a time, `words` holds what is read of the question, and `spare` is left out of it where
 * there is no room: whole.
 */
const BOARDS = /** @type {const} */ ({
  'balance-of-power': {
    options: { first: 'red', setup: 3 },
    buttons: '.bp-act :is(button, input):not(:disabled)',
    places: '.bp-block.can',
    panels: '',
    words: '.bp-act',
    spare: '.bp-why',
  },
  'europe-divided': {
    options: {},
    buttons: ':is(.ed-answers button, .ed-hand .legal)',
    places: '.ed-space.legal',
    panels: '',
    words: ':is(.ed-prompt, .ed-strip)',
    spare: '',
  },
  europe: {
    options: FAST,
    buttons:
      '.eu-desk :is(section button:not(:disabled, [aria-disabled=true], [inert] *), .eu-ready:enabled)',
    places: '',
    panels: '.eu-panels button',
    words: '.eu-desk',
    spare: '',
  },
});

/** Number of questions that are looked at on each board and size. */
const QUESTIONS = 30;
/** Least number of different kinds of questions among them. */
const KINDS = 3;
/** The least height and width of what is pressed, in pixels (WCAG 2.5.8). */
const LEAST = 24;

/**
 * Returns, in the page, what cannot be reached, is too small or has its words cut.
 * @param {{buttons: string, places: string, panels: string, words: string, spare: string, least: number}} board
 */
async function faults({ buttons, places, panels, words, spare, least }) {
  /** @type {string[]} */ const found = [];
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  const wide = document.scrollingElement?.scrollWidth ?? 0;
  if (wide > innerWidth) found.push(`the page is ${wide} wide`);
  /** @param {Element} element */
  const name = (element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 60) || element.className;
  /** Returns what had to be scrolled although nobody can scroll it. @param {Element} element */
  const forced = (element) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (overflowX === 'hidden' && at.scrollLeft !== 0) return at.className;
      if (overflowY === 'hidden' && at.scrollTop !== 0) return at.className;
    }
    return null;
  };
  /** Returns what had to be scrolled sideways, but for a strip of cards or offers. @param {Element} element */
  const sideways = (element) => {
    for (let at = element.parentElement; at; at = at.parentElement)
      if (at.scrollLeft !== 0 && at.clientHeight > innerHeight / 2) return at.className;
    return null;
  };
  /** @param {Element} element @param {number} parts of each side that are tried */
  const hit = (element, parts) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    for (let across = 1; across < parts; across += 1)
      for (let down = 1; down < parts; down += 1) {
        const [right, below] = [x + (width * across) / parts, y + (height * down) / parts];
        const at = document.elementFromPoint(right, below);
        const id = element.getAttribute('data-at') ?? element.getAttribute('data-space');
        if (at && element.contains(at)) return true;
        if (id && at?.closest(`[data-at="${id}"], [data-space="${id}"]`)) return true;
      }
    return false;
  };
  /** Checks whether an element is pushed aside, or up, by a finger. @param {Element} element @param {'X' | 'Y'} way */
  const pushed = (element, way) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      const more =
        way === 'X' ? at.scrollWidth - at.clientWidth : at.scrollHeight - at.clientHeight;
      if (more > 0 && /auto|scroll/.test(getComputedStyle(at)[`overflow${way}`])) return true;
    }
    return false;
  };
  /** Returns the texts that are cut, or lie beyond the edge of what holds them. */
  const cut = () => {
    /** @type {string[]} */ const bad = [];
    for (const bar of document.querySelectorAll(words)) {
      const edge = bar.getBoundingClientRect();
      for (const one of bar.querySelectorAll('*')) {
        const own = [...one.childNodes].some(
          ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
        );
        if (!own || !one.checkVisibility() || one.closest('.unseen, svg, entente-clock')) continue;
        const { overflowX, overflowY, display } = getComputedStyle(one);
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const held = spare && one.closest(spare)?.getBoundingClientRect();
        if (held && left >= held.right - 1) continue;
        const wide = overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1;
        const high = overflowY === 'hidden' && one.scrollHeight > one.clientHeight + 3;
        if (display !== 'inline' && (wide || high))
          bad.push(`${name(one)}: is cut (${one.className})`);
        if ((left < edge.left - 1 || right > edge.right + 1) && !pushed(one, 'X'))
          bad.push(`${name(one)}: goes beyond the edge`);
        const clips = getComputedStyle(bar).overflowY === 'hidden';
        if (clips && (top < edge.top - 1 || bottom > edge.bottom + 3) && !pushed(one, 'Y'))
          bad.push(`${name(one)}: goes below the edge`);
      }
    }
    return bad;
  };
  /** Returns what stands before the beginning of a box that scrolls: no finger brings it into view. */
  const lost = () => {
    /** @type {string[]} */ const bad = [];
    for (const one of document.querySelectorAll('.board :is(button, p, h2, h3, li, td)')) {
      const box = one.parentElement?.closest('.board *:not(p, li, ul, ol, td, tr, tbody, table)');
      if (!box || !one.checkVisibility() || one.closest('.unseen')) continue;
      const { overflowX, overflowY, display } = getComputedStyle(box);
      if (display === 'contents') continue;
      const edge = box.getBoundingClientRect();
      const { left, top, width } = one.getBoundingClientRect();
      const above = /auto|scroll/.test(overflowY) && top + box.scrollTop < edge.top - 1;
      const before = /auto|scroll/.test(overflowX) && left + box.scrollLeft < edge.left - 1;
      if (width > 1 && (above || before))
        bad.push(`${name(one)}: before the beginning of ${box.className}`);
    }
    return bad;
  };
  /** @type {Set<Element>} */ const seen = new Set();
  const all = [...document.querySelectorAll(buttons)];
  const tabs = panels ? [...document.querySelectorAll(panels)] : [];
  const shown = tabs.filter((tab) => tab.checkVisibility());
  for (const tab of shown.length > 0 ? shown : [null]) {
    if (tab) {
      if (!hit(tab, 2)) found.push(`the panel ${name(tab)} cannot be opened`);
      /** @type {HTMLElement} */ (tab).click();
      await frame();
    }
    for (const one of all) if (one.checkVisibility()) seen.add(one);
    found.push(...cut(), ...lost());
    for (const button of document.querySelectorAll(buttons)) {
      if (!button.checkVisibility()) continue;
      button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { width, height } = button.getBoundingClientRect();
      const aside = sideways(button);
      if (aside) found.push(`${name(button)}: ${aside} was scrolled sideways`);
      if (forced(button)) found.push(`${name(button)}: beyond the edge of ${forced(button)}`);
      else if (!hit(button, 2)) found.push(`${name(button)}: covered or out of view`);
      if (Math.min(width, height) < least)
        found.push(`${name(button)}: ${Math.round(width)} by ${Math.round(height)}`);
      if (button.scrollWidth > button.clientWidth + 1)
        found.push(`${name(button)}: its words are cut`);
    }
  }
  for (const button of all)
    if (button.isConnected && !seen.has(button)) found.push(`${name(button)}: never shown`);
  const hidden = () =>
    [...document.querySelectorAll(places || 'none')].filter((one) => !hit(one, 6));
  const before = hidden();
  if (before.length > 0) {
    // A map shows what is fought for; a button shows all of it.
    /** @type {HTMLElement | null} */ (
      document.querySelector('[aria-label="The whole map"]')
    )?.click();
    await frame();
    const still = hidden();
    for (const place of before)
      if (still.includes(place)) found.push(`${name(place)}: covered or out of view on the map`);
  }
  return found;
}

for (const [game, board] of Object.entries(BOARDS)) {
  for (const [width, height] of rotated(SIZES)) {
    test(`${game}: every choice can be reached and pressed at ${width} by ${height}`, async () => {
      const { links } = await server.match(game, board.options);
      const look = {
        viewport: { width, height },
        hasTouch: true,
      };
      const people = await Promise.all(links.map(() => person(browser, look)));
      const pages = people.map(({ page }) => page);
      await Promise.all(pages.map((page, at) => page.goto(links[at])));
      await begin(pages);
      const pick = random(seedOf(31));
      /** @type {Set<string>} */ const kinds = new Set();
      for (let looks = 0; looks < QUESTIONS || kinds.size < KINDS;) {
        let acted = false;
        for (const page of pages) {
          const kind = await question(page);
          if (kind === 'over') return;
          if (kind === null) continue;
          kinds.add(kind);
          looks += 1;
          // A map as low as above a puzzle is enlarged by two fingers first.
          const places = Math.max(width, height) < 400 ? '' : board.places;
          const found = await page.evaluate(faults, { ...board, places, least: LEAST });
          assert.deepEqual(found, [], kind);
          acted = (await answer(page, pick)) || acted;
        }
        if (!acted) await pages[0].evaluate(() => new Promise((done) => setTimeout(done)));
      }
      nobodyComplained(people);
    });
  }
}

/** Returns what a page is asked, 'over' at the end; null if nothing. @param {Page} page @returns {Promise<string | null>} */
const question = (page) =>
  page.evaluate(() => {
    const { session } = /** @type {any} */ (document.querySelector('entente-match')).play;
    if (session.view.outcome) return 'over';
    if (session.offers.length === 0) return null;
    return session.view.public.prompt?.kind ?? session.view.public.phase;
  });
