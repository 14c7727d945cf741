// The command that this seat is building by pressing the map, derived from its offers: which territories can
// be pressed, what a press does, what is chosen. It knows the fields of the commands, and no rule.

import { holes } from '../../core/offers.js';

/** @import * as Wire from '../../types/protocol.js' */
/** @import { Play } from '../../core/play.js' */

/**
 * An attack that may be made: by single rolls, to the end, or both.
 * @typedef {{from: string, to: string, single?: Wire.Offer, until?: Wire.Offer, chances: number[], dice: number}} Fight
 */

/**
 * The parts of a plan that the map shows.
 * @typedef {object} Aim
 * @property {ReadonlySet<string>} legal territories to be highlighted
 * @property {ReadonlySet<string>} open other territories that can be pressed
 * @property {string | null} from
 * @property {string | null} to
 * @property {Record<string, number>} counts troops to be placed
 * @property {ReadonlyMap<string, string>} chances to conquer, by territory
 * @property {readonly string[]} listed territories that the bar names
 */

/** Number of attacks that the bar lists. */
const TARGETS = 2;

/** Certainty, in ten-thousandths. */
const CERTAIN = 10_000;

/** @param {Wire.Offer} offer @returns {any} its command, with placeholders */
export const commandOf = (offer) => offer.command;

/** Returns the index of the open choice of this name. @param {Wire.Offer} offer @param {string} name */
const holeIndex = (offer, name) => holes(offer).findIndex(({ path }) => path.at(-1) === name);

/** Returns the open choice of this name. @param {Wire.Offer} offer @param {string} name @returns {any} */
export const choiceOf = (offer, name) => holes(offer)[holeIndex(offer, name)]?.placeholder;

/**
 * Formats ten-thousandths as per cent; an uncertain value is never rounded to certainty.
 * @param {number | undefined} chance @param {number} [digits]
 */
export function percent(chance, digits = 2) {
  if (chance === undefined) return '';
  const step = 10 ** (2 - digits);
  const nearest = Math.round(chance / step) * step;
  const certain = chance <= 0 || chance >= CERTAIN;
  const shown = certain ? nearest : Math.max(step, Math.min(CERTAIN - step, nearest));
  // The space keeps a number and its sign in one line.
  return `${(shown / 100).toFixed(digits)}\u00a0%`;
}

/**
 * Returns the offers with the attacks first, the likeliest to succeed before the others.
 * @param {Play} play @returns {Wire.Offer[]}
 */
export function byChance({ offers, view }) {
  /** @type {Wire.BalanceOfPowerPublic} */ const { attacks = [] } = /** @type {any} */ (view)
    .public;
  const chanceOf = (/** @type {Wire.Offer} */ offer) => {
    const { from, to } = commandOf(offer);
    return attacks?.find((one) => one.from === from && one.to === to)?.chances[0] ?? -1;
  };
  return offers.toSorted((a, b) => chanceOf(b) - chanceOf(a));
}

export class Plan {
  /** @type {string | null} the origin of an attack */ #origin = null;
  /** @type {string | null} its target */ #target = null;
  /** @type {string | null} */ #kind = null;
  /** Number of troops at which an attack stops. */ stop = 1;
  /** @type {number | null} troops that move into a conquered territory; null for all */ amount =
    null;
  #turn = '';

  /** @param {Play} play @param {() => void} changed */
  constructor(play, changed) {
    this.play = play;
    this.changed = changed;
  }

  /** @returns {Wire.BalanceOfPowerPublic} */
  get table() {
    return /** @type {any} */ (this.play.view).public;
  }

