// The dialog about the deal: everybody's commitments, the evidence that this browser keeps, and after the
// end the check of the whole record, done here and not by the server.

import { record } from '../core/api.js';
import { check } from '../proof/check.js';
import { explain } from '../text/index.js';
import { table } from '../text/table.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { UNSET, showing } from './component.js';
import { saveAs } from './save.js';

/** @import { Problem } from '../core/request.js' */
/** @import { Session } from '../core/session.js' */
/** @import { Checked } from '../proof/check.js' */

/** Warns of everything an honest server would not have done; on the page itself, so that no dialog hides it. @param {Session} session */
export function suspected({ code, deal }) {
  const { suspicions, evidence } = deal;
  if (suspicions.length === 0) return nothing;
  const save = () => {
    saveAs(new Blob([evidence?.text ?? ''], { type: 'text/plain' }), `${code}.heads`);
  };
  return html`<details class="suspected" open>
    <summary class="bad">${table.fairness.warning}</summary>
    <div role="alert">
      ${suspicions.map((what) => html`<p>${table.fairness.suspicions[what]}</p>`)}
    </div>
    <button @click=${save}>${table.fairness.saveKept}</button>
  </details>`;
}

export class Fairness extends showing({ session: /** @type {Session} */ (UNSET) }) {
  /** @type {Checked | 'checking' | null} */ verdict = null;
  /** @type {Blob | null} the record that was checked */ saved = null;
  problem = '';

  render() {
    const open = () => this.querySelector('dialog')?.showModal();
    const { suspicions } = this.session.deal;
    return html`<button class=${suspicions.length > 0 ? 'danger' : ''} @click=${open}>
        ${table.fairness.open}
      </button>
      <dialog aria-labelledby="fairness-title" class="sheet">
        <h2 id="fairness-title">${table.fairness.title}</h2>
        ${suspected(this.session)}
        <p>${table.fairness.intro}</p>
        ${this.#bound()} ${this.#check()}
        <form method="dialog"><button>${table.fairness.close}</button></form>
      </dialog>`;
  }

  #bound() {
    const { room, view, deal } = this.session;
    if (!room) return nothing;
    const { attempt, commitment, seats } = room.fairness;
    const alone = seats.every((seat) => !seat.commitment);
    return html`<dl class="bound">
        <dt>${table.fairness.commitment} (${table.fairness.attempt(attempt)})</dt>
        <dd class="hash">${commitment}</dd>
        ${room.seats.map(
          ({ name }, seat) =>
            html`<dt>
                ${name ?? seat + 1}:
                ${seats[seat]?.commitment ? table.fairness.brings : table.fairness.bringsNot}
              </dt>
              <dd class="hash">${seats[seat]?.commitment ?? nothing}</dd>`,
        )}
        ${
          view
            ? html`<dt>${table.fairness.head(view.seq)}</dt>
                <dd class="hash">${view.head}</dd>`
            : nothing
        }
      </dl>
      ${view && alone ? html`<p>${table.fairness.alone}</p>` : nothing}
      <p class="faint">${table.fairness.kept(deal.evidence?.heads.length ?? 0)}</p>`;
  }

  #check() {
    if (!this.session.view?.outcome) return html`<p class="faint">${table.fairness.later}</p>`;
    const { verdict } = this;
    if (verdict === 'checking') return html`<p role="status">${table.fairness.checking}</p>`;
    return html`<div class="row">
        <button class="primary" @click=${this.#run}>${table.fairness.check}</button>
        ${
          this.saved
            ? html`<button @click=${() => this.#save()}>${table.fairness.save}</button>`
            : nothing
        }
      </div>
      <div role="status">
        ${this.problem ? html`<p class="bad">${this.problem}</p>` : nothing}
        ${verdict ? this.#verdict(verdict) : nothing}
      </div>`;
  }

  /** @param {Checked} verdict */
  #verdict(verdict) {
    if (verdict.verdict === 'refused') {
      return html`<p class="bad">${table.fairness.refused(verdict.pointer, verdict.why)}</p>`;
    }
    const { report } = verdict;
    const compared = report.kept.heads > 0;
    return html`<p class="good">${compared ? table.fairness.holds : table.fairness.holdsAlone}</p>
      <p>${table.fairness.counts(report.entries, report.draws)}</p>
      <p class="faint">${table.fairness.notChecked}</p>
      ${
        compared && !report.kept.sealed
          ? html`<p class="faint">${table.fairness.notSealed}</p>`
          : nothing
      }`;
  }

  async #run() {
    this.verdict = 'checking';
    this.problem = '';
    this.requestUpdate();
    try {
      // The very bytes that were sent are checked and saved: parsing would lose duplicate keys.
      const bytes = await record(this.session.code);
      this.saved = new Blob([bytes], { type: 'application/json' });
      const { room, deal } = this.session;
      this.verdict = await check(bytes, { room: room?.id, kept: deal.evidence?.text });
    } catch (problem) {
      this.verdict = null;
      this.problem = this.#missing(/** @type {Problem} */ (problem));
    }
    this.requestUpdate();
  }

  #save() {
    if (this.saved) saveAs(this.saved, `${this.session.code}.json`);
  }

  /** Says why there is no record: one that was promised is not simply not there. @param {Problem} problem */
  #missing(problem) {
    const why = explain(problem);
    const { deal } = this.session;
    const promised = deal.evidence !== null && deal.evidence.facts.length > 0;
    return promised && !problem.passes ? table.fairness.withheld(why) : why;
  }
}

customElements.define('entente-fairness', Fairness);
