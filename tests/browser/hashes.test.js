/**
 * The vendored hash functions: the published files, and the standard's answers.
 */

import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { encode } from '../../web/proof/hex.js';
import { hmac } from '../../web/vendor/noble-hashes/hmac.js';
import { sha256 } from '../../web/vendor/noble-hashes/sha2.js';

const VENDORED = new URL('../../web/vendor/noble-hashes/', import.meta.url);
/** Longer than two blocks of SHA-256, so that every way to fill the last one occurs. */
const LENGTHS = 150;

/** @param {number} length */
function message(length) {
  return Uint8Array.from({ length }, (_, index) => (index * 31 + length) % 256);
}

test('the vendored files are the published ones', () => {
  const sums = readFileSync(new URL('checksums.txt', VENDORED), 'utf8').trimEnd().split('\n');
  assert.ok(sums.length > 2);
  for (const line of sums) {
    const [sum, name] = line.split('  ');
    const bytes = readFileSync(new URL(name, VENDORED));
    assert.equal(createHash('sha256').update(bytes).digest('hex'), sum, name);
  }
});

test('the answers of FIPS 180-4 and RFC 4231', () => {
  const utf8 = new TextEncoder();
  assert.equal(
    encode(sha256(new Uint8Array())),
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  );
  assert.equal(
    encode(sha256(utf8.encode('abc'))),
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
  const keyed = hmac.create(sha256, utf8.encode('Jefe'));
  assert.equal(
    encode(keyed.update(utf8.encode('what do ya want for nothing?')).digest()),
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

test('messages and keys of every length around a block', () => {
  for (let length = 0; length < LENGTHS; length += 1) {
    const bytes = message(length);
    assert.equal(encode(sha256(bytes)), createHash('sha256').update(bytes).digest('hex'));
    const key = message(LENGTHS - length);
    const keyed = hmac.create(sha256, key).update(bytes);
    const expected = createHmac('sha256', key).update(bytes).digest('hex');
    assert.equal(encode(keyed.clone().digest()), expected);
    assert.equal(encode(keyed.digest()), expected, 'the copy took nothing away');
  }
});
