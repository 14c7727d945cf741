// The drawer at the right edge: the complete list of choices, the log and the chat, one at a time. It is
// closed until somebody opens it, and stays as it was left on this device. With it alone every game can be
// played, so its buttons come first for the keyboard and for screen readers.

import { Hints } from '../core/hints.js';
import { later } from '../core/needed.js';
import { read, write } from '../core/storage.js';
import { isFree, keysWanted } from '../core/single-keys.js';
import { style } from '../core/style.js';
import { text } from '../text/index.js';
import { table } from '../text/table.js';
import { html, nothing } from '../vendor/lit/lit.js';
import './chat.js';
import { UNSET, showing } from './component.js';
import { DRAWER_ICONS } from './drawer-icons.js';
import './hint.js';
import './log.js';
import './offers.js';
import { WayBack } from './way-back.js';
import './why.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Play } from '../core/play.js' */
/** @import { Session } from '../core/session.js' */
/** @import { GameModule } from '../games/registry.js' */
/** @import { Target } from './rules.js' */

await style(new URL('../styles/drawer.css', import.meta.url));

const KEPT = 'entente/drawer';
/** Where it lies over the board, as in drawer.css: it is never open there before somebody asks. */
const OVER = matchMedia('(max-width: 1100px)');
/** The tabs with their keys. */
const TABS = /** @type {const} */ ([
  ['choices', '/'],
  ['log', 'l'],
  ['chat', 'c'],
  ['rules', 'r'],
]);
/** Selector of what gets the focus when a tab is opened. */
const FIRST = '.offer-form :is(input, button):enabled, .filter, .offer, .lines.log, .chat input';

/** Not before somebody asks for them. */
const rules = later(() => import('./rules.js'));

/** @typedef {typeof TABS[number][0]} Tab */

/** Whether the drawer is open, at which tab, and how much of the chat has been read. Fires `change`. */
export class DrawerState extends EventTarget {
  /** @type {Tab | null} */ tab = null;
  /** What the rules are opened at. @type {Target | null} */ target = null;
  /** The last line that was shown. @type {Wire.ChatLine | null} */ #read = null;
  /** @type {HTMLElement | null} what had the focus before */ #before = null;

