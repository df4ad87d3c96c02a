import { expect, test } from 'vitest';
import { MemoryCache } from './memory-cache.ts';

test('the least recently used entries make room, and the bytes never exceed the bound', () => {
  const cache = new MemoryCache(1_000);
  for (const id of ['a', 'b', 'c']) cache.set(id, 'x'.repeat(50));
  cache.get('a');
  cache.set('d', 'x'.repeat(50));
  expect(['a', 'b', 'c', 'd'].map((id) => cache.get(id) !== undefined)).toEqual([true, false, true, true]);
  expect(cache.bytes).toBeLessThanOrEqual(1_000);
});

test('an entry is replaced, not counted twice, and one that is too large is left out', () => {
  const cache = new MemoryCache(1_000);
  cache.set('a', 'one');
  cache.set('a', 'two');
  expect(cache.get('a')).toBe('two');
  expect(cache.bytes).toBe(206);
  cache.set('b', 'x'.repeat(1_000));
  expect(cache.get('b')).toBeUndefined();
  expect(cache.get('a')).toBe('two');
});
