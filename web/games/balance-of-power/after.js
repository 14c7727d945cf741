// The table after an event, as far as its values say, for the time in which an update is played out. What an event
// does not say stays as it was until the update's last one.

/** @import * as Wire from '../../types/protocol.js' */

/** @typedef {Wire.BalanceOfPowerPublic} Table */

/** @param {Table} table @param {any} event @returns {Table} */
export function after(table, event) {
  const { type, from, to, troops, territory, by } = event;
  switch (type) {
    case 'placed':
    case 'troops_returned':
      return shifted(table, troops);
    case 'fought': {
      const { attacker_lost: own, defender_lost: other } = event;
      return { ...shifted(table, { [from]: -own, [to]: -other }), last_roll: event };
    }
    case 'conquered': {
      const taken = { ...table.territories[territory], owner: by, troops: 0 };
      return { ...table, territories: { ...table.territories, [territory]: taken } };
    }
    case 'occupied':
    case 'manoeuvred':
      return shifted(table, { [from]: -troops, [to]: troops });
    default:
      return table;
  }
}

/** Returns the table with more or fewer troops. @param {Table} table @param {Record<string, number>} by */
function shifted(table, by) {
  const territories = { ...table.territories };
  for (const [id, count] of Object.entries(by))
    territories[id] = { ...territories[id], troops: territories[id].troops + count };
  return { ...table, territories };
}
