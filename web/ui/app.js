// The outermost component: a bar, and the page that the address asks for.

import { later } from '../core/needed.js';
import { bringsToken, currentRoute } from '../core/router.js';
import { text } from '../text/index.js';
import { html, keyed, nothing } from '../vendor/lit/lit.js';
import './home.js';
import './keys.js';
import { link } from './link.js';
import { Component } from './component.js';

/** @import { Route } from '../core/router.js' */
/** @import { GameModule } from '../games/registry.js' */
/** @import { Keys } from './keys.js' */

/** These pages are more than a first visitor needs. */
const room = later(() => import('./room.js'));
const licences = later(() => import('./licences.js'));
const rules = later(() => import('./rules-page.js'));
const called = later(() => import('./called.js'));
const unknown = later(() => import('./unknown.js'));

export class App extends Component {
  /** @type {Route} */ route = currentRoute();
  /** @type {GameModule | null} the board that is shown */ game = null;
  /** `true` once a lobby waits while another page is open. */ waits = false;
  /** The number of links with a token that were opened. */ #arrivals = 0;

  connectedCallback() {
    super.connectedCallback();
    this.follow(window, 'popstate', () => this.#arrive());
    // A link to a seat of the room that is open changes no more than the fragment.
    this.follow(window, 'hashchange', () => bringsToken() && this.#arrive());
    this.follow(this, 'board', ({ detail }) => {
      this.game = detail;
      this.requestUpdate();
    });
    this.follow(document, 'waiting', () => {
      called();
      this.waits = true;
      this.requestUpdate();
    });
    this.follow(this, 'show-keys', () =>
      /** @type {Keys | null} */ (this.querySelector('entente-keys'))?.toggle(),
    );
  }

  #arrive() {
    this.route = currentRoute();
    if (this.route.page === 'room' && (this.route.token ?? this.route.coach)) this.#arrivals += 1;
    this.game = null;
    this.requestUpdate();
  }

  render() {
    return html`${this.#page(this.route)}${this.waits ? html`<entente-called></entente-called>` : nothing}<entente-keys
        .game=${this.game}
      ></entente-keys>`;
  }

  /** @param {Route} route */
  #page(route) {
    if (route.page === 'room') room();
    if (route.page === 'home') {
      return html`${this.#skip()} <entente-home id="content"></entente-home>`;
    }
    return html`${this.#skip()}
      <header class="bar">${link('', text.app.name, 'brand')}</header>
      ${this.#content(route)}`;
  }

  /** A way past the bar. It only gives the focus: relative to the base of the page its address is another page's. */
  #skip() {
    const skip = (/** @type {MouseEvent} */ event) => {
      event.preventDefault();
      const content = /** @type {HTMLElement | null} */ (this.querySelector('#content'));
      if (!content) return;
      content.tabIndex = -1;
      // Later a press beside everything gives the focus to nothing, as before.
      content.addEventListener('blur', () => content.removeAttribute('tabindex'), { once: true });
      content.focus();
    };
    return html`<a class="skip" href="#content" @click=${skip}>${text.app.skip}</a>`;
  }

  /** @param {Exclude<Route, {page: 'home'}>} route */
  #content(route) {
    if (route.page === 'licences') return this.#licences();
    if (route.page === 'rules') return this.#rules(route);
    return route.page === 'nowhere' || route.code === null
      ? this.#unknown(route.page === 'room')
      : this.#room({ ...route, code: route.code });
  }

  /** @param {boolean} ofRoom `true` if the address is that of a room */
  #unknown(ofRoom) {
    unknown();
    return html`<div id="content"><entente-unknown .room=${ofRoom}></entente-unknown></div>`;
  }

  #licences() {
    licences();
    return html`<entente-licences id="content"></entente-licences>`;
  }

  /** @param {Extract<Route, {page: 'rules'}>} route */
  #rules({ game, rule }) {
    rules();
    return html`<entente-rules-page id="content" .game=${game} .rule=${rule}></entente-rules-page>`;
  }

  /** @param {Extract<Route, {page: 'room'}> & {code: string}} route */
  #room({ code, token, coach }) {
    return keyed(
      `${code} ${this.#arrivals}`,
      html`<entente-room
        id="content"
        .code=${code}
        .given=${token}
        .coach=${coach}
      ></entente-room>`,
    );
  }
}

customElements.define('entente-app', App);
