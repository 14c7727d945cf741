// The documents of a real server, and the frames of whole matches on it.

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const BINARY = process.env.ENTENTE_SERVER_BINARY ?? join(ROOT, 'target', 'debug', 'entente-server');
const READY = /^Entente is ready at (http:\/\/\S+)\/$/;

/** @typedef {{schema: any, openapi: any, asyncapi: any}} Documents */

/** Starts a server, asks it for its three documents, and ends it. @returns {Promise<Documents>} */
export async function documents() {
  const args = ['--listen', '127.0.0.1:0', '--database', 'memory:'];
  const server = spawn(BINARY, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    for await (const line of createInterface({ input: server.stdout })) {
      const url = READY.exec(line)?.[1];
      if (!url) continue;
      const [schema, openapi, asyncapi] = await Promise.all(
        ['schema', 'openapi', 'asyncapi'].map(async (name) =>
          (await fetch(`${url}/api/v1/${name}.json`)).json(),
        ),
      );
      return { schema, openapi, asyncapi };
    }
    throw new Error(`the server ended with ${server.exitCode}`);
  } finally {
    server.kill();
  }
}

/** @typedef {{game: string, viewer: string, messages: any[]}} Frames */

/** Has a match of each game played; returns what each viewer was sent. @returns {Frames[]} */
export function frames() {
  const folder = mkdtempSync(join(tmpdir(), 'entente-frames-'));
  try {
    const python = join(ROOT, 'target', 'kit', 'bin', 'python');
    execFileSync(python, ['tools/make_fixtures.py', folder], {
      cwd: join(ROOT, 'sdk', 'python'),
      env: { ...process.env, PYTHONPATH: 'tests' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return readdirSync(join(folder, 'frames')).map((file) => {
      const [game, viewer] = file.split('.');
      const lines = readFileSync(join(folder, 'frames', file), 'utf8')
        .trim()
        .split('\n');
      return { game, viewer, messages: lines.map((line) => JSON.parse(line)) };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
