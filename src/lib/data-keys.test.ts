import { createCipheriv, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { DataKeys } from './data-keys.ts';

const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const secret = randomBytes(32);

/** Wraps the secret in the old format, which does not name its key. */
function wrapWithoutId(key: Buffer, context: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

test('opens what it wrapped, in the same context alone', () => {
  const keys = new DataKeys(first);
  const wrapped = keys.wrap(secret, 'team 1');
  expect(keys.unwrap(wrapped, 'team 1')).toEqual(secret);
  expect(keys.unwrap(wrapped, 'team 2')).toBeUndefined();
  expect(wrapped.includes(secret)).toBe(false);
});

test('wraps by the current key, opens by every key, and needs the right one', () => {
  const before = new DataKeys(first).wrap(secret, 'x');
  const both = new DataKeys(second, [first]);
  expect(both.unwrap(before, 'x')).toEqual(secret);
  expect(both.keyIdOf(before, 'x')).toBe(new DataKeys(first).currentId);
  const after = both.wrap(secret, 'x');
  expect(new DataKeys(second).unwrap(after, 'x')).toEqual(secret);
  expect(new DataKeys(first).unwrap(after, 'x')).toBeUndefined();
  expect(new DataKeys(second).unwrap(before, 'x')).toBeUndefined();
});

test('names the key of what it cannot open', () => {
  const wrapped = new DataKeys(first).wrap(secret, 'x');
  expect(new DataKeys(second).keyIdOf(wrapped, 'x')).toBe(new DataKeys(first).currentId);
  expect(new DataKeys(second).keyIdOf(wrapWithoutId(first, 'x'), 'x')).toBeUndefined();
});

test('opens what was wrapped before keys had ids, by whichever key it was', () => {
  const old = wrapWithoutId(first, 'x');
  for (const keys of [new DataKeys(first), new DataKeys(second, [third, first])]) {
    expect(keys.unwrap(old, 'x')).toEqual(secret);
    expect(keys.keyIdOf(old, 'x')).toBe(new DataKeys(first).currentId);
    expect(keys.unwrap(old, 'y')).toBeUndefined();
  }
  expect(new DataKeys(second).unwrap(old, 'x')).toBeUndefined();
});

test('what the current key wrapped can be told by its first bytes', () => {
  const keys = new DataKeys(second, [first]);
  const header = keys.currentHeader;
  expect(keys.wrap(secret, 'x').subarray(0, header.length)).toEqual(header);
  expect(new DataKeys(first).wrap(secret, 'x').subarray(0, header.length)).not.toEqual(header);
});

test('refuses whatever was changed or cut, and another key named in its place', () => {
  const keys = new DataKeys(second, [first]);
  const wrapped = keys.wrap(secret, 'x');
  for (let place = 0; place < wrapped.length; place++) {
    const changed = Buffer.from(wrapped);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(keys.unwrap(changed, 'x')).toBeUndefined();
    expect(keys.unwrap(wrapped.subarray(0, place), 'x')).toBeUndefined();
  }
});

test('a key that is given twice counts once, and one of the wrong size is refused', () => {
  expect(new DataKeys(first, [first, second]).olderIds).toEqual([new DataKeys(second).currentId]);
  expect(() => new DataKeys(randomBytes(31))).toThrowError(/32 bytes/);
});
