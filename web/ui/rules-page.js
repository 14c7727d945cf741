// The page with the rules of one game, which prints well.

import { games } from '../core/api.js';
import { text } from '../text/index.js';
import { en as words } from '../text/rules.en.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { showing } from './component.js';
import { link } from './link.js';
import './rules.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Target } from './rules.js' */

export class RulesPage extends showing({
  game: '',
  /** The cited rule or the anchor that the address names. */ rule: /** @type {string | null} */ (
    null
  ),
}) {
  /** @type {Wire.GameInfo[]} */ games = [];
  /** @type {Target | null} */ #target = null;

  connectedCallback() {
    super.connectedCallback();
    games().then(
      (all) => {
        this.games = all;
        this.requestUpdate();
      },
      () => {},
    );
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('rule') || changed.has('game'))
      this.#target = this.rule ? { rule: this.rule } : null;
  }

  render() {
    const { game } = this;
    const name = this.games.find(({ id }) => id === game)?.name;
    const title = words.title(name ?? game);
    document.title = `${title} · ${text.app.name}`;
    /** Keeps the section in the address. @param {CustomEvent<string>} event */
    const shown = ({ detail }) =>
      history.replaceState(history.state, '', `${location.pathname}#${detail}`);
    return html`<main class="page rules-page">
      <div>
        <h1>${title}</h1>
        <p class="lead">${words.lead}</p>
      </div>
      <nav class="row" aria-label=${words.others}>
        ${this.games.map(({ id, name: other }) => (id === game ? nothing : link(`rules/${id}`, other, 'button')))}
        <button @click=${() => print()}>${words.print}</button>
      </nav>
      <entente-rules
        .game=${game}
        .target=${this.#target}
        .whole=${true}
        @shown=${shown}
      ></entente-rules>
    </main>`;
  }
}

customElements.define('entente-rules-page', RulesPage);
