// `run`: a bot at a table with people, with the server's bots, or with other programs.

import type * as Wire from '../../../web/types/protocol.js';
import { roomAddress, roomLink } from './address.ts';
import { Api } from './api.ts';
import type { Programmed } from './api.ts';
import { play } from './bot.ts';
import type { Bot, Result } from './bot.ts';
import { Client } from './client.ts';
import type { ClientOptions } from './client.ts';
import { EntenteError } from './errors.ts';
import { Rng } from './random.ts';

/** The table that a bot plays at. */
export interface RunOptions extends Omit<ClientOptions, 'token'> {
  /** The server; a whole link as `room` says it too. */
  server?: string;
  /** A code or a link of a room to join; without it one is opened. */
  room?: string;
  /** The game of a new room; by default the first that the bot plays. */
  game?: string;
  /** The options of a new room. */
  options?: Record<string, unknown>;
  /** The level of the server's bots on the other seats of a new room; without it people are waited for. */
  opponents?: Wire.BotLevel;
  /** The name at the table. */
  name?: string;
  /** The token of a seat that is held already, to go on with it. */
  token?: string;
  /** Repeats the bot's chance, not the deal. */
  seed?: number | string;
  /** Is called with lines for the user. */
  say?: (line: string) => void;
}

/**
 * Plays one match with a bot and resolves to the result; the record is checked in the end. It joins a room, or opens
 * one and says the link that invites to it.
 * @throws BotFailed if the bot did wrong: its seat is kept, so a repaired bot can go on with its token
 * @throws Distrusted, RecordRefused, and the other errors of this package
 */
export async function run<G extends string>(bot: Bot<G>, options: RunOptions): Promise<Result> {
  const { room, entropy, store, WebSocket, seed, giveUpMs = 600_000 } = options;
  const address = room === undefined ? null : roomAddress(room);
  const server = options.server ?? address?.server;
  if (!server) throw new EntenteError('say which server, or give a whole link as the room');
  const api = new Api(server);
  const { code, token } = address
    ? await join(api, bot, address.code, options.token ?? address.token, options)
    : await open(api, bot, options);
  const client = await Client.connect<G>(server, code, {
    token,
    giveUpMs,
    ...pick({ entropy, store, WebSocket }),
  });
  try {
    if (client.seat === null) throw new EntenteError('the token opens no seat of this room');
    const data = await api.data(client.room!.fairness.data);
    return await play(bot, client, new Rng(seed), data);
  } finally {
    client.close();
  }
}

/** Leaves out what is undefined. */
function pick<T extends object>(from: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(from).filter(([, value]) => value !== undefined)) as never;
}

function plays(bot: Bot<any>, game: string): void {
  if (bot.games.length > 0 && !bot.games.includes(game)) {
    throw new EntenteError(`${bot.name} plays ${bot.games.join(', ')}, not ${game}`);
  }
}

/** Returns what a bot says about itself as a program, if the server knows programs. */
async function program(api: Api, { contact }: Bot<any>): Promise<Programmed> {
  return (await api.features()).has('programs') ? { program: { contact } } : {};
}

async function join(api: Api, bot: Bot<any>, code: string, token: string | null, { name }: RunOptions) {
  plays(bot, (await api.room(code)).game);
  if (token) return { code, token };
  const wanted = { name: name ?? bot.name, ...(await program(api, bot)) };
  return { code, token: (await api.join(code, wanted)).token };
}

async function open(
  api: Api,
  bot: Bot<any>,
  { game, options, opponents, name, say = console.log }: RunOptions,
) {
  const chosen = game ?? bot.games[0];
  if (chosen === undefined) throw new EntenteError(`${bot.name} plays every game: say which one`);
  plays(bot, chosen);
  const said = { name: name ?? bot.name, ...(await program(api, bot)) };
  const seated = await api.create({ game: chosen, ...said, ...(options ? { options } : {}) });
  const { room, token } = seated;
  for (const seat of room.seats) {
    if (opponents && seat.name == null) await api.addBot(room.code, seat.seat, token, opponents);
  }
  say(`${bot.name} ${opponents ? 'plays' : 'waits'} at ${roomLink(api.server, room.code)}`);
  return { code: room.code, token };
}
