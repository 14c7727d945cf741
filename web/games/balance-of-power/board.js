// The board of Balance of Power: the map, the question below it, and beside it objectives, cards, sides and
// charts. It draws what the table shows and what the offers allow.

import { standing } from '../../core/standing.js';
import { againButton } from '../../ui/again.js';
import { UNSET, showing } from '../../ui/component.js';
import { previewLine } from '../../ui/preview.js';
import { Reading } from '../../ui/reading.js';
import { html, nothing } from '../../vendor/lit/lit.js';
import { confirmBar, rollingBar } from './attack.js';
import { Hand, cards, setOf, starTable } from './cards.js';
import { commandRoom } from './charts.js';
import { Editor, editorBar } from './command-room.js';
import { tray } from './dice.js';
import { factsOf } from './facts.js';
import { head } from './head.js';
import { info, key } from './info.js';
import './map.js';
import { animate, changedBy, losses } from './motion.js';
import { objectives } from './objectives.js';
import { outcomeList, outcomeOf } from './outcome.js';
import { Plan, commandOf } from './plan.js';
import { Playback, ROLLS } from './playback.js';
import { prompt, whyLine } from './prompt.js';
import { reading } from './sheet.js';
import { deck, regions, sidesTable } from './sides.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Play } from '../../core/play.js' */
/** @import { BalanceOfPowerMap } from './map.js' */
/** @import { Seen } from './sides.js' */

/** The steps of a turn in which dice fall: with the next step the last ones are taken away. */
const WITH_DICE = new Set(['resistance', 'support', 'attack']);

/** Time for which changes stay marked, in milliseconds. */
const RECENT = 2_000;

export class BalanceOfPowerBoard extends showing({ play: /** @type {Play} */ (UNSET) }) {
  /** @type {Play | null} the play that the fields below belong to */ #of = null;
  /** @type {Plan} */ #plan = /** @type {any} */ (null);
  /** @type {Editor | null} */ #editor = null;
  #playback = new Playback();
  /** @type {Wire.BalanceOfPowerPublic | null} the table as of the last roll that was shown */ #shownTable =
    null;
  #hand = new Hand(() => this.requestUpdate());
  /** The territory that a tap has opened. */
  reading = new Reading(this);
  /** @type {ReadonlySet<string>} */ #recent = new Set();
  /** @type {string | null} */ #pointed = null;
  /** The panel that is open, where there is no room for all. @type {string} */ sheet = '';
  /** `true` while dice are among what changed. */ #threw = false;
  #seq = NaN;
  /** The newest event when the map was last pressed. */ #cleared = NaN;
  #typing = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #fading;

  constructor() {
    super();
    this.#playback.addEventListener('change', () => this.#rolled());
  }

