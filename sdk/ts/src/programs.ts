// `offer`: a program that announces itself to a server, and plays wherever a host seats it.

import { backoff } from '../../../web/core/backoff.js';
import { Problem } from '../../../web/core/request.js';
import type * as Wire from '../../../web/types/protocol.js';
import { Api, after } from './api.ts';
import { play } from './bot.ts';
import type { Bot, Result } from './bot.ts';
import { Client } from './client.ts';
import type { ClientOptions } from './client.ts';
import { EntenteError } from './errors.ts';
import { Rng } from './random.ts';

/** Time that one request for seats waits, in milliseconds. */
const WAIT_MS = 20_000;
/** Refusals of an announcement that another attempt does not change. */
const FOR_GOOD = ['name_invalid', 'game_unknown', 'option_invalid', 'forbidden', 'malformed', 'not_found'];

/** What a program says of itself, and where it plays. */
export interface OfferOptions {
  server: string;
  /** Ids of games, or games with the options that it needs; by default those that the bot names. */
  games?: readonly (string | Wire.ProgramGame)[];
  /** How well it plays, in your own words: at most 60 characters. */
  level?: string;
  /** How to reach you: at most 100 characters; by default the bot's contact. */
  author?: string;
  /** The most matches that it plays at the same time; by default 4. */
  rooms?: number;
  /** The name at the table. */
  name?: string;
  /** Ends the announcement; matches that run are played on. */
  signal?: AbortSignal;
  WebSocket?: ClientOptions['WebSocket'];
  /** Is called with the result of each match. */
  onResult?: (result: Result) => void;
  /** Is called with lines for the user. */
  say?: (line: string) => void;
}

/**
 * Announces a bot to a server and plays wherever hosts seat it; resolves once `signal` has ended it and the matches
 * that ran are over. After a loss, or a restart of the server, it announces itself again.
 * @throws EntenteError if the server seats no programs
 * @throws Problem if it refuses the announcement
 */
export async function offer(bot: Bot<any>, options: OfferOptions): Promise<void> {
  const api = new Api(options.server);
  if (!(await api.features()).has('announcements')) throw new EntenteError(`${api.server} seats no programs`);
  const { signal } = options;
  const program = new Program(api, bot, await announcementOf(api, bot, options), options);
  const wake = () => program.wake();
  signal?.addEventListener('abort', wake);
  try {
    await program.run();
  } finally {
    signal?.removeEventListener('abort', wake);
  }
}

/** A bot as it is announced, with the matches that it plays. */
class Program {
  /** Those that run, each with the number of the announcement that brought it. */
  readonly #playing = new Map<string, { announcement: number; match: Promise<void> }>();
  #announcements = 0;
  /** In a row: announcements that were refused, or of which the server soon knew nothing any more. */
  #failures = 0;
  #wakes: () => void = () => {};

  constructor(
    readonly api: Api,
    readonly bot: Bot<any>,
    readonly wanted: Wire.AnnounceProgram,
    readonly options: OfferOptions,
  ) {}

  /** Has it look again at what it waits for: a match has ended, or the signal is given. */
  wake(): void {
    this.#wakes();
  }

  async run(): Promise<void> {
    while (!this.#ended) {
      try {
        await this.#announced();
      } catch (problem) {
        if (!(problem instanceof Problem) || FOR_GOOD.includes(problem.code)) throw problem;
        this.#failures += 1;
        await after(backoff(this.#failures, problem.retryAfterMs, Math.random()));
      }
    }
    await Promise.all([...this.#playing.values()].map(({ match }) => match));
  }

  get #ended(): boolean {
    return this.options.signal?.aborted ?? false;
  }

  /** Resolves to null once `wake` is called. */
  #woken(): Promise<null> {
    return new Promise((done) => (this.#wakes = () => done(null)));
  }

  /**
   * Announces the program once, and takes seats for as long as more may come. Resolves once hosts have taken what
   * this announcement offers, while matches of earlier ones have ended: another one offers their rooms. No host can
   * choose the program just then.
   */
  async #announced(): Promise<void> {
    const { say = console.log } = this.options;
    const most = this.wanted.rooms;
    while (this.#playing.size >= most && !this.#ended) await this.#woken();
    if (this.#ended) return;
    const offered = most - this.#playing.size;
    const announcement = (this.#announcements += 1);
    const moreMayCome = () => {
      const taken = [...this.#playing.values()].filter((one) => one.announcement === announcement).length;
      return !this.#ended && (taken < offered || this.#playing.size >= most);
    };
    const { program, token } = await this.api.announce({ ...this.wanted, rooms: offered });
    say(`${this.wanted.name} waits for hosts at ${this.api.server}`);
    await this.#takeSeats(program.id, token, moreMayCome);
    try {
      await this.api.withdraw(program.id, token);
    } catch (problem) {
      // A server that does not answer forgets it by itself.
      if (!(problem instanceof Problem)) throw problem;
    }
  }

  /** Takes the seats that an announcement is given, for as long as more may come. */
  async #takeSeats(program: string, token: string, moreMayCome: () => boolean): Promise<void> {
    for (let known = 0; moreMayCome();) {
      const asking = this.api.givenSeats(program, token, known, WAIT_MS);
      let seats: Wire.GivenSeat[] | null;
      do seats = await Promise.race([asking, this.#woken()]);
      while (!seats && moreMayCome());
      for (const seat of seats ?? []) {
        known = Math.max(known, seat.number);
        this.#take(seat);
      }
      if (seats) this.#failures = 0;
    }
  }

  #take(seat: Wire.GivenSeat): void {
    const key = `${seat.room}/${seat.seat}`;
    if (this.#playing.has(key)) return;
    const match = playOne(this.api, this.bot, seat, this.options).finally(() => {
      this.#playing.delete(key);
      this.wake();
    });
    this.#playing.set(key, { announcement: this.#announcements, match });
  }
}

async function announcementOf(
  api: Api,
  bot: Bot<any>,
  { games, level, author, rooms = 4, name }: OfferOptions,
): Promise<Wire.AnnounceProgram> {
  const known = async () => (await api.games()).games.map(({ id }) => id);
  const chosen = games ?? (bot.games.length > 0 ? bot.games : await known());
  return {
    name: name ?? bot.name,
    contact: author ?? bot.contact,
    games: chosen.map((game) =>
      typeof game === 'string' ? { game } : game,
    ) as Wire.AnnounceProgram['games'],
    rooms,
    ...(level === undefined ? {} : { level }),
  };
}

/** Plays one match. Whatever happens in it, the others go on. */
async function playOne(api: Api, bot: Bot<any>, seat: Wire.GivenSeat, options: OfferOptions): Promise<void> {
  const { WebSocket, onResult, say = console.log } = options;
  let client: Client<any> | null = null;
  try {
    client = await Client.connect(api.server, seat.room, {
      token: seat.token,
      giveUpMs: 60_000,
      ...(WebSocket ? { WebSocket } : {}),
    });
    const data = await api.data(client.room!.fairness.data);
    onResult?.(await play(bot, client, new Rng(), data));
  } catch (error) {
    say(`${bot.name} left room ${seat.room}: ${(error as Error).message}`);
  } finally {
    client?.close();
  }
}
