// What the desk says of news: how an own offer ended, and which card somebody has bought. On a phone the lists that
// show it are out of view, and a card bought unseen would have to be looked for among one's own.

import { goodsText } from './goods.js';
import { words } from './words.js';

/** @import { Desk } from './desk.js' */

/** Says how offers of this seat ended. @param {Desk} desk @param {any[]} events */
export function sayEndings(desk, events) {
  const { outcome, taken } = words.builder;
  for (const event of events) {
    const mine = desk.mine.slots.find((slot) => slot.id === event.offer_id);
    if (event.type === 'swapped' && event.from === desk.seat)
      desk.say(taken(desk.names.player(event.by)));
    else if (event.type === 'offer_closed' && mine && outcome[event.because]) {
      // Who has refused is no longer among those it is made to: of several only the goods tell which offer it was.
      const { give, want } = mine.item;
      desk.messages.failed = outcome[event.because](goodsText(give), goodsText(want));
      desk.say(desk.messages.failed);
    }
  }
}

/** Says which card was bought last. @param {Desk} desk @param {any[]} events */
export function sayBought(desk, events) {
  const event = events.findLast(({ type }) => type === 'developed');
  const row = event && desk.names.resources.get(event.card);
  if (!row) return;
  const mine = event.seat === desk.seat;
  const who = mine ? words.market.youBought : words.market.bought(desk.names.player(event.seat));
  desk.messages.sayBought({ who, card: { ...row, id: event.card } });
}
