// The map as a component: it shows the state and highlights what may be chosen. A press is only reported
// (event `press`, with the territory; `aside` if none was hit).

import { sourcesShown } from '../../core/sources.js';
import { curve } from '../../maps/geometry.js';
import { growthOf, widthOf } from '../../maps/lettering.js';
import { SIZE, SPACES, VIEWS } from '../../maps/balance-of-power.js';
import { table } from '../../text/table.js';
import { BoardMap } from '../../ui/board-map.js';
import { UNSET, showing } from '../../ui/component.js';
import { Camera } from '../../ui/pan-zoom.js';
import { html, nothing, svg } from '../../vendor/lit/lit.js';
import { BELOW, above, signText } from './ground.js';
import { isSmall, labels, pieceSize, steady, withOneMore } from './labels.js';
import { bandOf, blockOf, chanceOf, doubtsOf, moreOf, ringsOf, shapeOf } from './markers.js';
import { words } from './words.js';

/** @import { Scene } from './markers.js' */

/** The initial view: all territories, without the empty south. */
const HOME = /** @type {const} */ ([0, 10, 1000, 785]);
/** Pixels per map unit below which a press beside a territory still means it. */
const FAR = 0.56;

/** Distance in pixels at which a press still means a small piece: half of what a finger covers. */
const NEAR = 22;

const BY_ID = new Map(SPACES.map((space) => [space.id, space]));

/** Returns the position of a territory's counter. @param {string} id @returns {readonly [number, number]} */
export const middle = (id) => BY_ID.get(id)?.anchors.troops ?? [SIZE[0] / 2, SIZE[1] / 2];

export class BalanceOfPowerMap extends showing({ scene: /** @type {Scene} */ (UNSET) }, BoardMap) {
  camera = new Camera(SIZE, HOME);
  spaces = SPACES;
  label = words.map.label;
  attribute = 'data-at';
  #far = false;
  /** The scale that names and pieces are drawn for. */ #scale = 1;
  /** @type {Map<string, import('./labels.js').Place>} */ #labels = new Map();
  #labelled = '';

