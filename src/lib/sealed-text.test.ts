import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSealed, openText, sealText, textKeyBytes, toTextKey } from './sealed-text.ts';

const key = toTextKey(randomBytes(textKeyBytes));

test.each([0, 1, 100, 3 * 1024 * 1024 + 1])('%d bytes come back, and are not to be seen', async (length) => {
  const plain = Buffer.alloc(length, 'canary');
  const sealed = await sealText(key, 'here', plain);
  expect(isSealed(sealed)).toBe(true);
  expect(sealed.includes('canary')).toBe(false);
  expect((await openText(key, 'here', sealed))?.equals(plain)).toBe(true);
});

test('the same text is never sealed alike', async () => {
  const [one, other] = await Promise.all([1, 2].map(() => sealText(key, 'here', Buffer.from('text'))));
  expect(one).not.toEqual(other);
});

test('another key, another place, and any altered or missing byte open nothing', async () => {
  const sealed = await sealText(key, 'here', Buffer.from('text'));
  expect(await openText(toTextKey(randomBytes(textKeyBytes)), 'here', sealed)).toBeUndefined();
  expect(await openText(key, 'there', sealed)).toBeUndefined();
  for (let at = 0; at < sealed.length; at++) {
    const altered = Buffer.from(sealed);
    altered[at] = (altered[at] ?? 0) ^ 1;
    expect(await openText(key, 'here', altered), `byte ${at}`).toBeUndefined();
    expect(await openText(key, 'here', sealed.subarray(0, at)), `${at} bytes`).toBeUndefined();
  }
});

test('gzip and JSON are not taken for sealed texts', () => {
  expect(isSealed(Buffer.from([0x1f, 0x8b, 8, 0]))).toBe(false);
  expect(isSealed(Buffer.from('{}'))).toBe(false);
  expect(isSealed(Buffer.alloc(0))).toBe(false);
});
