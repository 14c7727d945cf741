// The editor that places the map in the Command Room: owners, troops and capitals are edited freely,
// until the whole map is sent. The counts here only help; the server has the last word.

import { holes } from '../../core/offers.js';
import { readHere, writeHere } from '../../core/storage.js';
import { html, live, nothing } from '../../vendor/lit/lit.js';
import { commandOf } from './plan.js';
import { capitalSign, counter } from './symbols.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Play } from '../../core/play.js' */
/** @import { Facts } from './facts.js' */
/** @import { Territories } from './playback.js' */

/** Number of troops of each owner on a complete map. */
const TROOPS = /** @type {Readonly<Record<string, number>>} */ (
  Object.freeze({ red: 27, blue: 27, neutral: 60 })
);

/** The effects that a press on a territory can have. */
const BRUSHES = /** @type {const} */ ([
  'red',
  'blue',
  'neutral',
  'less',
  'capital-red',
  'capital-blue',
]);

/** Owners by their keys. */
const OWNERS = /** @type {Readonly<Record<string, string>>} */ (
  Object.freeze({ r: 'red', b: 'blue', n: 'neutral' })
);

/**
 * @typedef {{owner: string, troops: number}} Garrison
 * @typedef {{territories: Record<string, Garrison>, capitals: Record<string, string | null>}} Layout
 */

export class Editor {
  /** @type {typeof BRUSHES[number]} */ brush = 'red';
  /** What is chosen to start from: a set-up, 0 for an empty map, or nothing yet. */ from = '';
  /** @type {Layout} */ #layout;

  /** @param {Play} play @param {Facts} facts @param {() => void} changed */
  constructor(play, facts, changed) {
    this.play = play;
    this.facts = facts;
    this.changed = changed;
    this.#layout = this.#remembered() ?? this.#empty();
  }

  /** @returns {Wire.Offer | undefined} */
  get offer() {
    return this.play.offers.find((offer) => commandOf(offer).type === 'place_map');
  }

