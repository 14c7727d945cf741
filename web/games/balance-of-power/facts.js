// A match's territories, objectives, cards and charts, from the component data, by identifier. The board
// shows them and draws no conclusions. Anything that the data lack is called by its identifier.

import { once } from '../../core/once.js';
import { html, nothing, svg } from '../../vendor/lit/lit.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */

/** @param {string} id */
const spoken = (id) => {
  const said = id.replace(/^card-/, '').replaceAll(/[-_]/g, ' ');
  return said.charAt(0).toUpperCase() + said.slice(1);
};

/** @template Row, Key @param {Row[] | undefined} rows @param {(row: Row) => Key} key @returns {Map<Key, Row>} */
const byKey = (rows, key) => new Map((rows ?? []).map((row) => [key(row), row]));

/** @param {{id: string}} row */
const byId = ({ id }) => id;

export class Facts {
  /** @param {Wire.BalanceOfPowerData | null} data the match's component data */
  constructor(data) {
    this.territories = byKey(data?.map.territory, byId);
    this.regions = byKey(data?.map.region, byId);
    this.objectives = byKey(data?.objectives.objective, byId);
    this.cards = byKey(data?.cards.card, byId);
    this.stars = byKey(data?.cards.stars, ({ stars }) => stars);
    this.charts = byKey(data?.command_room.chart, byId);
    this.resistance = byKey(data?.command_room.resistance, ({ troops }) => troops);
    this.support = byKey(data?.command_room.support, byId);
    this.setups = byKey(data?.setups.setup, ({ id }) => id);
    this.edges = data?.map.edge ?? [];
  }

  /** Returns the name of a territory. @param {string} id */
  name(id) {
    return this.territories.get(id)?.name ?? spoken(id);
  }

  /** Returns the name of a card. @param {string} id */
  card(id) {
    const territory = this.cards.get(id)?.territory;
    return territory ? this.name(territory) : words.cards.plain;
  }

  /** Returns the border or sea-line between two territories. @param {string} a @param {string} b */
  edge(a, b) {
    return this.edges.find((row) => (row.a === a && row.b === b) || (row.a === b && row.b === a));
  }

  /** Returns the territories next to one, across a border or a sea-line. @param {string} id @returns {string[]} */
  neighbours(id) {
    return this.edges
      .filter(({ a, b }) => a === id || b === id)
      .map(({ a, b }) => (a === id ? b : a));
  }

  /** Returns the territories on the other end of a sea-line. @param {string} id @returns {string[]} */
  overSea(id) {
    return this.neighbours(id).filter((one) => this.edge(id, one)?.kind === 'sea');
  }

  /**
   * Returns what is reconstructed about a territory; `borders` has the names of its neighbours.
   * @param {string} id @returns {{name: boolean, region: boolean, rough: boolean, borders: string[]}}
   */
  doubts(id) {
    const row = this.territories.get(id);
    const borders = this.edges
      .filter(({ a, b, source }) => reconstructed(source) && (a === id || b === id))
      .map(({ a, b }) => this.name(a === id ? b : a));
    return {
      name: reconstructed(row?.name_source),
      region: reconstructed(row?.region_source),
      rough: reconstructed(row?.rough_source),
      borders,
    };
  }

  /** Returns the territories for which this holds. @param {(row: Wire.BalanceOfPowerTerritoryRow) => boolean} holds @returns {string[]} */
  #where(holds) {
    return [...this.territories.values()].filter(holds).map((row) => row.id);
  }

  /** Returns the territories of a region. @param {string} id */
  inRegion(id) {
    return this.#where(({ region }) => region === id);
  }

  /**
   * Returns the territories that an objective is about, on the current map.
   * @param {string} id @param {Wire.BalanceOfPowerPublic} table @returns {string[]}
   */
  territoriesOf(id, table) {
    const condition = this.objectives.get(id)?.condition;
    const all = Object.entries(table.territories);
    switch (condition?.hold) {
      case 'region':
        return this.inRegion(condition.region);
      case 'sea_lines':
        return [
          ...new Set(this.edges.filter(({ kind }) => kind === 'sea').flatMap(({ a, b }) => [a, b])),
        ];
      case 'rough':
        return this.#where(({ rough }) => rough);
      case 'site':
        return this.#where(({ site }) => site === condition.site);
      case 'cities':
        return all.filter(([, { city }]) => city).map(([at]) => at);
      case 'no_neutral':
        return all.filter(([, { owner }]) => owner === 'neutral').map(([at]) => at);
      default:
        return [];
    }
  }
}

/** Returns the facts of component data, built once. */
export const factsOf = once(
  (/** @type {Wire.BalanceOfPowerData | null} */ data) => new Facts(data),
);

/** Checks whether a value is reconstructed: no readable source has it. @param {string | null | undefined} source */
export const reconstructed = (source) => source === 'reconstructed';

/** Renders the mark of a reconstructed value, or nothing. @param {string | null | undefined} source */
export function mark(source) {
  if (!reconstructed(source)) return nothing;
  return html`<abbr class="bp-mark" title=${words.mark}>~</abbr>`;
}

/** Renders that mark inside a text of the map. @param {string | null | undefined} source */
export function svgMark(source) {
  if (!reconstructed(source)) return nothing;
  return svg`<tspan class="bp-mark">~<title>${words.mark}</title></tspan>`;
}
