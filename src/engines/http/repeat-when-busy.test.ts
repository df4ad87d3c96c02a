import { expect, test } from 'vitest';
import { waitBefore } from './repeat-when-busy.ts';

const now = () => Date.parse('2026-11-17T12:00:00Z');
const range = (repeats: number, retryAfter?: string) =>
  [0, 1].map((value) => waitBefore(repeats, retryAfter, { random: () => value, now }));

test.each<[number, string | undefined, number, number]>([
  [0, undefined, 250, 500],
  [1, undefined, 500, 1_000],
  [0, '0', 0, 250],
  [0, '2', 2_000, 2_250],
  [1, '1.5', 1_500, 1_750],
  [0, 'Tue, 17 Nov 2026 12:00:03 GMT', 3_000, 3_250],
  [0, 'Tue, 17 Nov 2026 11:00:00 GMT', 0, 250],
  [0, 'soon', 250, 500],
])('before repeat %i with Retry-After %j, the wait is %i to %i ms', (repeats, retryAfter, least, most) => {
  expect(range(repeats, retryAfter)).toEqual([least, most]);
});
