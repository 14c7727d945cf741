// Fingers on a page: real touch events, as a phone sends them.

import { atRest } from './browser.js';

/** @import { CDPSession, Page } from 'playwright-core' */
/** @typedef {readonly [number, number]} Point on the page, or in the picture */

/** A phone held upright, for a page of its own. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/**
 * Number of steps of a finger's path, and of its rest at the end, without which it would count as a
 * fling.
 */
const STEPS = 8;
const REST = 6;

/** Time between two touches of a moving finger, and before a new one, in milliseconds. */
const STEP = 30;
const PAUSE = 600;

/** Fingers on a page, with a clock of their own: a tap right after a fling would count as its end. */
export class Hand {
  #now = Date.now();

  /** @param {CDPSession} session */
  constructor(session) {
    this.session = session;
  }

  /** @param {Page} page */
  static async of(page) {
    return new Hand(await page.context().newCDPSession(page));
  }

  /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {readonly Point[]} fingers that are down after it */
  async #send(type, fingers) {
    this.#now += type === 'touchStart' ? PAUSE : STEP;
    const touchPoints = fingers.map(([x, y], id) => ({ x: Math.round(x), y: Math.round(y), id }));
    const timestamp = this.#now / 1_000;
    await this.session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp });
  }

  /** Puts fingers down one after the other, moves them in straight lines, and lifts them. @param {readonly (readonly [Point, Point])[]} ways */
  async go(...ways) {
    for (let down = 1; down <= ways.length; down += 1)
      await this.#send(
        'touchStart',
        ways.slice(0, down).map(([from]) => from),
      );
    for (let step = 1; step <= STEPS + REST; step += 1) {
      const share = Math.min(1, step / STEPS);
      const at = (/** @type {Point} */ from, /** @type {Point} */ to) =>
        /** @type {Point} */ ([
          from[0] + (to[0] - from[0]) * share,
          from[1] + (to[1] - from[1]) * share,
        ]);
      await this.#send(
        'touchMove',
        ways.map(([from, to]) => at(from, to)),
      );
    }
    await this.#send('touchEnd', []);
  }

  /** Taps. On a busy page a finger that waits for the answer to its start would press for long. @param {Point} at */
  async tap(at) {
    await Promise.all([this.#send('touchStart', [at]), this.#send('touchEnd', [])]);
  }
}

/** Returns the position of a space on the page, once it stands still. @param {Page} page @param {string} css @returns {Promise<Point>} */
export async function placeOf(page, css) {
  await page.locator(css).first().waitFor({ state: 'attached' });
  return atRest(
    page,
    (space) => {
      const {
        x = 0,
        y = 0,
        width = 0,
        height = 0,
      } = document.querySelector(space)?.getBoundingClientRect() ?? {};
      return [x + width / 2, y + height / 2];
    },
    css,
  );
}