  /** Handles an update: forgets what belonged to another step. */
  arrived() {
    const { active, stage, prompt, territories, turn } = this.table;
    const now = `${turn} ${active} ${stage}`;
    if (now !== this.#turn) this.#forget();
    this.#turn = now;
    if (prompt.kind !== 'occupy') this.amount = null;
    // The target is taken: where troops attack from next is open again, for those that attacked have gone on.
    const [from, to] = [this.#origin, this.#target];
    if (from && to && territories[from].owner === territories[to].owner) this.#aimAt(null, null);
  }

  /** The combat support being placed; null if it can no longer be bought. */
  get kind() {
    const offered = this.play.offers.some((offer) => commandOf(offer).kind === this.#kind);
    return offered ? this.#kind : null;
  }

  #forget() {
    this.#origin = this.#target = this.#kind = null;
    this.stop = 1;
  }

  /** @param {string | null} from @param {string | null} to */
  #aimAt(from, to) {
    if (this.#origin !== from || this.#target !== to) this.stop = 1;
    this.#origin = from;
    this.#target = to;
  }

  /** The attacks that can be chosen on the map now. @returns {Fight[]} */
  get fights() {
    /** @type {Map<string, Fight>} */
    const found = new Map();
    for (const offer of this.play.offers) {
      const { type, kind, from, to } = commandOf(offer);
      const neutral = type === 'support' && kind === 'neutral_attack' && this.kind === kind;
      if (!neutral && type !== 'attack' && type !== 'attack_until') continue;
      const view = this.table.attacks?.find((one) => one.from === from && one.to === to);
      const key = `${from} ${to}`;
      const fight = found.get(key) ?? {
        from,
        to,
        chances: view?.chances ?? [],
        dice: view?.dice ?? 1,
      };
      found.set(key, { ...fight, [type === 'attack' ? 'single' : 'until']: offer });
    }
    return [...found.values()];
  }

  /** The attacks from the chosen territory, or from all, the likeliest to succeed first; of each target the best one. */
  get best() {
    const { origin } = this;
    const sorted = this.fights
      .filter(({ from, chances }) => (!origin || from === origin) && (chances[0] ?? 0) > 0)
      .sort((a, b) => b.chances[0] - a.chances[0]);
    return sorted.filter((one, at) => sorted.findIndex(({ to }) => to === one.to) === at);
  }

  /** The attacks that the bar lists. */
  get targets() {
    return this.best.slice(0, TARGETS);
  }

  /** The movements that can be chosen on the map now. @returns {Wire.Offer[]} */
  get moves() {
    return this.play.offers.filter((offer) => {
      const { type, kind } = commandOf(offer);
      return (
        type === 'manoeuvre' ||
        (type === 'support' && kind === 'start_manoeuvre' && this.kind === kind)
      );
    });
  }

  /** The offer to put troops on the map. @returns {Wire.Offer | undefined} */
  get bag() {
    return this.#offer('place') ?? this.#offer('return_troops');
  }

  /** @param {string} type */
  #offer(type) {
    return this.play.offers.find((offer) => commandOf(offer).type === type);
  }

  /** Returns the draft, if it is of one of these types. @param {string[]} types */
  #draft(...types) {
    const { draft } = this.play;
    return draft && types.includes(commandOf(draft.offer).type) ? draft : null;
  }

  /** Troops to be placed, by territory. @returns {Record<string, number>} */
  get counts() {
    return this.#draft('place', 'return_troops')?.values[0] ?? {};
  }

