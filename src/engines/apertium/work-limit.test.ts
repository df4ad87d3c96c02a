import { expect, test } from 'vitest';
import { workLimitMs } from './work-limit.ts';

const text = 'x'.repeat(1_000);
const limit = (usualMs: number) => workLimitMs(text, { usualMs: () => usualMs });

test('a text has a second at least, twenty times what is usual, and five seconds at most', () => {
  expect([limit(0), limit(40), limit(1_000)]).toEqual([1_000, 1_800, 5_000]);
  expect(workLimitMs(text, undefined)).toBe(5_000);
});
