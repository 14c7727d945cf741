// A bot that plays every game by chance: an opponent to measure others by, and a test of the whole road.

import { defineBot } from './bot.ts';
import type { Question } from './bot.ts';
import type { Command } from './offers.ts';

/** The most acts within one question before it says that it is ready. */
const MOST_ACTS = 6;

/** Checks whether a command only switches something on, like `{"type": "ready", "ready": true}`. */
const isSwitch = (command: Command): boolean =>
  Object.keys(command).length === 2 &&
  Object.entries(command).every(([key, part]) => key === 'type' || part === true);

/** Checks whether two commands differ in one truth value and in nothing else. */
function undoes(one: Command, other: Command): boolean {
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length || !keys.every((key) => key in other)) return false;
  const differing = keys.filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]));
  return differing.length === 1 && typeof one[differing[0]!] === 'boolean';
}

class Chance {
  #decision: number | null = null;
  #acts = 0;
  #enough = 0;
  #last: Command | null = null;
  #hasSwitch = false;

  choose({ view, offers, rng }: Question): Command | null {
    if (view.decision !== this.#decision) this.#begin(view.decision, rng.int(0, MOST_ACTS));
    if (this.#last) {
      const last = this.#last;
      if ([...offers].some((offer) => undoes(last, offer.template))) return null;
      // What this seat had said no longer holds: it may act again.
      if (isSwitch(last)) this.#begin(view.decision, rng.int(0, MOST_ACTS));
    }
    const all = [...offers];
    const switches = offers.filter(
      ({ template }) => isSwitch(template) && !all.some((other) => undoes(template, other.template)),
    );
    this.#hasSwitch ||= switches.length > 0;
    const enough = this.#acts >= this.#enough;
    if (enough && this.#acts > 0 && view.deadlineMs !== null && !this.#hasSwitch) return null;
    const templates = new Set([...switches].map((offer) => offer.wire));
    const others = offers.filter((offer) => !templates.has(offer.wire));
    const from = switches.length > 0 && (enough || others.length === 0) ? switches : others;
    this.#acts += 1;
    this.#last = from.sample(rng);
    return this.#last;
  }

  #begin(decision: number, enough: number): void {
    this.#decision = decision;
    this.#acts = 0;
    this.#last = null;
    this.#enough = enough;
    this.#hasSwitch = false;
  }
}

/**
 * Each type of command is as likely as any other, then each offer of it, then each way to fill it in. Where a
 * question stays open after an answer, as in open play in Europe, it acts up to six times, says that it is ready,
 * and waits.
 */
export const randomBot = defineBot<string>(
  [],
  {
    begin: () => {
      const chance = new Chance();
      return (question) => chance.choose(question);
    },
  },
  { name: 'Random' },
);
