import { expect, test } from 'vitest';
import { sharesOfCall } from './call-shares.ts';

const even = Float64Array.of(1 / 3, 1 / 3, 1 / 3);

function winnersOf(...texts: number[][]): number[] {
  const weights = texts.map((text) => Float64Array.from(text));
  const shares = sharesOfCall(weights, even);
  return weights.map((text) => {
    const sums = text.map((weight, i) => weight + (shares[i] ?? 0));
    return sums.indexOf(Math.max(...sums));
  });
}

test('a single text has only the usual shares to lean on', () => {
  const usual = Float64Array.of(0.5, 0.25, 0.25);
  expect(sharesOfCall([Float64Array.of(0, 9, 0)], usual)).toEqual(usual.map(Math.log));
});

test('doubtful texts follow the rest of their call', () => {
  expect(winnersOf([5, 0, 0], [6, 1, 0], [5, 0, 2], [0, 1, 0], [1, 1.5, 0])).toEqual([0, 0, 0, 0, 0]);
});

test('texts that are doubtful alone agree on what they have in common', () => {
  expect(winnersOf([2, 2.1, 0], [2, 0, 2.1], [2, 2.1, 0], [2, 0, 2.1])).toEqual([0, 0, 0, 0]);
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
  const shares = sharesOfCall(Array(1024).fill(Float64Array.of(0, 0, 500)), even);
  expect([...shares].every(Number.isFinite)).toBe(true);
});
