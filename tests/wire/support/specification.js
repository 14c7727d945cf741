// The documents of a real server, and the frames of whole matches on it.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Server } from '../../browser/support/server.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** @typedef {{schema: any, openapi: any, asyncapi: any}} Documents */

/** Starts a server, asks it for its three documents, and ends it. @returns {Promise<Documents>} */
export async function documents() {
  const server = await Server.start();
  try {
    const [schema, openapi, asyncapi] = await Promise.all(
      ['schema', 'openapi', 'asyncapi'].map((name) => server.ask('GET', `${name}.json`)),
    );
    return { schema, openapi, asyncapi };
  } finally {
    await server.end();
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