  /** Returns the territories as edited so far. @param {Territories} territories as the table shows them @returns {Territories} */
  territories(territories) {
    const { capitals } = this.#layout;
    return Object.fromEntries(
      Object.entries(territories).map(([id, view]) => {
        const capital = ['red', 'blue'].find((colour) => capitals[colour] === id);
        const placed = /** @type {any} */ ({ ...this.#layout.territories[id], capital });
        return [id, { ...view, ...placed }];
      }),
    );
  }

  /** Number of troops placed, by owner. @returns {Record<string, number>} */
  get placed() {
    const sums = /** @type {Record<string, number>} */ ({ red: 0, blue: 0, neutral: 0 });
    for (const { owner, troops } of Object.values(this.#layout.territories)) sums[owner] += troops;
    return sums;
  }

  /** Everything that is still wrong, in words. @returns {string[]} */
  get wrong() {
    const { missing } = words.editor.wrong;
    const { placed } = this;
    const left = Object.entries(TROOPS).filter(([owner, all]) => placed[owner] < all);
    return [
      ...left.map(([owner, all]) => missing(words.owners[owner], all - placed[owner])),
      ...this.hints,
    ];
  }

  /** `true` once something has been placed for a player. */
  get begun() {
    return this.placed.red + this.placed.blue > 0;
  }

  /** Everything that is wrong besides troops still to be placed. @returns {string[]} */
  get hints() {
    const { over, capital } = words.editor.wrong;
    const { placed } = this;
    const sums = Object.entries(TROOPS).filter(([owner, all]) => placed[owner] > all);
    const without = ['red', 'blue'].filter((colour) => !this.#layout.capitals[colour]);
    return [
      ...sums.map(([owner, all]) => over(words.owners[owner], placed[owner] - all)),
      ...without.map((colour) => capital(words.owners[colour], 0)),
    ];
  }

  /** Applies the brush to a territory. @param {string} id @param {boolean} less */
  press(id, less) {
    if (less || this.brush === 'less') this.#add(id, -1);
    else if (this.brush.startsWith('capital-'))
      this.#crown(id, this.brush.slice('capital-'.length));
    else if (this.#layout.territories[id].owner === this.brush) this.#add(id, 1);
    else this.#give(id, this.brush);
    this.#keep();
  }

  /** Applies a key to a territory. @param {string} id @param {string} key @returns {boolean} `false` for an unknown key */
  key(id, key) {
    const name = key.toLowerCase();
    const { owner } = this.#layout.territories[id];
    if (name in OWNERS) this.#give(id, OWNERS[name]);
    else if (key === '+' || key === '=') this.#add(id, 1);
    else if (key === '-') this.#add(id, -1);
    else if (name === 'c') this.#crown(id, owner);
    else return false;
    this.#keep();
    return true;
  }

  /** Starts from an empty map, or from a set-up of Basic Training. @param {number | null} setup */
  begin(setup) {
    this.#layout = this.#empty();
    const row = setup === null ? null : this.facts.setups.get(setup);
    if (row) {
      const { red, blue, neutral } = row;
      for (const [owner, placed] of Object.entries({ red, blue, neutral })) {
        for (const [id, troops] of Object.entries(placed)) {
          this.#layout.territories[id] = { owner, troops };
        }
      }
      this.#layout.capitals = { red: row.red_capital, blue: row.blue_capital };
    }
    this.#keep();
  }

  /** Returns the answers to everything that the offer leaves open. @param {Wire.Offer} offer */
  values(offer) {
    const { territories, capitals } = this.#layout;
    return holes(offer).map(({ path: [part, id, what] }) =>
      part === 'capitals'
        ? (capitals[id] ?? undefined)
        : /** @type {any} */ (territories[id])[what],
    );
  }

  /** @param {string} id @param {number} by */
  #add(id, by) {
    const { owner, troops } = this.#layout.territories[id];
    const left = TROOPS[owner] - this.placed[owner];
    const after = Math.max(1, by > 0 ? troops + Math.min(by, Math.max(0, left)) : troops + by);
    this.#layout.territories[id] = { owner, troops: after };
  }

  /** Gives a territory to an owner, if the offer leaves its owner open. @param {string} id @param {string} owner */
  #give(id, owner) {
    const { offer } = this;
    const open = offer && holes(offer).some(({ path }) => path[1] === id && path[2] === 'owner');
    if (!open) return;
    this.#layout.territories[id] = { ...this.#layout.territories[id], owner };
    for (const colour of ['red', 'blue']) {
      if (this.#layout.capitals[colour] === id && colour !== owner)
        this.#layout.capitals[colour] = null;
    }
  }

  /** @param {string} id @param {string} colour */
  #crown(id, colour) {
    const { capitals, territories } = this.#layout;
    if (territories[id].owner !== colour || colour === 'neutral') return;
    capitals[colour] = capitals[colour] === id ? null : id;
  }

  /** @returns {Layout} */
  #empty() {
    const { territories } = /** @type {any} */ (this.play.view).public;
    const one = Object.keys(territories).map((id) => [id, { owner: 'neutral', troops: 1 }]);
    return { territories: Object.fromEntries(one), capitals: { red: null, blue: null } };
  }

  get #key() {
    return `entente-map-${this.play.session.room?.id}`;
  }

  /** Returns the map as it was before a reload: placing it takes minutes. @returns {Layout | null} */
  #remembered() {
    try {
      return JSON.parse(readHere(this.#key) ?? 'null');
    } catch {
      return null;
    }
  }

  #keep() {
    writeHere(this.#key, JSON.stringify(this.#layout));
    this.changed();
  }

  /** Drops the stored map after it was sent. */
  forget() {
    writeHere(this.#key, null);
  }
}

/** Renders the bar of the editor. @param {Editor} editor @param {Wire.Offer} offer */
export function editorBar(editor, offer) {
  const { editor: said, act } = words;
  const { placed, wrong, play } = editor;
  const auto = play.offers.find((one) => commandOf(one).type === 'auto');
  const send = () => {
    editor.forget();
    play.choose(offer, editor.values(offer));
  };
  return html`<p class="bp-pair">
      ${Object.entries(TROOPS).map(
        ([owner, all]) =>
          html`<span
            class="bp-count ${placed[owner] === all ? 'done' : ''}"
            data-owner=${owner}
            aria-label=${said.count(words.owners[owner], placed[owner], all)}
            >${counter(owner)} ${placed[owner]}/${all}</span
          >`,
      )}
      <span class="help"
        >${wrong.length === 0 ? said.ready : editor.begun ? editor.hints.join(' · ') : said.how}</span
      >
    </p>
    <div class="bp-bag">
      <div class="bp-brushes" role="radiogroup" aria-label=${said.brush}>
        ${BRUSHES.map((brush) => brushOf(editor, brush))}
      </div>
      ${starts(editor)}
      <button
        class="primary bp-send"
        ?disabled=${wrong.length > 0}
        title=${wrong.join('; ') || said.ready}
        @click=${send}
      >
        ${act.sendMap}
      </button>
      ${auto ? html`<button title=${auto.text} @click=${() => play.choose(auto)}>${act.auto}</button>` : nothing}
    </div>`;
}

/** @param {Editor} editor @param {typeof BRUSHES[number]} brush */
function brushOf(editor, brush) {
  const choose = () => {
    editor.brush = brush;
    editor.changed();
  };
  const [kind, colour] = brush.split('-');
  return html`<button
    role="radio"
    data-brush=${brush}
    aria-checked=${editor.brush === brush ? 'true' : 'false'}
    aria-label=${words.editor.brushes[brush]}
    title=${words.editor.brushes[brush]}
    @click=${choose}
  >
    ${kind === 'capital' ? capitalSign(colour) : kind === 'less' ? html`<b>−1</b>` : counter(kind, '+1')}
  </button>`;
}

/**
 * Renders what one can start from, with the button that does: with the arrow keys a choice is made at every step, and
 * each would replace what was placed.
 * @param {Editor} editor
 */
function starts(editor) {
  const { editor: said } = words;
  const choose = (/** @type {any} */ { target }) => {
    editor.from = target.value;
    editor.changed();
  };
  const start = () => {
    const { from } = editor;
    editor.from = '';
    editor.begin(Number(from) || null);
  };
  const from = [...editor.facts.setups.keys()];
  return html`<span class="bp-start">
    <select aria-label=${said.start} .value=${live(editor.from)} @change=${choose}>
      <option value="">${said.start} …</option>
      <option value="0">${said.empty}</option>
      ${from.map((id) => html`<option value=${id}>${said.setUp(id)}</option>`)}
    </select>
    <button ?disabled=${editor.from === ''} @click=${start}>${said.use}</button>
  </span>`;
}
