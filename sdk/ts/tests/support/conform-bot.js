// The bot that plays by chance, as a program that the conformance kit can start: URL ROOM TOKEN.

import { randomBot, run } from '@entente/client';

const [server = '', room = '', token = ''] = process.argv.slice(2);
await run(randomBot, { server, room, token, say: () => {} });
