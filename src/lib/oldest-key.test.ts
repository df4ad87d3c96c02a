import { expect, test } from 'vitest';
import { leewayInGate } from '../../test/support/long-form.ts';
import { OldestKey } from './oldest-key.ts';

test('gives the keys from the oldest on, also those that were set meanwhile', () => {
  const map = new Map([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);
  const oldest = new OldestKey(map);
  const take = () => {
    const key = oldest.next();
    if (key !== undefined) map.delete(key);
    return key;
  };
  expect(take()).toBe('a');
  // Inserted again, so it is now the youngest.
  map.delete('b');
  map.set('b', 2);
  map.set('d', 4);
  expect([take(), take(), take(), take()]).toEqual(['c', 'b', 'd', undefined]);
  map.set('e', 5);
  expect(take()).toBe('e');
});

test('a full map of 300,000 entries is kept full in a time that does not grow with it', () => {
  const map = new Map(Array.from({ length: 300_000 }, (_, i) => [i, i] as const));
  const oldest = new OldestKey(map);
  const started = process.threadCpuUsage();
  for (let i = 300_000; i < 330_000; i++) {
    map.set(i, i);
    map.delete(oldest.next() ?? -1);
  }
  const { user } = process.threadCpuUsage(started);
  expect(map.size).toBe(300_000);
  // Takes some milliseconds; would take seconds if each search began at the front of the map.
  expect(user / 1_000).toBeLessThan(leewayInGate(500));
});
