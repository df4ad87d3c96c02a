import { expect, test } from 'vitest';
import { keepPaidAlternatives } from './paid-alternatives.ts';

const translation = (own: number, alternatives?: string[]) => ({
  text: 'a',
  source: 'en',
  engine: 'llm',
  terms: [],
  characters: own * (1 + (alternatives?.length ?? 0)),
  ...(alternatives && { alternatives }),
});

const kept = (charged: number, ...all: ReturnType<typeof translation>[]) =>
  keepPaidAlternatives(all, charged).map(({ alternatives, characters }) => [alternatives, characters]);

test('as many alternatives as were charged stay, in the order of the texts', () => {
  const [first, second] = [translation(10, ['b', 'c']), translation(4, ['d', 'e'])];
  expect(kept(42, first, second)).toEqual([
    [['b', 'c'], 30],
    [['d', 'e'], 12],
  ]);
  expect(kept(28, first, second)).toEqual([
    [['b'], 20],
    [['d'], 8],
  ]);
  expect(kept(14, first, second)).toEqual([
    [[], 10],
    [[], 4],
  ]);
});

test('what does not fit of one text leaves room for a shorter one, and never for more than was charged', () => {
  expect(kept(23, translation(10, ['b']), translation(4, ['c', 'd', 'e']))).toEqual([
    [[], 10],
    [['c', 'd'], 12],
  ]);
});

test('a charge below the translations themselves leaves no alternative', () => {
  expect(kept(3, translation(10, ['b']))).toEqual([[[], 10]]);
});

test('a text that costs nothing keeps what it has, and one without alternatives stays as it is', () => {
  expect(kept(5, translation(0, []), translation(5))).toEqual([
    [[], 0],
    [undefined, 5],
  ]);
});
