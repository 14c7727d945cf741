// Plays Europe Divided by chance: the smallest bot there is.
//
//     deno run --allow-net --allow-env random-bot.ts http://127.0.0.1:8080             opens a room, says its link
//     deno run --allow-net --allow-env random-bot.ts http://127.0.0.1:8080/r/K7P2XR    takes a free seat there
//
// Node 24 runs it as it is, too; Node 20 what a compiler makes of it.

import { argv } from 'node:process';

import { defineBot, run } from '@entente/client';

const bot = defineBot('europe-divided', ({ offers, rng }) => offers.sample(rng), {
  name: 'Random',
});

const where = argv[2] ?? 'http://127.0.0.1:8080';
const result = await run(bot, where.includes('/r/') ? { room: where } : { server: where });
console.log(result.won ? 'won' : 'did not win', result.outcome.scores);
