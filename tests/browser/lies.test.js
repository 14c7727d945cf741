// A server that lies once, against the real page: every message of the deal is forged, each lie is
// reported on the page in plain words, nothing is revealed after it, and the record is refused because of
// what was kept. docs/FAIRNESS.md has the table for people.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { verify } from '../../web/proof/verify.js';
import { table } from '../../web/text/table.js';
import { nobodyComplained, person } from './support/browser.js';
import { Course, DATA, Peer, STEPS, rechain } from './support/course.js';
import { browser, server, withServer } from './support/fixture.js';
import { LIES } from './support/lies.js';

/** @import { Page } from 'playwright-core' */
/** @import { Step } from './support/course.js' */
/** @import { Lie } from './support/lies.js' */

withServer();

/** The page's message for each kind of lie. */
const SAID = { ...table.fairness.suspicions, head: table.fairness.suspicions.past };
const SIGNS = 'CDFHJKMNPRTVWXY';

/** One match of a page with a server that may lie. */
class Liar {
  /** @type {Peer} */ peer = /** @type {any} */ (null);

  /** @param {Page} page @param {number} number @param {Lie | null} lie */
  constructor(page, number, lie) {
    const code = `CDFH${SIGNS[Math.floor(number / SIGNS.length)]}${SIGNS[number % SIGNS.length]}`;
    this.page = page;
    this.lie = lie;
    this.course = new Course(code, number + 1);
  }

  /** Returns what is shown at a step, forged if this is the step of the lie. @template T @param {Step} step @param {T} honest @returns {T} */
  shown(step, honest) {
    if (this.lie?.step === step) this.lie.forge(honest, this.course);
    return honest;
  }

  /** Sends the room of a step; returns `true` if it was the lie. @param {Step} step */
  shows(step) {
    this.peer.send({ type: 'room', room: this.shown(step, this.course.room(step)) });
    return this.lie?.step === step;
  }

  async enters() {
    const { page, course } = this;
    await page.route(`**/api/v1/data/${course.data}`, (route) =>
      route.fulfill(this.shown('data', { body: DATA })),
    );
    await page.route(`**/rooms/${course.code}/record`, (route) =>
      route.fulfill({ body: JSON.stringify(this.record()) }),
    );
    const room = this.shown('welcome', course.room('welcome'));
    const limits = { chat_chars: 500 };
    const welcome = { type: 'welcome', protocol: 1, you: { seat: 0 }, room, limits };
    const url = `${server.url}/r/${course.code}#seat=${'x'.repeat(43)}`;
    this.peer = await Peer.at(page, url, course.code, welcome);
  }

  /** Makes the page ready for an attempt. @param {number} attempt */
  async ready(attempt) {
    // Alone with a bot the page begins by itself, once.
    if (attempt > 0) await this.page.locator('.lobby button.big').click();
    const { commitment } = await this.peer.nth('ready', attempt + 1);
    this.course.commitments.push(commitment);
  }

  /** @param {number} attempt */
  async reveals(attempt) {
    const { entropy } = await this.peer.nth('reveal', attempt + 1);
    this.course.entropy.push(entropy);
  }

  /** Plays the server's part up to the match; returns `true` if it lied before that. */
  async plays() {
    await this.enters();
    if (this.lie?.step === 'welcome') return true;
    await this.ready(0);
    if (this.shows('sealing')) return true;
    await this.reveals(0);
    if (this.shows('void')) return true;
    await this.ready(1);
    if (this.shows('sealing again')) return true;
    await this.reveals(1);
    this.shows('running');
    return false;
  }

  /** Sends the match, which has two entries. */
  finishes() {
    const [, first, last] = rechain(this.course.record());
    this.peer.send(this.course.update(1, first));
    if (this.lie?.step === 'update')
      this.peer.send(this.shown('update', this.course.update(1, first)));
    this.peer.send(this.course.update(2, last));
  }

  record() {
    const record = this.shown('record', this.course.record());
    if (this.lie?.step === 'record') rechain(record);
    return record;
  }

