// Builds dist/: two modules without imports but the platform's, and their declarations. The core of the package
// is the web client's own (web/core, web/proof), which is why it is bundled.

import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

rmSync(here('dist'), { recursive: true, force: true });
await build({
  entryPoints: [here('src/index.ts'), here('src/node.ts')],
  outdir: here('dist'),
  bundle: true,
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  external: ['node:*'],
  logLevel: 'warning',
  // Whoever reads it should find the names of the sources.
  legalComments: 'inline',
});
cpSync(here('../../web/vendor/noble-hashes/LICENSE'), here('dist/noble-hashes.LICENSE'));
execFileSync(here('node_modules/.bin/tsc'), ['--project', here('tsconfig.json')], { stdio: 'inherit' });
// Declarations that are written by hand, or made of the schema, are not copied by the compiler.
for (const path of [
  'types/protocol.d.ts',
  'vendor/noble-hashes/sha2.d.ts',
  'vendor/noble-hashes/hmac.d.ts',
]) {
  cpSync(here(`../../web/${path}`), here(`dist/types/web/${path}`));
}
