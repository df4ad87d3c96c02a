import { expect, test } from 'vitest';
import { chunksOf } from './translate-in-chunks.ts';

const unit = (length: number) => ({ text: 'x'.repeat(length), characters: length });

test('a chunk has fifty units or 20,000 characters at most, and all units are in one, in order', () => {
  const small = Array.from({ length: 120 }, (_, i) => unit(i + 1));
  const chunks = [...chunksOf(small)];
  expect(chunks.map((chunk) => chunk.length)).toEqual([50, 50, 20]);
  expect(chunks.flat()).toEqual(small);
  expect(
    [...chunksOf([unit(15_000), unit(6_000), unit(30_000), unit(1)])].map((chunk) => chunk.length),
  ).toEqual([1, 1, 1, 1]);
  expect([...chunksOf([])]).toEqual([]);
});
