// The board in words: both sides, the contested regions, and home spaces with something in them.

import { SPACES } from '../../maps/europe-divided.js';
import { factsOf } from './facts.js';
import { SIDES } from './sides.js';
import { contentText } from './spaces.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Play } from '../../core/play.js' */

/** @param {Play} play @returns {import('../registry.js').Part[]} */
export function summary({ view, data }) {
  const facts = factsOf(data);
  const table = /** @type {Wire.EuropeDividedPublic} */ (/** @type {any} */ (view).public);
  const scene = { public: table, facts };
  /** @param {(kind: string) => boolean} wanted */
  const lines = (wanted) =>
    SPACES.filter(({ kind }) => wanted(kind)).flatMap((space) => {
      const said = contentText(scene, space);
      return said && said !== words.map.empty
        ? [words.summary.line(facts.space(space.id), said)]
        : [];
    });
  return [
    {
      title: words.summary.sides,
      lines: SIDES.map((side, seat) => words.summary.side(side, table.sides[seat])),
    },
    { title: words.summary.contested, lines: lines((kind) => kind === 'contested') },
    { title: words.summary.others, lines: lines((kind) => kind !== 'contested') },
    {
      title: words.headlines.current,
      lines: table.headlines.current.map((id) => headlineText(facts, id)),
    },
    {
      title: words.headlines.forthcoming,
      lines: table.headlines.forthcoming.map((id) => headlineText(facts, id)),
    },
  ].filter((part) => part.lines.length > 0);
}

/** @param {import('./facts.js').Facts} facts @param {string} id */
function headlineText(facts, id) {
  const headline = facts.headline(id);
  const { name, regions } = headline;
  return words.summary.headline(name, facts.list(regions), facts.condition(headline) ?? '');
}
