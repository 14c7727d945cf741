// The names and texts of the match's components, from its data.

import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Play } from '../../core/play.js' */

/** @template {{id: string}} Row @param {Row[] | undefined} rows @returns {Map<string, Row>} */
const byId = (rows) => new Map((rows ?? []).map((row) => [row.id, row]));

export class Names {
  /** @param {Play} play */
  constructor(play) {
    const data = /** @type {Wire.EuropeData | null} */ (play.data);
    this.session = play.session;
    this.countries = byId(data?.countries.country);
    this.citizens = byId(data?.citizens.citizen);
    this.crises = byId(data?.crises.crisis);
    /** The coin that the top card of the deck costs less than its two numbers. */
    this.discount = data?.counts.count.find(({ id }) => id === 'blind_discount')?.value ?? 0;
    /** @type {Map<string, Wire.EuropeResourceRow>} */
    this.resources = new Map();
    for (const row of data?.resources.resource ?? []) {
      for (const copy of row.copies) this.resources.set(copy, row);
    }
  }

  /** The least and the highest price of a resource card that is bought unseen. @returns {[number, number]} */
  get blindPrices() {
    const sums = [...this.resources.values()]
      .filter(({ starting }) => !starting)
      .map(({ first, later }) => Math.max(0, first + later - this.discount));
    return [Math.min(...sums), Math.max(...sums)];
  }

  /** @param {number} seat */
  player(seat) {
    return this.session.room?.seats[seat]?.name ?? words.table.seat(seat);
  }

  /** Returns the name of the player on the left of a seat. @param {number} seat */
  left(seat) {
    return this.player((seat + 1) % (this.session.room?.seats.length ?? 1));
  }

  /** @param {string | null | undefined} code */
  country(code) {
    return code ? (this.countries.get(code)?.name ?? code) : '';
  }

  /** Returns the type of a citizen, whose id is the type's and a number. @param {string} id */
  citizen(id) {
    return (
      this.citizens.get(id.split('-')[0]) ?? { name: id, source: 'printed', needs: {}, coin: 0 }
    );
  }

  /** @param {string} id @returns {Partial<Wire.EuropeCrisisRow> & {name: string, text: string, source: string}} */
  crisis(id) {
    return this.crises.get(id) ?? { name: id.replaceAll('_', ' '), text: '', source: 'printed' };
  }

  /** Describes a resource card in words. @param {Wire.EuropeResourceView} card */
  card(card) {
    const gives = words.cards.gives(card.first, card.later);
    return words.market.card(words.goods[card.resource], gives);
  }
}
