import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryId, expandSecret, open, seal } from './sealed-entries.ts';

const secret = expandSecret(randomBytes(32));
const identity = { route: 'apertium@1 en>es', options: '{}', text: 'The house is big.' };

test('what is sealed is opened with the same secret and id, and with nothing else', () => {
  const id = entryId(secret, identity);
  const sealed = seal(secret, id, 'La casa es grande.');
  expect(open(secret, id, sealed)).toBe('La casa es grande.');
  expect(open(expandSecret(randomBytes(32)), id, sealed)).toBeUndefined();
  expect(open(secret, entryId(secret, { ...identity, text: 'other' }), sealed)).toBeUndefined();
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed);
    changed[i] = (changed[i] ?? 0) ^ 1;
    expect(open(secret, id, changed)).toBeUndefined();
  }
  expect(open(secret, id, Buffer.alloc(5))).toBeUndefined();
});

test('the same text of another team, route or option has another id', () => {
  const ids = [
    entryId(secret, identity),
    entryId(expandSecret(randomBytes(32)), identity),
    entryId(secret, { ...identity, route: 'apertium@2 en>es' }),
    entryId(secret, { ...identity, options: '{"formality":true}' }),
    entryId(secret, { route: 'apertium@1 en>es{', options: '}', text: 'The house is big.' }),
  ];
  expect(new Set(ids).size).toBe(ids.length);
});

test('any text comes back as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const id = entryId(secret, { ...identity, text });
      expect(open(secret, id, seal(secret, id, text))).toBe(text);
    }),
  );
});

test('the same translation never looks the same twice', () => {
  const id = entryId(secret, identity);
  expect(seal(secret, id, 'La casa')).not.toEqual(seal(secret, id, 'La casa'));
});
