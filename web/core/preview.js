// What a choice would change, asked of the server once it has been pointed at for a moment: a pointer passes
// over many. Whoever shows it follows this alone, so that no board is drawn again for it.

/** @import * as Wire from '../types/protocol.js' */
/** @import { Answer } from './session.js' */

/** Time for which a choice is pointed at before the server is asked, in milliseconds. */
const REST_MS = 120;

/** A choice as a whole command. @typedef {{text: string, command: object}} Considered */

/** Fires `change` when there is something else to show. The answers are kept while their question is open. */
export class Preview extends EventTarget {
  /** @type {(Considered & {reasons: Wire.AdviceReason[]}) | null} null until it is known */ now =
    null;
  /** @type {Considered | null} */ #considered = null;
  #key = '';
  /** @type {Map<string, Wire.AdviceReason[] | null>} null for what was refused */ #known =
    new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #asking = false;

  /**
   * @param {() => Considered | null} source what is considered now
   * @param {(command: object) => Promise<Answer>} ask
   */
  constructor(source, ask) {
    super();
    this.source = source;
    this.ask = ask;
  }

  /** Looks at what is considered, and after a moment again: by then every board has drawn what is offered. */
  look() {
    this.#take();
    this.#timer ??= setTimeout(() => this.#rest(), REST_MS);
  }

  /** Forgets what is known: another question is asked. */
  forget() {
    this.#known = new Map();
    this.#key = '';
    this.#show(null);
  }

  #take() {
    this.#considered = this.source();
    const key = this.#considered ? JSON.stringify(this.#considered.command) : '';
    if (key === this.#key) return;
    this.#key = key;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#tell();
  }

  #rest() {
    this.#timer = undefined;
    this.#take();
    if (this.#considered && !this.#known.has(this.#key)) this.#ask(this.#considered.command);
  }

  /** Asks one thing at a time. @param {object} command */
  async #ask(command) {
    if (this.#asking) return;
    const [key, known] = [this.#key, this.#known];
    this.#asking = true;
    const answer = await this.ask(command);
    this.#asking = false;
    known.set(key, (answer.ok && answer.preview?.reasons) || null);
    if (key === this.#key) this.#tell();
    else this.look();
  }

  /** Shows what is known of what is considered. */
  #tell() {
    const reasons = this.#known.get(this.#key);
    this.#show(this.#considered && reasons ? { ...this.#considered, reasons } : null);
  }

  /** @param {Preview['now']} now */
  #show(now) {
    if (now === this.now) return;
    this.now = now;
    this.dispatchEvent(new Event('change'));
  }
}
