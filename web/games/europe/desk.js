// The trade desk: the state that its panels are drawn from, and the actions by mouse, finger or key.
// Panels are templates in files of their own. Unsent input is kept here, and no update changes it.

import { play as sound } from '../../core/sound.js';
import { holes } from '../../core/offers.js';
import { Replay } from '../../core/replay.js';
import { html, nothing } from '../../vendor/lit/lit.js';
import { UNSET, showing } from '../../ui/component.js';
import { Reading } from '../../ui/reading.js';
import { Acts } from './act.js';
import { keepFocus, scrollIntoList } from './aim.js';
import { Allocation, allocating } from './allocation.js';
import { bar } from './bar.js';
import { Changes } from './changes.js';
import { Choice, choosing } from './choose.js';
import { ownCards } from './citizens.js';
import { countries } from './countries.js';
import { crises } from './crises.js';
import { lacking, sum } from './goods.js';
import { holdings } from './holdings.js';
import { Keys } from './keys.js';
import { market } from './market.js';
import { Messages } from './messages.js';
import { Names } from './names.js';
import { sayBought, sayEndings } from './news.js';
import { offerBuilder } from './offer-builder.js';
import { offerList } from './offer-list.js';
import { panels, turnTo } from './panels.js';
import { Payment } from './payment.js';
import { players } from './players.js';
import { results } from './results.js';
import { readable, reading } from './sheet.js';
import { Settled, Slots } from './slots.js';
import { words } from './words.js';
import { Trade } from './trade.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Play } from '../../core/play.js' */
/** @import { Bag } from './goods.js' */
/** @import { Panel } from './panels.js' */

export class Desk extends showing({ play: /** @type {Play} */ (UNSET) }) {
  names = /** @type {Names} */ (UNSET);
  acts = /** @type {Acts} */ (UNSET);
  trade = new Trade();
  choice = new Choice();
  draw = new Choice();
  allocation = new Allocation();
  payment = new Payment();
  toMe = /** @type {Slots<Wire.EuropeTradeOffer>} */ (new Slots());
  mine = /** @type {Slots<Wire.EuropeTradeOffer>} */ (new Slots(true));
  among = /** @type {Slots<Wire.EuropeTradeOffer>} */ (new Slots(true));
  settled = new Settled();
  /** `true` if the crises have just moved. */ crisesFresh = false;
  /** `true` if the offers to this seat have just been scrolled. */ toMeFresh = false;
  /** `true` if another offer has just become the marked one. */ armedFresh = false;
  changes = new Changes();
  keys = new Keys(this);
  /** `true` while the pointer is over the list of offers. */ aimed = false;
  /** @type {Panel} */ panel = 'table';
  /** What a tap has opened. */ reading = new Reading(this);
  messages = new Messages();
  #phase = '';
  #top = false;
  #drawing = false;
  /** @type {number | null} the marked offer that was scrolled into view */ #armedShown = null;
  #scrolls = 0;
  #tap = { handleEvent: (/** @type {MouseEvent} */ event) => this.#tapped(event), capture: true };
  /** @type {Panel} the panel shown before citizens were drawn */ #before = 'table';
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  /** @type {Play | null} */ #shown = null;

