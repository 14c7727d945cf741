// Moves without the board: what a page is asked is answered through its session, with any command that an offer
// admits. For tests that want to see many questions, and not how they are answered.

/** @import { Page } from 'playwright-core' */
/** @import { Pick } from './play.js' */

/**
 * Answers whatever a page is asked. What it says depends on the seed, the seat and how many answers that seat has given:
 * how often a page was looked at before it was asked is up to the machine.
 * @param {Page} page @param {Pick} pick
 * @returns {Promise<boolean>} `false` if it is asked nothing, or everything that was tried is refused
 */
export async function answer(page, { seed, answers }) {
  /** @type {{seat: number | null, done: boolean}} */
  const { seat, done } = await page.evaluate(
    `(${send})(${JSON.stringify({ seed, answers })}, ${any})`,
  );
  if (seat !== null) answers[seat] = (answers[seat] ?? 0) + 1;
  return done;
}

/**
 * Does it, in the page; returns the seat that was asked as well.
 * @param {{seed: number, answers: number[]}} chance @param {(hole: any, random: (most: number) => number) => any} chosen
 * @returns {Promise<{seat: number | null, done: boolean}>}
 */
async function send({ seed, answers }, chosen) {
  const match = /** @type {any} */ (document.querySelector('entente-match'));
  const unasked = { seat: null, done: false };
  // In a lobby there is no match yet.
  if (!match?.play) return unasked;
  const { session, unseen } = match.play;
  // While dice roll nothing can be chosen, as while an answer is on its way.
  if (session.busy || unseen > 0 || match.session.connection.state !== 'online') return unasked;
  // Whoever is asked has offers, and nobody else but a coach; only a clock may wait for a seat that has none.
  const lawful =
    session.view?.deadline_ms != null ||
    match.session.pupil !== null ||
    session.asked === session.offers.length > 0;
  if (!lawful) throw new Error('who is asked has no offers, or has some unasked');
  if (session.offers.length === 0) return unasked;
  const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]'));
  const { fill, holes } = await import(new URL('core/offers.js', script.src).href);
  // A coach answers for its pupil's seat.
  const seat = match.session.seat ?? match.session.pupil;
  let state = (seed * 7_919 + seat * 104_729 + (answers[seat] ?? 0) * 15_485_863 + 1) % 0x7fffffff;
  for (let mixed = 0; mixed < 3; mixed += 1) state = (state * 48_271 + 11) % 0x7fffffff;
  const below = (/** @type {number} */ most) => {
    state = (state * 48_271 + 11) % 0x7fffffff;
    return state % Math.max(1, most);
  };
  // A loose offer may be refused, and a refusal is shown over the board.
  const strict = session.offers.filter((/** @type {any} */ { loose }) => !loose);
  const offers = [...(strict.length > 0 ? strict : session.offers)];
  while (offers.length > 0 && session.offers.length > 0) {
    const [offer] = offers.splice(below(offers.length), 1);
    const command = fill(
      offer,
      holes(offer).map((/** @type {any} */ { placeholder }) => chosen(placeholder, below)),
    );
    const decision = session.view.decision;
    // A coach only shows it, by its name.
    if ((await session.command(command, offer.text)).ok) return { seat, done: true };
    if (session.view.decision !== decision) break;
  }
  return { seat, done: false };
}

/**
 * Returns any value that a placeholder admits. It is taken to the page as well: it may use nothing from outside.
 * @param {any} hole @param {(below: number) => number} random @returns {any}
 */
export function any(hole, random) {
  switch (hole.kind) {
    case 'one':
      return hole.from[random(hole.from.length)].value;
    case 'int':
      return hole.min + random(hole.max - hole.min + 1);
    case 'pick': {
      const left = hole.from.map((/** @type {any} */ one) => one.value);
      const count = hole.min + random(Math.min(hole.max, left.length) - hole.min + 1);
      const at = new Set();
      while (at.size < count) at.add(random(left.length));
      return left.filter((/** @type {any} */ _, /** @type {number} */ one) => at.has(one));
    }
    default: {
      /** @type {Record<string, number>} */ const counts = {};
      let left = hole.min_total;
      for (const [key, most] of Object.entries(hole.max)) {
        const count = Math.min(left, Number(most));
        if (count > 0) counts[key] = count;
        left -= count;
      }
      return counts;
    }
  }
}
