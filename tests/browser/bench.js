// Measurements of the browser client, not a test: the time from a click on an offer until its result is
// painted, and the cost of the first page. A real server and a real Chromium run on one machine. Machines
// differ and are shared, so each time is compared with what the same machine needs for an empty round
// trip at that moment, and with CPU time, which does not include waiting.

import { anyone, launch } from './support/browser.js';
import { begin, random, seedOf } from './support/play.js';
import { Server } from './support/server.js';

/** @import { Browser, Page } from 'playwright-core' */

/** Number of clicks that are timed in each game. */
const CLICKS = Number(process.env.ENTENTE_CLICKS ?? 200);
/** Number of loads of the first page with an empty cache. */
const VISITS = 10;
/** Time after which an action counts as lost, in milliseconds. */
const PATIENCE_MS = 10_000;
const AIM = { median: 50, most: 100, bytes: 80_000, ready: 1_000 };

const GAMES = { 'europe-divided': {}, 'balance-of-power': {}, europe: { untimed: true } };

/** @param {number[]} values @param {number} part of 1 */
function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

/** @param {number[]} values */
const median = (values) => quantile(values, 0.5);

/**
 * Returns a page's answer, or null if it is late.
 * @template T @param {Promise<T>} answer @returns {Promise<T | null>}
 */
async function inTime(answer) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let timer;
  const late = new Promise((done) => (timer = setTimeout(done, PATIENCE_MS, null)));
  const first = /** @type {T | null} */ (await Promise.race([answer, late]));
  clearTimeout(timer);
  return first;
}

/** @param {number} ms */
const ms = (ms) => `${ms.toFixed(1)} ms`;

/** @param {boolean} met */
const mark = (met) => (met ? 'met' : 'MISSED');

/**
 * Waits, in the page, until its next frame is painted. A message sent while the frame is prepared arrives
 * right after it; waiting for a second frame would add another interval of the screen.
 */
const PAINTED = `globalThis.nextPaint = () => new Promise((done) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => done();
  port2.postMessage(0);
}))`;

/**
 * Performs, in the page, one action by clicks on an offer and perhaps on the button of its form. Returns the
 * times of the last click, of the answer, of its being applied and of its being painted; null if there was
 * nothing to do.
 * @param {number} chance
 * @returns {Promise<number[] | 'over' | null>}
 */
async function act(chance) {
  const match = /** @type {any} */ (document.querySelector('entente-match'));
  const { play } = match;
  const { session } = play;
  if (session.view.outcome) return 'over';
  const offers = /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll('entente-offers .offer')
  );
  if (session.offers.length === 0 || offers.length === 0) return null;
  const { seq } = session.view;
  let clicked = 0;
  document.addEventListener('click', ({ timeStamp }) => (clicked = timeStamp), {
    capture: true,
    once: true,
  });
  const done = new Promise((resolve) => {
    const look = () => {
      if (session.view.seq > seq) session.removeEventListener('change', look);
      else return;
      shown(performance.now()).then(resolve);
    };
    session.addEventListener('change', look);
    session.addEventListener('refused', () => resolve(null), { once: true });
  });
  offers[chance % offers.length].click();
  if (play.draft) {
    fillIn();
    await match.updateComplete;
    await /** @type {any} */ (document.querySelector('entente-offers')).updateComplete;
    document.addEventListener('click', ({ timeStamp }) => (clicked = timeStamp), {
      capture: true,
      once: true,
    });
    const send = document.querySelector('.offer-form button.primary:not([disabled])');
    if (!send) return (play.cancel(), null);
    /** @type {HTMLElement} */ (send).click();
  }
  return /** @type {any} */ (done);

  /** @param {number} answered */
  async function shown(answered) {
    await match.updateComplete;
    const applied = performance.now();
    await /** @type {any} */ (globalThis).nextPaint();
    return [clicked, answered, applied, performance.now()];
  }

  function fillIn() {
    /** @type {any[]} */ const holes = [];
    JSON.stringify(play.draft.offer.command, (_key, value) => {
      const [name] = Object.keys(value ?? {});
      if (typeof value === 'object' && name?.startsWith('$')) holes.push([name, value[name]]);
      return value;
    });
    const values = /** @type {Record<string, (hole: any) => any>} */ ({
      $one: ({ from }) => from[chance % from.length].value,
      $int: ({ min }) => min,
      $pick: ({ from, min }) => from.slice(0, min).map((/** @type {any} */ one) => one.value),
      $bag({ max, min_total: left }) {
        /** @type {[string, number][]} */ const counts = [];
        for (const [key, most] of Object.entries(max)) {
          counts.push([key, Math.min(left, Number(most))]);
          left -= Math.min(left, Number(most));
        }
        return Object.fromEntries(counts.filter(([, count]) => count > 0));
      },
    });
    holes.forEach(([name, hole], at) => play.answer(at, values[name](hole)));
  }
}

/**
 * Measures a request to the server and a frame by themselves, in milliseconds.
 * @param {Page} page @returns {Promise<{answer: number, frame: number}>}
 */
function pace(page) {
  return page.evaluate(async () => {
    const asked = performance.now();
    await (await fetch('api/v1/games', { cache: 'no-store' })).text();
    const begun = performance.now();
    await /** @type {any} */ (globalThis).nextPaint();
    return { answer: begun - asked, frame: performance.now() - begun };
  });
}

/**
 * Returns the CPU time that a page's main thread has used, in milliseconds.
 * @param {Page} page @returns {Promise<() => Promise<number>>}
 */
