// The table after an event, as far as its values say, for the time in which an update is played out. What an event
// does not say stays as it was until the update's last one.

/** @import * as Wire from '../../types/protocol.js' */

/** @typedef {Wire.EuropeDividedPublic} Table */

/** @param {Table} table @param {any} event @returns {Table} */
export function after(table, event) {
  const { type, side, power, region, space, from, to, sea } = event;
  switch (type) {
    case 'influence_changed': {
      const here = /** @type {any} */ (table.dice)[region];
      return { ...table, dice: { ...table.dice, [region]: { ...here, [power]: to } } };
    }
    case 'army_built':
      return shifted(table, side, { [space]: 1 });
    case 'army_moved':
      return shifted(table, side, { [from]: -1, [to]: 1 });
    case 'army_lost_to_influence':
      return shifted(table, side, { [region]: -1 });
    case 'armies_removed': {
      const { nato, russia } = table.armies;
      return {
        ...table,
        armies: { nato: { ...nato, [space]: 0 }, russia: { ...russia, [space]: 0 } },
      };
    }
    case 'sea_control_changed':
      return { ...table, seas: { ...table.seas, [sea]: power } };
    default:
      return table;
  }
}

/** Returns the table with more or fewer armies of a side. @param {Table} table @param {string} side @param {Record<string, number>} by */
function shifted(table, side, by) {
  const key = side === 'europe' ? 'nato' : 'russia';
  const armies = /** @type {Record<string, number>} */ ({ ...table.armies[key] });
  for (const [space, count] of Object.entries(by))
    armies[space] = Math.max(0, (armies[space] ?? 0) + count);
  return { ...table, armies: { ...table.armies, [key]: armies } };
}
