import { expect, test } from 'vitest';
import { describeSecret, newSecret, stepOf } from './totp.ts';

/** Of RFC 6238, appendix B: the last six digits of its codes for SHA-1. */
const secret = Buffer.from('12345678901234567890');

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('at second %i the code is %s', (second, code) => {
  expect(stepOf(secret, code, second * 1_000)).toBe(Math.floor(second / 30));
});

test('a code is good for one step before and after its own, and no more', () => {
  const [step, code] = [Math.floor(1_234_567_890 / 30), '005924'];
  const at = (stepsLater: number) => stepOf(secret, code, (step + stepsLater) * 30_000 + 1);
  expect([-2, -1, 0, 1, 2].map(at)).toEqual([undefined, step, step, step, undefined]);
});

test.each(['', '28708', '2870822', '28708a', '000000'])('%j is no code', (code) => {
  expect(stepOf(secret, code, 59_000)).toBeUndefined();
});

test('a new secret has 160 bits, and an address that is not taken apart by what is in it', () => {
  expect([newSecret().length, newSecret().equals(newSecret())]).toEqual([20, false]);
  const { secret: text, uri } = describeSecret(secret, 'a&secret=x?#@example.org');
  const read = new URL(uri);
  expect([read.searchParams.get('secret'), read.searchParams.getAll('secret').length]).toEqual([text, 1]);
  expect(read.hash).toBe('');
});
