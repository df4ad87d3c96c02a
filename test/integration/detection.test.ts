import { beforeAll, describe, expect, test } from 'vitest';
import { readFlores } from '../quality/flores.ts';
import {
  apertiumLanguages,
  averageOf,
  measure,
  measureMixedCalls,
  type Outcome,
  refusedShare,
  rightShare,
  type Sentences,
} from '../quality/measure-detection.ts';
import { isLong, scale } from '../support/long-form.ts';
import { hasTestData } from '../support/test-data.ts';

// Unrelated to every candidate, and known to `eld`: nothing about them is doubtful.
const clearlyForeign = [
  ...[
    'ar',
    'az',
    'bg',
    'bn',
    'cs',
    'de',
    'el',
    'et',
    'fa',
    'fi',
    'he',
    'hi',
    'hr',
    'hu',
    'hy',
    'is',
    'ja',
    'ko',
  ],
  ...['lt', 'lv', 'ms', 'nl', 'pl', 'ro', 'ru', 'sk', 'sl', 'sr', 'ta', 'th', 'tl', 'tr', 'uk', 'vi', 'zh'],
];

// Only an absent folder skips, on CI too: one that is there and can't be read fails in `readFlores`.
describe.skipIf(!hasTestData)('detection on FLORES', { timeout: 120_000 }, () => {
  let sentences: Sentences;
  /** An eighth of them shows a fall as well, in an eighth of the time. */
  let some: Sentences;
  /** For shares that are nearly one or nearly none, which one sentence in so few would change too much. */
  let more: Sentences;
  let everyLanguage: readonly string[];

  beforeAll(() => {
    sentences = readFlores('flores-dev');
    some = few(sentences, scale(25, 200));
    more = few(sentences, scale(50, 200));
    everyLanguage = [...sentences.keys()];
  });

  const few = (all: Sentences, count: number): Sentences =>
    new Map([...all].map(([language, of]) => [language, of.slice(0, count)]));

  const below = (
    outcomes: ReadonlyMap<string, Outcome>,
    share: (outcome: Outcome) => number,
    least: number,
  ) => [...outcomes].filter(([, outcome]) => share(outcome) < least).map(([language]) => language);

  test('the data is all there', () => {
    expect(everyLanguage.length).toBe(59);
    expect([...sentences.values()].every((of) => of.length === 200)).toBe(true);
  });

  test.each([
    ['full sentences', { callSize: 1 }, 0.97],
    ['two words in calls of ten texts', { words: 2, callSize: 10 }, 0.95],
  ])('%s are found among all languages', async (_name, cut, least) => {
    expect(averageOf(await measure(some, cut, everyLanguage), rightShare)).toBeGreaterThanOrEqual(least);
  });

  test.each([
    ['five words', { words: 5, callSize: 1 }, 0.92],
    ['two words', { words: 2, callSize: 1 }, 0.8],
  ])('%s alone are mostly found', async (_name, cut, least) => {
    expect(averageOf(await measure(some, cut, everyLanguage), rightShare)).toBeGreaterThanOrEqual(least);
  });

  test('a sentence among short texts in another language is found, and so are they', async () => {
    const { calls, majorityRight, otherRight } = await measureMixedCalls(sentences, 2, scale(3, 10));
    expect(majorityRight / calls).toBeGreaterThanOrEqual(0.94);
    expect(otherRight / calls).toBeGreaterThanOrEqual(0.95);
  });

  test('sentences of the candidates are found and not refused', async () => {
    const outcomes = await measure(more, { callSize: 1 }, apertiumLanguages, apertiumLanguages);
    expect(below(outcomes, rightShare, 0.995)).toEqual([]);
    expect(averageOf(outcomes, refusedShare)).toBe(0);
  });

  test('so are their sentences that no figure was fitted on', async () => {
    const unseen = few(readFlores('flores-test'), scale(50, 200));
    const outcomes = await measure(unseen, { callSize: 1 }, apertiumLanguages, apertiumLanguages);
    expect(below(outcomes, rightShare, 0.995)).toEqual([]);
    expect(averageOf(outcomes, refusedShare)).toBeLessThan(0.001);
  });

  test('sentences in clearly different languages are refused', async () => {
    const foreign = clearlyForeign.filter((_, i) => isLong || i % 3 === 0);
    const outcomes = await measure(more, { callSize: 1 }, apertiumLanguages, foreign);
    expect(below(outcomes, refusedShare, 0.95)).toEqual([]);
  });

  test('two words are not refused, whatever their language', async () => {
    const outcomes = await measure(more, { words: 2, callSize: 1 }, apertiumLanguages);
    // Five characters of Chinese or Japanese may be a sentence of five words.
    expect(averageOf(outcomes, refusedShare)).toBeLessThan(0.001);
  });

  test('five words of the candidates are not refused', async () => {
    const outcomes = await measure(more, { words: 5, callSize: 1 }, apertiumLanguages, apertiumLanguages);
    expect(averageOf(outcomes, refusedShare)).toBe(0);
  });
});
