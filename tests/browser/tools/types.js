// Makes web/types/protocol.d.ts from the server's own JSON Schema, as it is kept in tests/fixtures.

import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const SCHEMA = new URL('../../fixtures/schema.json', import.meta.url);
const OUT = new URL('../../../web/types/protocol.d.ts', import.meta.url);
const HEAD = `// Made from the server's JSON Schema by \`npm run types\` in tests/browser: do not edit.
`;

/**
 * Reduces a reference to itself: with a description beside it, every use would become a type of its own.
 * @param {any} node @returns {any}
 */
function bare(node) {
  if (Array.isArray(node)) return node.map(bare);
  if (node === null || typeof node !== 'object') return node;
  if (typeof node.$ref === 'string') return { $ref: node.$ref };
  return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, bare(inner)]));
}

/**
 * Writes counts as aliases: an interface is not assignable to what takes any keys. @param {string} types
 */
const keyed = (types) => types.replace(/^export interface (\w+Counts) \{/gm, 'export type $1 = {');

/** Returns the types for this schema. @param {any} schema */
export async function typesOf(schema) {
  const types = await compile(bare(schema), 'Protocol', {
    bannerComment: HEAD,
    additionalProperties: false,
    unreachableDefinitions: true,
    style: { singleQuote: true, printWidth: 100 },
  });
  return keyed(types);
}

export const committed = () => readFileSync(OUT, 'utf8');

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const schema = JSON.parse(readFileSync(SCHEMA, 'utf8'));
  writeFileSync(OUT, await typesOf(schema));
}
