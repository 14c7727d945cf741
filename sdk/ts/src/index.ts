/**
 * Clients and bots for Entente, a server for board games with secrets.
 *
 * A bot is one function:
 *
 *     import { defineBot, run } from '@entente/client';
 *     const bot = defineBot('europe-divided', ({ offers, rng }) => offers.sample(rng));
 *     await run(bot, { server: 'http://127.0.0.1:8080' });
 *
 * `Client` is one seat of one room for programs that do more, `Api` the HTTP side of a server, `checkRecord` the check
 * of a match's record, and `Wire` everything on the wire.
 */

export { roomAddress, roomLink } from './address.ts';
export type { RoomAddress } from './address.ts';
export { Api } from './api.ts';
export type { Programmed } from './api.ts';
export { defineBot, play } from './bot.ts';
export type { Bot, BotOptions, Choose, Question, Result, View } from './bot.ts';
export { Client } from './client.ts';
export type { ClientOptions, Store } from './client.ts';
export * from './errors.ts';
export type { AnyGame, GameOf, Games } from './games.ts';
export { Offer, Offers } from './offers.ts';
export type { Command } from './offers.ts';
export { offer } from './programs.ts';
export type { OfferOptions } from './programs.ts';
export { Rng } from './random.ts';
export { randomBot } from './random-bot.ts';
export { checkRecord } from './record.ts';
export type { Report } from './record.ts';
export { run } from './run.ts';
export type { RunOptions } from './run.ts';
export type * as Wire from '../../../web/types/protocol.js';