  /** Troops to be placed in all. */
  get total() {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  /** The attack that is chosen. @returns {Fight | null} */
  get fight() {
    const begun = this.#draft('attack', 'attack_until', 'support');
    const { from, to } = begun ? commandOf(begun.offer) : { from: this.#origin, to: this.#target };
    return this.fights.find((fight) => fight.from === from && fight.to === to) ?? null;
  }

  /** The movement that is being filled in, with its values by name. */
  get move() {
    const draft = this.#draft('manoeuvre', 'support');
    if (!draft || !choiceOf(draft.offer, 'to')) return null;
    const value = (/** @type {string} */ name) => draft.values[holeIndex(draft.offer, name)];
    return {
      offer: draft.offer,
      from: commandOf(draft.offer).from,
      to: /** @type {string | undefined} */ (value('to')),
      troops: /** @type {number} */ (value('troops')),
      most: /** @type {number} */ (choiceOf(draft.offer, 'troops')?.max ?? 1),
    };
  }

  /** The chosen origin of an attack, while it is possible. */
  get origin() {
    return this.fights.some(({ from }) => from === this.#origin) ? this.#origin : null;
  }

  /** @returns {Aim} */
  get aim() {
    const { bag, move, fight, fights, moves, counts } = this;
    const none = {
      ...{ open: new Set(), from: null, to: null, counts },
      ...{ chances: new Map(), listed: [] },
    };
    if (bag) return { ...none, legal: new Set(Object.keys(choiceOf(bag, 'troops').max)) };
    if (move) {
      const { from } = move;
      const goals = choiceOf(move.offer, 'to').from.map((/** @type {any} */ item) => item.value);
      return { ...none, legal: new Set(goals), open: new Set([from]), from, to: move.to ?? null };
    }
    if (moves.length > 0)
      return { ...none, legal: new Set(moves.map((offer) => commandOf(offer).from)) };
    if (fights.length > 0) return { ...none, ...this.#fighting(fights, fight) };
    const { from = null, to = null } = this.table.prompt;
    return { ...none, legal: new Set(), from, to };
  }

  /** @param {Fight[]} fights @param {Fight | null} fight */
  #fighting(fights, fight) {
    const from = fight?.from ?? this.origin;
    const own = new Set(fights.map((one) => one.from));
    const goals = new Set(fights.map((one) => one.to));
    const here = fights.filter((one) => one.from === from);
    return {
      legal: from ? new Set(here.map((one) => one.to)) : own,
      open: new Set([...own, ...goals]),
      from,
      to: fight?.to ?? null,
      chances: new Map(here.map((one) => [one.to, percent(one.chances[0], 0)])),
      listed: this.targets.map((one) => one.to),
    };
  }

  /** Handles a press on a territory. @param {string} id */
  press(id) {
    const { bag, move, moves, fights } = this;
    if (bag) this.put(id, 1);
    else if (move) this.#goTo(id);
    else if (moves.length > 0) this.#leave(id);
    else if (fights.length > 0) this.#attack(id);
    this.changed();
  }

  /** Puts troops on a territory, or takes them back. @param {string} id @param {number} by */
  put(id, by) {
    const { bag, counts, total, play } = this;
    if (!bag) return;
    const { max, max_total: all } = choiceOf(bag, 'troops');
    const before = counts[id] ?? 0;
    const after = Math.max(0, Math.min(before + by, max[id] ?? 0, before + all - total));
    const { [id]: _, ...others } = counts;
    if (play.draft?.offer !== bag) play.choose(bag);
    play.answer(0, after > 0 ? { ...others, [id]: after } : others);
  }

  /** @param {string} id */
  #leave(id) {
    const offer = this.moves.find((one) => commandOf(one).from === id);
    if (!offer) return;
    this.play.choose(offer);
    this.play.answer(holeIndex(offer, 'troops'), choiceOf(offer, 'troops').max);
  }

  /** @param {string} id */
  #goTo(id) {
    const { move } = this;
    if (!move) return;
    if (id === move.from) return this.play.cancel();
    const goals = choiceOf(move.offer, 'to').from;
    if (goals.some((/** @type {any} */ item) => item.value === id))
      this.play.answer(holeIndex(move.offer, 'to'), id);
  }

  /** Sets the number of troops that move. @param {number} count */
  moveSo(count) {
    const { move } = this;
    if (move) this.play.answer(holeIndex(move.offer, 'troops'), count);
  }

  /** @param {string} id */
  #attack(id) {
    const { fights, fight } = this;
    if (this.play.draft) this.play.cancel();
    const from = fight?.from ?? this.origin;
    const pair = (/** @type {string | null} */ a, /** @type {string | null} */ b) =>
      fights.some((one) => one.from === a && one.to === b);
    if (pair(from, id)) return this.#aimAt(from, id);
    const to = fight?.to ?? null;
    if (fights.some((one) => one.from === id)) {
      if (id === from) return this.#aimAt(to ? from : null, null);
      return this.#aimAt(id, pair(id, to) ? to : null);
    }
    const best = fights
      .filter((one) => one.to === id)
      .sort((a, b) => (b.chances[0] ?? 0) - (a.chances[0] ?? 0))[0];
    if (best) this.#aimAt(best.from, id);
  }

  /** Chooses an attack, or only where it comes from. @param {{from: string, to: string | null}} fight */
  choose({ from, to }) {
    if (this.play.draft) this.play.cancel();
    this.#aimAt(from, to);
    this.changed();
  }

  /** Buys a kind of combat support: at once, or after a press on the territory where it acts. @param {string} kind */
  buy(kind) {
    const offers = this.play.offers.filter((offer) => commandOf(offer).kind === kind);
    if (offers.length === 1 && holes(offers[0]).length === 0) this.play.choose(offers[0]);
    else this.pointAt(this.kind === kind ? null : kind);
  }

  /** Starts choosing where a kind of combat support acts; null stops. @param {string | null} kind */
  pointAt(kind) {
    this.#forget();
    this.#kind = kind;
    if (this.play.draft) this.play.cancel();
    this.changed();
  }

  /** Takes one step back. @returns {boolean} `false` if there was none */
  back() {
    if (this.play.draft) this.play.cancel();
    else if (this.#target && this.fight) this.#aimAt(this.#origin, null);
    else if (this.origin) this.#aimAt(null, null);
    else if (this.kind) this.#kind = null;
    else return false;
    this.changed();
    return true;
  }

  /** `true` if there is a step to take back. */
  get begun() {
    return !!this.play.draft || !!this.origin || !!this.kind;
  }

  /** Sends an offer with all its answers. @param {Wire.Offer} offer @param {any[]} [values] */
  send(offer, values) {
    this.play.choose(offer, values);
  }
}
