// What a tap on the map reads: a territory with everything about it, and what can be done there; or a region.

import { sheet } from '../../ui/reading.js';
import { html, nothing } from '../../vendor/lit/lit.js';
import { about } from './info.js';
import { choiceOf, commandOf, percent } from './plan.js';
import { words } from './words.js';

/** @import { Action } from '../../ui/reading.js' */
/** @import { Facts } from './facts.js' */
/** @import { Scene } from './markers.js' */
/** @import { Plan } from './plan.js' */

/** @param {Scene} scene @param {Plan} plan @param {string} id a territory or a region @param {() => void} close */
export function reading(scene, plan, id, close) {
  const { facts, territories, cities } = scene;
  const row = facts.regions.get(id);
  if (row) return region(scene, row, close);
  const inner = html`<h3>${facts.name(id)}</h3>
    <ul>
      ${about(facts, territories, id, cities, plan.counts[id]).map((line) => html`<li>${line}</li>`)}
      ${neighbours(facts, territories, id)}
    </ul>`;
  return sheet(facts.name(id), inner, actions(plan, facts, id), close);
}

/**
 * Renders a region: its bonus, how much of it each side holds, and its territories.
 * @param {Scene} scene @param {{id: string, name: string, bonus: number}} row @param {() => void} close
 */
function region({ facts, territories }, { id, name, bonus }, close) {
  const inside = facts.inRegion(id);
  const held = (/** @type {string} */ owner) =>
    inside.filter((one) => territories[one].owner === owner).length;
  const title = words.map.regionName(name);
  const inner = html`<h3>${title}</h3>
    <p>${words.map.bonus(bonus)}</p>
    <ul>
      ${['red', 'blue'].map(
        (owner) =>
          html`<li>${words.objectives.held(words.owners[owner], held(owner), inside.length)}</li>`,
      )}
      <li>${described(facts, territories, inside).join('; ')}</li>
    </ul>`;
  return sheet(title, inner, [], close);
}

/** Returns territories with who stands there. @param {Facts} facts @param {Scene['territories']} territories @param {string[]} all */
const described = (facts, territories, all) =>
  all.map((one) => {
    const { owner, troops } = territories[one];
    return words.sheet.territory(facts.name(one), words.owners[owner], troops);
  });

/** Renders where troops can go from here, and who stands there. @param {Facts} facts @param {Scene['territories']} territories @param {string} id */
function neighbours(facts, territories, id) {
  const all = facts.neighbours(id).filter((one) => territories[one]);
  if (all.length === 0) return nothing;
  return html`<li>${words.sheet.borders(described(facts, territories, all))}</li>`;
}

/** Returns what can be done in a territory. @param {Plan} plan @param {Facts} facts @param {string} id @returns {Action[]} */
function actions(plan, facts, id) {
  const { bag, move, moves } = plan;
  if (bag) return placing(plan, bag, id);
  if (move) return moving(plan, move, facts, id);
  if (moves.some((offer) => commandOf(offer).from === id))
    return [{ text: words.sheet.leave, act: () => plan.press(id) }];
  return moves.length > 0 ? [] : attacking(plan, facts, id);
}

/** @param {Plan} plan @param {NonNullable<Plan['bag']>} bag @param {string} id @returns {Action[]} */
function placing(plan, bag, id) {
  const { max, max_total: all } = choiceOf(bag, 'troops');
  const placed = plan.counts[id] ?? 0;
  if (!max[id]) return [];
  const more = Math.min(max[id] - placed, all - plan.total);
  const put = (/** @type {number} */ by) => () => plan.put(id, by);
  // All of them at any time: no press moves another button below the finger.
  return [
    { text: words.sheet.place(1), act: put(1), stays: true, off: more < 1 },
    { text: words.sheet.placeAll(more), act: put(more), off: more < 2 },
    { text: words.sheet.takeBack, act: put(-1), stays: true, off: placed < 1 },
  ];
}

/** @param {Plan} plan @param {NonNullable<Plan['move']>} move @param {Facts} facts @param {string} id @returns {Action[]} */
function moving(plan, move, facts, id) {
  if (id === move.from) return [{ text: words.sheet.stay, act: () => plan.press(id) }];
  const goals = choiceOf(move.offer, 'to').from;
  if (!goals.some((/** @type {any} */ { value }) => value === id)) return [];
  return [{ text: words.sheet.go(facts.name(move.from)), act: () => plan.press(id) }];
}

/** Returns the attacks from here or into here: that from the chosen territory first, then the likeliest. @param {Plan} plan @param {Facts} facts @param {string} id @returns {Action[]} */
function attacking(plan, facts, id) {
  const { fights, origin, table } = plan;
  const rank = (/** @type {import('./plan.js').Fight} */ { from, chances }) =>
    from === origin ? Infinity : (chances[0] ?? 0);
  const into = fights
    .filter(({ to }) => to === id)
    .sort((a, b) => rank(b) - rank(a))
    .map((fight) => ({
      text: words.sheet.attack(
        facts.name(fight.from),
        table.territories[fight.from].troops,
        percent(fight.chances[0], 0),
      ),
      act: () => plan.choose(fight),
    }));
  const from = fights.some((fight) => fight.from === id)
    ? [{ text: words.sheet.attackFrom, act: () => plan.choose({ from: id, to: null }) }]
    : [];
  return [...into, ...from];
}
