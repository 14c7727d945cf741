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
  const { signal, rooms = 4, say = console.log } = options;
  const api = new Api(options.server);
  if (!(await api.features()).has('announcements')) throw new EntenteError(`${api.server} seats no programs`);
  const wanted = await announcementOf(api, bot, options);
  const playing = new Map<string, Promise<void>>();
  const take = (seat: Wire.GivenSeat) => {
    const key = `${seat.room}/${seat.seat}`;
    if (playing.has(key)) return;
    playing.set(
      key,
      playOne(api, bot, seat, options).finally(() => playing.delete(key)),
    );
  };
  for (let failures = 0; !signal?.aborted;) {
    try {
      if (playing.size >= rooms) await Promise.race(playing.values());
      const { program, token } = await api.announce({ ...wanted, rooms: rooms - playing.size });
      say(`${wanted.name} waits for hosts at ${api.server}`);
      failures = 0;
      await takeSeats(api, program.id, token, signal, take);
    } catch (problem) {
      if (!(problem instanceof Problem) || FOR_GOOD.includes(problem.code)) throw problem;
      if (problem.code === 'program_unknown') continue;
      failures += 1;
      await after(backoff(failures, problem.retryAfterMs, Math.random()));
    }
  }
  await Promise.all(playing.values());
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

async function takeSeats(
  api: Api,
  program: string,
  token: string,
  signal: AbortSignal | undefined,
  take: (seat: Wire.GivenSeat) => void,
): Promise<void> {
  for (let known = 0; !signal?.aborted;) {
    const ended = new Promise<Wire.GivenSeat[]>((done) =>
      signal?.addEventListener('abort', () => done([]), { once: true }),
    );
    const seats = await Promise.race([api.givenSeats(program, token, known, WAIT_MS), ended]);
    for (const seat of seats) {
      known = Math.max(known, seat.number);
      take(seat);
    }
  }
  await api.withdraw(program, token);
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
