// The note of a lesson or a puzzle: what its open step says, and the ways through it. It has a place of its own above the board,
// so it covers nothing that it points at. The server decides what a step allows.

import { lessons, puzzles } from '../core/api.js';
import { easyLevel } from '../core/bot-level.js';
import { noteDone } from '../core/lessons.js';
import { nextOf, noteSeen } from '../core/puzzles.js';
import { isFree, keysWanted } from '../core/single-keys.js';
import { style } from '../core/style.js';
import { explain } from '../text/index.js';
import { en as text } from '../text/lesson.en.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { UNSET, showing } from './component.js';
import { link } from './link.js';
import { learn, playNow } from './open.js';
import './pointing.js';

/** @import * as Wire from '../types/protocol.js' */
/** @import { Paced } from '../core/paced.js' */
/** @import { Session } from '../core/session.js' */
/** @import { GameModule } from '../games/registry.js' */
/** @import { DrawerState } from './drawer.js' */

await style(new URL('../styles/lesson.css', import.meta.url));

export class LessonNote extends showing({
  session: /** @type {Session} */ (UNSET),
  paced: /** @type {Paced} */ (UNSET),
  /** `true` while the board plays something out, such as dice. */ playing: false,
  game: /** @type {GameModule} */ (UNSET),
  info: /** @type {Wire.GameInfo | null} */ (null),
  drawer: /** @type {DrawerState} */ (UNSET),
}) {
  /** @type {Wire.LessonStep | null} the step that is shown: the board shows first what has led to it */ step =
    null;
  /** What stands below it: why a command was refused, or the hint. */ help = '';
  /** `true` while a way through the lesson is on its way. */ going = false;
  /** @type {{game: string, lesson: string, title: string} | null} the lesson or puzzle that comes after this one */ following =
    null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;

  connectedCallback() {
    super.connectedCallback();
    this.follow(window, 'keydown', (event) => this.#key(event));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  willUpdate() {
    const { session, paced, step } = this;
    this.follow(session, 'refused', ({ detail }) => this.#refused(detail));
    const { lesson } = session;
    if (!lesson || lesson === step || paced.behind || this.playing) return;
    this.step = lesson;
    if (step?.step === lesson.step && step.awaits === lesson.awaits) return;
    this.#help('');
    this.#wait();
    if (lesson.awaits === 'nothing') this.#ended(lesson);
  }

  /** Shows the hint to whoever does nothing for a while. */
  #wait() {
    clearTimeout(this.#timer);
    const { awaits, hint, hint_after_ms: ms } = /** @type {Wire.LessonStep} */ (this.step);
    if (awaits !== 'command' || !hint) return;
    this.#timer = setTimeout(() => this.#help(text.hint(hint)), ms);
  }

  /** @param {{code: string, detail: string}} refusal */
  #refused({ code, detail }) {
    if (code !== 'not_now') return;
    this.#help(detail);
    this.#wait();
  }

  /** @param {string} help */
  #help(help) {
    this.help = help;
    this.requestUpdate();
  }

  /** @param {Wire.LessonStep} step */
  async #ended(step) {
    const game = this.session.room?.game ?? '';
    if (step.kind === 'puzzle') noteSeen(game, step.lesson, 'solved');
    else noteDone(game, step.lesson);
    try {
      this.following = await following(game, step);
      this.requestUpdate();
    } catch {
      // The first page leads to it, too.
    }
  }

  /** @param {Wire.LessonGo} go */
  async #go(go) {
    if (this.going) return;
    const { kind, lesson } = /** @type {Wire.LessonStep} */ (this.step);
    if (kind === 'puzzle' && go === 'skip')
      noteSeen(this.session.room?.game ?? '', lesson, 'shown');
    this.going = true;
    this.#help('');
    await this.session.learn(go);
    this.going = false;
    this.requestUpdate();
  }

  /** Goes on, or tells why not. @param {() => Promise<void>} way */
  async #leadOn(way) {
    this.going = true;
    this.#help('');
    try {
      await way();
    } catch (problem) {
      this.#help(explain(/** @type {any} */ (problem)));
    }
    this.going = false;
  }

  /** Uses the keys of the note where nothing else has the focus. @param {KeyboardEvent} event */
  #key(event) {
    const { activeElement, body } = document;
    if (!keysWanted() || !isFree(event) || !this.step) return;
    if (activeElement !== body && !this.contains(activeElement)) return;
    const pressed = event.key === 'Enter' && activeElement !== body;
    const forth = ['Enter', 'ArrowRight'].includes(event.key) && !pressed;
    if (forth && this.#reads) this.#go('next');
    else if (event.key === 'ArrowLeft' && this.step.back) this.#go('back');
    else return;
    event.preventDefault();
  }

  /** `true` while a step is shown that is only read. */
  get #reads() {
    return this.step?.awaits === 'next' && this.step === this.session.lesson;
  }

  render() {
    const { step, paced, help, session } = this;
    if (!step) return nothing;
    const watching = paced.behind || this.playing || session.lesson?.awaits === 'script';
    const over = step.awaits === 'nothing';
    const { label, at, over: ended } = step.kind === 'puzzle' ? text.puzzle : text;
    return html`<section class="lesson-note ${over ? 'ended' : ''}" aria-label=${label}>
        <p class="lesson-at">
          <b>${step.title}</b>
          <span>${over ? ended : at(step.step + 1, step.steps)}</span>
          ${step.rule ? this.#rule(step.rule) : nothing}
        </p>
        <div class="lesson-text" aria-live="polite">
          <p class="lesson-say">${step.say}</p>
          ${over && !help ? nothing : html`<p class="lesson-help">${watching ? text.watch : help}</p>`}
        </div>
        ${over ? this.#onward(step) : this.#ways(step, watching)}
      </section>
      <entente-pointing
        .step=${watching ? null : step}
        .game=${this.game}
        .drawer=${this.drawer}
      ></entente-pointing>`;
  }

  /** @param {string} rule */
  #rule(rule) {
    return html`<button class="quiet lesson-rule" @click=${() => this.emit('look-up', rule)}>
      ${text.rule}
    </button>`;
  }

  /** @param {Wire.LessonStep} step @param {boolean} watching */
  #ways(step, watching) {
    const reads = step.awaits === 'next';
    // A button that only has to wait keeps the focus, which one that is disabled would lose.
    const waits = watching || this.going;
    return html`<div class="lesson-ways">
      <button
        class="lesson-back"
        ?disabled=${!step.back}
        aria-disabled=${this.going ? 'true' : 'false'}
        @click=${() => this.#go('back')}
      >
        ${text.back}
      </button>
      <button
        class=${reads ? 'primary lesson-next' : 'lesson-skip'}
        ?disabled=${!step.skip}
        aria-disabled=${waits ? 'true' : 'false'}
        @click=${() => waits || this.#go(reads ? 'next' : 'skip')}
      >
        ${reads ? text.next : step.kind === 'puzzle' ? text.puzzle.skip : text.skip}
      </button>
    </div>`;
  }

  /** Leads on from the end. @param {Wire.LessonStep} step */
  #onward({ back, kind }) {
    const { following, info, going } = this;
    const puzzle = kind === 'puzzle';
    return html`<div class="lesson-ways">
      <button class="lesson-back" ?disabled=${!back || going} @click=${() => this.#go('back')}>
        ${puzzle ? text.puzzle.back : text.back}
      </button>
      ${
        following
          ? html`<button
              class="lesson-following ${puzzle ? 'primary' : ''}"
              ?disabled=${going}
              @click=${() => this.#leadOn(() => learn(following.game, following.lesson))}
            >
              ${(puzzle ? text.puzzle : text.ended).next(following.title)}
            </button>`
          : nothing
      }
      ${info?.bot_levels?.length && !puzzle ? this.#play(info) : nothing}
      ${link('', text.ended.home, 'button')}
    </div>`;
  }

  /** @param {Wire.GameInfo} info */
  #play(info) {
    return html`<button
      class="primary lesson-play"
      ?disabled=${this.going}
      @click=${() => this.#leadOn(() => playNow(info, easyLevel(info)))}
    >
      ${text.ended.play(info.hints ?? false)}
    </button>`;
  }
}

/** Returns what comes after a lesson or a puzzle that is over. @param {string} game @param {Wire.LessonStep} step */
async function following(game, { kind, lesson, next }) {
  if (kind === 'puzzle') {
    const all = (await puzzles()).puzzles.filter((one) => one.game === game);
    const one = nextOf(all, lesson);
    return one ? { game, lesson: one.puzzle, title: one.title } : null;
  }
  if (!next) return null;
  const all = await lessons();
  return all.find((one) => one.game === game && one.lesson === next) ?? null;
}

customElements.define('entente-lesson', LessonNote);
