// The form that opens a room: who, against whom, with which options.

import { addBot, createRoom } from '../core/api.js';
import { optionsOf } from '../core/options.js';
import { goTo } from '../core/router.js';
import { holdSeat, personName, rememberName } from '../core/seats.js';
import { MAIN_OPTIONS } from '../games/registry.js';
import { explain, text } from '../text/index.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { Part } from './part.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Option } from '../core/options.js' */

export class Create extends Part {
  static properties = { game: { attribute: false } };

  busy = false;
  problem = '';

  constructor() {
    super();
    /** @type {Wire.GameInfo} */
    this.game = /** @type {any} */ (null);
  }

  render() {
    const { game } = this;
    const options = optionsOf(game.options);
    const main = MAIN_OPTIONS[game.id] ?? [];
    const [shown, more] = [true, false].map((wanted) =>
      options.filter((option) => main.includes(option.key) === wanted),
    );
    return html`<form class="create" @submit=${this.#submit}>
      <label class="field"
        >${text.create.name}
        <input name="name" required maxlength="32" autocomplete="nickname" .value=${personName()} />
      </label>
      ${game.roles ? this.#seat(game.roles) : nothing}
      <label class="field"
        >${text.create.opponent}
        <select name="opponent">
          <option value="friend">${text.create.opponentFriend}</option>
          <option value="bot">${text.create.opponentBot}</option>
        </select>
      </label>
      ${shown.map((option) => this.#option(option))}
      <details>
        <summary>${text.create.moreOptions}</summary>
        ${more.map((option) => this.#option(option))}
        ${this.#check('listed', text.create.listed, false)}
        ${this.#check('spectators', text.create.spectators, true)}
        ${this.#check('entropy', text.create.entropy, false)}
      </details>
      ${this.problem ? html`<p class="bad" role="alert">${this.problem}</p>` : nothing}
      <div class="row">
        <button class="primary" ?disabled=${this.busy}>${text.create.button}</button>
        <button type="button" @click=${() => this.tell('cancel')}>${text.match.cancel}</button>
      </div>
    </form>`;
  }

  /** @param {string[]} roles */
  #seat(roles) {
    return html`<label class="field"
      >${text.create.seat}
      <select name="seat">
        ${roles.map((role, seat) => html`<option value=${seat}>${role}</option>`)}
        <option value="random">${text.create.anySeat}</option>
      </select>
    </label>`;
  }

  /** @param {string} name @param {string} label @param {boolean} on */
  #check(name, label, on) {
    return html`<label class="check"
      ><input type="checkbox" name=${name} ?checked=${on} /> ${label}</label
    >`;
  }

  /** @param {Option} option */
  #option(option) {
    const { key, title, description } = option;
    const name = `option-${key}`;
    if (option.kind === 'switch') return this.#check(name, title, option.default === true);
    const field =
      option.kind === 'choice'
        ? html`<select name=${name} aria-describedby="${name}-help">
            ${option.choices.map(
              ({ value, text: label }) =>
                html`<option value=${value} ?selected=${value === option.default}>
                  ${label}
                </option>`,
            )}
          </select>`
        : html`<input
            type="number"
            name=${name}
            min=${option.min / option.unit}
            max=${option.max / option.unit}
            .value=${String(option.default / option.unit)}
            aria-describedby="${name}-help"
          />`;
    const unit = option.kind === 'number' && option.unit > 1 ? ' (s)' : '';
    return html`<label class="field">${title}${unit} ${field}</label>
      <p class="help" id="${name}-help">${description}</p>`;
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const name = String(form.get('name')).trim();
    rememberName(name);
    this.busy = true;
    this.problem = '';
    this.requestUpdate();
    try {
      const seated = await createRoom(this.#wanted(form, name));
      const { room, seat, token } = seated;
      holdSeat({ code: room.code, game: room.game, seat, token, name });
      if (form.get('opponent') === 'bot') {
        for (const { seat: free, name: taken } of room.seats) {
          if (taken === null) await addBot(room.code, free, token);
        }
      }
      goTo(`r/${room.code}`);
    } catch (problem) {
      this.problem = explain(/** @type {any} */ (problem));
      this.busy = false;
      this.requestUpdate();
    }
  }

  /** @param {FormData} form @param {string} name @returns {Wire.CreateRoom} */
  #wanted(form, name) {
    const seat = form.get('seat');
    const wanted = {
      game: this.game.id,
      name,
      options: Object.fromEntries(
        optionsOf(this.game.options).map((option) => [option.key, chosen(option, form)]),
      ),
      listed: form.has('listed'),
      spectators: form.has('spectators') ? 'open' : 'off',
      entropy: form.has('entropy') ? 'required' : 'optional',
      ...(seat === null ? {} : { seat: seat === 'random' ? 'random' : Number(seat) }),
    };
    return /** @type {Wire.CreateRoom} */ (wanted);
  }
}

/** @param {Option} option @param {FormData} form */
function chosen(option, form) {
  const given = form.get(`option-${option.key}`);
  if (option.kind === 'switch') return given !== null;
  if (option.kind === 'number') return Math.round(Number(given) * option.unit);
  return option.choices.find(({ value }) => String(value) === given)?.value ?? option.default;
}

customElements.define('entente-create', Create);