async function worker(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
  };
}

/**
 * Plays a match against the server's bots: one page on the machine, as for a player.
 * @param {Server} server @param {Browser} browser @param {string} game @param {object} options
 */
async function table(server, browser, game, options) {
  const { room, token } = await server.ask('POST', 'rooms', { game, options, name: 'Ada' });
  for (const { seat } of room.seats.filter((/** @type {any} */ one) => one.name === null)) {
    await server.ask('POST', `rooms/${room.code}/seats/${seat}/bot`, {}, token);
  }
  const { page } = await anyone(browser, { reducedMotion: 'no-preference' });
  await page.addInitScript(PAINTED);
  // The list of choices is in the drawer.
  await page.addInitScript(() => localStorage.setItem('entente/drawer', 'choices'));
  await page.goto(`${server.url}/r/${room.code}#seat=${token}`);
  await begin([page]);
  return page;
}

/** Waits until the page has something to choose, or the match is over. @param {Page} page */
const asked = (page) =>
  page.waitForFunction(() => {
    const { session, unseen } = /** @type {any} */ (document.querySelector('entente-match')).play;
    // While dice roll nothing can be chosen.
    const free = session.offers.length > 0 && !session.busy && unseen === 0;
    return session.view.outcome || free;
  });

/**
 * @typedef {{taken: number[][], idle: {answer: number, frame: number}[], work: number[]}} Found
 *   times of each click, the machine's pace at that moment, and the page's CPU time
 */

/** @param {Server} server @param {Browser} browser @param {[string, object]} game */
async function clicks(server, browser, [game, options]) {
  const pick = random(seedOf(1));
  /** @type {Found} */ const found = { taken: [], idle: [], work: [] };
  while (found.taken.length < CLICKS) {
    const page = await table(server, browser, game, options);
    const worked = await worker(page);
    while (found.taken.length < CLICKS) {
      await asked(page);
      const before = await worked();
      const acted = await inTime(page.evaluate(act, pick(1_000_000)));
      if (acted === 'over') break;
      if (!Array.isArray(acted)) continue;
      found.work.push((await worked()) - before);
      found.taken.push(acted);
      const idle = await inTime(pace(page));
      if (idle) found.idle.push(idle);
    }
    await page.context().close();
  }
  report(game, found);
}

/** @param {string} game @param {Found} found */
function report(game, { taken, idle, work }) {
  const whole = taken.map(([clicked, , , painted]) => painted - clicked);
  const part = (/** @type {number} */ at) =>
    median(taken.map((times) => times[at] - times[at - 1]));
  const [answer, frame] = [
    median(idle.map((one) => one.answer)),
    median(idle.map((one) => one.frame)),
  ];
  const [middle, most] = [median(whole), quantile(whole, 0.95)];
  console.log(`${game}: ${taken.length} clicks`);
  console.log(
    `  click to painted result: median ${ms(middle)}, 95 % ${ms(most)}` +
      ` (aim ${AIM.median} and ${AIM.most} ms: ${mark(middle <= AIM.median)}, ${mark(most <= AIM.most)})`,
  );
  console.log(`  of it: answer ${ms(part(1))}, applied ${ms(part(2))}, painted ${ms(part(3))}`);
  console.log(`  nothing at all: answer ${ms(answer)}, a frame ${ms(frame)};`);
  console.log(`  so it takes ${(middle / (answer + frame)).toFixed(2)} times as long as nothing`);
  console.log(
    `  the page works for it: median ${ms(median(work))}, 95 % ${ms(quantile(work, 0.95))} of the processor`,
  );
}

/** @param {Server} server @param {Browser} browser */
async function firstPage(server, browser) {
  /** @type {{bytes: number, requests: number, ready: number}[]} */ const visits = [];
  /** @type {number[]} */ const answers = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    const { page } = await anyone(browser, { reducedMotion: 'no-preference' });
    await page.addInitScript(PAINTED);
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    let [bytes, requests] = [0, 0];
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
      requests += 1;
    });
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector('.game-card button.primary')) {
          Object.assign(globalThis, { ready: performance.now() });
        } else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto(`${server.url}/`);
    await page.waitForFunction(() => 'ready' in globalThis);
    const ready = await page.evaluate(() => /** @type {any} */ (globalThis).ready);
    await page.waitForLoadState('networkidle');
    visits.push({ bytes, requests, ready });
    answers.push((await pace(page)).answer);
    await page.context().close();
  }
  const of = (/** @type {'bytes' | 'requests' | 'ready'} */ what) =>
    median(visits.map((one) => one[what]));
  console.log(`first page, nothing cached, ${VISITS} visits`);
  console.log(
    `  transferred: ${of('bytes')} bytes (aim ${AIM.bytes}: ${mark(of('bytes') <= AIM.bytes)})`,
  );
  console.log(`  requests: ${of('requests')}`);
  console.log(
    `  until a game can be chosen: ${ms(of('ready'))} (aim ${AIM.ready} ms: ${mark(of('ready') < AIM.ready)}),` +
      ` ${(of('ready') / median(answers)).toFixed(0)} times an empty answer here (${ms(median(answers))})`,
  );
}

const [server, browser] = await Promise.all([Server.start(), launch()]);
try {
  await firstPage(server, browser);
  for (const game of Object.entries(GAMES)) await clicks(server, browser, game);
} finally {
  await browser.close();
  await server.end();
}
