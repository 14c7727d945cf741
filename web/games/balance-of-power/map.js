// The map as a component: it shows the state and highlights what may be chosen. A press is only reported
// (event `press`, with the territory; `aside` if none was hit). Arrow keys go from territory to territory, Enter chooses.

import { sourcesShown } from '../../core/sources.js';
import { curve } from '../../maps/geometry.js';
import { growthOf, widthOf } from '../../maps/lettering.js';
import { SIZE, SPACES, VIEWS } from '../../maps/balance-of-power.js';
import { ARROWS, nextPlace } from '../../ui/arrows.js';
import { UNSET, showing } from '../../ui/component.js';
import { inWords, mapButton } from '../../ui/map-button.js';
import '../../ui/edges.js';
import { Camera } from '../../ui/pan-zoom.js';
import { html, nothing, ref, svg } from '../../vendor/lit/lit.js';
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

/** Minimum ratio of distance ahead to distance aside for the target of an arrow key. */
const STEEP = 0.45;

const BY_ID = new Map(SPACES.map((space) => [space.id, space]));

/** Returns the position of a territory's counter. @param {string} id @returns {readonly [number, number]} */
export const middle = (id) => BY_ID.get(id)?.anchors.troops ?? [SIZE[0] / 2, SIZE[1] / 2];

export class BalanceOfPowerMap extends showing({ scene: /** @type {Scene} */ (UNSET) }) {
  /** @type {string | null} the territory that the keyboard is on */ reached = null;
  camera = new Camera(SIZE, HOME);
  #far = false;
  /** The scale that names and pieces are drawn for. */ #scale = 1;
  /** @type {Map<string, import('./labels.js').Place>} */ #labels = new Map();
  #labelled = '';

  connectedCallback() {
    super.connectedCallback();
    this.follow(this.camera, 'change', () => this.#look());
  }

  /** The layer for animations. */
  get motion() {
    return this.querySelector('.bp-motion');
  }

  render() {
    const stops = this.#stops();
    const away = !this.contains(document.activeElement);
    if (!this.reached || (away && !stops.includes(this.reached))) this.reached = stops[0] ?? null;
    const scene = { ...this.scene, reached: this.reached, labels: this.#named() };
    return html`<svg
        class="map"
        role="group"
        aria-label=${words.map.label}
        preserveAspectRatio="xMidYMid meet"
        ${ref((element) => this.camera.attach(element))}
        @click=${this.#click}
        @contextmenu=${this.#less}
        @keydown=${this.#key}
        @mouseover=${this.#point}
        @mouseleave=${() => this.emit('point', null)}
        @focusin=${this.#reach}
        @focusout=${() => this.emit('point', null)}
      >
        <g class="map-ground">
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
        ${svg`<g class="bp-motion" aria-hidden="true"></g>`}
      </svg>
      <p class="unseen" id="bp-doubts">
        ${this.reached && sourcesShown() ? doubtsOf(scene, this.reached) : nothing}
      </p>
      <entente-edges
        .camera=${this.camera}
        .places=${this.#lit().map((id) => ({ id, at: middle(id) }))}
        @beyond=${(/** @type {CustomEvent<string>} */ { detail }) => this.#goBeyond(detail)}
      ></entente-edges>
      ${this.#buttons()}`;
  }

  /** @param {Scene} scene */
  #arrow({ aim: { from, to } }) {
    if (!from || !to) return nothing;
    return svg`<path class="bp-arrow" d=${curve(middle(from), middle(to), 0.12)} marker-end="url(#bp-head)"></path>`;
  }

  #buttons() {
    const { camera } = this;
    const { closer, farther, whole, west, east, key } = words.map;
    return html`<div class="bp-zoom">
      ${mapButton('+', closer, () => camera.step(true))}
      ${mapButton('−', farther, () => camera.step(false))}
      ${mapButton('◧', west, () => camera.show(VIEWS.west))}
      ${mapButton('◨', east, () => camera.show(VIEWS.east))}
      ${mapButton('▢', whole, () => camera.reset())} ${inWords(this)}
      <button popovertarget="bp-key" aria-label=${key} title=${key}>?</button>
    </div>`;
  }

  /** Follows the zoom: what is read keeps its size on the screen. */
  #look() {
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
    const must = new Set([...ends, ...counted, ...aim.legal]);
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

  /** @param {Event} event @returns {string | null} */
  #at(event) {
    const element = /** @type {Element} */ (event.target).closest('[data-at]');
    return element?.getAttribute('data-at') ?? null;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const id = this.#at(event);
    if (this.camera.dragged) return;
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
    const id = this.#at(event);
    if (!id) return;
    event.preventDefault();
    this.emit('press', { id, less: true, keyboard: false });
  }

  /** @param {Event} event */
  #point(event) {
    const sign = /** @type {Element} */ (event.target).closest('[data-region]');
    if (sign) this.emit('region', sign.getAttribute('data-region'));
    else this.emit('point', this.#at(event));
  }

  /** @param {Event} event */
  #reach(event) {
    const id = this.#at(event);
    if (!id) return;
    this.reached = id;
    // A map that moved under a finger or a pointer would make the press miss.
    const byKey = /** @type {Element} */ (event.target).matches(':focus-visible');
    if (byKey) this.camera.reveal(middle(id));
    this.emit('point', id);
    this.requestUpdate();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const id = this.#at(event);
    if (!id || event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = ARROWS[event.key];
    if (direction) this.#go(id, direction, event.shiftKey);
    else if (event.key === 'Enter' || event.key === ' ')
      this.emit('press', { id, less: false, keyboard: true });
    else if (event.key === 'Escape') this.emit('back');
    else if (!this.#used('key', { id, key: event.key })) return;
    event.preventDefault();
  }

  /** Passes something on and checks whether a listener used it. @param {string} type @param {unknown} detail */
  #used(type, detail) {
    return !this.dispatchEvent(new CustomEvent(type, { detail, cancelable: true, bubbles: true }));
  }

  /** Returns the territories that are highlighted. */
  #lit() {
    const { legal, open } = this.scene.aim;
    if (legal.size === 0) return [];
    return SPACES.map(({ id }) => id).filter((id) => legal.has(id) || open.has(id));
  }

  /** Returns the targets of the arrow keys: what is highlighted, or else everything. */
  #stops() {
    const lit = this.#lit();
    return lit.length > 0 ? lit : SPACES.map(({ id }) => id);
  }

  /** Moves the view, and the focus, to a territory that is out of it. @param {string} id */
  #goBeyond(id) {
    this.camera.reveal(middle(id));
    this.focusOn(id);
  }

  /**
   * Moves to the nearest territory in a direction: straight ahead counts more than aside, and one almost
   * beside counts only if there is no other.
   * @param {string} from @param {readonly [number, number]} direction @param {boolean} anywhere
   */
  #go(from, direction, anywhere) {
    const stops = anywhere ? [...BY_ID.keys()] : this.#stops();
    const cost = (/** @type {number} */ ahead, /** @type {number} */ aside) =>
      ahead > 1 ? ahead + 2.2 * aside + (ahead < STEEP * aside ? SIZE[0] * 4 : 0) : Infinity;
    const next = nextPlace(from, direction, stops, middle, cost);
    if (next) this.focusOn(next);
  }

  /** Moves the focus to a territory. @param {string} id */
  async focusOn(id) {
    this.reached = id;
    this.requestUpdate();
    await this.updateComplete;
    /** @type {SVGElement | null} */ (this.querySelector(`[data-territory="${id}"]`))?.focus();
  }
}

customElements.define('balance-of-power-map', BalanceOfPowerMap);
