import { describe, expect, test } from 'vitest';
import { countDistinctiveWords } from './distinctive-words.ts';
import { borrowScore, borrowWordEvidence } from './sister-languages.ts';

describe('distinctive words', () => {
  test.each([
    ['gl', 'Unha muller dixo que xa non ten máis tempo', 6],
    ['pt', 'Uma mulher disse que já não tem mais tempo', 6],
    ['hr', 'Tijekom tjedna znanstvenici Sveučilišta', 4],
    ['bs', 'Tokom sedmice naučnici Univerziteta', 4],
    ['af', 'Dit is ’n goeie dag en hulle is nie hier nie', 5],
    ['en', 'There is no list for English', 0],
  ])('%s: %s', (language, words, count) => expect(countDistinctiveWords(language, words)).toBe(count));

  test('only whole words count', () => {
    expect(countDistinctiveWords('pt', 'umami comum')).toBe(0);
  });
});

describe('borrowed scores', () => {
  const scores = new Map([
    ['pt', 95],
    ['es', 70],
  ]);

  test('come from the best relative', () => {
    expect(borrowScore('gl', scores, 'casa')?.score).toBeCloseTo(94.6, 1);
  });

  test('rise with the sister’s distinctive words and fall with the relative’s', () => {
    const more = (words: string) => borrowScore('gl', scores, words)?.more ?? 0;
    expect(more('unha casa')).toBeGreaterThan(more('casa'));
    expect(more('uma casa')).toBeLessThan(more('casa'));
  });

  test('need a relative that the text may be in', () => {
    expect(borrowScore('gl', new Map([['ru', 120]]), 'дом')).toBeUndefined();
    expect(borrowScore('fi', scores, 'casa')).toBeUndefined();
  });
});

describe('borrowed words', () => {
  test('count nearly as much for the sister as for its relative', () => {
    const borrowed = borrowWordEvidence('gl', new Map([['es', 8]]));
    expect(borrowed).toBeGreaterThan(6);
    expect(borrowed).toBeLessThan(8);
  });

  test('add nothing to words that the sister lists itself', () => {
    const ofWords = new Map([
      ['es', 8],
      ['gl', 8],
    ]);
    expect(borrowWordEvidence('gl', ofWords)).toBe(0);
  });
});