  connectedCallback() {
    super.connectedCallback();
    this.follow(this.#playback);
    this.follow(this, 'reveal', ({ detail }) => this.#reveal(detail));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#fading);
    this.#playback.stop();
    this.#of = null;
  }

  willUpdate() {
    const { play } = this;
    if (play !== this.#of) this.#open();
    const seq = play.view?.seq ?? 0;
    if (seq !== this.#seq) this.#plan.arrived();
    this.#seq = seq;
    if (this.#playback.unseen === 0) this.#shownTable = this.table;
    this.#typing = !!this.querySelector('.bp-act')?.contains(document.activeElement);
    const placing = this.table.prompt.kind === 'place_map' && play.offers.length > 0;
    if (placing) this.#editor ??= new Editor(play, this.facts, () => this.requestUpdate());
    else if (this.table.stage !== 'place_map') this.#editor = null;
  }

  #open() {
    const { play } = this;
    this.#playback.stop();
    this.#of = play;
    this.#plan = new Plan(play, () => this.requestUpdate());
    // "4 left" was true before they were placed.
    play.nameOf = ({ offer }) =>
      commandOf(offer).type === 'place' ? words.act.place(this.#plan.total) : this.#moved();
    this.#editor = null;
    this.follow(play.session, 'events', (event) => this.#happened(event));
  }

  get facts() {
    return factsOf(this.play.data);
  }

  /** @returns {Wire.BalanceOfPowerPublic} */
  get table() {
    return /** @type {any} */ (this.play.view).public;
  }

  /** @returns {BalanceOfPowerMap | null} */
  get map() {
    return this.querySelector('balance-of-power-map');
  }

  /** @returns {string | null} the viewer's colour */
  get #own() {
    return /** @type {any} */ (this.play.view)?.private?.colour ?? null;
  }

  /** @returns {Seen} */
  get #seen() {
    const { play, facts } = this;
    const editing = this.#editor;
    const shown = this.#shownTable ?? this.table;
    const table = editing
      ? { ...shown, territories: editing.territories(shown.territories) }
      : shown;
    return { play, table, facts, own: this.#own };
  }

  render() {
    const scene = this.#scene();
    const { open } = this.reading;
    const outcome = outcomeOf(this.play, this.table, this.facts);
    return html`<div
      class="bp"
      data-sheet=${this.sheet}
      data-stage=${this.table.stage}
      @pointerdown=${this.#pressed}
    >
      ${head(this.#shownTable ?? this.table, this.facts, this.#own)}
      <div class="bp-stage">
        <balance-of-power-map
          .scene=${scene}
          @press=${this.#press}
          @aside=${() => this.#read(null)}
          @point=${this.#point}
          @back=${() => this.#plan.back()}
          @key=${this.#key}
          @region=${this.#region}
          @sign=${this.#sign}
        ></balance-of-power-map>
        ${info(this.facts, scene.territories, open ? null : this.#pointed, scene.cities)} ${key()}
        ${this.#cleared === this.#newest ? nothing : outcomeList(outcome)}
        ${previewLine(this.play, '', (/** @type {any} */ command) => this.#moving(command))}
        ${againButton(this.play)}
      </div>
      <section class="bp-act" aria-label=${words.act.label}>${this.#bar(outcome)}</section>
      ${this.#tray(scene.territories, outcome)} ${this.#panels()}
      ${open ? reading(scene, this.#plan, open, () => this.#read(null)) : nothing}
    </div>`;
  }

  /** The entry of the newest event. */
  get #newest() {
    return this.play.events.at(-1)?.seq ?? -1;
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    this.reading.note(event);
    // Whoever presses the map has read what lies over it; the log has it still.
    if (!(/** @type {Element} */ (event.target).closest('balance-of-power-map'))) return;
    this.#cleared = this.#newest;
    this.requestUpdate();
  }

  /** @returns {import('./markers.js').Scene} */
  #scene() {
    const { table, facts, play } = this;
    const editing = this.#editor && table.stage === 'place_map' ? this.#editor : null;
    const shown = this.#playback.territories(table.territories);
    const aim = editing
      ? {
          legal: new Set(),
          open: new Set(Object.keys(shown)),
          from: null,
          to: null,
          counts: {},
          chances: new Map(),
          listed: [],
        }
      : this.#plan.aim;
    const { roll } = this.#playback.shown ?? {};
    const battle = roll?.from ? { ...aim, from: roll.from, to: roll.to } : aim;
    return {
      territories: editing ? editing.territories(shown) : shown,
      facts,
      aim: battle,
      focus: play.focus,
      recent: this.#recent,
      traces: changedBy(play.traces),
      reached: null,
      labels: new Map(),
      cities: facts.setups.get(table.setup ?? 0)?.cities_source,
    };
  }

  /** Returns a whole movement of troops in words: its offer says only how many it may be. */
  #moved() {
    const { move } = this.#plan;
    if (!move?.to) return null;
    return words.act.moving(move.troops, this.facts.name(move.from), this.facts.name(move.to));
  }

  /** Returns what a movement of troops, or a set of cards, would change, in words: the server counts what is on the map. @param {any} command */
  #moving({ type, from, to, troops, cards }) {
    const { territories, prompt: asked } = this.table;
    if (type === 'auto') return words.act.dealt;
    if (type === 'hand_in') {
      const before = asked.most ?? 0;
      return words.act.toPlace(before + (setOf(this.facts, cards)?.troops ?? 0), before);
    }
    const change = (/** @type {string} */ id, /** @type {number} */ by) =>
      words.act.change(this.facts.name(id), territories[id].troops, territories[id].troops + by);
    if (type === 'return_troops')
      return Object.entries(troops)
        .map(([id, by]) => change(id, by))
        .join(', ');
    // Those that threw the last dice are in already.
    const move =
      type === 'occupy'
        ? { from: asked.from ?? '', to: asked.to ?? '', by: troops - (asked.least ?? 0) }
        : { from, to, by: troops };
    if (!move.from || !move.to || !move.by) return '';
    return `${change(move.from, -move.by)}, ${change(move.to, move.by)}`;
  }

  /** @param {import('./outcome.js').Outcome | null} outcome */
  #bar(outcome) {
    const { play, facts } = this;
    const plan = this.#plan;
    const { shown } = this.#playback;
    // No question is shown before the dice that decide it have come to rest.
    if (shown && (shown.tumbling || shown.at < shown.all)) {
      const { current = [] } = /** @type {any} */ (play.session);
      const skip = current.length > 0 ? null : () => this.#playback.stop();
      return rollingBar(shown, facts, skip);
    }
    if (play.draft?.confirm) return confirmBar(play);
    const placing = this.#editor?.offer;
    if (this.#editor && placing) return html`${editorBar(this.#editor, placing)} ${whyLine(play)}`;
    return prompt({ plan, facts, hand: this.#hand, moved: outcome?.moved ?? '' });
  }

  /** @param {import('./playback.js').Territories} territories @param {import('./outcome.js').Outcome | null} outcome */
  #tray(territories, outcome) {
    const { shown } = this.#playback;
    const { stage, last_roll: last } = this.table;
    const roll = /** @type {any} */ (shown?.roll ?? (WITH_DICE.has(stage) ? last : null));
    const attacker = roll?.from ? territories[roll.from].owner : 'neutral';
    let defender = roll?.to ? territories[roll.to].owner : 'neutral';
    if (defender === attacker) {
      const taken = standing(this.play.session.events).findLast(
        ({ type, territory }) => type === 'conquered' && territory === roll?.to,
      );
      defender = taken?.of ?? 'neutral';
    }
    const fresh = !!shown || this.#threw;
    const thrown = !!last;
    return tray({ roll, shown, fresh, thrown, facts: this.facts, attacker, defender, outcome });
  }

  #panels() {
    const seen = this.#seen;
    const { table, facts } = this;
    const own = /** @type {any} */ (this.play.view)?.private;
    const panels = [
      { id: 'objectives', title: words.objectives.title, body: objectives(seen) },
      ...(table.command_room
        ? [{ id: 'charts', title: words.charts.title, body: commandRoom(seen, this.#plan) }]
        : []),
      ...(own?.colour
        ? [
            {
              id: 'cards',
              title: words.cards.title,
              count: own.hand.length,
              body: html`${cards(seen, this.#hand)} ${starTable(facts)}`,
            },
          ]
        : []),
      {
        id: 'sides',
        title: words.sides.title,
        body: html`${sidesTable(seen)} ${regions(seen)} ${deck(seen)}`,
      },
    ];
    return html`<nav class="bp-tabs" aria-label=${words.panels}>
        ${panels.map(
          ({ id, title, count }) =>
            html`<button
              aria-expanded=${this.sheet === id ? 'true' : 'false'}
              @click=${() => this.#turnTo(id)}
            >
              ${title}${count ? html` <b>${count}</b>` : nothing}
            </button>`,
        )}
      </nav>
      <div class="bp-panels" role="group" tabindex="0" aria-label=${words.panels}>
        ${panels.map(
          ({ id, title, body }) =>
            html`<section class="bp-panel" data-panel=${id} aria-label=${title}>
              <h3>${title}</h3>
              ${body}
            </section>`,
        )}
      </div>`;
  }

  /** Opens the panel of the first of these elements, or the map, which a panel may cover. @param {Element[]} elements */
  #reveal(elements) {
    const panel = /** @type {HTMLElement | undefined} */ (elements[0]?.closest('[data-panel]'));
    this.sheet = panel?.dataset.panel ?? '';
    this.requestUpdate();
  }

  /** Opens or closes a panel; where all are shown it scrolls into view. @param {string} id */
  #turnTo(id) {
    this.sheet = this.sheet === id ? '' : id;
    this.querySelector(`[data-panel="${id}"]`)?.scrollIntoView({ block: 'nearest' });
    this.requestUpdate();
  }

  /** @param {CustomEvent<{id: string, less: boolean, keyboard: boolean}>} event */
  #press({ detail: { id, less, keyboard } }) {
    const plan = this.#plan;
    this.sheet = '';
    if (this.#reads(keyboard)) return this.#read(id);
    if (this.#editor?.offer) return this.#editor.press(id, less);
    if (less) return plan.bag ? plan.put(id, -1) : undefined;
    this.#playback.stop();
    const done = keyboard && (plan.aim.to === id || (plan.bag && this.#placedAll()));
    if (done)
      /** @type {HTMLElement | null} */ (
        this.querySelector('.bp-act .primary:not([disabled])')
      )?.focus();
    else plan.press(id);
  }

  /**
   * Checks whether a press reads: a finger's does, but while a map is placed a button has said what it adds.
   * @param {boolean} keyboard
   */
  #reads(keyboard) {
    return this.reading.finger && !keyboard && !this.#editor?.offer;
  }

  /** Opens the sheet with a territory or a region, or closes it. @param {string | null} id */
  #read(id) {
    if (id === null && this.reading.open === null) return;
    this.#playback.stop();
    if (id !== null && this.facts.regions.has(id)) this.#region({ detail: id });
    else this.#point({ detail: id });
    this.reading.show(id);
  }

  /** Reads a region whose sign a finger has tapped. @param {CustomEvent<string>} event */
  #sign(event) {
    if (!this.#reads(false)) return;
    event.preventDefault();
    this.#read(event.detail);
  }

  /** `true` if no troops are left to be placed. */
  #placedAll() {
    const { total, bag } = this.#plan;
    return !!bag && total >= (this.table.prompt.most ?? 0);
  }

  /** @param {CustomEvent<{id: string, key: string}>} event */
  #key(event) {
    const { id, key } = event.detail;
    const plan = this.#plan;
    const by = key === '+' || key === '=' ? 1 : key === '-' ? -1 : 0;
    if (this.#editor?.offer) {
      if (this.#editor.key(id, key)) event.preventDefault();
    } else if (by && plan.bag) {
      plan.put(id, by);
      event.preventDefault();
    }
  }

  /** @param {{detail: string | null}} event */
  #point({ detail: id }) {
    if (id === this.#pointed) return;
    this.#pointed = id;
    this.play.point(id ? [id] : []);
    this.requestUpdate();
  }

  /** Highlights the territories of a region whose sign is pointed at. @param {{detail: string}} event */
  #region({ detail: id }) {
    this.#pointed = null;
    this.play.point(this.facts.inRegion(id));
  }

  /** @param {CustomEvent<{events: any[], news: boolean, ms?: number}>} event */
  #happened({ target, detail: { events, news, ms } }) {
    if (!news || target !== this.play.session) return;
    this.#recent = changedBy(events);
    this.#threw = events.some(({ type }) => ROLLS.has(type));
    clearTimeout(this.#fading);
    this.#fading = setTimeout(() => {
      this.#recent = new Set();
      this.#threw = false;
      this.requestUpdate();
    }, RECENT);
    this.#playback.start(events, ms);
    const { territories } = this.table;
    const owner = (/** @type {string | number} */ id) => territories[id]?.owner ?? 'neutral';
    if (!this.#playback.shown) animate(this.map?.motion ?? null, events, owner);
  }

  /** Follows the playback: another roll is shown, or has come to rest. */
  #rolled() {
    const { shown, unseen } = this.#playback;
    this.play?.withhold(unseen);
    if (shown?.roll.type === 'fought' && !shown.tumbling)
      losses(this.map?.motion ?? null, shown.roll);
  }

  /** Returns the focus to the map when the button that had it is gone. */
  updated() {
    if (!this.#typing || document.activeElement !== document.body) return;
    const { map } = this;
    if (map?.reached) map.focusOn(map.reached);
  }
}

customElements.define('balance-of-power-board', BalanceOfPowerBoard);
