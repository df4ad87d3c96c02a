import { expect, test } from 'vitest';
import { done, refused } from '../../lib/outcome.ts';
import { TableCache } from './table-cache.ts';
import { bytesOf, compileTerms } from './term-table.ts';

const table = compileTerms(Buffer.from('house\tcasa\n'));
const size = bytesOf(table);

test('the least recently used tables make room', async () => {
  const cache = new TableCache(2 * size);
  const made: string[] = [];
  const get = (id: string) =>
    cache.get(id, async () => {
      made.push(id);
      return done(table);
    });
  for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await get(id);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
  expect(cache.bytes).toBe(2 * size);
});

test('a table is made once for all who ask at once, and again after a failure', async () => {
  const cache = new TableCache(10 * size);
  let tries = 0;
  const fails = async () => {
    tries++;
    return refused('service_unavailable', 'later');
  };
  await Promise.all([cache.get('a', fails), cache.get('a', fails)]);
  expect(tries).toBe(1);
  expect((await cache.get('a', async () => done(table))).ok).toBe(true);
  await expect(cache.get('b', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect((await cache.get('b', async () => done(table))).ok).toBe(true);
});

test('one that is too large by itself is used and not kept', async () => {
  const cache = new TableCache(size - 1);
  expect((await cache.get('a', async () => done(table))).ok).toBe(true);
  expect(cache.bytes).toBe(0);
});
