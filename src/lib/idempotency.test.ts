import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { fingerprintOf } from './idempotency.ts';

const fingerprint = fingerprintOf('team a', 'order 7', 'a body');

test('the same team, key and body have the same fingerprint on every node', () => {
  expect(fingerprintOf('team a', 'order 7', 'a body')).toEqual(fingerprint);
});

test('another body is another fingerprint of the body under the same key', () => {
  const other = fingerprintOf('team a', 'order 7', 'another body');
  expect(other.key).toBe(fingerprint.key);
  expect(other.body).not.toBe(fingerprint.body);
});

test.each([
  ['another key', fingerprintOf('team a', 'order 8', 'a body')],
  ['the same key of another team', fingerprintOf('team b', 'order 7', 'a body')],
])('%s shares neither part of the fingerprint', (_, other) => {
  expect(other.key).not.toBe(fingerprint.key);
  expect(other.body).not.toBe(fingerprint.body);
});

test('both parts are 32 bytes in hexadecimal', () => {
  for (const part of [fingerprint.key, fingerprint.body]) expect(part).toMatch(/^[0-9a-f]{64}$/);
});

test('a guess about a body cannot be tested without the Idempotency-Key', () => {
  const guesses = [
    createHash('sha256').update('a body').digest('hex'),
    fingerprintOf('team a', '', 'a body').body,
    fingerprintOf('team a', fingerprint.key, 'a body').body,
  ];
  expect(guesses).not.toContain(fingerprint.body);
});
