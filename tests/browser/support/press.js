// A complete match by pressing what a board highlights, as a person would, but in the page itself because
// that is faster. It knows no rule. What is covered or out of view cannot be pressed, and a board with
// nothing to press while it is asked is a failure.

/** @import { Page } from 'playwright-core' */

/** Number of presses after which a match is given up as endless. */
const MOST_PRESSES = 2_000;
/** Number of frames within which a board that is asked must have something to press. */
const PICTURES = 300;

/**
 * Presses on the board until the match is over.
 * @param {Page} page
 * @param {{board: string, wanted: string[], rest?: string, seed: number}} how `wanted` is what may be
 *   pressed, in order of preference; while `rest` is there, others have to act
 * @returns {Promise<Record<string, number>>} how often each of them was pressed
 */
export const pressToEnd = (page, how) =>
  page.evaluate(toEnd, { ...how, most: MOST_PRESSES, pictures: PICTURES });

/**
 * Does the same in the page.
 * @param {{board: string, wanted: string[], rest?: string, seed: number, most: number, pictures: number}} how
 */
async function toEnd({ board, wanted, rest, seed, most, pictures }) {
  const { session } = /** @type {any} */ (document.querySelector('entente-match'));
  const root = /** @type {Element} */ (document.querySelector(board));
  const counts = Object.fromEntries(wanted.map((css) => [css, 0]));
  let state = seed;
  const random = () => (state = (state * 48_271) % 0x7fffffff);

  /** Returns what a finger on this element would hit, if it is part of the element. @param {Element} element */
  const reach = (element) => {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const { x, y, width, height } = element.getBoundingClientRect();
    const hits = [1, 0.5, 1.5].flatMap((across) =>
      [1, 0.5, 1.5].map((down) =>
        document.elementFromPoint(x + (width * across) / 2, y + (height * down) / 2),
      ),
    );
    return hits.find((hit) => hit && element.contains(hit)) ?? null;
  };
  /** @param {string} css */
  const find = (css) => {
    const all = [...root.querySelectorAll(css)];
    const first = random();
    for (let at = 0; at < all.length; at += 1) {
      const hit = reach(all[(first + at) % all.length]);
      if (hit) return hit;
    }
    return null;
  };
  /** Presses once; returns `false` if nothing could be pressed. */
  const press = () => {
    for (const css of wanted) {
      const hit = find(css);
      if (!hit) continue;
      counts[css] += 1;
      hit.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      return true;
    }
    return false;
  };
  let sent = 0;
  const { command } = session;
  session.command = async (/** @type {object} */ given) => {
    sent += 1;
    try {
      return await command.call(session, given);
    } finally {
      sent -= 1;
    }
  };
  const changed = () =>
    new Promise((done) => session.addEventListener('change', done, { once: true }));
  const picture = () => new Promise((done) => requestAnimationFrame(done));
  /** Presses once, after pending answers and drawing; returns `false` if nothing could be pressed. */
  const pressAtLast = async () => {
    for (let seen = 0; seen < pictures; seen += 1) {
      if (press()) return true;
      await (sent > 0 ? changed() : picture());
      if (session.view.outcome || session.offers.length === 0) return true;
    }
    return false;
  };

  for (let presses = 0; presses < most; presses += 1) {
    // The components of a board render one after another.
    await new Promise((done) => setTimeout(done));
    // From here to the next wait nothing can arrive, so no change is missed.
    if (session.view.outcome) return counts;
    if (session.offers.length === 0 || (rest && root.querySelector(rest))) await changed();
    else if (!(await pressAtLast())) {
      const asked = session.offers.map((/** @type {any} */ offer) => offer.text).join(' | ');
      throw new Error(`nothing on the board can be pressed for: ${asked}`);
    }
  }
  throw new Error(`not over after ${most} presses`);
}
