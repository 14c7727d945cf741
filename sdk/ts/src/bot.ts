// A bot is one function; this module plays a match with it. The same function plays people, the server's bots
// and other bots. It sees what its seat may know and chooses among its offers; it needs no rule of any game.

import type * as Wire from '../../../web/types/protocol.js';
import type { Client } from './client.ts';
import { BotFailed, Distrusted, EntropyLost, Rejected, RoomClosed } from './errors.ts';
import type { GameOf } from './games.ts';
import { Offers } from './offers.ts';
import type { Command } from './offers.ts';
import type { Rng } from './random.ts';
import type { Report } from './record.ts';

/** Time in which a newer update must explain why a command that an offer admits was refused, in milliseconds. */
const DOUBT_MS = 15_000;

/** What is shown of a program whose author says nothing. */
const NO_CONTACT = 'its author gives no address';

/** Everything that a seat knows when it is asked. */
export interface View<G extends string = string> {
  /** The game, for example `europe-divided`. */
  game: string;
  /** The seat that chooses. */
  seat: number;
  /** The public view: what everybody may see. */
  public: GameOf<G>['public'];
  /** The private view: what only this seat may see. */
  private: GameOf<G>['private'];
  /** What has happened since the bot chose last. */
  events: GameOf<G>['event'][];
  /** The last entry of the log that this seat may know of. */
  seq: number;
  /** The number of the question. It stays the same while the question stays open. */
  decision: number;
  /** The seats that must act. */
  awaiting: number[];
  /** Match time, in milliseconds. */
  nowMs: number;
  /** The match time at which the clock runs out; null where there is none. */
  deadlineMs: number | null;
  /** The component data of the game: cards, maps, and their values. */
  data: GameOf<G>['data'];
  /** The room: its options, its seats and their names. */
  room: Wire.Room;
}

/** What a bot is given when it is asked. */
export interface Question<G extends string = string> {
  view: View<G>;
  offers: Offers<GameOf<G>['command']>;
  /** Take all chance from it, so that a seed repeats the choices. */
  rng: Rng;
}

type Choice<G extends string> = GameOf<G>['command'] | null;

/**
 * Returns the command to send, one that an offer admits, or a promise of it. Null waits for the next update:
 * possible only where others are asked too or a clock runs, or nothing would ever happen again.
 */
export type Choose<G extends string = string> = (question: Question<G>) => Choice<G> | Promise<Choice<G>>;

/** A bot: the games that it plays (none: all), its name at the table, and how it chooses. */
export interface Bot<G extends string = string> {
  games: readonly G[];
  name: string;
  /** A way to reach its author, shown to all at the table: an address, a name on a platform. */
  contact: string;
  /** Makes the function for one match, so that a bot may remember something in it. */
  begin: () => Choose<G>;
  /** Says whether to agree to another seat's request, such as an undo. */
  agrees: (request: Wire.Request) => boolean;
}

/** The rest of a bot's definition. */
export interface BotOptions {
  name?: string;
  contact?: string;
  agrees?: (request: Wire.Request) => boolean;
}

/**
 * Defines a bot for a game or several: `defineBot('europe-divided', ({ view, offers, rng }) => ...)`. For one that
 * remembers something during a match give `{ begin: () => choose }` instead of the function.
 */
export function defineBot<G extends string>(
  games: G | readonly G[],
  choose: NoInfer<Choose<G>> | { begin: () => NoInfer<Choose<G>> },
  { name = 'Bot of mine', contact = NO_CONTACT, agrees = () => true }: BotOptions = {},
): Bot<G> {
  const begin = typeof choose === 'function' ? () => choose : choose.begin;
  const of = typeof games === 'string' ? [games] : games;
  return { games: of, name: name.slice(0, 32), contact: contact.slice(0, 100), begin, agrees };
}

/** The end of a match, as a bot's seat saw it. */
export interface Result {
  /** The code of the room. */
  room: string;
  seat: number;
  /** Winners, scores and the reason of the end. */
  outcome: Wire.Outcome;
  /** `true` if the bot is among the winners. */
  won: boolean;
  /** The number of commands that were accepted. */
  commands: number;
  /** The number of commands that came too late, or that a loose offer admitted and the game did not. */
  refused: number;
  /** The number of times that the connection was lost and made again. */
  losses: number;
  /** The check of the deal; null where it was not asked for or nothing proves the deal. */
  report: Report | null;
}

class Match<G extends string> {
  commands = 0;
  refused = 0;
  readonly #choose: Choose<G>;
  /** The update from which the last choice was made; the last entry whose events the bot has seen. */
  #considered = 0;
  #seen = -1;
  /** Commands that loose offers admitted and the game refused, and the update that made them. */
  #impossible: Command[] = [];
  #refusedIn = 0;
  #restores = 0;
  #agreed = new Set<string>();
  /** Why the bot could not answer a request. */
  #failure: BotFailed | null = null;

  constructor(
    readonly bot: Bot<G>,
    readonly client: Client<G>,
    readonly rng: Rng,
    readonly data: GameOf<G>['data'],
  ) {
    this.#choose = bot.begin();
  }

  async play(): Promise<void> {
    const { client } = this;
    const agree = () => this.#agree();
    client.addEventListener('change', agree);
    try {
      // Something may have been asked before.
      agree();
      for (;;) {
        await client.when(() => client.over || this.#asked() || this.#leaves() !== null);
        const reason = this.#leaves();
        if (reason) throw reason;
        if (client.over) return;
        await this.#answer();
      }
    } finally {
      client.removeEventListener('change', agree);
    }
  }

  #fails(why: string, cause?: unknown): BotFailed {
    return new BotFailed(`${this.bot.name}: ${why}`, this.client.code, this.client.seat ?? 0, cause);
  }