  /** Sends honest messages after the lie, to which the page must no longer respond. */
  async tempts() {
    this.lie = null;
    const before = this.peer.received.length;
    const { commitments } = this.course;
    if (commitments.length > 0) this.shows(commitments.length > 1 ? 'sealing again' : 'sealing');
    this.peer.send({ type: 'chat', from: 'Boris', text: 'all is said', at_ms: 0 });
    await this.page.waitForFunction(() => {
      const { session } = /** @type {any} */ (document.querySelector('entente-room'));
      return session.chat.at(-1)?.text === 'all is said';
    });
    assert.deepEqual(this.peer.received.slice(before), [], 'nothing more is revealed');
  }

  /** @returns {Promise<string>} */
  kept() {
    return this.page.evaluate(
      (id) => localStorage.getItem(`entente.deal.${id}.0`) ?? '',
      this.course.id,
    );
  }

  /** Returns the page's verdict on the whole record. */
  async checked() {
    const { page } = this;
    await page.locator('.ending').getByRole('button', { name: 'How it was dealt' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Check the whole deal' }).click();
    return dialog.getByText(/^(The record |Warning: the server)/).innerText();
  }
}

test('without a lie nothing is suspected, and the record holds', async () => {
  const ada = await person(browser);
  const liar = new Liar(ada.page, 0, null);
  await liar.plays();
  liar.finishes();
  assert.match(await liar.checked(), /^The record holds: every card/);
  assert.equal(await ada.page.locator('.suspected').count(), 0);
  assert.equal(await ada.page.getByText(table.fairness.notSealed).count(), 0);
  nobodyComplained([ada]);
});

test('noticed: a record that was promised is refused', async () => {
  const ada = await person(browser);
  const liar = new Liar(ada.page, LIES.length + 1, null);
  await liar.plays();
  const refusal = { code: 'unproven', detail: 'there is no record' };
  await ada.page.unroute(`**/rooms/${liar.course.code}/record`);
  await ada.page.route(`**/rooms/${liar.course.code}/record`, (route) =>
    route.fulfill({ status: 409, body: JSON.stringify(refusal) }),
  );
  liar.finishes();
  assert.match(await liar.checked(), /^Warning: the server was bound to show the record/);
});

test('docs/FAIRNESS.md has the same table', () => {
  const page = readFileSync(new URL('../../docs/FAIRNESS.md', import.meta.url), 'utf8');
  const table = page.split('## A server that lies')[1]?.split('\n## ')[0] ?? '';
  const rows = table.matchAll(/^\| (.+) \| .+ \| `kept_(\w+)` \|$/gm);
  // A lie that is refused without being kept has no row there.
  const here = LIES.filter(({ step }) => step !== 'data');
  assert.deepEqual(
    [...rows].map(([, name, word]) => `${name}: ${word}`).toSorted(),
    here.map(({ name, word }) => `${name}: ${word}`).toSorted(),
  );
});

for (const [number, lie] of LIES.entries()) {
  const { name, step, word } = lie;
  test(`noticed: ${name}`, async () => {
    const ada = await person(browser);
    const liar = new Liar(ada.page, number + 1, lie);
    const said = ada.page.locator('.suspected', { hasText: SAID[/** @type {'seat'} */ (word)] });
    if (await liar.plays()) {
      await said.waitFor();
      await liar.tempts();
    } else {
      liar.finishes();
      if (step !== 'record') await said.filter({ visible: true }).first().waitFor();
    }
    const kept = await liar.kept();
    // Data of another digest contradict no room, so there is nothing to keep.
    if (step === 'data') return;
    if (STEPS.indexOf(step) <= STEPS.indexOf('running')) {
      assert.match(kept, new RegExp(`^# contradiction \\d ${word}$`, 'm'));
    }
    if (STEPS.indexOf(step) < STEPS.indexOf('running')) return;
    assert.match(await liar.checked(), /does not hold/);
    const verdict = verify(new TextEncoder().encode(JSON.stringify(liar.record())), kept);
    assert.equal(verdict.verdict === 'refused' && verdict.fault, `kept_${word}`);
    nobodyComplained([ada]);
  });
}
