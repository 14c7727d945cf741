// The documents that describe the wire, as strict tools of others read them: every finding is either gone or known, with
// its reason.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Parser } from '@asyncapi/parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { documents } from './support/specification.js';

/** @import { Documents } from './support/specification.js' */

/** @type {Documents} */ let specification;
before(async () => (specification = await documents()));

/** The types of games, and what their options share: `types` of `GET /games` names them, no request does. */
const OF_GAMES = /\/components\/schemas\/(EuropeDivided|BalanceOfPower|Europe|TableOptions$)/;
/** What only the socket has. */
const OF_THE_SOCKET = /\/components\/schemas\/(ClientMessage|ServerMessage|UnknownServerMessage)$/;
const SOCKET = /\/paths\/\/api\/v1\/rooms\/\{code\}\/socket\//;
const DOCS = /\/paths\/\/docs\/?(\/|$)/;

/**
 * What is known: the tool's rule, where it is not followed, and why.
 * @type {{rule: RegExp, where: RegExp, why: string}[]}
 */
const KNOWN = [
  { rule: /unused-component/, where: OF_GAMES, why: 'games add their types to messages' },
  { rule: /unused-component/, where: OF_THE_SOCKET, why: 'asyncapi.json has them' },
  { rule: /2xx-response|success-response/, where: SOCKET, why: 'a socket begins with 101' },
  { rule: /2xx-response|success-response/, where: DOCS, why: 'it leads to /docs/' },
  { rule: /trailing-slash/, where: DOCS, why: 'what is relative to a page begins with the slash' },
  { rule: /contact/, where: /\/info$/, why: 'operators differ, and the project has no address' },
  { rule: /operation-description/, where: /./, why: 'each has a summary, which says it all' },
  { rule: /asyncapi-servers/, where: /^\/$/, why: 'without a public URL nobody knows the host' },
  { rule: /asyncapi-3-tags/, where: /\/info$/, why: 'there is one channel' },
  {
    rule: /unused-components-schema/,
    where: /./,
    why: 'bodies of requests, one set of definitions',
  },
  { rule: /latest-version/, where: /./, why: '3.0 is what generators read' },
];

/** Returns what is not known of what a tool has found. @param {{rule: string, where: string, said: string}[]} found */
const unknown = (found) =>
  found.filter(
    (one) => !KNOWN.some(({ rule, where }) => rule.test(one.rule) && where.test(one.where)),
  );

/** Returns a JSON pointer as a way: `/paths//docs/get`. @param {string} pointer */
const way = (pointer) =>
  pointer
    .replace(/^#/, '')
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('/');

/** @param {any} document */
async function redocly(document) {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const source = JSON.stringify(document);
  const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return found.map(({ ruleId, message, location }) => ({
    rule: ruleId,
    where: way(location[0]?.pointer ?? ''),
    said: message,
  }));
}

/** @param {any} document @param {any} ruleset */
async function spectral(document, ruleset) {
  const linter = new spectralCore.Spectral();
  linter.setRuleset({ extends: [ruleset] });
  const found = await linter.run(document);
  return found.map(({ code, path, message }) => ({
    rule: String(code),
    where: `/${path.join('/')}`,
    said: message,
  }));
}

test('redocly finds nothing in openapi.json that is not known, and finds a fault', async () => {
  assert.deepEqual(unknown(await redocly(specification.openapi)), []);
  const wrong = structuredClone(specification.openapi);
  delete wrong.paths['/api/v1/rooms'].post.operationId;
  wrong.paths['/api/v1/games'].get.responses['200'].content['application/json'].schema = {
    $ref: '#/components/schemas/Nothing',
  };
  const rules = unknown(await redocly(wrong)).map(({ rule }) => rule);
  for (const rule of ['operation-operationId', 'no-unresolved-refs'])
    assert.ok(rules.includes(rule), rule);
});

test('spectral finds nothing in either document that is not known, and finds a fault', async () => {
  const { oas, asyncapi } = rulesets;
  assert.deepEqual(unknown(await spectral(specification.openapi, oas)), []);
  assert.deepEqual(unknown(await spectral(specification.asyncapi, asyncapi)), []);
  const wrong = structuredClone(specification.openapi);
  wrong.paths['/api/v1/rooms'].post.requestBody.content['application/json'].example = { game: 7 };
  const rules = unknown(await spectral(wrong, oas)).map(({ rule }) => rule);
  assert.ok(rules.includes('oas3-valid-media-example'), String(rules));
});

test('the parser of AsyncAPI reads every message, and refuses a wrong one', async () => {
  const parser = new Parser();
  const { document, diagnostics } = await parser.parse(JSON.stringify(specification.asyncapi));
  assert.deepEqual(
    diagnostics.filter(({ code }) => code !== 'asyncapi-latest-version').map(String),
    [],
  );
  const messages = document?.allMessages().all().length ?? 0;
  assert.equal(messages, Object.keys(specification.asyncapi.components.messages).length);
  const wrong = structuredClone(specification.asyncapi);
  wrong.operations.tell.action = 'whisper';
  assert.equal((await parser.parse(JSON.stringify(wrong))).document, undefined);
});

test('ajv compiles every schema strictly, and refuses what is wrong', () => {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  addFormats.default(ajv);
  ajv.addSchema(specification.schema, 'entente');
  for (const name of Object.keys(specification.schema.$defs)) {
    assert.ok(ajv.getSchema(`entente#/$defs/${name}`), name);
  }
  const message = ajv.getSchema('entente#/$defs/ClientMessage');
  assert.equal(message?.({ type: 'ping', nonce: 1 }), true);
  assert.equal(message?.({ type: 'ping', nonce: 1, more: 1 }), false);
});
