// Moves without the board: what a page is asked is answered through its session, with any command that an offer
// admits. For tests that want to see many questions, and not how they are answered.

/** @import { Page } from 'playwright-core' */

/**
 * Answers whatever a page is asked.
 * @param {Page} page @param {(below: number) => number} pick
 * @returns {Promise<boolean>} `false` if it is asked nothing, or everything that was tried is refused
 */
export const answer = (page, pick) => page.evaluate(send, pick(1 << 30));

/** Does it, in the page. @param {number} chance */
async function send(chance) {
  const match = /** @type {any} */ (document.querySelector('entente-match'));
  // In a lobby there is no match yet.
  if (!match?.play) return false;
  const { session, unseen } = match.play;
  // While dice roll nothing can be chosen, as while an answer is on its way.
  if (session.busy || unseen > 0 || match.session.connection.state !== 'online') return false;
  // Whoever is asked has offers, and nobody else but a coach; only a clock may wait for a seat that has none.
  const lawful =
    session.view?.deadline_ms != null ||
    match.session.pupil !== null ||
    session.asked === session.offers.length > 0;
  if (!lawful) throw new Error('who is asked has no offers, or has some unasked');
  const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]'));
  const { fill, holes } = await import(new URL('core/offers.js', script.src).href);
  let state = chance;
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
      holes(offer).map((/** @type {any} */ { placeholder }) => any(placeholder, below)),
    );
    const decision = session.view.decision;
    // A coach only shows it, by its name.
    if ((await session.command(command, offer.text)).ok) return true;
    if (session.view.decision !== decision) return false;
  }
  return false;

  /** @param {any} hole @param {(most: number) => number} random */
  function any(hole, random) {
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
}
