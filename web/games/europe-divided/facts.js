// A match's spaces, cards and turns, from the component data, by identifier. The board shows them and
// draws no conclusions. Anything that the data lack is called by its identifier.

import { once } from '../../core/once.js';
import { html, nothing } from '../../vendor/lit/lit.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */

/** A row of the data, or a name alone. @template Row @typedef {Partial<Omit<Row, 'id' | 'name'>> & {id: string, name: string}} Known */

/** The end of a condition that counts for several regions; where one is named it says nothing. */
const EACH = / in each region$/;

/** @param {string} id */
const spoken = (id) => {
  const said = id.replace(/^(europe|russia)-/, '').replaceAll(/[-_]/g, ' ');
  return said.charAt(0).toUpperCase() + said.slice(1);
};

/** @template {{id: string}} Row @param {Row[] | undefined} rows @returns {Map<string, Row>} */
const byId = (rows) => new Map((rows ?? []).map((row) => [row.id, row]));

export class Facts {
  /** @param {Wire.EuropeDividedData | null} data the match's component data */
  constructor(data) {
    this.spaces = byId(data?.map.space);
    this.actions = byId(data?.cards.action);
    this.advantages = byId(data?.cards.advantage);
    this.seas = byId(data?.cards.sea);
    this.headlines = byId(data?.headlines.headline);
    this.conditions = byId(data?.headlines.condition);
    this.turns = data?.turns.turn ?? [];
  }

  /** Returns the name of a space. @param {string} id */
  space(id) {
    return this.spaces.get(id)?.name ?? spoken(id);
  }

  /** Returns the names of spaces, as a list. @param {string[]} [ids] */
  list(ids = []) {
    return ids.map((id) => this.space(id)).join(', ');
  }

  /** Returns an Action Card. @param {string} id @returns {Known<Wire.EuropeDividedActionRow>} */
  action(id) {
    return this.actions.get(id) ?? { id, name: spoken(id) };
  }

  /** Returns an Advantage Card. @param {string} id @returns {Known<Wire.EuropeDividedAdvantageRow>} */
  advantage(id) {
    return this.advantages.get(id) ?? { id, name: spoken(id) };
  }

  /** Returns a headline. @param {string} id @returns {Known<Wire.EuropeDividedHeadlineRow>} */
  headline(id) {
    return this.headlines.get(id) ?? { id, name: spoken(id) };
  }

  /** Returns a card or headline of any kind. @param {string} id @returns {{id: string, name: string, text?: string | null}} */
  card(id) {
    return this.actions.get(id) ?? this.advantages.get(id) ?? this.headline(id);
  }

  /** Returns the condition of a headline in words. @param {{condition?: string, regions?: readonly string[]}} headline */
  condition({ condition = '', regions = [] }) {
    const text = this.conditions.get(condition)?.text;
    return regions.length === 1 ? text?.replace(EACH, '') : text;
  }

  /** Returns the side of a card or headline. @param {string} id */
  side(id) {
    const card = this.actions.get(id) ?? this.advantages.get(id);
    return card?.side ?? this.headlines.get(id)?.banner;
  }

  /** @param {string} id @returns {'action' | 'advantage' | 'headline' | 'sea' | null} */
  kind(id) {
    if (this.actions.has(id)) return 'action';
    if (this.advantages.has(id)) return 'advantage';
    if (this.headlines.has(id)) return 'headline';
    return this.seas.has(id) ? 'sea' : null;
  }

  /** Returns the spaces in which Russia builds with a Sea Card. */
  seaBuilds() {
    return [...this.seas.values()].flatMap((card) => card.russia_build_in ?? []);
  }
}

/** Returns the facts of component data, built once. */
export const factsOf = once((/** @type {Wire.EuropeDividedData | null} */ data) => new Facts(data));

/** Renders the mark of a reconstructed value, or nothing. @param {string | null | undefined} source */
export function mark(source) {
  if (source !== 'reconstructed') return nothing;
  return html`<abbr class="ed-mark" title=${words.mark}>~</abbr>`;
}
