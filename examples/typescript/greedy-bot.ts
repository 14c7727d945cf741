// Plays Balance of Power greedily against the server's bots: the attack with the best chance, troops where they are
// strongest against the weakest neighbour. The types know every field of the view and of the commands.
//
//     deno run --allow-net --allow-env greedy-bot.ts http://127.0.0.1:8080

import { argv } from 'node:process';

import { defineBot, run } from '@entente/client';
import type { Question, Wire } from '@entente/client';

/** The least chance of an attack that is worth its troops, in ten-thousandths. */
const WORTH = 5500;

type Asked = Question<'balance-of-power'>;
type Territory = Wire.BalanceOfPowerTerritory;

/** Returns the attack with the best chance; undefined if none is worth it. */
function attack({ view, offers }: Asked): Wire.BalanceOfPowerCommand | undefined {
  let best: { chance: number; command: Wire.BalanceOfPowerCommand } | undefined;
  for (const command of offers.ofType('attack_until').all(300)) {
    const found = view.public.attacks?.find(
      ({ from, to }) => from === command.from && to === command.to,
    );
    // The chances are those of stopping with 1, 2, ... troops left.
    const chance = found?.chances[command.stop_at - 1] ?? 0;
    if (chance >= WORTH && chance > (best?.chance ?? 0)) best = { chance, command };
  }
  return best?.command;
}

/** Returns the placement of all troops on the place with the weakest neighbour. */
function place({ view, offers }: Asked): Wire.BalanceOfPowerCommand | undefined {
  const { territories } = view.public;
  const weakest = (name: Territory) => {
    const edges = view.data.map.edge.filter(({ a, b }) => a === name || b === name);
    const others = edges.map(({ a, b }) => territories[a === name ? b : a]);
    const foreign = others.filter(({ owner }) => owner !== view.private.colour);
    return Math.min(99, ...foreign.map(({ troops }) => troops));
  };
  let best: { value: number; command: Wire.BalanceOfPowerCommand } | undefined;
  for (const command of offers.ofType('place').all(3000)) {
    const [[name, troops], ...more] = Object.entries(command.troops) as [Territory, number][];
    if (more.length > 0) continue;
    const value = territories[name].troops + 3 * troops - weakest(name);
    if (!best || value > best.value) best = { value, command };
  }
  return best?.command;
}

const bot = defineBot(
  'balance-of-power',
  (question) => {
    const { offers, rng } = question;
    for (const kind of ['collect', 'hand_in'] as const) {
      for (const command of offers.ofType(kind).all(1)) return command;
    }
    const found = attack(question) ?? place(question);
    if (found) return found;
    // Move in with everything, keep good dice, end what is not worth its troops.
    for (const kind of ['occupy', 'keep', 'end_attack', 'skip', 'done', 'decline'] as const) {
      const last = [...offers.ofType(kind).all(300)].at(-1);
      if (last) return last;
    }
    return offers.sample(rng);
  },
  { name: 'Greedy' },
);

const server = argv[2] ?? 'http://127.0.0.1:8080';
const result = await run(bot, { server, opponents: 'easy' });
console.log(result.won ? 'won' : 'did not win', result.outcome.scores);