  #asked(): boolean {
    return this.client.arrived > this.#considered && this.client.offers.length > 0;
  }

  /** Returns why a bot leaves: it failed, or nothing is dealt yet and it has nothing to lose. */
  #leaves(): Error | null {
    if (this.#failure) return this.#failure;
    const { room, distrusted, suspicions, entropyLost } = this.client;
    if (room?.state !== 'lobby' && room?.state !== 'sealing') return null;
    if (distrusted) return new Distrusted(suspicions);
    return entropyLost ? new EntropyLost("the entropy of this seat is another program's") : null;
  }

  #view(): View<G> {
    const { client } = this;
    const { update, room, seat, decision, events } = client;
    if (!update || !room || seat === null || decision === null)
      throw new Error('a seat that is asked has a view');
    // After a restore the numbers of entries come again.
    const seen = this.#seen <= update.seq && this.#restores === client.restores ? this.#seen : -1;
    this.#seen = update.seq;
    this.#restores = client.restores;
    return {
      game: room.game,
      seat,
      public: update.public,
      private: update.private,
      events: events.filter((event: { seq: number }) => event.seq > seen),
      seq: update.seq,
      decision,
      awaiting: update.awaiting,
      nowMs: update.now_ms,
      deadlineMs: update.deadline_ms ?? null,
      data: this.data,
      room,
    };
  }

  async #answer(): Promise<void> {
    const { client } = this;
    if (client.arrived > this.#refusedIn) this.#impossible = [];
    this.#considered = client.arrived;
    const view = this.#view();
    const offers = client.offers.filter(
      (offer) => !(offer.loose && this.#impossible.some((command) => offer.admits(command))),
    );
    if (offers.length === 0) throw this.#fails('every offer was tried and refused');
    const command = await this.#thought({ view, offers, rng: this.rng });
    if (command === null) {
      const alone = view.awaiting.every((seat) => seat === view.seat) && view.deadlineMs === null;
      // While it thought something may have changed: then it is asked again.
      if (alone && client.arrived === this.#considered) {
        throw this.#fails('it chose nothing, and everybody waits for it');
      }
      return;
    }
    if (!offers.admits(command)) throw this.#fails(`it chose what no offer admits: ${shortened(command)}`);
    if (client.decision === view.decision && client.offers.admits(command)) {
      await this.#send(command, view.decision);
    }
  }

  async #thought(question: Question<G>): Promise<Choice<G>> {
    let found: unknown;
    try {
      found = await this.#choose(question);
    } catch (error) {
      throw this.#fails(`it threw ${thrown(error)}`, error);
    }
    if (found !== null && (typeof found !== 'object' || Array.isArray(found))) {
      throw this.#fails(`it chose no command: ${shortened(found)}`);
    }
    return found as Choice<G>;
  }

  async #send(command: GameOf<G>['command'], decision: number): Promise<void> {
    const { client } = this;
    const sentAfter = client.arrived;
    const strict = client.offers.filter((offer) => !offer.loose).admits(command);
    try {
      await client.command(command, decision);
      this.commands += 1;
    } catch (refusal) {
      if (!(refusal instanceof Rejected)) throw refusal;
      this.refused += 1;
      if (!strict && refusal.code !== 'stale') {
        // Asked again at once, without the offer if the update is still the same.
        this.#impossible.push(command);
        this.#refusedIn = this.#considered;
        this.#considered = 0;
      } else await this.#explained(refusal, sentAfter);
    }
  }

  /** Waits for the update that says why a command which an offer admits was refused. */
  async #explained(refusal: Rejected, sentAfter: number): Promise<void> {
    const { client } = this;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const doubt = new Promise<never>((_, fail) => (timer = setTimeout(() => fail(refusal), DOUBT_MS)));
    try {
      await Promise.race([client.when(() => client.arrived > sentAfter || client.over), doubt]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Answers the requests of the others. */
  #agree(): void {
    const { room, seat } = this.client;
    for (const request of room?.requests ?? []) {
      if (request.by === seat || this.#agreed.has(request.id)) continue;
      this.#agreed.add(request.id);
      // It may have been withdrawn, or the connection may have ended: then nothing is to be done.
      const agrees = this.#opinion(request);
      if (agrees !== null) this.client.consent(request.id, agrees).catch(() => {});
    }
  }

  /** Returns whether the bot agrees; null if it fails at that, which ends its match. */
  #opinion(request: Wire.Request): boolean | null {
    try {
      return this.bot.agrees(request);
    } catch (error) {
      this.#failure ??= this.#fails(`\`agrees\` threw ${thrown(error)}`, error);
      return null;
    }
  }
}

function thrown(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function shortened(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}

/**
 * Plays the match of a client's seat to its end. `data` are the component data of the room, and `check` says
 * whether the record is fetched and checked in the end.
 * @throws BotFailed, Distrusted, EntropyLost, RoomClosed, RecordRefused, ConnectionEnded
 */
export async function play<G extends string>(
  bot: Bot<G>,
  client: Client<G>,
  rng: Rng,
  data: GameOf<G>['data'],
  { check = true }: { check?: boolean } = {},
): Promise<Result> {
  const match = new Match(bot, client, rng, data);
  client.ready();
  await match.play();
  const outcome = client.update?.outcome;
  if (!outcome) throw new RoomClosed(`room ${client.code} was given up before its match began`);
  const seat = client.seat ?? 0;
  return {
    room: client.code,
    seat,
    outcome,
    won: outcome.winners.includes(seat),
    commands: match.commands,
    refused: match.refused,
    losses: client.losses,
    report: check ? await client.checkRecord() : null,
  };
}