  /** @param {Session} session @param {GameModule} game */
  constructor(session, game) {
    super();
    this.session = session;
    this.hints = new Hints(session);
    const kept = (!OVER.matches && read(KEPT)) || (game.listed ? 'choices' : '');
    this.tab = this.tabs.find(([tab]) => tab === kept)?.[0] ?? null;
    this.#read = session.chat.at(-1) ?? null;
    session.addEventListener('change', () => this.#seen());
  }

  /** The tabs with their keys; in a lesson there is nobody to chat with, and a coach speaks to the pupil alone. */
  get tabs() {
    const { taught, pupil } = this.session;
    return TABS.filter(([tab]) => tab !== 'chat' || (!taught && pupil === null));
  }

  /** Number of chat lines that have not been shown. */
  get unread() {
    const { chat } = this.session;
    const read = this.#read;
    if (!read) return chat.length;
    // After a reconnection the server sends the same lines again, as other objects.
    const same = (/** @type {Wire.ChatLine} */ line) =>
      line.name === read.name && line.text === read.text;
    const at = chat.includes(read) ? chat.lastIndexOf(read) : chat.findLastIndex(same);
    return chat.length - 1 - at;
  }

  /** Opens a tab, or closes the drawer (null). @param {Tab | null} tab */
  turnTo(tab) {
    this.tab = tab;
    if (tab === 'rules') this.target = { rule: null };
    write(KEPT, tab ?? '');
    this.#seen();
    this.dispatchEvent(new Event('change'));
    // What lies over a board makes room.
    if (tab) document.dispatchEvent(new Event('drawer'));
  }

  /** Opens a tab and gives it the focus; an open one is closed, and the focus goes back. @param {Tab} tab */
  toggle(tab) {
    if (this.tab === tab) return this.close();
    const { activeElement } = document;
    const inside = activeElement?.closest('entente-drawer');
    if (!inside) this.#before = /** @type {HTMLElement | null} */ (activeElement);
    this.turnTo(tab);
    return new Promise((done) => requestAnimationFrame(done)).then(() => {
      const panel = document.querySelector('entente-drawer .drawer-panel');
      // The rules go to their section by themselves, and may have done so before this frame.
      if (document.activeElement?.closest('.drawer-panel > *')) return;
      const first = /** @type {HTMLElement | null} */ (panel?.querySelector(FIRST) ?? panel);
      first?.focus();
    });
  }

  /** Opens the rules at one that is cited. @param {string} rule */
  lookUp(rule) {
    this.turnTo('rules');
    this.target = { rule };
  }

  /** Closes the drawer and gives the focus back. */
  async close() {
    const [before, tab] = [this.#before, this.tab];
    this.#before = null;
    this.turnTo(null);
    await new Promise((done) => requestAnimationFrame(done));
    if (document.activeElement !== document.body) return;
    const last = before?.isConnected && before !== document.body ? before : buttonOf(tab);
    last?.focus();
  }

  /** Uses a key of the drawer. @param {KeyboardEvent} event */
  handle(event) {
    if (event.key === 'Escape' && !event.defaultPrevented && this.tab && isInside(event)) {
      event.preventDefault();
      return this.close();
    }
    const tab = this.tabs.find(([, key]) => key === event.key.toLowerCase())?.[0];
    if (!tab || !keysWanted() || !isFree(event)) return;
    event.preventDefault();
    this.toggle(tab);
  }

  #seen() {
    if (this.tab === 'chat') this.#read = this.session.chat.at(-1) ?? null;
  }
}

/** @param {Event} event */
const isInside = ({ target }) => target instanceof Element && !!target.closest('entente-drawer');

/** @param {Tab | null} tab @returns {HTMLElement | null} */
const buttonOf = (tab) => document.querySelector(`.drawer-buttons [data-tab="${tab}"]`);

/** Renders the buttons that open and close the drawer. @param {DrawerState} state */
export const drawerButtons = (state) =>
  html`<nav class="drawer-buttons" aria-label=${table.drawer.buttons}>
    ${state.tabs.map(([tab, key]) => {
      const news = tab === 'chat' ? state.unread : 0;
      return html`<button
        class="quiet"
        data-tab=${tab}
        aria-expanded=${state.tab === tab ? 'true' : 'false'}
        aria-controls="drawer"
        title=${table.drawer.open(table.drawer.tabs[tab], key.toUpperCase())}
        @click=${() => state.toggle(tab)}
      >
        ${DRAWER_ICONS[tab]}<span class="tab-name">${table.drawer.tabs[tab]}</span>
        ${news > 0 ? html`<span class="news" aria-label=${text.match.unread(news)}>${news}</span>` : nothing}
      </button>`;
    })}
  </nav>`;

export class Drawer extends showing({
  state: /** @type {DrawerState} */ (UNSET),
  session: /** @type {Session} */ (UNSET),
  play: /** @type {Play} */ (UNSET),
  game: /** @type {GameModule} */ (UNSET),
  info: /** @type {Wire.GameInfo | null} */ (null),
}) {
  #wayBack = new WayBack(() => this.state.close());

  connectedCallback() {
    super.connectedCallback();
    this.follow(document, 'look-up', ({ detail }) => this.state.lookUp(detail));
    this.follow(document, 'hint', () => this.#hint());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#wayBack.watch(false);
  }

  updated() {
    this.#wayBack.watch(this.state.tab !== null && OVER.matches);
  }

  /** Shows the choices with a hint above them. */
  #hint() {
    this.state.turnTo('choices');
    this.state.hints.ask();
  }

  /** Closes it where it lies over the board, which shows what a hint brings and asks what is confirmed first. */
  #clear() {
    const over = getComputedStyle(this).position === 'absolute';
    if (over && !this.game.listed) this.state.close();
  }

  render() {
    const { tab } = this.state;
    if (!tab) return nothing;
    return html`<aside class="drawer" id="drawer" aria-labelledby="drawer-title">
      <div class="drawer-head">
        <h2 id="drawer-title">${table.drawer.titles[tab]}</h2>
        <button
          class="quiet"
          aria-label=${table.drawer.close}
          title=${table.drawer.close}
          @click=${() => this.state.close()}
        >
          ×
        </button>
      </div>
      <div class="drawer-panel" data-tab=${tab} tabindex="-1">${this.#panel(tab)}</div>
    </aside>`;
  }

  /** @param {Tab} tab */
  #panel(tab) {
    const { session, play, game, info } = this;
    switch (tab) {
      case 'choices':
        return html`<entente-hint
            .session=${session}
            .play=${play}
            .info=${info}
            .hints=${this.state.hints}
            @hint-taken=${() => this.#clear()}
          ></entente-hint>
          <p class="faint"><entente-why .play=${play}></entente-why></p>
          <entente-offers .play=${play} .game=${game}></entente-offers>`;
      case 'log':
        return html`<entente-log .play=${play} .game=${game}></entente-log>`;
      case 'rules':
        rules();
        return html`<entente-rules
          .game=${session.room?.game ?? ''}
          .target=${this.state.target}
          .now=${play.offers.map(({ rule }) => rule)}
        ></entente-rules>`;
      default:
        return html`<entente-chat .session=${session}></entente-chat>`;
    }
  }
}

customElements.define('entente-drawer', Drawer);
