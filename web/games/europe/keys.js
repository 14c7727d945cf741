// The keys of the desk: single letters for frequent actions. They work anywhere on the page but in
// fields, and can be turned off, for those whose voice control or switch types by accident.

import { isFree, keysWanted } from '../../core/single-keys.js';
import { find } from './countries.js';
import { goodOf } from './goods.js';
import { take } from './market.js';
import { payFirst } from './payment.js';
import { words } from './words.js';

/** @import { Desk } from './desk.js' */
/** @import { Choice } from './choose.js' */
/** @import * as Wire from '../../types/protocol.js' */

/** Selector of elements that Enter and the space bar activate by themselves. */
const PRESSED = 'button, a, summary, input, [role="button"]';

/**
 * Returns a key as it is named below: letters in lower case, digits whatever the layout.
 * @param {KeyboardEvent} event
 */
function keyOf(event) {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  if (digit) return event.shiftKey ? `shift ${digit}` : digit;
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

export class Keys {
  /** @type {'bank' | 'market' | null} the first key of a chord, until the second is pressed */ chord =
    null;

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
  }

  /** @param {KeyboardEvent} event */
  handle(event) {
    if (!isFree(event) || !this.desk.play.view) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(PRESSED) && (event.key === 'Enter' || event.key === ' ')) return;
    if (!keysWanted() && event.key !== 'Escape') return;
    // The page's, where the desk needs the letters.
    if (event.shiftKey && /^[bn]$/i.test(event.key)) return;
    if (this.#act(keyOf(event), event)) event.preventDefault();
  }

  /**
   * @param {string} key @param {KeyboardEvent} event
   * @returns {boolean} `true` if the key was used
   */
  #act(key, event) {
    const { desk } = this;
    if (key === 'Escape') return this.#escape();
    if (!desk.me) return false;
    if (this.chord) return this.#complete(key);
    switch (desk.at.phase) {
      case 'country':
        return /^[a-z]$/.test(key) && (find(desk, key), true);
      case 'choose':
        return this.#choose(key);
      case 'allocate':
        return this.#allocate(key);
      case 'play':
        return this.#play(key, event);
      default:
        return false;
    }
  }

  #escape() {
    if (!this.chord) return false;
    this.chord = null;
    this.desk.requestUpdate();
    return true;
  }

  /** Handles the second key of a chord. @param {string} key */
  #complete(key) {
    const { desk, chord } = this;
    const good = goodOf(key);
    this.chord = null;
    desk.requestUpdate();
    if (chord === 'bank' && good) desk.act({ type: 'bank_buy', cubes: { [good]: 1 } });
    else if (chord === 'market' && key === '0') desk.act({ type: 'develop_blind' });
    else if (chord === 'market' && /^[123]$/.test(key)) take(desk, Number(key) - 1);
    else return false;
    return true;
  }

  /**
   * @param {Choice} choice @param {Wire.EuropeCitizenView[]} cards @param {string} key
   * @param {boolean} mayHide
   */
  #pick(choice, cards, key, mayHide) {
    const [, shift, digit] = /^(shift )?(\d)$/.exec(key) ?? [];
    const card = cards[Number(digit) - 1];
    if (!card) return false;
    if (!shift) choice.toggle(card.id);
    else if (mayHide) choice.hide(card.id);
    this.desk.requestUpdate();
    return true;
  }

  /** @param {string} key */
  #choose(key) {
    const { desk } = this;
    const { own, choice } = desk;
    if (!own || own.chosen) return false;
    if (key === 'Enter' || key === 'k') return (desk.act(choice.command(own)), true);
    if (key === 'v') return (desk.change(() => (choice.reveal = !choice.reveal)), true);
    return this.#pick(choice, own.dealt, key, true);
  }

  /** @param {string} key */
  #allocate(key) {
    const { desk } = this;
    const { allocation } = desk;
    if (key === 'Enter') return (desk.act(allocation.command), true);
    const card = allocation.cards?.[Number(key) - 1];
    if (!card) return false;
    card.reward = card.reward === 'coin' ? 'happiness' : 'coin';
    desk.requestUpdate();
    return true;
  }

  /** @param {string} key @param {KeyboardEvent} event */
  #play(key, event) {
    const { desk } = this;
    const { own } = desk;
    const good = /^[a-z]$/.test(key) ? goodOf(key) : undefined;
    if (good) return (desk.step(good, event.shiftKey ? -1 : 1), true);
    if (event.repeat) return true;
    if (own?.drawn.length) {
      if (key === 'k') return (desk.act(desk.draw.drawnCommand(own)), true);
      if (this.#pick(desk.draw, own.drawn, key, !own.hidden_citizen)) return true;
    }
    if (/^\d$/.test(key)) return this.#address(Number(key));
    const act = ACTS[key];
    act?.(desk);
    return !!act;
  }

  /** @param {number} digit a seat counted from 1, or 0 for everybody */
  #address(digit) {
    const { desk } = this;
    const { partners, trade } = desk;
    if (digit === 0) trade.toAll();
    else if (partners.includes(digit - 1)) trade.toggle(digit - 1, partners);
    else return false;
    desk.requestUpdate();
    return true;
  }
}

/**
 * Answers the marked offer, unless it has just become the marked one.
 * @param {Desk} desk @param {(offer: Wire.EuropeTradeOffer) => void} act
 */
function armed(desk, act) {
  const offer = desk.armed;
  if (!offer) return;
  if (desk.armedFresh) desk.say(words.offers.changed);
  else act(offer);
}

/** The actions of keys in open play. */
const ACTS = /** @type {Record<string, (desk: Desk) => unknown>} */ ({
  Enter: (desk) => desk.offer(),
  Backspace: (desk) => desk.change(() => desk.trade.clear()),
  a: (desk) => armed(desk, (offer) => desk.answer('offer_accept', offer.id)),
  x: (desk) => armed(desk, (offer) => desk.answer('offer_decline', offer.id)),
  q: (desk) => armed(desk, (offer) => desk.counter(offer)),
  u: (desk) => {
    const newest = desk.at.offers.findLast((offer) => offer.from === desk.seat);
    if (newest) desk.answer('offer_cancel', newest.id);
  },
  b: (desk) => {
    if (desk.acts.of('bank_buy').length > 0) begin(desk, 'bank');
  },
  t: (desk) => begin(desk, 'market'),
  p: (desk) => payFirst(desk),
  n: (desk) => drawAtLast(desk),
  v: (desk) => desk.act({ type: 'reveal_resource' }),
  r: (desk) => desk.act({ type: 'ready', ready: !desk.me?.ready }),
});

/** @param {Desk} desk @param {'bank' | 'market'} chord */
function begin(desk, chord) {
  desk.keys.chord = chord;
  desk.say(chord === 'bank' ? words.keys.buying : words.keys.taking);
}

/** Draws citizens if the key comes twice: one of them must be kept, and nobody undoes that. @param {Desk} desk */
function drawAtLast(desk) {
  const draw = { type: 'draw_citizens' };
  if (desk.acts.can(draw) && desk.messages.said !== words.keys.drawing)
    desk.say(words.keys.drawing);
  else desk.act(draw);
}

/** The board's part of the list of keys. @type {import('../registry.js').BoardKeys} */
export const boardKeys = { groups: words.keys.groups };