  connectedCallback() {
    super.connectedCallback();
    this.follow(this, 'contextmenu', (event) => this.#less(event));
  }

  /** The layer for animations. */
  get motion() {
    return this.querySelector('.bp-motion');
  }

  layers() {
    const scene = { ...this.scene, reached: this.reached, labels: this.#named() };
    return svg`<g class="map-ground">
          ${BELOW}
          <g>${SPACES.map((space) => shapeOf(scene, space))}</g>
          <g class="bp-above">${SPACES.map((space) => bandOf(scene, space))}</g>
          ${above(scene.facts)}
        </g>
        <g>${SPACES.map((space) => ringsOf(scene, space))}</g>
        ${this.#arrow(scene)}
        <g>${SPACES.map((space) => blockOf(scene, space))}</g>
        <g class="bp-above">
          ${SPACES.map((space) => [moreOf(scene, space), chanceOf(scene, space)])}
        </g>
        <g class="bp-motion" aria-hidden="true"></g>`;
  }

  /** @param {Scene} scene */
  #arrow({ aim: { from, to } }) {
    if (!from || !to) return nothing;
    return svg`<path class="bp-arrow" d=${curve(middle(from), middle(to), 0.12)} marker-end="url(#bp-head)"></path>`;
  }

  over() {
    const { west, east, key } = words.map;
    return html`<p class="unseen" id="bp-doubts">
        ${this.reached && sourcesShown() ? doubtsOf(this.scene, this.reached) : nothing}
      </p>
      ${this.buttons(
        'bp-zoom',
        [
          ['◧', west, VIEWS.west],
          ['◨', east, VIEWS.east],
          ['▢', table.map.whole, HOME],
        ],
        html`<button popovertarget="bp-key" aria-label=${key} title=${key}>?</button>`,
      )}`;
  }

  /** Follows the zoom: what is read keeps its size on the screen. */
  moved() {
    const { scale } = this.camera;
    if (scale === 0) return;
    this.#far = scale < FAR;
    const next = steady(scale);
    if (next === this.#scale) return;
    this.#scale = next;
    this.classList.toggle('bp-small', isSmall(next));
    this.style.setProperty('--text', String(growthOf(next)));
    this.style.setProperty('--piece', String(pieceSize(next)));
    this.requestUpdate();
  }

  /** Returns where names stand: those of what is asked first, and of what is pointed at. */
  #named() {
    const { aim, focus, territories, facts } = this.scene;
    const counted = Object.keys(aim.counts).filter((id) => aim.counts[id]);
    const ends = [aim.from, aim.to].filter((id) => id !== null);
    const must = new Set([...ends, ...counted, ...aim.legal, ...aim.listed]);
    const has = (/** @type {string} */ id, /** @type {string} */ slot) =>
      !!(/** @type {any} */ (territories[id])[slot]);
    const small = isSmall(this.#scale);
    const wanted = {
      ...{ scale: this.#scale, must, has, width: widthOf },
      chances: new Set(aim.chances.keys()),
      signs: Object.fromEntries([...facts.regions].map(([id, row]) => [id, signText(row, small)])),
    };
    const key = JSON.stringify([this.#scale, [...must], [...wanted.chances]]);
    if (key !== this.#labelled) this.#labels = labels(wanted);
    this.#labelled = key;
    const pointed = [...focus].filter((id) => BY_ID.has(id) && !this.#labels.has(id));
    /** @type {ReadonlyMap<string, import('./labels.js').Place>} */ let shown = this.#labels;
    for (const id of pointed) shown = withOneMore(id, wanted, shown);
    return shown;
  }

  /** @param {MouseEvent} event */
  pressed(event) {
    const id = this.at(event);
    const sign = /** @type {Element} */ (event.target).closest('[data-region]');
    if (sign && this.#used('sign', sign.getAttribute('data-region'))) return;
    const pressed = this.#near(event, id) ?? id;
    if (!pressed) return this.emit('aside');
    this.reached = pressed;
    this.emit('press', { id: pressed, less: event.shiftKey, keyboard: false });
  }

  /**
   * Returns the selectable territory next to a press that missed, while territories are drawn small.
   * @param {MouseEvent} event @param {string | null} id the one that was hit @returns {string | null}
   */
  #near({ clientX, clientY }, id) {
    const { legal, open } = this.scene.aim;
    const can = (/** @type {string} */ one) => legal.has(one) || open.has(one);
    if (!this.#far || (id && can(id))) return null;
    const away = (/** @type {string} */ one) => {
      const { x, y } = this.camera.toPage(middle(one));
      return Math.hypot(x - clientX, y - clientY);
    };
    const [nearest] = [...BY_ID.keys()].filter(can).sort((a, b) => away(a) - away(b));
    return nearest && away(nearest) <= NEAR ? nearest : null;
  }

  /** Takes back with the other button what a press puts. @param {MouseEvent} event */
  #less(event) {
    const id = this.at(event);
    if (!id) return;
    event.preventDefault();
    this.emit('press', { id, less: true, keyboard: false });
  }

  /** @param {string | null} id @param {MouseEvent} [event] */
  point(id, event) {
    const sign = /** @type {Element | undefined} */ (event?.target)?.closest('[data-region]');
    if (sign) this.emit('region', sign.getAttribute('data-region'));
    else this.emit('point', id);
  }

  /** @param {string} id */
  choose(id) {
    this.emit('press', { id, less: false, keyboard: true });
  }

  back() {
    this.emit('back');
  }

  /** @param {string} id @param {string} key */
  key(id, key) {
    return this.#used('key', { id, key });
  }

  /** Passes something on and checks whether a listener used it. @param {string} type @param {unknown} detail */
  #used(type, detail) {
    return !this.dispatchEvent(new CustomEvent(type, { detail, cancelable: true, bubbles: true }));
  }

  /** @param {string} id */
  middle(id) {
    return middle(id);
  }

  lit() {
    const { legal, open } = this.scene.aim;
    if (legal.size === 0) return [];
    return SPACES.map(({ id }) => id).filter((id) => legal.has(id) || open.has(id));
  }
}

customElements.define('balance-of-power-map', BalanceOfPowerMap);
