// The licences of everything shown here and of the server, as their authors wrote them.

import { licences } from '../core/api.js';
import { explain, text } from '../text/index.js';
import { html } from '../vendor/lit/lit.js';
import { broken } from './broken.js';
import { Component } from './component.js';

class Licences extends Component {
  /** @type {string | null} */ texts = null;
  /** @type {string | null} */ problem = null;

  connectedCallback() {
    super.connectedCallback();
    document.title = `${text.licences.title} · ${text.app.name}`;
    this.#load();
  }

  async #load() {
    try {
      this.problem = null;
      this.texts = await licences();
    } catch (problem) {
      this.problem = explain(/** @type {any} */ (problem));
    }
    this.requestUpdate();
  }

  render() {
    return html`<main class="page">
      <h1>${text.licences.title}</h1>
      <p class="lead">${text.licences.lead}</p>
      ${
        this.problem === null
          ? html`<pre class="licences">${this.texts ?? text.app.loading}</pre>`
          : broken(this.problem, () => this.#load())
      }
    </main>`;
  }
}

customElements.define('entente-licences', Licences);
