// The form that opens a room: name, opponents, side and options.

import { groupedOptions, optionsOf, valueOf, written } from '../core/options.js';
import { personName, rememberName } from '../core/person.js';
import { pacesOf, rolesOf } from '../games/registry.js';
import { explain, text } from '../text/index.js';
import { options as optionText } from '../text/options.en.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { levelChoice } from './bot-level.js';
import { faultText, optionField } from './option-fields.js';
import { UNSET, showing } from './component.js';
import { nameAmongBots, openRoom } from './open.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Given, Option } from '../core/options.js' */

export class Create extends showing({ game: /** @type {Wire.GameInfo} */ (UNSET) }) {
  busy = false;
  problem = '';
  /** `true` while bots are to take the free seats. */ bots = false;
  /** @type {Option[]} */ options = [];
  /** @type {ReturnType<typeof groupedOptions>} the same, as the form shows them */ grouped = {
    main: [],
    groups: [],
  };
  /** @type {Record<string, Given>} the text entered for each option */ given = {};
  /** @type {Record<string, string>} the error shown at each option */ wrong = {};

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has('game')) return;
    this.options = optionsOf(this.game.options);
    this.grouped = groupedOptions(this.game);
    this.given = Object.fromEntries(
      this.options.map((option) => [option.key, written(option, option.default)]),
    );
  }

  firstUpdated() {
    // On a phone the on-screen keyboard would cover the form.
    if (matchMedia('(pointer: fine)').matches) this.querySelector('input')?.focus();
  }

  render() {
    const { main, groups } = this.grouped;
    return html`<form class="create" novalidate @submit=${this.#submit}>
      <div class="fields">
        ${this.#opponent()} ${this.bots ? nothing : this.#name()} ${this.#seat()}
        ${main.map((option) => this.#option(option))} ${this.#pace()}
      </div>
      <details>
        <summary>${text.create.moreOptions}</summary>
        ${groups.map(({ title, options }) =>
          group(
            title,
            options.map((option) => this.#option(option)),
          ),
        )}
        ${group(optionText.room, [
          this.#check('listed', text.create.listed, text.create.listedHelp, false),
          this.#check('spectators', text.create.spectators, text.create.spectatorsHelp, true),
          this.#check('entropy', text.create.entropy, text.create.entropyHelp, false),
          this.#hints(),
        ])}
      </details>
      <p class="bad" role="alert">${this.problem}</p>
      <div class="row">
        <button class="primary" ?disabled=${this.busy}>
          ${this.bots ? text.create.start : text.create.button}
        </button>
        <button type="button" @click=${() => this.emit('cancel')}>${text.match.cancel}</button>
      </div>
    </form>`;
  }

  #name() {
    const problem = this.wrong.name ?? '';
    return html`<div class="option">
      <label class="field"
        >${text.create.name}
        <input
          name="name"
          maxlength="32"
          autocomplete="nickname"
          aria-invalid=${problem ? 'true' : 'false'}
          aria-describedby="name-wrong"
          .value=${personName()}
        />
      </label>
      <p class="bad" id="name-wrong" role="alert">${problem}</p>
    </div>`;
  }

  #opponent() {
    return html`<label class="field"
        >${text.create.opponent}
        <select
          name="opponent"
          @change=${(/** @type {any} */ event) => {
            this.bots = event.target.value === 'bot';
            this.requestUpdate();
          }}
        >
          <option value="friend">${text.create.opponentFriend}</option>
          <option value="bot">${text.create.opponentBot}</option>
        </select>
      </label>
      ${this.bots ? levelChoice(this.game, text.bots.level) : nothing}`;
  }

  #seat() {
    const roles = rolesOf(this.game, this.given);
    if (!roles) return nothing;
    return html`<label class="field"
      >${text.create.side}
      <select name="seat">
        ${roles.map(
          (role, seat) => html`<option value=${seat} ?selected=${seat === 0}>${role}</option>`,
        )}
        <option value="random">${text.create.anySeat}</option>
      </select>
    </label>`;
  }

  /** Sets the times of a game with a clock all at once. */
  #pace() {
    /** @type {Record<string, Readonly<Record<string, any>>>} */
    const paces = { usual: {}, ...pacesOf(this.game.id) };
    const keys = new Set(Object.values(paces).flatMap((pace) => Object.keys(pace)));
    const times = this.options.filter(({ key }) => keys.has(key));
    if (times.length === 0) return nothing;
    const given = (/** @type {string} */ pace) =>
      times.map((option) => [
        option.key,
        written(option, paces[pace][option.key] ?? option.default),
      ]);
    const now =
      Object.keys(paces).find((pace) =>
        given(pace).every(([key, is]) => this.given[String(key)] === is),
      ) ?? 'own';
    const set = (/** @type {any} */ event) => {
      if (!paces[event.target.value]) return;
      this.given = { ...this.given, ...Object.fromEntries(given(event.target.value)) };
      this.requestUpdate();
    };
    const names = Object.entries(optionText.paces).filter(([key]) => key !== 'own' || now === key);
    return html`<div class="option">
      <label class="field"
        >${optionText.pace}
        <select aria-describedby="pace-help" @change=${set}>
          ${names.map(
            ([key, { name }]) =>
              html`<option value=${key} ?selected=${key === now}>${name}</option>`,
          )}
        </select>
      </label>
      <p class="help" id="pace-help">${optionText.paces[now].text}</p>
    </div>`;
  }

  /** Lets the host say who may ask for hints, where a mind knows the game. */
  #hints() {
    if (!this.game.hints) return nothing;
    return html`<label class="field"
      >${text.create.hints}
      <select name="hints">
        ${Object.entries(text.create.hintsOf).map(
          ([value, label]) => html`<option value=${value}>${label}</option>`,
        )}
      </select>
    </label>`;
  }

  /** @param {string} name @param {string} label @param {string} help @param {boolean} on */
  #check(name, label, help, on) {
    return html`<div class="option">
      <label class="check"
        ><input type="checkbox" name=${name} ?checked=${on} aria-describedby="${name}-help" />
        ${label}</label
      >
      <p class="help" id="${name}-help">${help}</p>
    </div>`;
  }

  /** @param {Option} option */
  #option(option) {
    const { key } = option;
    return optionField(option, this.given[key], this.wrong[key] ?? '', async (given) => {
      const before = this.given[key];
      this.given = { ...this.given, [key]: given };
      this.wrong = { ...this.wrong, [key]: '' };
      this.requestUpdate();
      if (!Array.isArray(before) || !Array.isArray(given) || before.length === given.length) return;
      // The focus moves to where the list has changed.
      await this.updateComplete;
      const at = `[data-option="${key}"] ${given.length > before.length ? '.one:last-of-type input' : '.more'}`;
      /** @type {HTMLElement | null} */ (this.querySelector(at))?.focus();
    });
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const bots = form.get('opponent') === 'bot';
    const name = bots ? nameAmongBots() : String(form.get('name')).trim();
    const options = this.#chosen(name);
    if (!options) return;
    if (!bots) rememberName(name);
    this.busy = true;
    this.problem = '';
    this.requestUpdate();
    try {
      const wanted = this.#wanted(form, name, options);
      await openRoom(this.game, wanted, bots);
    } catch (problem) {
      this.#refused(/** @type {any} */ (problem));
      this.busy = false;
      this.requestUpdate();
    }
  }

  /** Returns the values of all options, or null after showing what is wrong. @param {string} name */
  #chosen(name) {
    /** @type {Record<string, any>} */ const values = {};
    this.wrong = name ? {} : { name: text.problem.name_invalid };
    for (const option of this.options) {
      const read = valueOf(option, this.given[option.key]);
      if ('fault' in read) this.wrong[option.key] = faultText(option, read.fault);
      else values[option.key] = read.value;
    }
    if (Object.keys(this.wrong).length === 0) return values;
    this.#showWrong();
    return null;
  }

  /** Shows a refusal of the server at the option that it names, or else below the form. @param {{code: string, message: string}} problem */
  #refused(problem) {
    const [, key, why] = /^(\w+): (.+)$/s.exec(problem.message) ?? [];
    if (problem.code !== 'option_invalid' || !(key in this.given)) {
      this.problem = explain(problem);
      return;
    }
    const title = (/** @type {string} */ word) =>
      this.options.find((option) => option.key === word)?.title ?? word;
    this.wrong = { [key]: text.create.refused(why.replace(/\w+/g, title)) };
    this.#showWrong();
  }

  async #showWrong() {
    this.requestUpdate();
    await this.updateComplete;
    const field = this.querySelector(
      '[aria-invalid=true], .option:has(.bad:not(:empty)) :is(select, button, input)',
    );
    const folded = field?.closest('details');
    if (folded) folded.open = true;
    /** @type {HTMLElement | null} */ (field)?.focus();
  }

  /**
   * @param {FormData} form @param {string} name @param {Record<string, any>} options
   * @returns {Wire.CreateRoom}
   */
  #wanted(form, name, options) {
    const seat = form.get('seat');
    const wanted = {
      game: this.game.id,
      name,
      options,
      listed: form.has('listed'),
      spectators: form.has('spectators') ? 'open' : 'off',
      entropy: form.has('entropy') ? 'required' : 'optional',
      ...(form.has('hints') ? { hints: form.get('hints') } : {}),
      ...(seat === null ? {} : { seat: seat === 'random' ? 'random' : Number(seat) }),
    };
    return /** @type {Wire.CreateRoom} */ (wanted);
  }
}

/** @param {string} heading @param {unknown[]} fields */
const group = (heading, fields) =>
  html`<fieldset class="group">
    <legend>${heading}</legend>
    <div class="fields">${fields}</div>
  </fieldset>`;

customElements.define('entente-create', Create);
