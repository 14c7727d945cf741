// What the component data say of a match's spaces, cards and turns, found by identifier. The board
// shows it and draws no conclusion from it. What is not in the data is called by its identifier.

import { once } from '../../core/once.js';
import { html, nothing } from '../../vendor/lit/lit.js';
import { words } from './words.js';

/**
 * Rows are as in `data/europe-divided/*.toml`: a value `x` has its provenance in `x_source`, or in
 * `source` for the whole row.
 * @typedef {Record<string, any>} Row
 */

/** @param {string} id */
const spoken = (id) => {
  const said = id.replace(/^(europe|russia)-/, '').replaceAll(/[-_]/g, ' ');
  return said.charAt(0).toUpperCase() + said.slice(1);
};

/** @param {Row[] | undefined} rows @param {string} [key] @returns {Map<any, Row>} */
const byKey = (rows, key = 'id') => new Map((rows ?? []).map((row) => [row[key], row]));

export class Facts {
  /** @param {any} data the match's component data */
  constructor(data) {
    this.spaces = byKey(data?.map?.space);
    this.actions = byKey(data?.cards?.action);
    this.advantages = byKey(data?.cards?.advantage);
    this.seas = byKey(data?.cards?.sea);
    this.headlines = byKey(data?.headlines?.headline);
    this.conditions = byKey(data?.headlines?.condition);
    /** @type {Row[]} */
    this.turns = data?.turns?.turn ?? [];
  }

  /** The name of a space. @param {string} id */
  space(id) {
    return this.spaces.get(id)?.name ?? spoken(id);
  }

  /** Names of spaces, as a list. @param {string[]} [ids] */
  list(ids = []) {
    return ids.map((id) => this.space(id)).join(', ');
  }

  /** A card or headline of any kind. @param {string} id @returns {Row} */
  card(id) {
    const row = this.actions.get(id) ?? this.advantages.get(id) ?? this.headlines.get(id);
    return row ?? { id, name: spoken(id) };
  }

  /** @param {string} id @returns {'action' | 'advantage' | 'headline' | 'sea' | null} */
  kind(id) {
    if (this.actions.has(id)) return 'action';
    if (this.advantages.has(id)) return 'advantage';
    if (this.headlines.has(id)) return 'headline';
    return this.seas.has(id) ? 'sea' : null;
  }

  /** The contested Action Cards among these, by their region. @param {string[]} cards */
  byRegion(cards) {
    return new Set(cards.map((id) => this.actions.get(id)?.region).filter(Boolean));
  }
}

/** The facts of component data, made once. */
export const factsOf = once((data) => new Facts(data));

/** The sign of a reconstructed value, or nothing. @param {string | undefined} source */
export function mark(source) {
  if (source !== 'reconstructed') return nothing;
  return html`<abbr class="ed-mark" title=${words.mark}>~</abbr>`;
}
