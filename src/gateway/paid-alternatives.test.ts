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

test('each text keeps the same number at most, the largest that the charge covers', () => {
  const [first, second] = [translation(10, ['b', 'c']), translation(4, ['d', 'e'])];
  expect(kept(42, first, second)).toEqual([
    [['b', 'c'], 30],
    [['d', 'e'], 12],
  ]);
  for (const charged of [28, 41]) {
    expect(kept(charged, first, second)).toEqual([
      [['b'], 20],
      [['d'], 8],
    ]);
  }
  expect(kept(27, first, second)).toEqual([
    [[], 10],
    [[], 4],
  ]);
});

test('one alternative of each of two texts stays one of each, and not two of the first', () => {
  expect(kept(40, translation(10, ['b', 'c']), translation(10, ['d', 'e']))).toEqual([
    [['b'], 20],
    [['d'], 20],
  ]);
});

test('a text that found fewer than others keeps them', () => {
  expect(kept(34, translation(10, ['b', 'c']), translation(4, []))).toEqual([
    [['b', 'c'], 30],
    [[], 4],
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
