// The map as a component: it shows the state, highlights what may be chosen, and opens a menu at a space with
// more than one choice.

import { holes } from '../../core/offers.js';
import { SIZE, SPACES, VIEWS } from '../../maps/europe-divided.js';
import { table } from '../../text/table.js';
import { BoardMap } from '../../ui/board-map.js';
import { UNSET, showing } from '../../ui/component.js';
import { Camera } from '../../ui/pan-zoom.js';
import { html, nothing, svg } from '../../vendor/lit/lit.js';
import { callout, settle } from './callout.js';
import { ABOVE, BELOW } from './ground.js';
import { RECENT, animate, idsOf } from './motion.js';
import { namesOf } from './names.js';
import { fitPieces } from './sizes.js';
import { isTarget, blockOf, ringsOf, shapeOf } from './spaces.js';
import { hereText, targetsOf } from './targets.js';
import { words } from './words.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Play } from '../../core/play.js' */
/** @import { Facts } from './facts.js' */
/** @import { Scene } from './spaces.js' */
/** @import { Choice } from './targets.js' */

/** Width below which no menu opens by itself over the map, in pixels. */
const NARROW_MENU = 480;
/** Distance of the buttons from the corner of the map, in pixels. */
const ROUND_BUTTONS = 8;

export class EuropeDividedMap extends showing(
  {
    play: /** @type {Play} */ (UNSET),
    facts: /** @type {Facts} */ (UNSET),
    /** The only kind of offer that is highlighted. */ kind: /** @type {string | null} */ (null),
  },
  BoardMap,
) {
  /** @type {{space: string, choices: Choice[], title: string, text: string} | null} */ menu = null;
  /** @type {Set<string>} */ recent = new Set();
  camera = new Camera(SIZE, VIEWS.contested);
  spaces = SPACES;
  label = words.map.label;
  attribute = 'data-space';
  /** @type {number | null | undefined} the decision for which a menu opened by itself */ #answered;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #fading;

  moved() {
    fitPieces(this.camera);
    // Names have other places then.
    this.requestUpdate();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#fading);
  }

  willUpdate() {
    this.follow(this.play.session, 'events', (event) => this.#happened(event));
    this.#openByItself();
  }

  /** @returns {Scene} */
  get scene() {
    const { play, facts, recent } = this;
    return {
      public: /** @type {any} */ (play.view).public,
      facts,
      targets: targetsOf(play, this.facts, this.kind),
      focus: play.focus,
      recent,
      traces: new Set(play.traces.flatMap(idsOf)),
      side: play.seat === 1 ? 'russia' : 'nato',
      reached: this.reached,
    };
  }

  layers() {
    const { scene } = this;
    return svg`<g class="map-ground">
          ${BELOW}
          <g>${SPACES.map((space) => shapeOf(scene, space))}</g>
          ${ABOVE}
        </g>
        <g>${SPACES.map((space) => ringsOf(scene, space))}</g>
        <g>${SPACES.map((space) => blockOf(scene, space))}</g>
        <g class="ed-names" aria-hidden="true">${namesOf(scene, this.camera)}</g>
        <g class="ed-motion" aria-hidden="true"></g>`;
  }

  over() {
    const buttons = this.buttons('ed-zoom', [
      ['◎', words.map.centre, VIEWS.contested],
      ['▢', table.map.whole, VIEWS.all],
    ]);
    return html`${buttons} ${this.menu ? this.#callout(this.menu) : nothing}`;
  }

  updated() {
    this.#settle();
  }

  /** Notes what the buttons cover: a place below them has to be brought into view. */
  firstUpdated() {
    const buttons = this.querySelector('.ed-zoom');
    if (!buttons) return;
    new ResizeObserver(([entry]) => {
      const { width, height } = entry.contentRect;
      this.camera.corner = { width: width + ROUND_BUTTONS, height: height + ROUND_BUTTONS };
      this.requestUpdate();
    }).observe(buttons);
  }

  /** @param {NonNullable<EuropeDividedMap['menu']>} menu */
  #callout({ title, text, choices }) {
    return callout(
      title,
      text,
      choices,
      (choice) => this.#choose(choice),
      () => this.#close(),
    );
  }

  /** Positions the open menu beside its space. */
  #settle() {
    const element = /** @type {HTMLElement | null} */ (this.querySelector('.ed-callout'));
    if (!element || !this.menu) return;
    const box = SPACES.find(({ id }) => id === this.menu?.space)?.box ?? [0, 0, 0, 0];
    const [top, bottom] = [
      this.camera.toPage([box[0] + box[2] / 2, box[1]]),
      this.camera.toPage([box[0] + box[2] / 2, box[1] + box[3]]),
    ];
    settle(element, this, top, bottom);
  }

  /** Opens a menu for an Effect or a Reaction at the space where it happens. */
  #openByItself() {
    const { play, facts } = this;
    const decision = play.view?.decision;
    if (this.menu && (play.offers.length === 0 || play.draft)) this.menu = null;
    if (this.menu && this.#answered !== decision) this.menu = null;
    if (this.#answered === decision || play.offers.length === 0) return;
    this.#answered = decision;
    const { prompt } = /** @type {any} */ (play.view).public;
    if (prompt.kind !== 'effect' && prompt.kind !== 'reaction') return;
    // On a phone the list of offers is just as close, and the map too small to be covered.
    if (this.clientWidth < NARROW_MENU) return;
    const { targets } = this.scene;
    const choices = [...targets.spaces.values()].flat();
    const others = play.offers.filter((offer) => !choices.some((choice) => choice.offer === offer));
    const space = [...targets.spaces.keys()][0] ?? facts.action(prompt.card).region;
    if (!space) return;
    this.menu = {
      space,
      choices: [...choices, ...others.map((offer) => ({ offer, values: [], text: offer.text }))],
      title: `${facts.card(prompt.card).name}: ${words.prompt.kinds[prompt.kind]}`,
      text: facts.card(prompt.card).text ?? '',
    };
    this.reveal(space);
  }

  /** @param {CustomEvent<{events: any[], news: boolean}>} event */
  #happened({ target, detail: { events, news } }) {
    if (!news || target !== this.play.session) return;
    animate(this.querySelector('.ed-motion'), events);
    this.recent = new Set(events.flatMap(idsOf));
    clearTimeout(this.#fading);
    this.#fading = setTimeout(() => {
      this.recent = new Set();
      this.requestUpdate();
    }, RECENT);
  }

  /** @param {MouseEvent} event */
  pressed(event) {
    const at = hitBy(event);
    const space = at.closest('[data-space]')?.getAttribute('data-space');
    if (space) this.#press(space, at.closest('[data-slot]')?.getAttribute('data-slot') ?? null);
    else if (this.menu) this.#close();
    else if (this.play.draft) this.play.cancel();
  }

  /** @param {string} space @param {string | null} slot */
  #press(space, slot) {
    const { play } = this;
    const { targets } = this.scene;
    if (targets.moved) {
      if (targets.destinations?.has(space)) this.#ask({ offer: targets.moved, values: [space] });
      else play.cancel();
      return;
    }
    const all = targets.spaces.get(space) ?? [];
    const choices = (slot && targets.slots.get(`${space} ${slot}`)) || all;
    if (choices.length === 0) this.#close();
    else if (choices.length === 1) this.#ask(choices[0]);
    else this.#open(space, choices);
  }

  /** Takes what was pressed as the draft, as a press on a card does: the prompt, or a second press, confirms it. @param {{offer: Wire.Offer, values: any[]}} choice */
  #ask({ offer, values }) {
    const { play } = this;
    const { draft } = play;
    if (values.length < holes(offer).length) play.choose(offer);
    else if (draft?.offer === offer && draft.values[0] === values[0]) play.submit();
    else play.propose(offer, values);
  }

  /** @param {string} space @param {Choice[]} choices */
  #open(space, choices) {
    const here = choices.map((choice) => ({ ...choice, text: hereText(choice) }));
    this.menu = { space, choices: here, title: this.facts.space(space), text: '' };
    this.requestUpdate();
    this.updateComplete.then(() => {
      /** @type {HTMLElement | null} */ (this.querySelector('.ed-callout .ed-choice'))?.focus();
    });
  }

  #close() {
    if (!this.menu) return;
    const { space } = this.menu;
    this.menu = null;
    this.focusOn(space);
  }

  /** @param {Choice} choice */
  #choose({ offer, values }) {
    this.menu = null;
    this.play.choose(offer, values);
    this.requestUpdate();
  }

  lit() {
    const { scene } = this;
    return SPACES.map(({ id }) => id).filter((id) => isTarget(scene, id));
  }

  /** @param {string} id */
  choose(id) {
    this.#press(id, null);
  }

  /** The board takes back what was chosen. */
  back() {
    this.#close();
  }

  /** @param {string | null} id */
  point(id) {
    if (!id) this.play.point();
    else if (!this.play.focus.has(id)) this.play.point([id]);
  }
}

/** Returns what a press has hit: where a name lies over a piece of its space, that piece. @param {MouseEvent} event @returns {Element} */
function hitBy({ target, clientX, clientY }) {
  const hit = /** @type {Element} */ (target);
  const name = hit.closest('[data-name]')?.getAttribute('data-name');
  if (!name) return hit;
  const own = `.ed-space[data-space="${name}"] .lit`;
  return document.elementsFromPoint(clientX, clientY).find((one) => one.closest(own)) ?? hit;
}

customElements.define('europe-divided-map', EuropeDividedMap);
