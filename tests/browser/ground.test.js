// The ground of a map has a layer of its own. Its lines are long, so drawing it takes most of the time of a picture:
// what changes above it, piece by piece and mark by mark, is drawn without it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawn, nobodyComplained } from './support/browser.js';
import { browser, server, withServer } from './support/fixture.js';
import { playUntil, random, seedOf } from './support/play.js';
import { seatedTable } from './support/table.js';

/** @import { Page } from 'playwright-core' */

withServer();

/**
 * Follows the ground's layer: returns what says its number, and how often it was painted.
 * @param {Page} page
 */
async function followGround(page) {
  const session = await page.context().newCDPSession(page);
  /** @type {any[]} */ let layers = [];
  session.on('LayerTree.layerTreeDidChange', (change) => (layers = change.layers ?? layers));
  await session.send('DOM.enable');
  await session.send('LayerTree.enable');
  return async () => {
    // What has changed is drawn in the next frame, and told after it.
    await drawn(page);
    for (const { layerId, paintCount, backendNodeId } of layers) {
      if (!backendNodeId) continue;
      const { node } = await session.send('DOM.describeNode', { backendNodeId });
      if (node.attributes?.includes('map-ground')) return { layerId, paintCount };
    }
    throw new Error('the ground has no layer');
  };
}

/**
 * Follows the view of a map: returns how often it has moved, which paints all of it.
 * @param {Page} page
 */
async function followView(page) {
  const counted = await page.evaluateHandle(() => {
    const moves = { count: 0 };
    const map = /** @type {Element} */ (document.querySelector('svg.map'));
    const moved = new MutationObserver((changes) => (moves.count += changes.length));
    moved.observe(map, { attributeFilter: ['viewBox'] });
    return moves;
  });
  return () => counted.evaluate((moves) => moves.count);
}

test('pieces and marks change on Europe without its ground', async () => {
  const board = 'europe-divided-map';
  const people = await seatedTable(server, browser, 'europe-divided', { board });
  const pages = people.slice(0, 2).map(({ page }) => page);
  const ground = await followGround(pages[0]);
  const pick = random(seedOf(3));
  const play = (/** @type {number} */ acts) => playUntil(pages, pick, async () => (acts -= 1) < 0);
  // The list of choices is open from the first act on, which makes the map narrower.
  await play(5);
  const moves = await followView(pages[0]);
  const before = await ground();
  await play(20);
  const after = await ground();
  assert.equal(after.layerId, before.layerId);
  assert.ok(after.paintCount - before.paintCount <= (await moves()), 'painted without need');
  nobodyComplained(people);
});

test('marks follow the pointer over territories without their ground', async () => {
  const board = 'balance-of-power-map';
  const people = await seatedTable(server, browser, 'balance-of-power', { board });
  const [{ page }] = people;
  const ground = await followGround(page);
  const mark = () => document.querySelector('.map-ring.focus')?.getAttribute('d') ?? '';
  /** @param {string} id */
  const point = async (id) => {
    const before = await page.evaluate(mark);
    await page.locator(`[data-territory="${id}"]`).hover();
    await page.waitForFunction(
      (one) =>
        ![one, ''].includes(document.querySelector('.map-ring.focus')?.getAttribute('d') ?? ''),
      before,
    );
  };
  await point('sweden');
  const before = await ground();
  for (const id of ['poland', 'germany', 'romania', 'italy']) await point(id);
  assert.deepEqual(await ground(), before);
  nobodyComplained(people);
});
