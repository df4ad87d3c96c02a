import { expect, test } from 'vitest';
import { RecentLatencies } from './recent-latencies.ts';

test('tells the median and the slow ones of the last 256 calls', () => {
  const times = new RecentLatencies();
  expect([times.count, ...times.percentiles([0.5])]).toEqual([0, 0]);
  for (let ms = 1; ms <= 100; ms++) times.note(ms);
  expect([times.count, ...times.percentiles([0.5, 0.95])]).toEqual([100, 51, 96]);
  for (let i = 0; i < 256; i++) times.note(7.4);
  expect([times.count, ...times.percentiles([0.5, 0.95])]).toEqual([256, 7, 7]);
});
