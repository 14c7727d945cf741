// What the component data say of a match's spaces, cards and turns, found by identifier. The board
// shows it and draws no conclusion from it. What is not in the data is called by its identifier.

import { once } from '../../core/once.js';
import { html, nothing } from '../../vendor/lit/lit.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */

/** What the data say of something, or its name alone. @template Row @typedef {Partial<Omit<Row, 'id' | 'name'>> & {id: string, name: string}} Known */

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

  /** The name of a space. @param {string} id */
  space(id) {
    return this.spaces.get(id)?.name ?? spoken(id);
  }

  /** Names of spaces, as a list. @param {string[]} [ids] */
  list(ids = []) {
    return ids.map((id) => this.space(id)).join(', ');
  }

  /** An Action Card. @param {string} id @returns {Known<Wire.EuropeDividedActionRow>} */
  action(id) {
    return this.actions.get(id) ?? { id, name: spoken(id) };
  }

  /** An Advantage Card. @param {string} id @returns {Known<Wire.EuropeDividedAdvantageRow>} */
  advantage(id) {
    return this.advantages.get(id) ?? { id, name: spoken(id) };
  }

  /** A headline. @param {string} id @returns {Known<Wire.EuropeDividedHeadlineRow>} */
  headline(id) {
    return this.headlines.get(id) ?? { id, name: spoken(id) };
  }

  /** A card or headline of any kind. @param {string} id @returns {{id: string, name: string, text?: string | null}} */
  card(id) {
    return this.actions.get(id) ?? this.advantages.get(id) ?? this.headline(id);
  }

  /** A condition in words. @param {string} [id] */
  condition(id = '') {
    return this.conditions.get(id)?.text;
  }

  /** Whose card or headline it is. @param {string} id */
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

  /** The spaces in which Russia builds by a Sea Card. */
  seaBuilds() {
    return [...this.seas.values()].flatMap((card) => card.russia_build_in ?? []);
  }

  /** The contested Action Cards among these, by their region. @param {string[]} cards */
  byRegion(cards) {
    return new Set(cards.map((id) => this.actions.get(id)?.region).filter(Boolean));
  }
}

/** The facts of component data, made once. */
export const factsOf = once((/** @type {Wire.EuropeDividedData | null} */ data) => new Facts(data));

/** The sign of a reconstructed value, or nothing. @param {string | null | undefined} source */
export function mark(source) {
  if (source !== 'reconstructed') return nothing;
  return html`<abbr class="ed-mark" title=${words.mark}>~</abbr>`;
}
