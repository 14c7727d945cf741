/**
 * The maps compared with the games' data, and checked in themselves: every space once, neighbours where
 * the data have them, and no piece on top of another space's.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import * as balanceOfPower from '../../web/maps/balance-of-power.js';
import * as europeDivided from '../../web/maps/europe-divided.js';
import { ARCS, FACES } from '../../web/maps/europe.js';
import { MARGIN } from '../../web/maps/layout.js';
import { PATTERNS } from '../../web/maps/patterns.js';
import { facesOf, touch } from '../../web/maps/space.js';

/** Maximum size of the modules of one map, in bytes before compression. */
const MOST_BYTES = 50_000;
/** Distance between the sample points of shapes, in map units. */
const STEP = 7;

const MAPS = [
  { name: 'europe-divided', table: 'space', map: europeDivided },
  { name: 'balance-of-power', table: 'territory', map: balanceOfPower },
];

/** Reads the rows `[[table]]` of a game's map.toml: plain keys and texts only. */
function rows(game, table) {
  const text = readFileSync(new URL(`../../data/${game}/map.toml`, import.meta.url), 'utf8');
  const parts = text.split(/^\[\[/m).filter((part) => part.startsWith(`${table}]]`));
  const texts = (part) => [...part.matchAll(/^(\w+) = "(.*)"$/gm)].map((found) => found.slice(1));
  return parts.map((part) => Object.fromEntries(texts(part)));
}

const key = (a, b) => [a, b].sort().join(' ');
const keys = (pairs) => pairs.map(({ a, b }) => key(a, b)).sort();

/** Returns the subpaths of a shape as points. Refuses everything but M, L, Q and Z with numbers. */
function polygons(path) {
  assert.match(path, /^(M[^MZ]+Z)+$/, 'a shape is closed');
  return path
    .split('Z')
    .slice(0, -1)
    .map((part) => {
      const points = [];
      for (const [, command, text] of part.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
        const numbers = text.trim().split(' ').map(Number);
        assert.ok('MLQ'.includes(command) && numbers.every(Number.isFinite), `${command}${text}`);
        assert.equal(numbers.length, command === 'Q' ? 4 : 2, `${command}${text}`);
        if (command === 'Q') {
          // The curve's middle is enough to follow it.
          const [x, y] = points[points.length - 1];
          points.push([
            (x + 2 * numbers[0] + numbers[2]) / 4,
            (y + 2 * numbers[1] + numbers[3]) / 4,
          ]);
        }
        points.push(numbers.slice(-2));
      }
      assert.deepEqual(points[0], points[points.length - 1], 'a shape ends where it begins');
      return points;
    });
}

/** Returns left, top, right, bottom of a shape. */
function bounds(shape) {
  const [xs, ys] = [0, 1].map((axis) => shape.flat().map((point) => point[axis]));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Checks whether a point is in a shape, by the even-odd rule. */
function inside(shape, [x, y]) {
  let found = false;
  for (const points of shape) {
    for (let at = 1; at < points.length; at += 1) {
      const [[x1, y1], [x2, y2]] = [points[at - 1], points[at]];
      if (y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)) found = !found;
    }
  }
  return found;
}

const grown = ([left, top, width, height], by) => [
  left - by,
  top - by,
  width + 2 * by,
  height + 2 * by,
];
const overlap = (one, other) =>
  one[0] < other[0] + other[2] &&
  other[0] < one[0] + one[2] &&
  one[1] < other[1] + other[3] &&
  other[1] < one[1] + one[3];
const within = (inner, outer) =>
  inner[0] >= outer[0] &&
  inner[1] >= outer[1] &&
  inner[0] + inner[2] <= outer[0] + outer[2] &&
  inner[1] + inner[3] <= outer[1] + outer[3];

/** Returns the area that a space's block covers, including its plate. */
const covered = (space) => grown(space.box, space.plate ? MARGIN : 0);
const slot = (map, name, [x, y]) => {
  const [width, height] = map.SLOTS[name];
  return [x - width / 2, y - height / 2, width, height];
};
const start = (path) =>
  path
    .match(/^M(\S+) ([^A-Za-z]+)/)
    .slice(1)
    .map(Number);

test('lines meet only at their ends, and every line is used', () => {
  const used = new Set(Object.values(FACES).flatMap((face) => face.split(' ')));
  const lakes = ['ladoga', 'onega', 'vanern'];
  assert.deepEqual(
    Object.keys(ARCS).filter((name) => !used.has(name) && !lakes.includes(name)),
    [],
  );
  const within = new Set();
  for (const arc of Object.values(ARCS)) {
    assert.ok(arc.length >= 4 && arc.length % 2 === 0);
    for (let at = 2; at < arc.length - 2; at += 2) within.add(`${arc[at]},${arc[at + 1]}`);
  }
  const ends = Object.values(ARCS).flatMap((arc) => [arc.slice(0, 2).join(), arc.slice(-2).join()]);
  assert.deepEqual(
    ends.filter((end) => within.has(end)),
    [],
  );
});

for (const { name, table, map } of MAPS) {
  const data = rows(name, table);
  const edges = rows(name, 'edge');
  const spaces = map.SPACES;
  const shapes = new Map(
    spaces.map((space) => [space.id, space.id === 'energy_sector' ? [] : polygons(space.path)]),
  );
  const frame = [0, 0, ...map.SIZE];
  const land = spaces.filter((space) => space.kind !== 'sea');

  test(`${name}: every space of the data once, and no other`, () => {
    const summary = ({ id, name, kind }) => `${id}: ${name}, ${kind}`;
    assert.ok(data.length > 20);
    assert.deepEqual(spaces.map(summary).sort(), data.map(summary).sort());
  });

  test(`${name}: neighbours on the map are neighbours in the data`, () => {
    const known = keys(edges);
    const [links, barriers] = [keys(map.LINKS), keys(map.BARRIERS)];
    const pairs = map.ROWS.flatMap((a, at) => map.ROWS.slice(at + 1).map((b) => [a, b]));
    const touching = pairs.filter(([a, b]) => touch(a, b)).map(([a, b]) => ({ a: a.id, b: b.id }));
    assert.deepEqual(
      [...new Set([...keys(touching), ...links])].sort(),
      [...known, ...barriers].sort(),
    );
    assert.deepEqual(
      barriers.filter((pair) => known.includes(pair)),
      [],
    );
  });

  test(`${name}: links are the neighbours across water`, () => {
    const sea = edges.filter(
      ({ kind, basis }) => kind === 'sea' || basis === 'strait or tunnel, not a land border',
    );
    assert.deepEqual(keys(map.LINKS), keys(sea));
    for (const { path } of map.LINKS) assert.match(path, /^M[\d. ]+Q[\d. ]+$/);
    for (const { path } of map.BARRIERS) assert.match(path, /^M[-\d. LQ]+$/);
  });

  test(`${name}: every piece of land is drawn once`, () => {
    const seas = Object.keys(FACES).filter((face) => face.endsWith('_sea'));
    const drawn = [...facesOf(map.ROWS), ...map.ELSEWHERE];
    assert.deepEqual([...new Set([...drawn, ...seas])].sort(), Object.keys(FACES).sort());
    assert.equal(new Set(drawn).size, drawn.length);
  });

  test(`${name}: land does not overlap`, () => {
    const points = new Map();
    for (const { id } of land) {
      const shape = shapes.get(id);
      const [left, top, right, bottom] = bounds(shape).map((edge) => Math.round(edge / STEP));
      for (let x = left; x <= right; x += 1) {
        for (let y = top; y <= bottom; y += 1) {
          if (!inside(shape, [x * STEP, y * STEP])) continue;
          assert.equal(points.get(`${x} ${y}`) ?? id, id);
          points.set(`${x} ${y}`, id);
        }
      }
    }
  });

  test(`${name}: a block stands on its space, or its leader begins there`, () => {
    for (const { id, box, plate, leader } of spaces.filter(
      (space) => space.kind !== 'money_only',
    )) {
      assert.equal(plate === '', leader === '', id);
      const point = plate ? start(leader) : [box[0] + box[2] / 2, box[1] + box[3] / 2];
      const here = spaces
        .filter((space) => inside(shapes.get(space.id), point))
        .map((space) => space.id);
      assert.deepEqual(here, [id]);
    }
  });

  test(`${name}: no block covers another, and all are within the frame`, () => {
    spaces.forEach((one, at) => {
      assert.ok(within(covered(one), frame), one.id);
      for (const other of spaces.slice(at + 1)) {
        assert.ok(!overlap(covered(one), covered(other)), `${one.id} and ${other.id}`);
      }
    });
  });

  test(`${name}: the views of a part are within the frame and cut no block that is played on`, () => {
    const parts = Object.entries(map.VIEWS)
      .filter(([view]) => view !== 'all')
      .map(([, view]) => view);
    assert.deepEqual(map.VIEWS.all, frame);
    for (const view of parts) assert.ok(within(view, frame), `${view}`);
    for (const space of spaces.filter(
      ({ kind }) => kind === undefined || ['contested', 'money_only'].includes(kind),
    )) {
      assert.ok(
        parts.some((view) => within(covered(space), view)),
        space.id,
      );
    }
  });

  test(`${name}: the slots of a space are apart, below its name, within its block`, () => {
    for (const space of spaces) {
      const slots = Object.entries(space.anchors).map(([name, at]) => slot(map, name, at));
      slots.forEach((one, at) => {
        assert.ok(within(one, grown(space.box, 0.1)), space.id);
        assert.ok(one[1] > space.label[1], space.id);
        assert.ok(
          slots.slice(at + 1).every((other) => !overlap(one, other)),
          space.id,
        );
      });
    }
  });

  test(`${name}: the line around all spaces has none between two of them`, () => {
    const ids = land.filter((space) => space.kind !== 'money_only').map((space) => space.id);
    const together = polygons(map.outline(ids)).flat().length;
    assert.ok(together < land.reduce((sum, space) => sum + shapes.get(space.id).flat().length, 0));
    assert.equal(map.outline([ids[0]]), spaces.find((space) => space.id === ids[0]).path);
  });

  test(`${name}: its modules stay light`, () => {
    const files = [`${name}.js`, 'europe.js', 'geometry.js', 'layout.js', 'space.js'];
    const bytes = files.map(
      (file) => readFileSync(new URL(`../../web/maps/${file}`, import.meta.url)).length,
    );
    assert.ok(bytes.reduce((sum, one) => sum + one) <= MOST_BYTES, `${bytes}`);
  });
}

test('europe-divided: every contested region has the three dice, an army and money', () => {
  for (const { id, kind, anchors } of europeDivided.SPACES) {
    const slots = Object.keys(anchors).sort().join(' ');
    const wanted = {
      contested: 'army eu money nato russia',
      sea: 'army control',
      money_only: 'money',
    };
    assert.equal(slots, wanted[kind] ?? 'army money', id);
  }
});

test('balance-of-power: every territory has troops and a city, and a site where the data have one, else a capital', () => {
  const sites = rows('balance-of-power', 'territory')
    .filter(({ site }) => site)
    .map(({ id }) => id);
  assert.equal(sites.length, 4);
  for (const { id, anchors } of balanceOfPower.SPACES) {
    const expected = sites.includes(id) ? 'city site troops' : 'capital city troops';
    assert.equal(Object.keys(anchors).sort().join(' '), expected, id);
  }
});

test('balance-of-power: every region has a sign that covers nothing, and every border on land a line', () => {
  const { SIGN, SIGNS, SIZE, SPACES, border } = balanceOfPower;
  const regions = rows('balance-of-power', 'region').map(({ id }) => id);
  assert.deepEqual(Object.keys(SIGNS).sort(), regions.sort());
  const boxes = Object.values(SIGNS).map(([x, y]) => [x - SIGN[0] / 2, y - SIGN[1] / 2, ...SIGN]);
  for (const box of boxes) {
    assert.ok(within(box, [0, 0, ...SIZE]));
    for (const space of SPACES) assert.ok(!overlap(box, covered(space)), space.id);
  }
  for (const { a, b, kind } of rows('balance-of-power', 'edge')) {
    if (kind === 'land') assert.match(border(a, b), /^M[-\d. LQM]+$/, `${a} ${b}`);
  }
  assert.equal(border('ireland', 'poland'), '');
});

test('the style has a tint for every kind and region, and a pattern for every texture', () => {
  const style = readFileSync(new URL('../../web/maps/maps.css', import.meta.url), 'utf8');
  const kinds = new Set(rows('europe-divided', 'space').map(({ kind }) => kind));
  const regions = rows('balance-of-power', 'region').map(({ id }) => `region-${id}`);
  assert.equal(kinds.size + regions.length, 11);
  // A contested region has the tint of a shape of no kind.
  kinds.delete('contested');
  for (const name of [...kinds, ...regions]) assert.ok(style.includes(`.map-shape.${name} `), name);
  const used = [...style.matchAll(/url\('#([\w-]+)'\)/g)].map(([, id]) => id);
  assert.deepEqual(used.sort(), PATTERNS.map(({ id }) => id).sort());
});
