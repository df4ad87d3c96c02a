import { expect, test } from 'vitest';
import { sharesBesideTexts } from './call-shares.ts';

const even = Float64Array.of(1 / 3, 1 / 3, 1 / 3);

function winnersOf(...texts: number[][]): number[] {
  const weights = texts.map((text) => Float64Array.from(text));
  const shares = sharesBesideTexts(weights, even);
  return weights.map((text, k) => {
    const sums = text.map((weight, i) => weight + (shares[k]?.[i] ?? 0));
    return sums.indexOf(Math.max(...sums));
  });
}

test('a single text has only the usual shares to lean on', () => {
  const usual = Float64Array.of(0.5, 0.25, 0.25);
  expect(sharesBesideTexts([Float64Array.of(0, 9, 0)], usual)).toEqual([usual.map(Math.log)]);
});

test('doubtful texts follow the rest of their call', () => {
  expect(winnersOf([5, 0, 0], [6, 1, 0], [5, 0, 2], [0, 1, 0], [1, 1.5, 0])).toEqual([0, 0, 0, 0, 0]);
});

test('texts that are doubtful alone agree on what they have in common', () => {
  expect(winnersOf([2, 2.1, 0], [2, 0, 2.1], [2, 2.1, 0], [2, 0, 2.1])).toEqual([0, 0, 0, 0]);
});

test('one other text is no hint', () => {
  const [, beside] = sharesBesideTexts([Float64Array.of(9, 0, 0), Float64Array.of(0, 1, 0)], even);
  for (const share of beside ?? []) expect(share).toBeCloseTo(Math.log(1 / 3));
});

test('a clear text in another language keeps its language', () => {
  expect(winnersOf([9, 0, 0], [9, 0, 0], [9, 0, 0], [9, 0, 0], [0, 9, 0])).toEqual([0, 0, 0, 0, 1]);
});

test('a call in two languages keeps both', () => {
  expect(winnersOf([5, 0, 0], [5, 0, 1], [5, 1, 0], [0, 5, 0], [1, 5, 0], [0, 5, 1])).toEqual([
    0, 0, 0, 1, 1, 1,
  ]);
});

test('a thousand equal texts stay finite', () => {
  const shares = sharesBesideTexts(Array(1024).fill(Float64Array.of(0, 0, 500)), even);
  expect(shares.every((of) => [...of].every(Number.isFinite))).toBe(true);
});
