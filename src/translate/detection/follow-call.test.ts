import { expect, test } from 'vitest';
import { type Basis, bestInCall } from './follow-call.ts';

const names = ['fr', 'de', 'da', 'no'];
const prior = Float64Array.of(0.25, 0.25, 0.25, 0.25).map(Math.log);

function winnerOf(weights: number[], shares: number[], basis: Basis): string | undefined {
  const logs = Float64Array.from(shares, Math.log);
  return names[bestInCall(names, Float64Array.from(weights), logs, prior, basis)];
}

const mostlyFrench = [0.997, 0.001, 0.001, 0.001];
const mostlyDanish = [0.001, 0.001, 0.997, 0.001];

test('a guess follows the other texts, and a listed word or a sentence does not', () => {
  expect(winnerOf([0, 6, 0, 0], mostlyFrench, 'guess')).toBe('fr');
  expect(winnerOf([0, 6, 0, 0], mostlyFrench, 'listed_word')).toBe('de');
  expect(winnerOf([0, 6, 0, 0], mostlyFrench, 'sentence')).toBe('de');
});

test('a listed word of a close relative follows the other texts, and a sentence does not', () => {
  expect(winnerOf([0, 0, 0, 6], mostlyDanish, 'listed_word')).toBe('da');
  expect(winnerOf([0, 0, 0, 6], mostlyDanish, 'sentence')).toBe('no');
});

test('without a hint the evidence decides', () => {
  expect(winnerOf([1, 0, 0, 0.9], [0.25, 0.25, 0.25, 0.25], 'guess')).toBe('fr');
});