  connectedCallback() {
    super.connectedCallback();
    this.follow(this, 'mousedown', keepFocus);
    this.follow(document, 'keydown', (event) => this.keys.handle(event));
    this.follow(this, 'reveal', ({ detail }) => this.change(() => turnTo(this, detail)));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  willUpdate() {
    const { play } = this;
    if (this.#shown !== play) this.#open(play);
    this.follow(play.session, 'events', (event) => this.#handleEvents(event));
    if (!play.view) return;
    this.#enter(this.at);
    this.#arrange();
    const drawing = !!this.own?.drawn.length;
    if (drawing && !this.#drawing) this.#drew();
    if (!drawing && this.#drawing && this.panel === 'mine') this.panel = this.#before;
    this.#drawing = drawing;
  }

  /** Turns to the panel with the drawn citizens. */
  #drew() {
    this.draw = new Choice();
    this.#before = this.panel;
    this.panel = 'mine';
  }

  /** @param {Play} play */
  #open(play) {
    this.#shown = play;
    this.names = new Names(play);
    this.acts = new Acts(play);
  }

  /** Resets the state that belongs to a phase when the next one begins. @param {Wire.EuropePublic} at */
  #enter(at) {
    const phase = `${at.round} ${at.phase}`;
    if (phase === this.#phase) return;
    this.#phase = phase;
    this.trade.clear();
    this.choice = new Choice();
    this.draw = new Choice();
    this.allocation = new Allocation();
    this.payment = new Payment();
    this.keys.chord = null;
    this.panel = 'table';
    this.reading.open = null;
    this.messages.clear();
    this.#top = true;
  }

  /** Scrolls the marked offer into view, unless the pointer is over the list. */
  #showArmed() {
    const armed = this.armed?.id ?? null;
    if (armed === this.#armedShown || this.aimed) return;
    this.#armedShown = armed;
    const item = this.querySelector('.to-me .armed');
    if (!item) return;
    const moved = [...this.querySelectorAll('.to-me, .eu-offers')].filter((list) =>
      scrollIntoList(item, list),
    );
    if (moved.length === 0) return;
    this.#scrolls += 1;
    this.requestUpdate();
  }

  updated() {
    this.#showArmed();
    if (!this.#top) return;
    this.#top = false;
    this.querySelector('.eu-desk')?.scrollTo(0, 0);
  }

  /** Assigns offers to slots, and schedules the next change of the display. */
  #arrange() {
    const now = performance.now();
    const { seat, at } = this;
    const isMine = (/** @type {Wire.EuropeTradeOffer} */ offer) => offer.from === seat;
    const isToMe = (/** @type {Wire.EuropeTradeOffer} */ offer) =>
      seat !== null && offer.to.includes(seat);
    this.toMe.update(at.offers.filter(isToMe), now, this.aimed);
    this.mine.update(at.offers.filter(isMine), now, this.aimed);
    this.among.update(
      at.offers.filter((offer) => !isMine(offer) && !isToMe(offer)),
      now,
      this.aimed,
    );
    this.toMeFresh = this.settled.fresh('to me', this.#scrolls, now);
    this.armedFresh = this.settled.fresh('armed', this.armed?.id, now);
    at.market.forEach((card, slot) => this.settled.fresh(`market ${slot}`, card?.id, now));
    this.crisesFresh = this.settled.fresh('crises', at.crises.map(({ id }) => id).join(), now);
    this.changes.update(at, now);
    this.messages.update(now);
    this.#wake(now);
  }

  /** @param {number} now */
  #wake(now) {
    const { toMe, mine, among, changes, settled, messages } = this;
    const times = [toMe, mine, among, changes, settled, messages]
      .map((part) => part.next(now))
      .filter((time) => time !== null);
    clearTimeout(this.#timer);
    if (times.length) this.#timer = setTimeout(() => this.requestUpdate(), Math.min(...times) + 5);
  }

  /** @param {CustomEvent<{events: any[], news: boolean}>} event */
  #handleEvents({ target, detail: { events, news } }) {
    if (!news || target !== this.play.session) return;
    const crisis = events.findLast((event) => event.type === 'crisis_turned');
    if (crisis) this.messages.announce(crisis.crisis);
    const { seat } = this;
    sayEndings(this, events);
    sayBought(this, events);
    const asked = events.some(
      ({ type, offer }) => type === 'offer_made' && offer.to.includes(seat),
    );
    if (document.hidden && seat !== null && (crisis || asked)) sound(['turn']);
  }

  // State.

  get at() {
    return /** @type {Wire.EuropePublic} */ (/** @type {unknown} */ (this.play.view?.public));
  }

  get own() {
    return /** @type {Wire.EuropePrivate | null} */ (this.play.view?.private ?? null);
  }

  get seat() {
    return this.own?.seat ?? this.play.seat;
  }

  /** `true` while a match is looked back at: then nothing is decided. */
  get past() {
    return this.play.session instanceof Replay;
  }

  get me() {
    return this.seat === null ? null : this.at.players[this.seat];
  }

  /** The room's options: the constants of the rules in this match. @returns {any} */
  get options() {
    return this.play.session.room?.options ?? {};
  }

  /** The other seats. @returns {number[]} */
  get others() {
    return this.at.players.map((_, seat) => seat).filter((seat) => seat !== this.seat);
  }

  /** The seats to which an offer may be made now. @returns {number[]} */
  get partners() {
    const hole = this.acts
      .of('offer_create')
      .flatMap(holes)
      .find(({ path }) => path[0] === 'to');
    const open = hole?.placeholder;
    if (open?.kind !== 'pick') return this.others.filter((seat) => !this.at.players[seat].resigned);
    return open.from.map((item) => item.value);
  }

  /**
   * Returns the goods that a player may use.
   * @param {Wire.EuropePlayerView} player @returns {Bag}
   */
  goods(player) {
    return { ...player.cubes, coin: player.coin };
  }

  /**
   * This seat's citizens, the hidden one first, so that none moves when another one arrives.
   * @returns {Wire.EuropeCitizenView[]}
   */
  get citizens() {
    const hidden = this.own?.hidden_citizen;
    const open = this.me?.citizens ?? [];
    return hidden && !open.some(({ id }) => id === hidden.id) ? [hidden, ...open] : open;
  }

  /**
   * Returns the goods that a seat's visible citizens and debts ask for.
   * @param {number} seat @returns {Bag}
   */
  needed(seat) {
    const player = this.at.players[seat];
    const cards = seat === this.seat ? this.citizens : player.citizens;
    const debts = player.debts.map(({ owed }) => {
      if (owed.kind === 'cubes') return owed.cubes;
      return owed.kind === 'coin' ? { coin: owed.coin } : {};
    });
    return sum([...cards.map(({ needs }) => needs), ...debts]);
  }

  /** Returns the class of something that is pointed at elsewhere. @param {string} id */
  lit(id) {
    return this.play.focus.has(id) ? 'lit' : '';
  }

  // Actions.

  /** Changes what is not sent yet, and shows it. @param {() => unknown} act */
  change(act) {
    act();
    this.requestUpdate();
  }

  /** Shows a message for a moment. @param {string} said */
  say(said) {
    this.messages.say(said);
    this.requestUpdate();
  }

  /** Changes the draft offer by one step. @param {string} good @param {1 | -1} by */
  step(good, by) {
    const held = this.me ? (this.goods(this.me)[good] ?? 0) : 0;
    if (!this.trade.step(good, by, held))
      this.say(words.builder.short(words.goods[good].toLowerCase()));
    this.requestUpdate();
  }

  /** Asks for one more of a player's goods. @param {number} seat @param {string} good */
  wantOf(seat, good) {
    this.trade.include(seat);
    this.step(good, 1);
  }

  /** Asks for these goods. @param {Bag} goods */
  ask(goods) {
    this.trade.ask(goods);
    this.panel = 'table';
    this.requestUpdate();
  }

  /** Scrolls the debts into view. */
  async showCrises() {
    this.panel = 'market';
    this.requestUpdate();
    await this.updateComplete;
    this.querySelector('.eu-crises')?.scrollIntoView({ block: 'nearest' });
  }

  /** The command of the draft offer. */
  get tradeCommand() {
    return this.trade.command(this.partners, new Set(this.at.offers.map(({ id }) => id)));
  }

  /** Sends the draft offer. A refused one is kept, to be corrected. */
  async offer() {
    const command = this.tradeCommand;
    if (!this.acts.can(command)) return this.requestUpdate();
    // Before the answer arrives a new draft can be begun; only an untouched one gives way to a refused offer.
    const sent = this.trade;
    this.trade = new Trade();
    this.messages.failed = '';
    const done = await this.acts.send(command);
    if (!done && this.trade.empty) this.trade = sent;
    if (done) this.say(words.builder.sent);
    this.requestUpdate();
  }

  /** @param {'offer_accept' | 'offer_decline' | 'offer_cancel'} type @param {number} id */
  answer(type, id) {
    this.act({ type, offer_id: id });
  }

  /** Sends a command if possible, and shows that it is on its way. @param {any} command */
  async act(command) {
    this.messages.failed = '';
    const answer = this.acts.send(command);
    this.requestUpdate();
    const done = await answer;
    this.requestUpdate();
    return done;
  }

  /** Starts a counter-offer. @param {Wire.EuropeTradeOffer} offer */
  counter(offer) {
    this.trade.answer(offer);
    this.panel = 'table';
    this.requestUpdate();
  }

  /** The marked offer, which one key accepts or refuses: the first to this seat. */
  get armed() {
    return this.toMe.slots.find(({ gone }) => !gone)?.item ?? null;
  }

  /** Returns the goods that this seat lacks for accepting an offer. @param {Wire.EuropeTradeOffer} offer @returns {Bag} */
  short(offer) {
    return this.me ? lacking(offer.want, this.goods(this.me)) : {};
  }

  // Rendering.

  render() {
    if (!this.play.view) return nothing;
    const { at } = this;
    const { open } = this.reading;
    return html`<div
        class="eu-desk"
        data-phase=${at.phase}
        data-panel=${this.panel}
        @pointerdown=${(/** @type {PointerEvent} */ event) => this.reading.note(event)}
        @click=${this.#tap}
      >
        ${bar(this)} ${panels(this)} ${this.#parts()}
      </div>
      ${open ? reading(this, open, () => this.reading.show(null)) : nothing}`;
  }

  /** Opens what a finger has tapped, before anything acts on it. @param {MouseEvent} event */
  #tapped(event) {
    if (!this.reading.finger) return;
    const at = /** @type {Element} */ (event.target);
    const found = readable(at);
    if (found) event.stopPropagation();
    if (found || !at.closest('button')) this.reading.show(found);
  }

  #parts() {
    const aside = html`${market(this)} ${crises(this)}`;
    switch (this.at.phase) {
      case 'country':
        return countries(this);
      case 'choose':
        return columns(
          html`${choosing(this)} ${results(this)} ${this.#watched()}`,
          html`${aside} ${players(this)}`,
        );
      case 'allocate':
        return columns(
          html`${allocating(this)} ${this.#watched()}`,
          html`${aside} ${players(this)}`,
        );
      case 'over':
        return columns(
          html`${results(this)} ${holdings(this, nothing)}`,
          html`${aside} ${players(this)}`,
        );
      default:
        return this.#trading(aside);
    }
  }

  /** Renders the goods for spectators, who have nothing to decide. */
  #watched() {
    return this.me ? nothing : holdings(this, nothing);
  }

  /** @param {unknown} aside */
  #trading(aside) {
    const desk = holdings(this, this.past ? nothing : offerBuilder(this));
    const offers = html`${offerList(this)} ${aside}`;
    return this.me
      ? columns(html`${desk} ${ownCards(this)}`, html`${offers} ${players(this)}`)
      : columns(html`${desk} ${players(this)}`, offers);
  }
}

/** Renders two columns, which a narrow desk stacks. @param {unknown} left @param {unknown} right */
const columns = (left, right) =>
  html`<div class="eu-left">${left}</div>
    <div class="eu-right">${right}</div>`;

customElements.define('entente-europe', Desk);
