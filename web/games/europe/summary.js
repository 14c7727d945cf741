// The board in words: where the round stands, every player with goods and cards, the bank, the market, the crises
// and the open offers.

import { CUBES, goodsText } from './goods.js';
import { Names } from './names.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Play } from '../../core/play.js' */
/** @import { Bag } from './goods.js' */

/** @param {Play} play @returns {import('../registry.js').Part[]} */
export function summary(play) {
  const at = /** @type {Wire.EuropePublic} */ (/** @type {any} */ (play.view).public);
  const own = /** @type {Wire.EuropePrivate | null} */ (
    /** @type {any} */ (play.view).private ?? null
  );
  const names = new Names(play);
  const options = /** @type {any} */ (play.session.room?.options ?? {});
  const me = own?.seat ?? null;
  const seats = at.players.map((_, seat) => seat);
  const order = me === null ? seats : [me, ...seats.filter((seat) => seat !== me)];
  const called = (/** @type {number} */ seat) =>
    seat === me ? words.table.you : names.player(seat);
  const parts = [
    { title: words.bar.phases[at.phase], lines: course(at, options) },
    ...order.map((seat) => ({
      title: words.summary.player(called(seat), names.country(at.players[seat].country)),
      lines: player(at.players[seat], seat === me ? own : null, names, options),
    })),
    { title: words.summary.bank, lines: bank(at) },
    {
      title: words.market.title,
      lines: [
        ...at.market.flatMap((card, slot) =>
          card ? [words.summary.slot(slot + 1, names.card(card), card.first + card.later)] : [],
        ),
        words.market.blindHelp(...names.blindPrices),
        words.market.decks(at.decks.citizens, at.decks.crises),
      ],
    },
    {
      title: words.crises.title,
      lines: at.crises.map(({ id }) => {
        const { name, text: does } = names.crisis(id);
        return words.summary.line(name, does);
      }),
    },
    { title: words.offers.all, lines: at.offers.map((offer) => trade(offer, called)) },
  ];
  return parts.filter(({ lines }) => lines.length > 0);
}

/** @param {Wire.EuropePublic} at @param {any} options */
function course(at, options) {
  const round = at.round === 0 ? words.bar.before : words.bar.round(at.round, options.max_rounds);
  if (at.crises_ahead == null) return [round];
  return [round, at.crises_ahead > 0 ? words.bar.readyToCrisis : words.bar.readyToEnd];
}

/**
 * @param {Wire.EuropePlayerView} one @param {Wire.EuropePrivate | null} own what only this seat knows of itself
 * @param {Names} names @param {any} options
 */
function player(one, own, names, options) {
  const hidden = own?.hidden_citizen;
  const citizens = [...one.citizens, ...(hidden ? [hidden] : [])].map((card) =>
    words.summary.citizen(
      names.citizen(card.id).name,
      goodsText(/** @type {Bag} */ (card.needs)),
      card.coin,
    ),
  );
  const cards = [...one.cards, ...(own?.hidden_resource ? [own.hidden_resource] : [])];
  const { said } = words.summary;
  return [
    words.table.happiness(one.happiness, options.win_happiness),
    said.has(goodsText({ .../** @type {Bag} */ (one.cubes), coin: one.coin })),
    bag(one.locked, said.locked),
    ...citizens,
    !own && one.hidden_citizens > 0 ? words.cards.facedown(one.hidden_citizens) : '',
    cards.length > 0 ? said.cards(cards.map((card) => names.card(card))) : '',
    !own && one.hidden_resource ? words.cards.hiddenResource : '',
    ...one.debts.map(({ crisis }) => said.owes(names.crisis(crisis).name)),
    one.ready ? words.table.ready : '',
    one.resigned ? words.table.resigned : '',
  ].filter(Boolean);
}

/** Describes cubes, if there are any. @param {object} cubes @param {(goods: string) => string} say */
const bag = (cubes, say) => {
  const held = /** @type {Bag} */ (cubes);
  return CUBES.some((good) => held[good] > 0) ? say(goodsText(held)) : '';
};

/** @param {Wire.EuropePublic} at */
function bank(at) {
  const { said } = words.summary;
  return [
    at.bank ? bag(at.bank.stock, (goods) => said.sells(goods, at.bank?.price ?? 0)) : '',
    words.table.coinBank(at.bank_coin),
    bag(at.supply, said.supply),
  ].filter(Boolean);
}

/** @param {Wire.EuropeTradeOffer} offer @param {(seat: number) => string} called */
const trade = ({ from, to, give, want }, called) =>
  words.summary.offer(
    called(from),
    to.map(called).join(', '),
    goodsText(/** @type {Bag} */ (give)),
    goodsText(/** @type {Bag} */ (want)),
  );
