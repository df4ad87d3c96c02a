import { expect, test } from 'vitest';
import { WorkRate } from './work-rate.ts';

test('expects what others take until it has seen a text, then what its own take', () => {
  const rate = new WorkRate();
  expect([rate.expectedMs(950, 1, 0.01), rate.cautiousMs(950, 0.01)]).toEqual([10, 10]);
  rate.note(100, 950);
  expect(rate.expectedMs(450, 1, 0.01)).toBeCloseTo(50);
});

test('many tiny texts are not taken for hard work', () => {
  const rate = new WorkRate();
  for (let i = 0; i < 100; i++) rate.note(2, 3);
  expect(rate.cautiousMs(1_000, 0)).toBeLessThan(50);
});

test('work that gets hard is believed at once, and easy work only after some twenty texts', () => {
  const rate = new WorkRate();
  for (let i = 0; i < 50; i++) rate.note(10, 950);
  rate.note(1_000, 950, 1, true);
  expect(rate.cautiousMs(950, 0)).toBeGreaterThan(400);
  expect(rate.expectedMs(950, 1, 0)).toBeLessThan(120);
  const easyTexts = () => {
    let count = 0;
    for (; rate.cautiousMs(950, 0) > 100; count++) rate.note(10, 950);
    return count;
  };
  expect(easyTexts()).toBeGreaterThan(10);
  expect(rate.cautiousMs(950, 0)).toBeLessThanOrEqual(100);
});

test('one slow text does not make a team slow, and several do', () => {
  const rate = new WorkRate();
  for (let i = 0; i < 50; i++) rate.note(10, 950);
  rate.note(1_000, 950);
  expect(rate.cautiousMs(950, 0)).toBeLessThan(31);
  for (let i = 0; i < 3; i++) rate.note(1_000, 950);
  expect(rate.cautiousMs(950, 0)).toBeGreaterThan(400);
});
